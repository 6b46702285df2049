"""What `explain` tells of a rule: its text, sources, changes in order, numbers, readers, scenarios."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fuero.engine.ranks import PERMITTED
from fuero.lab.explain.find import meant, near
from fuero.lab.explain.gather import Explainer
from fuero.lab.explain.notions import ALSO, NOTIONS, notion, notion_lines, tie_pays
from fuero.lab.explain.structure import Explained
from fuero.lab.explain.text import as_data, columns, lines
from fuero.lab.explain.values import Values
from fuero.rules.bind import displays, flow, scoring, zones
from fuero.rules.load import resolve
from fuero.syntax.parse import parse_text

ROOT = Path(__file__).parents[2]
STONES = ROOT / "tests" / "table" / "stones" / "stones.fuero"
HEAVY = STONES.parent / "variants" / "heavy.fuero"


@pytest.fixture(scope="module")
def alhambra() -> Explainer:
    return Explainer(resolve("alhambra"))


@pytest.fixture(scope="module")
def hills() -> Explainer:
    return Explainer(resolve("three-hills"), 3)


def explained(explainer: Explainer, name: str) -> Explained:
    (key,) = meant(name, explainer.things)
    return explainer.of(key)


def test_a_rule_is_told_with_its_number_and_where_that_stands(alhambra: Explainer) -> None:
    told = explained(alhambra, "take-money")
    assert (told.kind, told.sentence) == ("action", "Take money")
    assert told.text.startswith('action take-money "Take money"\n  choose cards : some of display\n') and "@" not in told.text
    assert [(q.name, q.value) for q in told.quantities] == [("money-limit", "5")]
    assert told.quantities[0].span.file.endswith("alhambra.fuero")
    assert "@revised/take-money" in [s.short for s in told.sources]
    assert next(p.sentence for p in told.parts if p.name == "take-money.small") == "one card, or together at most 5"
    assert ("offer", "turn.act offers take-money", "offers") in [(r.kind, r.name, r.how) for r in told.readers]


def test_a_clause_is_shown_alone_and_leans_on_the_source_of_its_rule(alhambra: Explainer) -> None:
    told = explained(alhambra, "take-money.small")
    assert told.text == (
        'action take-money "Take money"\n  require small "one card, or together at most {money-limit}"\n'
        "    size of cards = 1 or total worth of cards <= money-limit"
    )
    assert told.inherited and told.sources == explained(alhambra, "take-money").sources
    assert told.readers[-1].how == "holds it"


def test_who_relies_on_a_clause(alhambra: Explainer) -> None:
    told = explained(alhambra, "sound.no-gap")
    how = {r.name: r.how for r in told.readers}
    assert how["wall-points"] == "relies on" and how["build.sound"] == "asks" and how["sound"] == "holds it"


def test_scenarios_are_those_that_name_it_then_those_that_cite_its_section(alhambra: Explainer) -> None:
    told = explained(alhambra, "sound.no-gap")
    hows = [e.how for e in told.examples]
    assert hows == sorted(hows, key=["names", "cites", "uses"].index) and {"names", "cites"} <= set(hows)
    files = {Path(e.span.file) for e in told.examples}
    text = {f: (ROOT / f).read_text(encoding="utf-8") for f in files}
    for example in told.examples:
        scenario = text[Path(example.span.file)].partition(f'scenario "{example.title}"')[2].partition("\nscenario ")[0]
        assert ("because sound.no-gap" in scenario) == (example.how == "names"), example.title


def test_a_number_is_told_with_the_scenarios_of_the_clauses_that_read_it(alhambra: Explainer) -> None:
    told = explained(alhambra, "money-limit")
    assert [r.name for r in told.readers] == ["take-money.small"]
    assert any("make at most five" in e.title and e.how == "names" for e in told.examples)


def test_a_majority_says_in_numbers_what_a_tie_pays(alhambra: Explainer) -> None:
    told = explained(alhambra, "buildings")
    assert any("4, 4, 1 get 17, 17, 6" in note for note in told.notes)
    assert "ties" in told.text


def test_numbers_that_hang_on_the_players_are_worked_out_where_they_are_known() -> None:
    rules = resolve("three-hills").rules
    assert Values(rules).of("watchmen") == "14 / players rounded down"
    assert Values(rules, 3).of("watchmen") == "4"
    assert Values(rules).filled("at most {room}, {nothing-known}") == "at most 5, nothing known"


def test_changes_stand_in_order_with_the_line_as_written() -> None:
    explainer = Explainer(resolve(str(HEAVY)))
    told = explained(explainer, "limit")
    (change,) = told.changes
    assert (change.overlay, change.line, change.before) == ("heavy", "set limit to 9", "5")
    assert told.text == "number limit = 9" and change.span.file.endswith("heavy.fuero")
    assert told.quantities[0].value == "9"


def test_what_is_dropped_says_by_whom() -> None:
    explainer = Explainer(resolve(str(ROOT / "rulesets/alhambra/variants/courtyard.fuero")))
    assert meant("sound.no-gap", explainer.things) == []
    gone = explainer.gone("sound.no-gap")
    assert gone is not None and gone.overlay == "courtyard" and gone.line.startswith("drop sound.no-gap")
    told = explained(explainer, "sound")
    assert "no-gap" not in told.text and [c.line for c in told.changes] == [gone.line]


def test_an_added_part_is_told_with_its_module(tmp_path: Path) -> None:
    variant = tmp_path / "friday.fuero"
    variant.write_text(
        'variant friday for alhambra "Friday"\nadd require take-money.two "two cards at most {pair}"\n  size of cards <= pair\n'
        "number pair = 2\nafter take-money.effect as more\n  score 1 for you\n"
    )
    explainer = Explainer(resolve(str(variant)))
    part = explained(explainer, "take-money.two")
    assert part.overlay == "friday" and part.sentence == "two cards at most 2" and not part.changes
    assert [s.title for s in part.sources] == ["a house rule"]
    whole = explained(explainer, "take-money")
    assert [c.line.split(" ")[0] for c in whole.changes] == ["add", "after"]
    assert "step more" in whole.text and "require two" in whole.text


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("take-money", ("action", "take-money")),
        ("Take money", ("action", "take-money")),
        ("small", ("require", "take-money.small")),
        ("no-gap", ("require", "sound.no-gap")),
        ("clause no-gap", ("require", "sound.no-gap")),
        ("moment turn.act", ("step", "turn.act")),
        ("hand", ("zone", "hand")),
        ("tile", ("piece", "tile")),
        ("setup", ("setup", "setup")),
        ("end", ("end", "end.when")),
        ("prizes", ("table", "prizes")),
        ("start-money", ("option", "start-money")),
        ("currency", ("enum", "currency")),
    ],
)
def test_a_name_means_one_thing(name: str, key: tuple[str, str], alhambra: Explainer) -> None:
    assert meant(name, alhambra.things) == [key]


def test_names_that_mean_several_things_or_none(alhambra: Explainer) -> None:
    assert len(meant("fixed", alhambra.things)) == 2
    assert meant("nothing-like-it", alhambra.things) == []
    assert near("take-mony", alhambra.things) == "take-money"


@pytest.mark.parametrize("game", ["alhambra", "three-hills", str(STONES)])
def test_everything_can_be_explained_at_any_width(game: str) -> None:
    explainer = Explainer(resolve(game))
    for key in explainer.things:
        if key[0] in ("row", "table cell"):
            continue
        told = explainer.of(key)
        assert json.loads(json.dumps(as_data(told)))["name"] == told.name
        for width in (40, 100):
            for line in lines(told, width):
                assert len(line) <= width or " " not in line.strip() or len(max(line.split(), key=len)) > width // 2, line
        assert told.text, key


def test_what_is_shown_as_the_rule_can_be_read_as_one(alhambra: Explainer) -> None:
    for key, thing in alhambra.things.items():
        if thing.parent in alhambra.things or key[0] in ("game", "neutral", "display", "end", "row"):
            continue
        text = alhambra.of(key).text
        for piece in text.split("\npieces ")[:1]:
            _, found = parse_text(f'game x "X"\n{piece}\n', "shown")
            assert not found, (key, [d.message for d in found])


def test_columns_line_up_and_wrap_in_the_last() -> None:
    assert columns([["a", "bb"], ["ccc", "d"]], 40) == ["a    bb", "ccc  d"]
    wrapped = columns([["name", "x", "one two three four five six seven eight nine ten"]], 40)
    assert all(line.startswith("         ") for line in wrapped[1:]) and len(wrapped) > 1
    assert columns([], 40) == [] and columns([["", ""]], 40) == []


# ---------------------------------------------------------------- the fixed choices


def test_the_choices_are_those_of_the_language() -> None:
    choices = {word: [choice[0] for choice in n.choices] for word, n in NOTIONS.items()}
    assert set(choices["ties"][:-1]) == set(PERMITTED[:-1])
    assert {phrase for tie in choices["ties"][:-1] for phrase in tie.split(", ")} == set(scoring.TIES)
    assert {tuple(word.split(", ")) for word in choices["sight"]} == set(zones.SIGHTS)
    assert choices["zone"] == list(zones.ZONE_KINDS)
    assert choices["as"] == list(displays.SHAPES)
    assert choices["closes"] == list(flow.CLOSES)
    assert choices["winner"] == list(flow.WINNERS)
    assert choices["bonus"] == list(scoring.BONUS_TO)


def test_ties_are_shown_with_the_numbers_of_the_engine() -> None:
    shown = {choice[0]: choice[1] for choice in NOTIONS["ties"].choices}
    assert shown["share rounded down"] == "17, 17, 6" and shown["slide"] == "13, 13, 6"
    assert all(shown[phrase] == tie_pays(phrase) for phrase in shown)
    assert any("17, 17, 6" in line for line in notion_lines(NOTIONS["ties"], 80))


def test_a_choice_leads_to_its_notion() -> None:
    assert notion("slide") is NOTIONS["ties"] and notion("owner, size open") is NOTIONS["sight"]
    assert all(notion(word) is NOTIONS[leads] for word, leads in ALSO.items())
    assert notion("nothing") is None
    for n in NOTIONS.values():
        assert (ROOT / "docs" / "language" / f"{n.chapter}.md").exists()
        assert all(len(choice) == len(n.head) for choice in n.choices)
