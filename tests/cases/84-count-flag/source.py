"""Count words."""
import argparse


def make_parser():
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="count")
    parser.add_argument("file")
    parser.add_argument("--ignore-case", action="store_true")
    parser.add_argument("--top", type=int, default=10)
    return parser


def main(argv=None):
    """Run the command and return its exit code."""
    arguments = make_parser().parse_args(argv)
    try:
        text = open(arguments.file).read()
    except OSError:
        return 2
    words = (text.lower() if arguments.ignore_case else text).split()
    print(len(words))
    return 0 if words else 1
