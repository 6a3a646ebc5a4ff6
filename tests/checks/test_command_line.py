import pytest

from reflexion_core.checks.command_line import CommandLineCheck
from reflexion_core.checks.environment import EnvironmentCheck
from tests.checks.papers import false_alarms, findings, mended, verdicts

ARGPARSE = """import argparse
import os

TOKEN = os.environ["TREE_TOKEN"]
HOME = os.environ.get("TREE_HOME", "/var/tree")
VERBOSE = os.getenv("TREE_VERBOSE")


def build_parser():
    parser = argparse.ArgumentParser(prog="tree")
    parser.add_argument("folder", nargs="?", default=".")
    parser.add_argument("-d", "--depth", type=int, default=2)
    parser.add_argument("-x", "--exclude", action="append", default=[])
    parser.add_argument("--bytes", action="store_true")
    parser.add_argument("--sort", choices=["name", "size"], default="size")
    parser.add_argument("-o", "--output", required=True)
    return parser
"""
CLICK = """import click


@click.command()
@click.option("-n", "--count", default=1)
@click.option("--format", "kind", type=click.Choice(["json", "text"]), default="text")
@click.option("--api-key", envvar="GREET_KEY", required=True)
def greet(count, kind, api_key):
    click.echo(count)
"""
TYPER = """import typer

app = typer.Typer()


@app.command()
def serve(port: int = typer.Option(8000, "--port", "-p"), host: str = typer.Option("127.0.0.1"), reload: bool = False):
    print(port, host, reload)
"""
HEAD = "# tree\n\n## Options\n\n"


def found(document: str, source: str = ARGPARSE) -> list[str]:
    return [finding.message for finding in findings(CommandLineCheck, document, source, "tree.py")]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("| Option | Default |\n|---|---|\n| `-d`, `--depth N` | `2` |", "--max-depth"),
        ("- `--depth N`: levels\n- `--sort {name,size}`: order", "--levels"),
        ("```console\n$ tree --depth 1 -o out.txt .\n```", "--levels"),
        ("```bash\npython tree.py --depth 1 -o out.txt .\n```", "--levels"),
        ("    usage: tree [-h] [--depth DEPTH] -o OUTPUT [folder]", "--levels"),
        ("With `--depth` fewer levels are shown.", "--levels"),
        ("`--depth` (`-d`) sets the levels.", "--levels"),
    ],
)
def test_an_option_that_does_not_exist_is_found_however_it_is_named(right: str, wrong: str) -> None:
    assert found(HEAD + right + "\n") == []
    (message,) = found(HEAD + right.replace("--depth", wrong) + "\n")
    assert f"names the option `{wrong}`; the source has no such option" in message


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("- `-d`, `--depth`: levels", "- `-l`, `--depth`: levels"),
        ("| Option |\n|---|\n| `-d`, `--depth N` |", "| Option |\n|---|\n| `-d`, `--max-depth N` |"),
        ("- `--depth N`: levels (default: 2)", "- `--depth N`: levels (default: 3)"),
        (
            "| Option | Default |\n|---|---|\n| `--sort` | `size` |",
            "| Option | Default |\n|---|---|\n| `--sort` | `name` |",
        ),
        ("`--depth` defaults to 2.", "`--depth` defaults to 4."),
    ],
)
def test_a_wrong_name_or_default_of_an_option_is_mended(right: str, wrong: str) -> None:
    reported = findings(CommandLineCheck, HEAD + wrong, ARGPARSE, "tree.py")
    assert found(HEAD + right) == []
    assert mended(HEAD + wrong, reported) == HEAD + right


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("- `--sort {name,size}`: order", "- `--sort {name,date}`: order"),
        ("- `--sort {name,size}`: order", "- `--sort {name,}`: order".replace(",}", ",date,size}")),
        (
            "| Option | Choices |\n|---|---|\n| `--sort` | `name`, `size` |",
            "| Option | Choices |\n|---|---|\n| `--sort` | `name`, `date` |",
        ),
        ("```sh\ntree --sort name -o x\n```", "```sh\ntree --sort date -o x\n```"),
        ("- `--output FILE` (required): where", "- `--output FILE` (optional): where"),
        ("- `--depth N` (optional): levels", "- `--depth N` (required): levels"),
        ("- `-x`, `--exclude`: names", "- `-d`, `--exclude`: names"),
    ],
)
def test_a_wrong_choice_need_or_short_form_is_found(right: str, wrong: str) -> None:
    assert found(HEAD + right) == []
    assert len(found(HEAD + wrong)) >= 1


@pytest.mark.parametrize(
    "document",
    [
        "Install it with `pip install --upgrade tree`, and pass `--user` if pip complains.",
        "```console\n$ pip install --upgrade tree\n$ git clone --depth 1 https://example.org/tree\n```",
        "```console\n$ tree --depth 1 -o out . | sort -n --reverse\n```",
        "```console\n$ docker run --rm tree --network none\n```",
        "Unlike `du`, which needs `--apparent-size`, it counts bytes.",
        "| du | tree |\n|---|---|\n| `--max-depth` | `--depth` |\n| `-b` | `--bytes` |",
        "```console\n$ tree --dep 3 --help -o x\n```",
        "| Option | Default |\n|---|---|\n| `-h`, `--help` | |\n| `--bytes` | off |\n| `-x NAME` | none |",
        "```yaml\nargs: --foo\n```",
    ],
)
def test_options_of_other_programs_and_short_ways_of_writing_are_left_alone(document: str) -> None:
    assert found(HEAD + document) == []


def test_an_option_that_lost_a_dash_on_a_command_line_is_mended() -> None:
    document = HEAD + "```console\n$ python tree.py -depth 3 -o out .\n```\n"
    [finding] = findings(CommandLineCheck, document, ARGPARSE, "tree.py")
    assert (finding.doc_line, finding.expected) == (6, "--depth")
    assert found(mended(document, [finding])) == []


@pytest.mark.parametrize(
    "command", ["tree -d3 -oout .", "tree -dox .", "tree -verbose .", "du -depth 3", "tree --sort size tree-depth"]
)
def test_letters_with_their_values_and_words_of_other_programs_are_no_lost_dash(command: str) -> None:
    assert found(HEAD + f"```console\n$ {command}\n```\n") == []


def test_a_parser_with_other_marks_for_its_options_has_no_lost_dash() -> None:
    source = ARGPARSE.replace('prog="tree"', 'prog="tree", prefix_chars="-+"')
    assert found(HEAD + "```console\n$ tree -depth 3\n```\n", source) == []


@pytest.mark.parametrize(
    "addition",
    [
        '    parser.add_argument(*common(), help="x")\n',
        "    common.add_options(parser)\n",
        "    common.add_command(parser.add_subparsers())\n",
        '    parser.add_argument("--" + name)\n',
        "    options, rest = parser.parse_known_args()\n",
        "    child = argparse.ArgumentParser(parents=[parser])\n",
    ],
)
def test_where_options_are_not_all_spelt_out_it_cannot_be_told(addition: str) -> None:
    source = ARGPARSE.replace("    return parser\n", f"{addition}    return parser\n")
    judged = verdicts(CommandLineCheck, "```sh\ntree --levels 1\n```\n", source, "tree.py")
    assert [verdict.outcome for verdict in judged] == ["cannot_tell"]


@pytest.mark.parametrize(
    ("source", "right", "wrong"),
    [
        (CLICK, "- `-n`, `--count`: how often", "- `-n`, `--times`: how often"),
        (CLICK, "```sh\ngreet --count 3\n```", "```sh\ngreet --repeat 3\n```"),
        (CLICK, "- `--format`: how (default `text`)", "- `--format`: how (default `json`)"),
        (TYPER, "- `--port`, `-p`: port (default 8000)", "- `--port`, `-P`: port (default 8000)"),
        (TYPER, "Use `--reload` or `--no-reload`.", "Use `--watch` while you work."),
        (TYPER, "- `--port`, `-p`: port (default 8000)", "- `--port`, `-p`: port (default 80)"),
    ],
)
def test_options_of_click_and_typer_are_known(source: str, right: str, wrong: str) -> None:
    assert found(HEAD + right, source) == []
    assert len(found(HEAD + wrong, source)) == 1


def test_a_command_that_is_added_from_elsewhere_may_have_more_options() -> None:
    source = CLICK + "\n\ngreet.add_command(other.command)\n"
    assert found("```sh\ngreet --repeat 3\n```\n", source) == []


def test_a_source_without_a_command_line_says_nothing_of_options() -> None:
    assert verdicts(CommandLineCheck, HEAD + "- `--depth`: x\n", "def f():\n    return 1\n") == []


def variables(document: str, source: str = ARGPARSE) -> list[str]:
    text = "# tree\n\n## Environment variables\n\n" + document
    return [finding.message for finding in findings(EnvironmentCheck, text, source, "tree.py")]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("- `TREE_HOME`: where (default `/var/tree`)", "- `TREE_DIR`: where"),
        ("- `TREE_HOME`: where (default `/var/tree`)", "- `TREE_HOME`: where (default `/opt/tree`)"),
        ("| Variable | Meaning |\n|---|---|\n| `TREE_VERBOSE` | more |", "| Variable |\n|---|\n| `TREE_DEBUG` |"),
        ("Set the environment variable `TREE_TOKEN` first.", "Set the environment variable `TREE_API_TOKEN` first."),
        ("```bash\nexport TREE_TOKEN=abc\n```", "```bash\nexport TREE_KEY=abc\n```"),
        ("It reads `$TREE_HOME`.", "It reads `$TREE_ROOT`."),
    ],
)
def test_a_variable_that_is_not_read_or_has_another_default_is_found(right: str, wrong: str) -> None:
    assert variables(right) == []
    assert len(variables(wrong)) == 1


@pytest.mark.parametrize(
    "document",
    ["- `NO_COLOR`: no colours", "`PYTHON_PATH` must hold it.", "`$HOME_DIR` is yours.", "```sh\nexport LC_ALL=C\n```"],
)
def test_variables_that_others_read_are_left_alone(document: str) -> None:
    assert variables(document) == []


def test_a_source_that_hands_its_environment_on_may_read_more() -> None:
    source = ARGPARSE + "\n\ndef run(command):\n    return command(env=dict(os.environ))\n"
    assert variables("- `TREE_DIR`: where", source) == []


LOAD = """import os


def load(environ=None):
    environ = os.environ if environ is None else environ
    return environ["TREE_TOKEN"], environ.get("TREE_HOME", "/var/tree"), environ.get("TREE_VERBOSE")
"""
TABLE = "# tree\n\n| Variable | Meaning |\n|---|---|\n| `TREE_TOKEN` | key |\n| `TREE_HOME` | where |\n| `{}` | x |\n"


def test_a_variable_among_those_that_a_function_reads_from_a_given_mapping_has_to_be_read_too() -> None:
    assert findings(EnvironmentCheck, TABLE.format("TREE_VERBOSE"), LOAD, "tree.py") == []
    [finding] = findings(EnvironmentCheck, TABLE.format("TREE_VERBOSITY"), LOAD, "tree.py")
    assert (finding.doc_line, finding.expected) == (7, "TREE_VERBOSE")


@pytest.mark.parametrize(
    "addition",
    [
        "\n\ndef run(command, environ):\n    return command(environ)\n",
        "\n\ndef read(name, environ):\n    return environ[name]\n",
        "\n\ndef take(prefix):\n    environ = {k: v for k, v in os.environ.items() if k.startswith(prefix)}\n"
        "    return environ\n",
        "\n\nTREE_VERBOSITY = 3\n",
    ],
)
def test_a_mapping_that_is_handed_on_or_read_by_other_names_may_hold_more(addition: str) -> None:
    assert findings(EnvironmentCheck, TABLE.format("TREE_VERBOSITY"), LOAD + addition, "tree.py") == []


def test_a_name_in_capitals_among_other_values_is_no_variable() -> None:
    table = "# tree\n\n| Variable | Meaning |\n|---|---|\n| `TREE_TOKEN` | key |\n| `TREE_A` | b |\n| `TREE_B` | c |\n"
    assert findings(EnvironmentCheck, table, LOAD, "tree.py") == []


def test_the_true_documents_of_the_cases_have_no_wrong_option_or_variable() -> None:
    assert false_alarms(CommandLineCheck) + false_alarms(EnvironmentCheck) == []
