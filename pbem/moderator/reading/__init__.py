"""One letter as orders, questions, talk, time and what was left out; and what questions are answered with."""
