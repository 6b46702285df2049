"""Messages about how a file is written."""

from __future__ import annotations

from fuero.messages.registry.entry import Entry

READING = (
    Entry(
        "syntax",
        "This line cannot be read",
        "Something stands where the language expects something else. The message says what can stand there. The rest of the "
        "file is read all the same: a mistake never reaches beyond its declaration.",
        "number limit 5\n",
        "number limit = 5\n",
    ),
    Entry(
        "one-of-these",
        "A fixed choice, and this is not among it",
        "At this place the language offers a short printed list of words. The message shows the list and the nearest of them.",
        "function half(n: 0..9) = n / 2 rounded sideways\n",
        "function half(n: 0..9) = n / 2 rounded down\n",
    ),
    Entry(
        "rounding",
        "A division that does not say how it rounds",
        "All numbers are whole numbers (or halves, where a type says so). A division says which whole number is meant: "
        "`rounded up` or `rounded down`.",
        "function half(n: 0..9) = n / 2\n",
        "function half(n: 0..9) = n / 2 rounded down\n",
    ),
    Entry(
        "other-spelling",
        "A sign or word of another language",
        "This is how programming languages or other texts write it. Here it is written otherwise; the hint shows how.",
        "condition few(p: player)\n  require small\n    size of hand of p == 3\n",
        "condition few(p: player)\n  require small\n    size of hand of p = 3\n",
    ),
    Entry(
        "belongs-nowhere",
        "An indented line under something that has no parts",
        "Indentation holds the parts of the thing above. If the line is a new thing, start it at the left edge; if it belongs "
        "to something further up, move it there.",
        "number limit = 5\n  number second = 6\n",
        "number limit = 5\nnumber second = 6\n",
    ),
    Entry(
        "unclosed",
        "A parenthesis or quotation mark is not closed",
        "What is opened must be closed before the thing ends. The message names the line where it was opened.",
        'action take "Take\n  effect\n    finish\n',
        'action take "Take"\n  effect\n    finish\n',
    ),
    Entry(
        "said-twice",
        "The same thing is said twice in one declaration",
        "A declaration says each of its properties once. Take one of the two lines out.",
        "majority richest\n  among p in player\n  counting size of hand of p\n  pays 3\n  ties full\n  ties slide\n",
        "majority richest\n  among p in player\n  counting size of hand of p\n  pays 3\n  ties full\n",
    ),
    Entry(
        "too-deep",
        "Nested too deeply",
        "A term holds so many things in each other that nobody could read it. Give parts of it names with `let`, or make "
        "them functions.",
        "function least(n: 0..9) = half(half(half(half(…))))\n",
        "function least(n: 0..9) = half(half(n))\n",
    ),
    Entry(
        "no-file",
        "There is no such file",
        "A file that was named cannot be found. Names of tables count from the folder of the file that names them.",
        'pieces card from "crads.csv"\n  ignore artist\n',
        'pieces card from "cards.csv"\n  ignore artist\n',
    ),
    Entry(
        "not-utf-8",
        "The file is no UTF-8 text",
        "Files of rules are text in UTF-8. Most editors can save it so (“Save with encoding”).",
        "A file saved in another encoding.\n",
        "The same file saved as UTF-8.\n",
    ),
)
