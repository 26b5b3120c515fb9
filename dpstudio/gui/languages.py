"""Which language the window speaks: the one chosen, else that of the system, else English; fixed before it is made."""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from dpstudio.translation import ENGLISH, languages, tr, use
from dpstudio.workspace.computer.settings import Settings, language_chosen

LANGUAGE = "language"


def speak(application: QCoreApplication, wanted: Iterable[str] = ()) -> str:
    """Show everything in the first language that there is, Qt's own texts too; which one that is.

    Nothing of the window may have been loaded: many of its texts are made with it.

    Args:
        wanted: instead of what is chosen, and of those of the system.
    """
    spoken = first_of([*wanted] or [language_chosen(), *QLocale.system().uiLanguages()])
    use(spoken)
    if spoken == ENGLISH:
        return spoken
    translator = QTranslator(application)
    if translator.load(QLocale(spoken), "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        application.installTranslator(translator)
    return spoken


def first_of(wanted: Iterable[str]) -> str:
    """The first language that there is a catalogue of, without its country where that has none of its own."""
    there = languages()
    for each in wanted:
        whole = each.replace("-", "_")
        for code in (whole, whole.partition("_")[0]):
            if code in there:
                return code
    return ENGLISH


def called(language: str) -> str:
    """What a language is called by those who speak it."""
    name = "English" if language == ENGLISH else QLocale(language).nativeLanguageName() or language
    return f"{name[:1].upper()}{name[1:]}"


class LanguageMenu(QMenu):
    """The languages that there are; what is chosen holds from the next start."""

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(tr("La&nguage"), parent)
        group, chosen = QActionGroup(self), settings.kept(LANGUAGE)
        for code in ("", *languages()):
            entry = self.addAction(called(code) if code else tr("Like the system"))
            entry.setCheckable(True)
            entry.setChecked(code == chosen)
            entry.triggered.connect(lambda _=False, code=code: settings.keep(**{LANGUAGE: code}))
            group.addAction(entry)
        self.addSeparator()
        self.addAction(tr("It holds from the next start of dpstudio")).setEnabled(False)
