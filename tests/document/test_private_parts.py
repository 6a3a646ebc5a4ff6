from reflexion_core.document.private_parts import without_private_parts

SYMBOLS = {"load", "_read", "_check", "_Base", "_Base.run", "Box", "Box.__len__", "Box._fill"}
HEAD = "# module\n\nReads.\n\n"
LOAD = "## `load(path)`\n\nLoads it.\n\n### Example\n\nIt loads.\n\n"
READ = "## `_read(text)`\n\nReads it.\n\n### Parameters\n\n- `text`: what is read\n\n"
CHECK = "## `_check(text)`\n\nChecks it.\n\n"
END = "## Notes\n\nWords.\n"


def test_parts_on_private_functions_go_with_what_stands_under_them() -> None:
    assert without_private_parts(HEAD + READ + LOAD + CHECK + END, SYMBOLS) == (HEAD + LOAD + END, ("_read", "_check"))


def test_the_heading_over_private_functions_alone_goes_with_them() -> None:
    private = "## Private functions\n\n" + READ.replace("## ", "### ") + CHECK.replace("## ", "### ")
    assert without_private_parts(HEAD + LOAD + private + END, SYMBOLS)[0] == HEAD + LOAD + END


def test_titles_beside_a_private_heading_go_with_it() -> None:
    flat = READ.replace("### Parameters", "## Parameters")
    assert without_private_parts(HEAD + LOAD + flat + END, SYMBOLS)[0] == HEAD + LOAD + END


def test_a_method_of_a_private_class_goes_and_a_special_method_stays() -> None:
    box = "## `Box`\n\nA box.\n\n### `__len__()`\n\nHow much is in it.\n\n"
    fill = "### `_fill()`\n\nFills it.\n\n"
    base = "## `_Base`\n\nA base.\n\n### `run()`\n\nRuns.\n\n"
    text, names = without_private_parts(HEAD + box + fill + base + END, SYMBOLS)
    assert text == HEAD + box + END
    assert names == ("Box._fill", "_Base", "_Base.run")


def test_what_a_person_named_stays() -> None:
    document = HEAD + LOAD + READ + CHECK
    assert without_private_parts(document, SYMBOLS, "document `_read` as well") == (HEAD + LOAD + READ, ("_check",))


def test_a_document_on_private_functions_alone_stays() -> None:
    assert without_private_parts(HEAD + READ + END, SYMBOLS) == (HEAD + READ + END, ())
