"""A person at the table in the terminal: typed through a pipe, and through a terminal of its own."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import shutil
import sys
import time
from pathlib import Path

import pytest

from fuero.cli.choices import Options, as_cell, cell_of
from fuero.cli.main import main
from fuero.table.drawing.block import Ink, inked

TESTS = Path(__file__).parents[1]
LANDS = str(TESTS / "table" / "drawing" / "rulesets" / "lands.fuero")
DIALS = str(TESTS / "table" / "dials.fuero")
GAME = ["play", "alhambra", "--seats", "human,random,random", "--seed", "3"]

Said = pytest.CaptureFixture[str]


def sit(monkeypatch: pytest.MonkeyPatch, capsys: Said, words: list[str], *lines: str, width: int = 80, code: int = 0) -> str:
    """What is said to a person who types these lines."""
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in lines)))
    assert main(words) == code
    return capsys.readouterr().out


# ---------------------------------------------------------------- what is drawn


def test_the_table_is_drawn_before_each_decision(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    out = sit(monkeypatch, capsys, GAME, "take-money", "denar-7", "quit")
    assert out.count("A is asked: Choose an action") == 2 and out.count("── A (you)") == 2
    first = out.split("A is asked")[1]
    assert "Market" in first and "Money on offer: [denar 7]" in first and "Face down: supply 50, stock 94" in first
    assert "Hand: [ducat 5] [ducat 6] [florin 9]" in first and "│fountain│" in first
    assert "Hand: 4 face down" in out and "\x1b" not in out
    assert "The table is set up" in out and "is shuffled" not in out


@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_of_a_picture_is_wider_than_the_screen(width: int, monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    out = sit(monkeypatch, capsys, GAME, *["1"] * 40, width=width)
    drawn = [line for line in out.splitlines() if set(line) & set("─━│┃")]
    assert drawn and max(map(len, drawn)) <= width


def test_colours_are_given_where_asked_for_and_change_no_text(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    plain = sit(monkeypatch, capsys, GAME, "quit")
    coloured = sit(monkeypatch, capsys, [*GAME, "--color", "always"], "quit")
    assert "\x1b[33m" in coloured
    strip = re.compile(r"\x1b\[[0-9;]*m")
    assert [strip.sub("", line).rstrip() for line in coloured.splitlines()] == plain.splitlines()


def test_a_stream_without_the_signs_gets_plain_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii", errors="strict"))
    assert main(GAME) == 0
    sys.stdout.flush()
    assert b"#" in raw.getvalue() and b":fountain:" in raw.getvalue()


# ---------------------------------------------------------------- picking


def test_options_have_the_labels_of_the_rules_and_what_lies_there(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    out = sit(monkeypatch, capsys, GAME, "2", "back", "take", "1 2", "quit")
    assert re.search(r"1  Take money +take-money\n  2  Buy a tile +buy\n", out)
    assert "slot: ducat: tower 11 (nothing else fits)" in out
    assert "  1  florin 2\n" in out


ERRANDS = str(TESTS / "engine" / "constructs" / "rulesets" / "errands.fuero")
MOVING = ["play", ERRANDS, "--seats", "human,random,random", "--seed", "3"]


def test_a_choice_that_may_be_left_is_one_list_with_a_pass(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    out = sit(monkeypatch, capsys, MOVING, "note-stow", "1", "pass", "quit")
    assert "A man from which land?\n  from where:\n  1  north land\n  2  east land\n  3  south land\n  4  pass\n" in out
    assert "A: choose (from-where north-land)" in out and "A: pass" in out
    out = sit(monkeypatch, capsys, MOVING, "note-stow", "4", "quit").split("A: Take a note (n stow 1)")[1]
    assert "A: pass" in out and "from-where" not in out.split("A: pass")[0]


def test_one_goes_back_within_such_a_choice_but_not_behind_it(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    out = sit(monkeypatch, capsys, MOVING, "note-wander", "2", "back", "back", "pass", "quit")
    assert out.count("  who:\n  1  A\n") >= 2 and "A: pass" in out


def test_cards_say_what_they_do_where_they_are_chosen(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    out = sit(monkeypatch, capsys, MOVING, "quit", width=100)
    assert re.search(r"  2  tally 2: count one land +note-tally\n  3  stow 1: put up to two", out)
    assert re.search(r"  4  open cellar 3 +note-cellar\n", out)


def test_a_label_wider_than_the_screen_goes_on_below(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    out = sit(monkeypatch, capsys, MOVING, "quit", width=40)
    assert "  3  stow 1: put up to two of your men\n       into the cellar, and keep the\n       note\n" in out


def test_several_numbers_pick_several_and_done(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    out = sit(monkeypatch, capsys, GAME, "1", "1 2 done", "1 2", "quit")
    assert "A: Take money (cards {denar 3, florin 2})" in out


def test_what_does_not_fit_any_more_is_told_and_nothing_of_the_line_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    out = sit(monkeypatch, capsys, GAME, "1", "3 4", "quit")
    assert "cannot be picked here" in out and "so far" not in out


def test_an_option_is_found_by_its_beginning(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    out = sit(monkeypatch, capsys, GAME, "tak", "den", "ducat", "quit")
    assert '"den" fits 2 of the options:\n  2  denar 3\n  3  denar 7' in out
    assert "A: Take money (cards ducat 8)" in out


def test_a_cell_is_picked_by_its_coordinates_on_a_board_with_marked_places(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    out = sit(
        monkeypatch, capsys, GAME, "buy slot ducat, pay {ducat-5, ducat-6}", "take-money cards denar-7", "build", "0,-1", "quit"
    )
    assert "A: Place a bought tile" in out and "  spot:\nPalace\n" in out
    board = out.split("  spot:\nPalace\n")[1].split("\n> ")[0]
    assert re.search(r"-1 +\[\d\]", board) and re.search(r"\d \(0, -1\)", board)
    assert "tower 11 goes from purchases A to palace A at (0, -1)." in out


def options(count: int) -> Options:
    return Options(tuple(f"piece-{n}" for n in range(count)), tuple(f"tile {n}" for n in range(count)))


def test_many_options_come_page_by_page() -> None:
    many = options(45)
    pages = [inked(many.page(start, 80), Ink(80)) for start in (0, 20, 40)]
    assert [len(page) for page in pages] == [20, 20, 5] and pages[2][-1].split() == ["45", "tile", "44", "piece-44"]
    assert "25 more" in many.rest(0) and "last" in many.rest(40) and options(20).rest(0) == ""
    assert many.meant("tile 4") == [4] and many.meant("piece-3") == [3] and many.meant("12") == [12]
    assert len(many.meant("tile")) == 45 and many.meant("nothing") == []
    assert many.several("3 5 done") == ["piece-2", "piece-4", "done"] and many.several("46 1") is None
    assert many.several("3") is None


def test_cells_are_typed_in_several_ways() -> None:
    assert {as_cell(text) for text in ("1 -2", "1,-2", "(1, -2)", "( 1 , -2 )", "1 −2")} == {"(1, -2)"}
    assert as_cell("1") == "1" and cell_of("(0, 3)") == (0, 3) and cell_of("north") is None


# ---------------------------------------------------------------- words


def test_a_refusal_says_clause_facts_and_source(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    out = sit(
        monkeypatch, capsys, GAME,
        "why take-money cards {denar-7, florin-2}", "why not buy slot ducat, pay ducat-6",
        "take-money cards denar-3", "quit",
    )  # fmt: skip
    out = " ".join(out.split())
    assert (
        "not so: One card, or together at most 5 (size of cards is 2; total worth of cards is 9; money limit is 5). "
        "[take-money.small: Alhambra: Big Box, second edition, take-money;"
    ) in out
    assert "not so: The payment covers the price (paid is 6; price is 11). [buy.enough:" in out
    assert "A: Take money (cards denar 3)" in out


def test_a_refused_place_names_what_lies_there_and_which_sides_do_not_meet(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    out = sit(
        monkeypatch, capsys, GAME, "buy slot ducat, pay {ducat-5, ducat-6}",
        "take-money cards denar-7", "why build t tow-11-n, spot (0, 0)", "why build t tow-11-n, spot (0, 1)", "quit",
    )  # fmt: skip
    out = " ".join(out.split())
    assert "The space is free (your palace at spot is fountain)." in out
    assert "not so for (0, 0) south" in out


def test_words_show_what_they_promise(monkeypatch: pytest.MonkeyPatch, capsys: Said, tmp_path: Path) -> None:
    words = ["help", "rules", "table", "view", "log", "score", "moves", "more"]
    out = sit(
        monkeypatch,
        capsys,
        GAME,
        *words,
        "rules buy",
        "rules nonsense",
        "why build",
        f"save {tmp_path / 'kept'}",
        "moves 9",
        "quit",
    )
    assert "why MOVE" in out and out.count("── A (you)") == 2 and "Hand B shows" in out
    assert "Choose an action [Alhambra: Big Box, second edition, turn;" in " ".join(out.split())
    assert "the payment covers the price" in out and 'There is no rule called "nonsense".' in out
    assert "Build a tile: now there is nothing that could be chosen for t and spot." in out
    assert "take-money cards {denar-3, florin-2}" in out and "No points were given." in out and (tmp_path / "kept").exists()


def test_undo_says_what_came_to_light_in_words(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    out = sit(monkeypatch, capsys, GAME, "take-money cards denar-7", "undo", "quit")
    assert "This cannot be taken back. " in out


# ---------------------------------------------------------------- leaving, saving, several people


def test_where_the_input_ends_the_match_is_kept(monkeypatch: pytest.MonkeyPatch, capsys: Said, tmp_path: Path) -> None:
    save = tmp_path / "evening"
    out = sit(monkeypatch, capsys, [*GAME, "--save", str(save)], "take-money cards denar-7", "buy")
    assert "You left the table after 4 decisions." in out.replace("3 decisions", "4 decisions") and "--resume" in out
    again = sit(monkeypatch, capsys, ["play", "--resume", str(save)], "quit")
    assert "going on after" in again and "── A (you)" in again and "The table is set up" not in again


def test_several_people_hear_what_happened_from_their_own_seat(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    words = ["play", LANDS, "--seats", "human,human", "--seed", "3"]
    out = sit(monkeypatch, capsys, words, "", "draw", "", "draw", "", "quit")
    assert "Pass the screen to A, who presses Enter." in out and "Pass the screen to B" in out
    second = out.split("Pass the screen to B")[1].split("Pass the screen to A")[0]
    assert "A: Draw a card" in second and "A piece goes from deck to hand A." in second
    third = out.split("Pass the screen to A")[2]
    assert "What has happened since:" in third and "B: Draw a card" in third and "from deck to hand B" in third
    assert "A: Draw a card" not in third


def test_a_secret_answer_can_be_taken_back_until_all_have_answered(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    words = ["play", DIALS, "--seats", "human,random", "--players", "2", "--seed", "3"]
    out = sit(monkeypatch, capsys, words, "1", "nonsense", "back", "2", "", "quit", "quit")
    assert out.count("Kept until all have answered.") == 3 and "Only Enter, back or quit" in out and "Taken back." in out


def test_a_replay_is_walked_forward_and_back(monkeypatch: pytest.MonkeyPatch, capsys: Said, tmp_path: Path) -> None:
    path = str(tmp_path / "evening.replay")
    assert main(["play", LANDS, "--players", "2", "--seats", "random", "--seed", "3", "--record", path]) == 0
    capsys.readouterr()
    lines = ["", "", "back", "5", "999", "what", "end", ""]
    out = sit(monkeypatch, capsys, ["replay", path, "--step"], *lines)
    heads = re.findall(r"── (\d+) of (\d+):", out)
    last = heads[0][1]
    assert [int(at) for at, _ in heads] == [0, 1, 2, 1, 5, int(last)] and f"There are {last} decisions." in out
    assert "Enter goes on" in out and "all as recorded" in out and "the end" in out
    assert "face down" in out and "(you)" not in out
    assert "── A (you)" in sit(monkeypatch, capsys, ["replay", path, "--step", "--eyes", "A"], "quit")
    sit(monkeypatch, capsys, ["replay", path, "--step", "--eyes", "Z"], code=2)
    sit(monkeypatch, capsys, ["replay", path, "--step", "--verify"], code=2)
    sit(monkeypatch, capsys, ["replay", path, "--eyes", "A"], code=2)


def in_a_terminal(words: list[str], answers: list[tuple[bytes, bytes]]) -> tuple[bytes, int]:
    """What a command writes to a terminal on which, after each prompt, something is typed; and its exit code."""
    child, screen = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm", COLUMNS="80", LINES="40")
        os.environ.pop("NO_COLOR", None)
        os.execv(sys.executable, [sys.executable, "-m", "fuero.cli.main", *words])
    written, fresh, until = b"", b"", time.monotonic() + 60
    while time.monotonic() < until:
        ready, _, _ = select.select([screen], [], [], 1)
        if ready:
            try:
                part = os.read(screen, 1 << 16)
            except OSError:
                break
            if not part:
                break
            written, fresh = written + part, fresh + part
        if answers and fresh.endswith(answers[0][0]):
            os.write(screen, answers.pop(0)[1])
            fresh = b""
    os.close(screen)
    return written, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_in_a_terminal_hands_are_wiped_between_people(tmp_path: Path) -> None:
    save = str(tmp_path / "kept")
    answers = [(b"Enter. ", b"\n"), (b"> ", b"draw\n"), (b"Enter. ", b"\n"), (b"> ", b"\x03")]
    written, code = in_a_terminal(["play", LANDS, "--seats", "human,human", "--seed", "3", "--save", save], answers)
    assert code == 130 and not answers and Path(save).exists()
    wiped = written.split(b"\x1b[2J\x1b[3J\x1b[H")
    assert len(wiped) == 4 and b"hand A" not in wiped[2] and b"Pass the screen to B" in wiped[2]
    assert b"\x1b[31m[red" in written or b"\x1b[34m[blue" in written


def test_the_rules_of_a_match_whose_files_have_changed_are_told_from_the_match(
    monkeypatch: pytest.MonkeyPatch, capsys: Said, tmp_path: Path
) -> None:
    for name in ("lands.fuero", "lands.csv"):
        shutil.copy(Path(LANDS).parent / name, tmp_path)
    path, save = tmp_path / "lands.fuero", str(tmp_path / "kept")
    sit(monkeypatch, capsys, ["play", str(path), "--seats", "human,random", "--seed", "3", "--save", save], "quit")
    path.unlink()
    out = sit(monkeypatch, capsys, ["play", "--resume", save], "rules draw", "rules nonsense", "quit")
    assert "Draw a card" in out and "- a card is left" in out and 'no action or condition "nonsense"' in out
