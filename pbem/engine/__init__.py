"""The core every game is built on: questions, answers, dice, the log. It knows no game, no mail and no database."""
