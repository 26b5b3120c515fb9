"""A project that is opened again begins on the page on which it was left."""

from dpstudio.workspace.computer.settings import Settings


def saved(studio, path) -> None:
    studio.demonstration("colour")
    studio.answers["save_file"] = [str(path)]
    studio.keys("Ctrl+S")
    studio.settle()


def test_a_project_begins_where_it_was_left_and_another_one_on_its_first_page(studio, tmp_path):
    window, path = studio.window, tmp_path / "colours.dpstudio"
    saved(studio, path)
    studio.tab("score")
    studio.keys("Ctrl+N")
    studio.settle()
    assert window.tab == "tables"
    window.projects.open(str(path))
    studio.settle()
    assert window.tab == "score"
    studio.tab("release")
    window.close()
    assert Settings().tab_of(str(path.resolve())) == "release"
    assert Settings().tab_of(str(tmp_path / "another.dpstudio")) == ""
