"""What a rule is, where it comes from, who relies on it: the answer of `explain`, as data and as text."""
