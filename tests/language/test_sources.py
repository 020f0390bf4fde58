"""What the code can be seen to say."""

from napwidgets.language.sources import spoken


def test_what_somebody_does_is_said_of_one_and_of_several() -> None:
    assert set(spoken("""f"{x.does(side, 'carry')} the day." """)) >= {"{0} carry the day.", "{0} carries the day."}
    assert set(spoken("""f"{x.they(units, 'are')} gone." """)) >= {"{0} are gone.", "{0} is gone."}


def test_a_verb_that_only_a_game_knows_stays_open() -> None:
    assert "{0} the day." in set(spoken("""f"{x.does(side, self.verb)} the day." """))
