"""Where an error bound allows as much as anyone could lose at all, the Privacy page says so."""

from dataclasses import replace

from dpstudio.core.plan import FigurePlan


def noted(studio) -> str:
    return studio.window.privacy._accuracy_note.text()


def test_a_bound_beyond_what_any_candidate_can_lose_is_said_to_say_nothing(studio):
    studio.demonstration("corona")
    studio.tab("privacy")
    epsilon = studio.window.privacy.fields["privacy.epsilon"]
    studio.type(epsilon, "10")
    studio.settle()
    assert noted(studio) == "in at least 95 of 100 runs, whatever the data are."
    studio.type(epsilon, "0.01")
    studio.settle()
    scores = studio.window.session.preview.shown[0].scores
    worst = (int(scores.steps.max()) - int(scores.steps.min())) * scores.unit
    assert studio.window.session.resolved.scores.accuracy >= worst
    said = noted(studio)
    assert said.startswith("in at least 95 of 100 runs. That is as much as any candidate can lose in the sample (")
    assert said.endswith(" $) or more: here it says nothing.")


def test_of_a_private_table_it_is_said_of_the_invented_one_alone(studio, tmp_path):
    file = tmp_path / "drinkers.csv"
    file.write_text("pays,drink\n" + "1,Tea\n" * 20)
    studio.open_private(file)
    studio.ask_for_a_drink()
    studio.tab("privacy")
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "0.0001")
    studio.settle()
    assert "in the invented table" in noted(studio)
    assert "says nothing" in noted(studio)


def test_a_figure_that_all_people_together_cannot_move_by_more_than_its_error_is_named(studio):
    studio.demonstration("drugs")
    studio.tab("privacy")
    assert "says nothing" not in noted(studio).replace("says nothing about this one", "")
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "0.01")
    studio.settle()
    rows = len(studio.window.session.resolved.known.shown)
    assert f"All {rows} people in the sample together could not move “" in noted(studio)
    assert "here it says nothing" in noted(studio)


def test_of_a_private_table_the_people_are_those_that_are_expected(studio, tmp_path):
    file = tmp_path / "drinkers.csv"
    file.write_text("pays,drink\n" + "1,Tea\n" * 20)
    studio.open_private(file)
    studio.ask_for_a_drink()
    studio.window.session.change(replace(studio.plan, kind="measure", figures=(FigurePlan("count"),)))
    studio.tab("privacy")
    epsilon = studio.window.privacy.fields["privacy.epsilon"]
    studio.type(epsilon, "0.003")
    studio.settle()
    assert "All 1,000 people that are expected together could not move" not in noted(studio)
    studio.type(studio.window.privacy.fields["people"], "900")
    studio.settle()
    assert "people that are expected together could not move “All rows” by more than its ± of 9" in noted(studio)
    studio.type(epsilon, "1")
    studio.settle()
    assert "could not move" not in noted(studio)


def test_an_estimate_that_is_as_wide_as_all_people_is_said_to_say_nothing(studio):
    studio.demonstration("survey")
    studio.tab("privacy")
    assert "says nothing" not in noted(studio)
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "0.01")
    studio.settle()
    people = studio.window.session.resolved.previewed.people
    assert noted(studio).startswith(f"That is as much as all {people:,} people: here it says nothing.")


def test_a_synthetic_table_that_promises_nothing_says_what_it_would_take(studio):
    studio.demonstration("halfspaces")
    studio.tab("privacy")
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "0.01")
    studio.settle()
    assert studio.window.privacy._accuracy.text() == "No promise"
    assert noted(studio).startswith("No promise: to be within ")


def test_a_synthetic_table_whose_shares_may_be_further_off_than_a_guess_is_said_to_say_nothing(studio):
    studio.demonstration("halfspaces")
    studio.tab("privacy")
    for epsilon, empty in (("0.7", True), ("4", False)):
        studio.type(studio.window.privacy.fields["privacy.epsilon"], epsilon)
        studio.settle()
        assert studio.window.privacy._accuracy.text().startswith("Every share within ")
        assert ("is never further off than 50: here it says nothing." in noted(studio)) is empty
