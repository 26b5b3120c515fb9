"""Where an error bound allows as much as anyone could lose at all, the Privacy page says so."""


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
