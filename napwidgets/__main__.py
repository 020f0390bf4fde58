"""`python -m napwidgets`: the command where no script of its name is on the path."""

from napwidgets.cli import main

if __name__ == "__main__":
    main()
