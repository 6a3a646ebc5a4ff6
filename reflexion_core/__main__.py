"""`python -m reflexion_core` is the command `reflexion`."""

from reflexion_core.cli import main

if __name__ == "__main__":
    main()
