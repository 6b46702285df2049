"""The verb fmt: what is written, what is only shown, what is left alone."""

from __future__ import annotations

import io
import stat
import sys
from pathlib import Path

import pytest

from fuero.cli.main import main

Said = pytest.CaptureFixture[str]
UNTIDY = 'game x   "X"\r\nzone a:pile   of t, open\t\r\n'
TIDY = 'game x "X"\nzone a : pile of t, open\n'
BROKEN = "zone a pile\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "tidy.fuero").write_bytes(TIDY.encode())
    (tmp_path / "deep" / "er" / "untidy.fuero").write_bytes(UNTIDY.encode())
    (tmp_path / "notes.txt").write_bytes(b"zone   x\r\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_folder_is_put_in_order_with_all_below_it(folder: Path, capsys: Said) -> None:
    untidy = folder / "deep" / "er" / "untidy.fuero"
    untidy.chmod(0o640)
    still = (folder / "tidy.fuero").stat().st_mtime_ns
    assert main(["fmt"]) == 0
    out, err = capsys.readouterr()
    assert out == "deep/er/untidy.fuero\n" and err == "1 file put in order, 1 in order already.\n"
    assert untidy.read_bytes() == TIDY.encode()
    assert stat.S_IMODE(untidy.stat().st_mode) == 0o640
    assert (folder / "tidy.fuero").stat().st_mtime_ns == still, "what is in order is not written"
    assert (folder / "notes.txt").read_bytes() == b"zone   x\r\n"
    assert sorted(path.name for path in untidy.parent.iterdir()) == ["untidy.fuero"], "nothing else is left behind"
    assert main(["fmt", "."]) == 0
    assert capsys.readouterr().out == ""


def test_check_lists_and_writes_nothing(folder: Path, capsys: Said) -> None:
    assert main(["fmt", "--check", "."]) == 1
    out, err = capsys.readouterr()
    assert out == "deep/er/untidy.fuero\n" and err == "1 file to be put in order, 1 in order already.\n"
    assert (folder / "deep" / "er" / "untidy.fuero").read_bytes() == UNTIDY.encode()
    assert main(["fmt", "--check", "tidy.fuero"]) == 0


def test_diff_shows_what_would_change(folder: Path, capsys: Said) -> None:
    (folder / "tidy.fuero").write_bytes(b'game  x "X"\nzone a : pile of t, open')
    assert main(["fmt", "--diff", "tidy.fuero"]) == 1
    assert capsys.readouterr().out == (
        "--- a/tidy.fuero\n+++ b/tidy.fuero\n@@ -1,2 +1,2 @@\n"
        '-game  x "X"\n-zone a : pile of t, open\n\\ No newline at end of file\n+game x "X"\n+zone a : pile of t, open\n'
    )
    assert main(["fmt", "--diff", "deep"]) == 1
    assert '-game x   "X"\r\n' in capsys.readouterr().out


def test_a_file_with_a_mistake_is_left_as_it_is_and_others_are_not(folder: Path, capsys: Said) -> None:
    broken = folder / "broken.fuero"
    broken.write_bytes(BROKEN.encode())
    assert main(["fmt", "."]) == 1
    fmt_err = capsys.readouterr().err
    assert broken.read_bytes() == BROKEN.encode()
    assert (folder / "deep" / "er" / "untidy.fuero").read_bytes() == TIDY.encode()
    assert fmt_err.endswith("1 file put in order, 1 in order already, 1 with mistakes, left as it is.\n")
    broken.write_bytes(b'game x "X"\n' + BROKEN.encode())
    main(["fmt", "broken.fuero"])
    said = capsys.readouterr().err.partition("\n\n")[0].rpartition("\n1 file")[0]
    main(["check", "broken.fuero"])
    assert said and said in capsys.readouterr().err, "the message is that of check"


def test_what_is_no_utf8_is_left_as_it_is(folder: Path, capsys: Said) -> None:
    (folder / "tidy.fuero").write_bytes(b'game x "\xe9"\n')
    assert main(["fmt", "tidy.fuero"]) == 1
    assert "not-utf-8" in capsys.readouterr().err
    assert (folder / "tidy.fuero").read_bytes() == b'game x "\xe9"\n'


def test_standard_input_goes_to_standard_output(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(UNTIDY))
    assert main(["fmt", "-"]) == 0
    assert capsys.readouterr() == (TIDY, "")
    monkeypatch.setattr(sys, "stdin", io.StringIO(UNTIDY))
    assert main(["fmt", "-", "--check"]) == 1
    assert capsys.readouterr().out == "<stdin>\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(BROKEN))
    assert main(["fmt", "-"]) == 1
    out, err = capsys.readouterr()
    assert out == "" and "<stdin>:1:8" in err


def test_a_link_keeps_leading_to_its_file(folder: Path) -> None:
    (folder / "link.fuero").symlink_to(folder / "deep" / "er" / "untidy.fuero")
    assert main(["fmt", "link.fuero"]) == 0
    assert (folder / "link.fuero").is_symlink()
    assert (folder / "deep" / "er" / "untidy.fuero").read_bytes() == TIDY.encode()


def test_what_cannot_be_meant_is_wrong_use(folder: Path, capsys: Said) -> None:
    assert main(["fmt", "nothing.fuero"]) == 2
    assert main(["fmt", "notes.txt"]) == 2
    assert "ends in .fuero" in capsys.readouterr().err
    (folder / "empty").mkdir()
    assert main(["fmt", "empty"]) == 0
    assert "no rule files" in capsys.readouterr().err
