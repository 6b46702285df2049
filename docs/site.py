"""The pages as a web site: the Markdown of this folder in, HTML out. Needs the packages of the extra `docs`.

    python docs/site.py build/site

The pages are plain Markdown and read well as they are. What only a site needs is added on the way: the contents from the lists
of links, each message with its explanation and examples, the productions that a chapter names. A warning is a failure.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
sys.path[:0] = [str(ROOT), str(ROOT / "interpreter")]
ABOVE = {
    "README.md": "readme.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "rulesets/README.md": "rulesets.md",
}
"""Pages that lie outside of this folder, and what they are called on the site."""


def pages() -> dict[str, str]:
    """All pages of the site by their paths."""
    found = {path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8") for path in sorted(DOCS.rglob("*.md"))}
    made = {name: page(name, text, f"docs/{name}") for name, text in found.items()}
    for path, name in ABOVE.items():
        made[name] = page(name, (ROOT / path).read_text(encoding="utf-8"), path)
    return made


def page(name: str, text: str, path: str) -> str:
    """One page as the site shows it; `path` is where it lies in the repository."""
    text = linked(text, path, name)
    if name == "language/16-messages.md":
        text += messages()
    elif name.startswith("language/"):
        text = with_productions(text)
    return text + contents(text) if name.endswith("index.md") else text


def linked(text: str, path: str, name: str) -> str:
    """Links as they lead from page to page of the site; the words alone where what they lead to is no page of it."""
    folder = (ROOT / path).parent
    up = "../" * name.count("/")

    def led(found: re.Match[str]) -> str:
        words, target, anchor = found.groups()
        if target.startswith(("http:", "https:")) or not target:
            return found[0]
        full = (folder / target).resolve()
        inside = full.relative_to(DOCS).as_posix() if full.is_relative_to(DOCS) else ABOVE.get(full.relative_to(ROOT).as_posix())
        return f"[{words}]({up}{inside}{anchor or ''})" if inside else words

    parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    parts[::2] = [re.sub(r"(?<!!)\[([^\]\n]*)\]\(([^)\s#]*)(#[^)\s]*)?\)", led, part) for part in parts[::2]]
    return "".join(parts)


def contents(text: str) -> str:
    """A list of contents from the links of a page."""
    targets = dict.fromkeys(re.findall(r"\]\(([^)#:]+\.md)\)", text))
    return "\n\n```{toctree}\n:hidden:\n\n" + "\n".join(targets) + "\n```\n"


def messages() -> str:
    """Each message with its explanation and its two examples."""
    from fuero.messages.registry import REGISTRY

    out = ["\n## Each message\n"]
    for code, entry in sorted(REGISTRY.items()):
        out += [f"### `{code}`\n", f"{entry.title}. {entry.explanation}\n"]
        for said, example in (("Brings it:", entry.bad), ("Mended:", entry.good)):
            out += [said, f"\n```text\n{example.rstrip()}\n```\n"]
    return "\n".join(out)


def with_productions(text: str) -> str:
    """The names of productions under their heading, and below them the productions themselves."""
    from tests.docs.productions import HEADING, productions

    head, heading, section = text.partition(f"\n{HEADING}\n")
    known = productions()
    named = [known[name] for name in re.findall(r"`(\w+)`", section) if name in known]
    return head + heading + section.rstrip() + "\n\n```text\n" + "\n".join(named) + "\n```\n" if named else text


def make(target: Path) -> int:
    """Makes the site; 0 where it came out without a warning."""
    from sphinx.cmd.build import build_main

    source, html = target / "source", target / "html"
    shutil.rmtree(source, ignore_errors=True)
    for name, text in pages().items():
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for picture in DOCS.rglob("*.svg"):
        shutil.copy(picture, source / picture.relative_to(DOCS))
    return build_main(["-q", "-W", "--keep-going", "-c", str(DOCS), "-b", "html", str(source), str(html)])


if __name__ == "__main__":
    sys.exit(make(Path(sys.argv[1] if len(sys.argv) > 1 else "build/site")))
