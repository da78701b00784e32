"""Runs the command line: `python -m scorekeeper` is the same as `scorekeeper`."""

from scorekeeper.cli.command_line import main

if __name__ == "__main__":
    main(prog_name="scorekeeper")
