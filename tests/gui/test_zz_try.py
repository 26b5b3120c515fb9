from PySide6.QtCore import Qt
import dpstudio.gui.plots.ticks as T, dpstudio.gui.plots.axis as A, dpstudio.gui.plots.bars as B
from tests.gui.test_draws import opened
from tests.gui.test_map import map_of, named
from tests.gui.test_presenting import present, press, settle
P='/tmp/p1-'
def test_x(studio):
    orig=T.ticks_across
    def spy(low,high,width,scale,wide,rounded=T.round_ticks):
        f=orig(low,high,width,scale,wide,rounded)
        if len(f)<2: print('TICKS',low,high,width,scale,wide("100,000,000"),wide("0"),f)
        return f
    T.ticks_across=A.ticks_across=spy
    opened(studio,'debts','neighbours')
    shown=present(studio)
    shown.resize(1280,720); settle(studio)
    for v in ('law','neighbours','scale'):
        print(v)
        studio.option(shown.picture.views,v); settle(studio); studio.qtbot.wait(300)
        shown.grab().save(P+f'debts-{v}.png')
    press(shown,Qt.Key.Key_Escape); settle(studio)
    opened(studio,'city','law'); studio.qtbot.wait(200)
    for w,h in ((1280,660),(1000,700),(1900,1000)):
        studio.window.resize(w,h); studio.qtbot.wait(200)
        m=map_of(studio.window.preview); print(w,h,[t.toPlainText() for t in m.texts],[t.toPlainText() for t in named(m)])
        studio.window.preview.grab().save(P+f'city-{w}.png')
    shown=present(studio); shown.resize(1280,720); settle(studio)
    studio.option(shown.picture.views,'law'); settle(studio); studio.qtbot.wait(200)
    m=map_of(shown.picture); print([t.toPlainText() for t in named(m)])
    shown.grab().save(P+'city-present.png')
