"""Colours for rule files: a Pygments lexer, and a TextMate grammar for editors. Both take their words from the grammar."""
