"""The verb `completion`: the shell completes verbs, flags and the names in the rulesets."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fuero.cli.common import Place, wrong
from fuero.cli.console import out, say

_SCRIPTS = {
    "bash": """\
# bash completion for fuero: at each request the command itself says what can stand there.
_fuero() {
  local cur=${COMP_WORDS[COMP_CWORD]} line prefix last
  local -a words
  read -ra words <<< "${COMP_LINE:0:COMP_POINT}"
  [[ ${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && words+=("")
  last=${words[${#words[@]}-1]}
  prefix=${last%"$cur"}
  [[ $cur == "=" ]] && prefix=$last
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == ":files" ]]; then
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$cur")
      compopt -o filenames 2> /dev/null
    else
      COMPREPLY+=("${line#"$prefix"}")
      [[ $line == *= ]] && compopt -o nospace 2> /dev/null
    fi
  done < <("${words[0]}" completion --words -- "${words[@]:1}" 2> /dev/null)
  return 0
}
complete -F _fuero fuero
""",
    "zsh": """\
#compdef fuero
# zsh completion for fuero: at each request the command itself says what can stand there.
_fuero() {
  local -a found names open
  found=("${(@f)$("${words[1]}" completion --words -- "${(@)words[2,CURRENT]}" 2> /dev/null)}")
  open=("${(M@)found:#*=}")
  names=("${(@)${(@)found:#*=}:#:files}")
  [[ -n ${open[1]} ]] && compadd -Q -S '' -- "${open[@]}"
  [[ -n ${names[1]} ]] && compadd -Q -- "${names[@]}"
  [[ ${found[(r):files]} == :files ]] && _files
}
if [[ ${funcstack[1]} == _fuero ]]; then _fuero "$@"; else compdef _fuero fuero; fi
""",
    "fish": """\
# fish completion for fuero: at each request the command itself says what can stand there.
function __fuero_complete
    set -l before (commandline -opc)
    set -l last (commandline -ct)
    for line in ($before[1] completion --words -- $before[2..-1] "$last" 2> /dev/null)
        if test "$line" = ":files"
            __fish_complete_path "$last"
        else
            echo $line
        end
    end
end
complete -c fuero -f -a "(__fuero_complete)"
""",
}
_LOADS = {
    "bash": "New shells have it where the package bash-completion is installed.",
    "zsh": "New shells have it once ~/.zshrc says, above compinit: fpath=({folder} $fpath)",
    "fish": "New shells have it.",
}


def completion(
    shell: Place = "",
    *asked: Annotated[str, Parameter(allow_leading_hyphen=True, show=False)],
    install: Annotated[bool, Parameter(name="--install", negative="", help="Write it where the shell looks for it.")] = False,
    words: Annotated[bool, Parameter(name="--words", negative="", show=False)] = False,
) -> int:
    """Print what makes a shell complete this command: verbs, flags, rulesets, modules, variants, options, topics.

    Example: fuero completion bash --install

    Parameters
    ----------
    shell
        bash, zsh or fish; without it, the one you use.
    """
    if words:
        from fuero.cli.completing import candidates

        for name in candidates([shell, *asked]):
            out(name)
        return 0
    chosen = _chosen(shell)
    if not install:
        out(_SCRIPTS[chosen].rstrip("\n"))
        return 0
    from fuero.cli.written import write_whole

    path = places()[chosen]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise wrong("unwritable-file", f'"{path.parent}" cannot be made: {(error.strerror or str(error)).lower()}.') from error
    write_whole(path, _SCRIPTS[chosen])
    out(str(path))
    say(_LOADS[chosen].format(folder=path.parent))
    return 0


def _chosen(shell: str) -> str:
    """The shell that is meant: as named, or the one that this runs in."""
    name = shell or Path(os.environ.get("SHELL", "")).name
    if name in _SCRIPTS:
        return name
    said = f'For "{shell}" there is no completion.' if shell else "For which shell?"
    raise wrong("wrong-use", said, f"One of {', '.join(_SCRIPTS)}; for example: fuero completion bash")


def places() -> dict[str, Path]:
    """Where each shell looks for the completions of one user."""
    home = Path("~").expanduser()
    data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local/share")
    config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    return {
        "bash": data / "bash-completion/completions/fuero",
        "zsh": data / "zsh/site-functions/_fuero",
        "fish": config / "fish/completions/fuero.fish",
    }


SHELLS = tuple(_SCRIPTS)


def is_there(shell: str) -> bool:
    """Does a shell complete this command, as far as files tell?"""
    place = places().get(shell)
    if place is None:
        return False
    if place.is_file():
        return True
    starts = {"bash": ".bashrc", "zsh": ".zshrc", "fish": ".config/fish/config.fish"}[shell]
    try:
        said = (Path("~").expanduser() / starts).read_text(encoding="utf-8", errors="replace")
        return "fuero completion" in said
    except OSError:
        return False
