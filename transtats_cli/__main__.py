"""`python -m transtats_cli` is the command."""

from transtats_cli.cli import main

main()
