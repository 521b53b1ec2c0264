"""Runs the shell recipes of the documentation:  recipes_test.py PROGRAM DOCUMENT…

A recipe is a fenced block of sh below a comment such as <!-- tested: status 1, prints: WORD -->. It
runs in a folder with rules/ and billing.db (the incident), and must end with that status and print
that word.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECIPE = re.compile(r"<!-- tested: status (\d+)(?:, prints: (.+?))? -->\n```sh\n(.*?)```", re.DOTALL)


def prepare(folder, program):
    """The folder that the recipes expect, with `countercheck` on the path."""
    shutil.copytree(ROOT / "rules", os.path.join(folder, "rules"))
    subprocess.run([ROOT / "fixtures" / "make-incident.sh", os.path.join(folder, "billing.db")],
                   check=True)
    os.mkdir(os.path.join(folder, "bin"))
    os.symlink(os.path.abspath(program), os.path.join(folder, "bin", "countercheck"))
    return {**os.environ, "PATH": os.path.join(folder, "bin") + ":" + os.environ["PATH"]}


def main():
    program, *documents = sys.argv[1:]
    failures = 0
    for document in documents:
        text = pathlib.Path(document).read_text(encoding="utf-8")
        recipes = RECIPE.findall(text)
        if not recipes or len(recipes) != text.count("<!-- tested:"):
            print(f"{document}: {len(recipes)} recipes found, "
                  f"but {text.count('<!-- tested:')} are marked")
            failures += 1
        for status, word, recipe in recipes:
            with tempfile.TemporaryDirectory() as folder:
                done = subprocess.run(["bash", "-c", recipe], cwd=folder,
                                      env=prepare(folder, program), text=True,
                                      capture_output=True, check=False)
            good = done.returncode == int(status) and word in done.stdout
            print("ok" if good else "NOT AS WRITTEN", f"status {done.returncode}:", recipe.strip())
            if not good:
                print(done.stdout, done.stderr)
                failures += 1
    return 1 if failures or not documents else 0


if __name__ == "__main__":
    sys.exit(main())
