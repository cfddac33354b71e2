#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""HEDDLE_CHECK and mpiexec -check: each kind of finding is told as kinds.expected says, and what
wrong/ has as is written beside it, with the job's status; nothing is said of what right/ has; kinds
are turned off by name; findings are written as JSON and SARIF. `check.py accept` writes what is
told now into kinds.expected and wrong/, to be read before it is committed."""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent / "deadlocks"))
import catalogue  # pylint: disable=wrong-import-position

WORK = catalogue.BUILD / "tests/run/checks"
WRONG = sorted((HERE / "wrong").glob("*.expected"))
EXPECTED = [file for file in [HERE / "kinds.expected", *WRONG] if catalogue.source_of(file)]
SOURCE = Path(os.environ["top_source"])


def tell(section, program):
    """What a section has to be: the lines in the order of the alphabet, because ranks write them
    as they come, and the status."""
    section.settings.setdefault("HEDDLE_CHECK", "1")
    status, _, err = catalogue.run(program, section)
    err = err.replace(str(program.parent) + "/", "")
    return [*sorted(err.splitlines()), f"status {status}"]


def mpiexec(*words, **settings):
    """Runs mpiexec in WORK; the words are of its command line."""
    return subprocess.run([str(catalogue.BUILD / "bin/mpiexec"), *words], capture_output=True,
                          text=True, check=False, cwd=WORK, timeout=catalogue.SECONDS,
                          env=dict(os.environ, **settings))


def names_in(text):
    """The kinds whose lines the text has."""
    return set(re.findall(r"\[(mpi-[a-z-]+)\]$", text, re.M))


def kinds():
    """The lines of finding.def: name, sentence, section of MPI 5.0, and what finds it."""
    table = (SOURCE / "lib/base/finding.def").read_text()
    for words in re.findall(r"^FINDING(?:_ALWAYS)?\((.*?)\)$", table, re.M | re.S):
        name, section, *sentence = re.findall(r'"([^"]*)"', words)
        knob = re.search(r'", (\w+), (\d), "', words)
        yield (name, "".join(sentence), section,
               f"`HEDDLE_{knob[1].upper()}={knob[2]}`" if knob else "always")


def lists_each_kind_in_help():
    found = mpiexec("-check=help")
    names = [name for name, *_ in kinds()]
    return (len(names) > 15 and found.returncode == 0 and
            re.findall(r"^  (mpi-[a-z-]+)", found.stdout, re.M) == names)


def lists_each_kind_in_its_document():
    document = (SOURCE / "docs/CHECKING.md").read_text()
    rows = re.findall(r"^\| `mpi-.*$", document, re.M)
    return rows == [f"| `{name}` | {sentence} | {section} | {way} |"
                    for name, sentence, section, way in kinds()]


def turns_a_kind_off_by_its_name(program):
    found = mpiexec("-n", "2", "-check=no-mpi-unreceived", program, "two_kinds")
    other = mpiexec("-n", "2", "-check=no-mpi-unreceived,no-mpi-type-mismatch", program,
                    "two_kinds")
    return (names_in(found.stderr) == {"mpi-type-mismatch"} and found.returncode == 3 and
            "not checked: mpi-unreceived" in found.stderr and
            names_in(other.stderr) == set() and other.returncode == 0)


def does_not_count_an_end_whose_kind_is_off(program):
    error = mpiexec("-n", "2", "-check=no-mpi-error", program, "error")
    deadlock = mpiexec("-n", "2", "-check=no-mpi-deadlock", program, "deadlock")
    return ("check: nothing found" in error.stderr and error.returncode == 6 and
            "check: nothing found" in deadlock.stderr and deadlock.returncode == 65)


def a_single_variable_says_otherwise(program):
    found = mpiexec("-n", "2", "-check", program, "two_kinds", HEDDLE_MISMATCH="0")
    return names_in(found.stderr) == {"mpi-unreceived"}


def ends_with_the_status_that_is_asked_for(program):
    found = mpiexec("-n", "2", "-check=status:0", program, "two_kinds")
    other = mpiexec("-n", "2", "-check=status:77", program, "two_kinds")
    return (found.returncode, other.returncode) == (0, 77)


def says_nothing_without_the_option(program):
    found = mpiexec("-n", "2", program, "unreceived")
    off = mpiexec("-n", "2", program, "unreceived", HEDDLE_CHECK="0")
    return (found.stderr, found.returncode, off.stderr, off.returncode) == ("", 0, "", 0)


def names_a_word_that_is_none(program):
    found = mpiexec("-n", "2", "-check=no-mpi-lek", program, "right")
    return 'HEDDLE_CHECK: "no-mpi-lek" is none of its words' in found.stderr


def writes_json(program):
    mpiexec("-n", "2", "-check=json:found.json", "-wdir", "/", program, "two_kinds")
    found = [json.loads(line) for line in (WORK / "found.json").read_text().splitlines()]
    by_name = {entry["name"]: entry for entry in found}
    mismatch = by_name["mpi-type-mismatch"]
    lines = (HERE / "kinds.c").read_text().splitlines()
    return (len(found) == 2 and by_name["mpi-unreceived"]["section"] == "11.2.2" and
            mismatch["count"] == 2 and mismatch["rank"] == 1 and
            mismatch["file"].endswith("kinds.c") and
            "MPI_Send" in lines[mismatch["line"] - 1] and
            "MPI_Recv" in lines[mismatch["other_line"] - 1] and
            mismatch["message"].startswith("the message from rank 0 with tag 3 was sent") and
            not mismatch["message"].endswith("]"))


def writes_sarif(program):
    mpiexec("-n", "2", "-check=sarif:found.sarif", program, "two_kinds")
    found = json.loads((WORK / "found.sarif").read_text())
    run = found["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    places = [result["locations"][0]["physicalLocation"] for result in run["results"]]
    return (found["version"] == "2.1.0" and len(rules) > 15 and len(run["results"]) == 2 and
            all(rules[result["ruleIndex"]]["id"] == result["ruleId"]
                for result in run["results"]) and
            all(place["artifactLocation"]["uri"].endswith("kinds.c") and
                place["region"]["startLine"] > 0 for place in places))


def writes_an_abort_to_the_file(program):
    status = mpiexec("-n", "2", "-check=json:deadlock.json", program, "deadlock").returncode
    found = json.loads((WORK / "deadlock.json").read_text())
    mpiexec("-n", "2", "-check=json:error.json", program, "error")
    error = json.loads((WORK / "error.json").read_text())
    return (status == 65 and found["name"] == "mpi-deadlock" and "\n" in found["message"] and
            error["name"] == "mpi-error" and "MPI_Send" in error["message"])


def right_ones():
    """The sections of right/, each with its program, or None and the compiler's words."""
    for file in filter(catalogue.source_of, sorted((HERE / "right").glob("*.expected"))):
        program, words = catalogue.build(catalogue.source_of(file), WORK / "right")
        for section in catalogue.read(file):
            yield section, program, words


def faults_of_right(section, program, words):
    """It has to end well, without a line of standard error but that nothing was found, under all
    schedules if it was explored."""
    if program is None:
        return words.splitlines()
    for _ in range(catalogue.TIMES):
        section.settings["HEDDLE_CHECK"] = "1"
        status, _, err = catalogue.run(program, section)
        explored = r"heddle: (all \d+ schedules pass|the only schedule passes)\n"
        if status != 0 or not re.fullmatch(f"heddle: check: nothing found;.*\n({explored})?", err):
            return [f"status {status}", *err.splitlines()]
    return []


def faults_of_wrong(section, program, words):
    """It has to be told of as is written."""
    if program is None:
        return words.splitlines()
    for _ in range(catalogue.TIMES):
        told = tell(section, program)
        if told != section.lines:
            return ["expected:", *section.lines, "found:", *told]
    return []


def accept():
    for file in EXPECTED:
        program, _ = catalogue.build(catalogue.source_of(file), WORK / file.parent.name)
        sections = catalogue.read(file)
        with file.open("w", encoding="utf-8") as out:
            for section in sections:
                lines = "\n".join(tell(section, program))
                out.write(f"== {section.head}\n{lines}\n")


def cases(program):
    """Each test's name, and its function, which returns what is wrong with it."""
    for file in EXPECTED:
        built = catalogue.build(catalogue.source_of(file), WORK / file.parent.name)
        for section in catalogue.read(file):
            yield section.head, lambda wrong=(section, *built): faults_of_wrong(*wrong)
    for right in right_ones():
        yield f"right: {right[0].head}", lambda right=right: faults_of_right(*right)
    for test in (turns_a_kind_off_by_its_name, does_not_count_an_end_whose_kind_is_off,
                 a_single_variable_says_otherwise,
                 ends_with_the_status_that_is_asked_for, says_nothing_without_the_option,
                 names_a_word_that_is_none, writes_json, writes_sarif,
                 writes_an_abort_to_the_file):
        yield test.__name__, lambda test=test: [] if test(program) else ["it does not"]
    for test in (lists_each_kind_in_help, lists_each_kind_in_its_document):
        yield test.__name__, lambda test=test: [] if test() else ["it does not"]


def main():
    if catalogue.SANITIZER != "no":
        print("1..0 # SKIP the lines tell of what sanitizers add")
        return False
    program, words = catalogue.build(HERE / "kinds.c", WORK)
    if program is None:
        print("1..1\nnot ok 1 - kinds.c is compiled\n" + words)
        return True
    if sys.argv[1:] == ["accept"]:
        accept()
        return False
    failed, number = False, 0
    for number, (name, test) in enumerate(cases(program), 1):
        faults = test()
        print(f"{'not ok' if faults else 'ok'} {number} - {name}")
        print("".join(f"#   {fault}\n" for fault in faults), end="", flush=True)
        failed |= bool(faults)
    print(f"1..{number}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
