"""``python -m sandtable.cli``: the same as the command ``sandtable``."""

from sandtable.cli.app import main

if __name__ == "__main__":
    main()
