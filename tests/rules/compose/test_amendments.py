"""Every amendment there is, alone on the made-up game: what the merged ruleset then says, and what it refuses."""

from __future__ import annotations

import pytest
from overlaid import FAIR, at, codes, merged, steps, terms, the, together

from fuero.syntax.nodes import Action, Effect, Fields, Head, If, Needs, Number, Order, Procedure, SetAmend, Uses, Why


def one(text: str) -> str:
    return f'module m for fair "M"\n{text}\n'


def test_the_game_alone_is_itself() -> None:
    result = merged("")
    assert result.overlays == () and set(result.trail) == {"turn.close"}
    assert not any(isinstance(d, Head | Needs | Uses | Why | Order | SetAmend) for d in result.declarations)
    assert result.scope_of == {"fair.fuero": ""}


def test_set_number_and_cites() -> None:
    result = merged(one("set limit to 6                                           @printed/turn"))
    assert the(result, "limit").value == terms("6")
    assert [(e.overlay, e.kind) for e in result.trail["limit"]] == [("m", "set")]
    before = result.trail["limit"][0].before
    assert isinstance(before, Number) and before.value == terms("5")


def test_set_option_is_chosen_and_the_table_has_the_last_word() -> None:
    assert merged(one("set start to 25")).chosen == (("start", terms("25")),)
    assert merged(one("set start to 25"), options={"start": terms("30")}).chosen == (("start", terms("30")),)


@pytest.mark.parametrize("keys", ["(red, round 2, 2nd)", "(2nd, red)", "(round 2, 2nd, red)"])
def test_set_cell_by_headings_in_any_order(keys: str) -> None:
    result = merged(one(f"set prizes at {keys} to 7"))
    assert [cell.text for cell in the(result, "prizes").rows[2].cells][:4] == ["red", "1", "8", "7"]
    assert list(result.trail) == ["prizes at (red, round 2, 2nd)", "turn.close"]


def test_set_cell_wrong_or_not_one() -> None:
    _, found = together(one("set prizes at (rde, round 1) to 7"))
    assert found[0].code == "unknown-target" and '"red"' in found[0].message
    _, found = together(one("set prizes at (red, round 2) to 7"))
    assert "2 cells" in found[0].message
    assert codes(one("set prizes at (red, round 1) to half + 1")) == ["wrong-value"]


def test_cell_of_a_table_in_a_file_waits_for_its_reader() -> None:
    result = merged(one("set fees at (red, 1) to 7"), base=FAIR + 'table fees from "fees.csv"\n')
    assert [(c.table, c.keys, c.text) for c in result.file_cells] == [("fees", ("red", "1"), "7")]


def test_set_majority_points_window_and_end() -> None:
    result = merged(
        one("set ranks.ties to first nobody, others share rounded down\nset ranks.minimum to 2\nset last.pays to 3\n")
        + "set hagglers.closes to first use\nset end.winner to fewest points\n"
    )
    assert the(result, "ranks").ties == ("first nobody", "others share rounded down")
    assert the(result, "ranks").minimum == terms("2") and the(result, "last").pays == terms("3")
    assert the(result, "hagglers").closes == "first use"
    assert the(result, "end").winner == "fewest points"
    assert the(merged(one("set ranks.ties to slide")), "ranks").ties == ("slide",)


def test_drop_part_case_offer_step_let_field_majority_property() -> None:
    result = merged(
        one("drop accepted.plain\ndrop shown.stall\ndrop turn.act.rest\ndrop turn.refill\ndrop ranks.minimum\ndrop ranks.crown")
    )
    assert the(result, "accepted").parts == ()
    assert [case.name.text for case in the(result, "shown").cases] == ["coin"]
    assert [offer.call.name.text for offer in at(result, "turn.act").body[0].offers] == ["take"]
    assert at(result, "turn.refill").body == ()
    assert the(result, "ranks").minimum is None and the(result, "ranks").bonuses == ()
    assert not [
        p for p in the(merged(one("drop take.c\ndrop take.price")), "take").parts if type(p).__name__ in ("Fields", "Let")
    ]


def test_drop_declaration_takes_its_offers_and_performances_along() -> None:
    result = merged(one("drop rest\ndrop ranks\ndrop last\ndrop hagglers"))
    names = {getattr(getattr(d, "name", None), "text", "") for d in result.declarations}
    assert not names & {"rest", "ranks", "last", "hagglers"}
    assert [offer.call.name.text for offer in at(result, "turn.act").body[0].offers] == ["take"]
    assert at(result, "turn.ranking").body == ()
    assert steps(at(result, "turn.close").body[0].body) == []


def test_drop_refuses_numbers_and_leaning_warns() -> None:
    assert codes(one("drop limit")) == ["cannot-drop"]
    assert codes(one("drop heap")) == ["cannot-drop"]
    result, found = together(one("drop sound.fair"))
    assert result is not None and [(d.code, d.severity) for d in found] == [("leans-on", "warning")]


def test_replace_terms_with_usual() -> None:
    text = "replace sound.fair\n  usual and limit > 1\nreplace worth\n  1 + usual\n"
    text += "replace take.price\n  3\nreplace limit\n  usual * 2\n"
    result = merged(one(text + 'replace take.cheap "it costs little"\n  price <= 1\nreplace ranks.crown\n  usual + 1\n'))
    assert at(result, "sound.fair").term == terms("mood >= 0 and limit > 1")
    assert the(result, "worth").value == terms("1 + half")
    assert at(result, "take.price").value == terms("3")
    assert the(result, "limit").value == terms("5 * 2")
    assert at(result, "take.cheap").label == "it costs little"
    assert the(result, "ranks").bonuses[0].points == terms("2 + 1")


def test_replace_blocks_with_usual() -> None:
    body = "\n  set mood to 1\n  perform usual\n"
    result = merged(one(f"replace turn.refill{body}replace take.reward{body}replace shown.coin{body}replace rest.effect{body}"))
    assert steps(at(result, "turn.refill").body) == ["SetTo", "Draw", "inner"]
    assert steps(at(result, "take.reward").body) == ["SetTo", "SetTo"]
    assert steps(at(result, "shown.coin").body) == ["SetTo", "Move"]
    assert steps(at(result, "rest.effect").body) == ["SetTo", "SetTo"]


def test_replace_whole_rule_action_and_procedure() -> None:
    result = merged(
        one('replace sound\n  usual or mood = 3\nreplace take "Take"\n  set turns to 1\nreplace two-questions\n  set turns to 2')
    )
    assert [p.term for p in the(result, "sound").parts] == [terms("worth(c) <= limit and mood >= 0 or mood = 3")]
    take = the(result, "take")
    assert isinstance(take, Action) and take.label == "Take" and [type(p) for p in take.parts] == [Effect]
    assert steps(the(result, "two-questions", Procedure).body) == ["SetTo"]
    kept = the(merged(one("replace take\n  set turns to 1\n  perform usual")), "take")
    assert [type(p).__name__ for p in kept.parts] == ["Fields", "Let", "Part", "Part", "Effect"]


def test_replace_wrong_body() -> None:
    assert codes(one("replace turn.refill\n  3")) == ["wrong-body"]
    assert codes(one("replace worth\n  set turns to 1")) == ["wrong-body"]


def test_add_parts_ways_fields_cases_offers() -> None:
    result = merged(
        one(
            "add require sound.new\n  mood < 9\nadd way accepted.blue\n  colour of c = blue\nadd part tally.extra\n  1\n"
            "add part wealth.line\n  line\nadd require take.more\n  mood < 9\n"
            "piece card\nextend goods with card\nadd case shown.card when c is card\n  move c to line\n"
            "add case worth.blue when colour of c = blue\n  4\n"
            "add field tip : any of heap to take\nadd field change : 0..price to take\nadd offer two when mood > 1 to turn.act\n"
            'add offer two to hagglers\naction two "Two"\n  effect\n    set mood to 1\n'
        )
    )
    assert [p.name.text for p in the(result, "sound").parts] == ["small", "fair", "new"]
    assert [p.name.text for p in the(result, "accepted").parts] == ["plain", "blue"]
    assert [p.name.text for p in the(result, "tally").parts] == ["coins", "extra"]
    assert [p.name.text for p in the(result, "wealth").parts] == ["purse", "line"]
    parts = the(result, "take").parts
    assert [p.fields[0].name.text if isinstance(p, Fields) else type(p).__name__ for p in parts] == [
        *("c", "tip", "Let", "change", "Part", "Part", "Part", "Effect"),
    ]
    assert [m.text for m in the(result, "goods").members] == ["coin", "stall", "card"]
    assert [c.name.text for c in the(result, "shown").cases] == ["coin", "stall", "card"]
    assert [c.name.text for c in the(result, "worth").cases] == ["blue"]
    assert [o.call.name.text for o in at(result, "turn.act").body[0].offers] == ["take", "rest", "two"]
    assert [o.call.name.text for o in the(result, "hagglers").offers] == ["rest", "two"]
    assert result.scope_of[at(result, "sound.new").term.span.file] == "m"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("add way sound.new\n  mood < 9", "wrong-part"),
        ("add require limit.new\n  mood < 9", "wrong-part"),
        ("add case tally.new when mood = 1\n  4", "wrong-part"),
        ("add case shown.new when mood = 1\n  4", "wrong-body"),
        ("add case worth.new when mood = 1\n  set mood to 1", "wrong-body"),
        ("add offer rest to two-questions", "which-ask"),
        ("add offer rest to turn.close", "no-question"),
        ("extend limit with coin", "cannot-extend"),
        ("after limit as x\n  set mood to 1", "no-moment"),
        ("except worth as x when mood = 1", "cannot-except"),
        ("set heap to 4", "cannot-set"),
        ("number limit = 6", "name-taken"),
        ("setup\n  set mood to 1", "name-taken"),
        ("after turn.close as x\n  set mood to 1\nbefore turn.act as x\n  set mood to 1", "name-taken"),
    ],
)
def test_what_does_not_fit(text: str, code: str) -> None:
    assert codes(one(text)) == [code]


def test_excepts_and_one_suffices() -> None:
    text = (
        "except sound.small as a when mood = 1\nexcept sound.small as b when mood = 2\nexcept accepted.plain as c when mood = 3\n"
    )
    text += (
        "except tally.coins as d when mood = 4\nexcept wealth.purse as e when mood = 5\nexcept take.cheap as f when mood = 6\n"
    )
    text += "except last as h when mood = 7\nexcept ranks.crown as i when mood = 8\nexcept turn.refill as g when mood = 9\n"
    result = merged(one(text))
    assert at(result, "sound.small").term == terms("mood = 2 or (mood = 1 or worth(c) <= limit)")
    assert at(result, "accepted.plain").term == terms("not mood = 3 and colour of c = red")
    assert at(result, "tally.coins").term == terms("if mood = 4 then 0 else size of purse of p")
    assert at(result, "wealth.purse").term == terms("if mood = 5 then {} else purse of p")
    assert at(result, "take.cheap").term == terms("mood = 6 or price <= limit")
    assert the(result, "last").when == terms("not mood = 7")
    assert the(result, "ranks").bonuses[0].when == terms("not mood = 8 and mood > 3")
    block = at(result, "turn.refill").body
    assert isinstance(block[0], If) and block[0].condition == terms("not mood = 9") and steps(block[0].then) == ["Draw", "inner"]


def test_hooks_before_after_instead() -> None:
    result = merged(
        one(
            "before turn.refill as early\n  set mood to 1\nafter turn.refill as late\n  set mood to 2\n"
            "instead turn.refill as otherways\n  set turns to 1\n  perform usual\n"
            "after take.effect as paid\n  set mood to price\nbefore turn as start-turn\n  set mood to 4\n"
            "after shown.coin as seen\n  set mood to 5\n"
        )
    )
    assert steps(at(result, "turn.refill").body) == ["early", "SetTo", "Draw", "inner", "late"]
    assert steps(at(result, "take.effect").body) == ["pay", "reward", "paid"]
    assert steps(the(result, "turn").body) == ["start-turn", "act", "refill", "close", "ranking"]
    assert steps(at(result, "shown.coin").body) == ["Move", "seen"]
    assert [e.kind for e in result.trail["turn.refill"]] == ["instead", "before", "after"]


def test_upon_stays_and_windows_open_in_the_flow() -> None:
    text = "window w\n  opens   before turn.ranking\n  asks    p in player\n  offers  rest\n  closes  first use\n"
    result = merged(one(text + "upon c : coin enters heap as heaped\n  set mood to 1\n"))
    assert the(result, "heaped").body
    assert steps(at(result, "turn.ranking").body) == ["w", "Perform"] and steps(at(result, "turn.ranking").body[0].body) == [
        "Open"
    ]
    assert [e.kind for e in result.trail["turn.ranking"]] == ["window"]
    assert steps(at(result, "turn.close").body) == ["hagglers"]


def test_unknown_targets_say_what_is_near_or_off() -> None:
    _, found = together(one("set limti to 6"))
    assert found[0].code == "unknown-target" and 'Did you mean "limit"?' in found[0].message and found[0].others[0].span.line == 5
    _, found = together(one("drop sound.fiar"))
    assert 'Did you mean "sound.fair"?' in found[0].message
    side = 'module side for fair "O"\nnumber far = 3\nafter turn.refill as closing\n  set mood to 1\n'
    side += "add require sound.ring\n  mood = 1\n"
    _, found = together(one("set far to 6") + side, modules="m")
    assert found[0].message == '"far" belongs to the module "side", which this ruleset does not use.'
    assert found[0].hint == "Add: uses module side"
    _, found = together(one("drop sound.ring") + side, modules="m")
    assert '"sound.ring" belongs to the module "side"' in found[0].message
    _, found = together(one("set far to 6") + side)
    assert found[0].hint == "Add: needs module side"
    assert the(merged(one("set side/far to 6") + side), "far").value == terms("6")
    assert the(merged(one("needs module side\nset far to 6") + side, modules="m"), "far").value == terms("6")
    _, found = together(one("drop sied/far") + side)
    assert 'Did you mean "side"?' in found[0].message


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("drop fair", 'There is no "fair" here. Did you mean "sound.fair"?', 'Write "sound.fair" instead.'),
        ("replace plain\n  yes", 'There is no "plain" here. Did you mean "accepted.plain"?', 'Write "accepted.plain" instead.'),
    ],
)
def test_a_part_without_its_rule_is_told_with_it(line: str, message: str, hint: str) -> None:
    told = [d for d in together(one(line))[1] if d.code == "unknown-target"]
    assert [(d.message, d.hint) for d in told] == [(message, hint)]
    assert told[0].span.line == 2 and len(told[0].others) == 1


def test_a_part_of_several_rules_is_asked_for() -> None:
    twice = FAIR.replace("part single", "part plain")
    told = [d for d in together(one("drop plain"), base=twice)[1] if d.code == "unknown-target"]
    assert [d.message for d in told] == ['There is no "plain" here.']
    assert told[0].hint == "A part is named with what it belongs to: accepted.plain or wall.plain" and len(told[0].others) == 2
