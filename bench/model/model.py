#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What Heddle would cost on machines that are not here, and what the literature's algorithms would.

  model.py [-b BUILD] build               the library and the programs for a model
  model.py [-b BUILD] validate            measured on this machine beside the model of it
  model.py [-b BUILD] predict [MACHINE]...  each pattern: Heddle, the best of the literature, ratio
  model.py tabulate FILE...               the table of what predict has written to files;
                                          -u DOCUMENT replaces it there, -p FOLDER draws pictures
  model.py [-b BUILD] machines            what machines there are

BUILD is a build directory of Heddle (default: build). The model's files are in BUILD/bench/model.
bench/model/README.md says what the model is."""
import argparse
import os
import subprocess
import sys

import predictions

HERE = os.path.dirname(os.path.realpath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
SOURCES = ["machine.c", "turns.c", "lines.c", "kernel.c", "entry.c"]
PAPERS = ["papers", "algorithms"]
FLAGS = ["-std=gnu11", "-O2", "-g", "-Wall", "-Wextra", f"-I{TOP}/lib"]
# A model calls the functions that it replaces neither itself nor by the compiler's doing.
MODEL_FLAGS = ["-fPIC", "-fvisibility=hidden", "-ftls-model=initial-exec", "-fno-builtin",
               "-fno-tree-loop-distribute-patterns", "-Wno-builtin-declaration-mismatch"]
PATTERNS = ["barrier", "bcast", "reduce", "allreduce", "allgather", "alltoall"]
# Large blocks of many members: 64 of 64 KB take ten minutes and are left to who runs points alone.
WIDE = ["allgather", "alltoall"]
# A wait in a model is the library's first one: it polls, and does not come to sleep.
WAITS = {"HEDDLE_PROCESSORS": "1000", "HEDDLE_WAIT_SPIN_US": "3000", "HEDDLE_TELL_SHARED": "0"}
SECONDS_MAX = 600


def call(*command, **options):
    subprocess.run(command, check=True, **options)


def build(to, top_build):
    """Compiles the model, then Heddle once more with a call before each access."""
    os.makedirs(os.path.join(to, "library"), exist_ok=True)
    compiler = os.environ.get("CC", "gcc").split()
    sources = [os.path.join(HERE, source) for source in SOURCES]
    call(*compiler, *FLAGS, *MODEL_FLAGS, "-shared", "-o", f"{to}/libmodel.so", *sources,
         "-pthread")
    instrument = [os.path.join(HERE, "instrument"), " ".join(compiler)]
    environment = {**os.environ, "MODEL": to}
    for name in PAPERS:
        call(*instrument, *FLAGS, "-pthread", "-c", "-o", f"{to}/{name}.o",
             f"{HERE}/{name}.c", env=environment)
    call(*compiler, "-o", f"{to}/papers", *(f"{to}/{name}.o" for name in PAPERS), f"-L{to}",
         "-lmodel", "-pthread")
    call(*compiler, *FLAGS, "-pthread", "-o", f"{to}/papers_here",
         *(f"{HERE}/{name}.c" for name in PAPERS))
    call(f"{top_build}/bin/mpicc", *FLAGS, "-o", f"{to}/points", f"{HERE}/points.c")
    library = f"{to}/library"
    if not os.path.exists(f"{library}/Makefile"):
        words = subprocess.run([f"{top_build}/config.status", "--config"], check=True,
                               capture_output=True, text=True).stdout
        options = f"-q {words.strip()} OTHER_CC= --disable-werror"
        call("sh", "-c", f"eval \"'{TOP}/configure' {options}\"", cwd=library)
    call("make", "-j2", "-s", f"CC='{HERE}/instrument' '{' '.join(compiler)}'", "libheddle.a",
         "lib/libmpi_abi.so.1", cwd=library, env=environment)


def lines_of(command, environment):
    """The points that a program prints: (pattern, bytes) to nanoseconds."""
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True,
                          text=True, timeout=SECONDS_MAX, check=False)
    if done.returncode != 0:
        sys.exit(f"model.py: {' '.join(command)}: status {done.returncode}\n{done.stderr}")
    points = {}
    for line in done.stdout.splitlines():
        name, size, time = line.split()
        points[name, int(size)] = float(time)
    return points


def heddle_in_model(to, machine, ranks, cluster, words):
    environment = {**WAITS, "MODEL_MACHINE": machine, "HEDDLE_NP": str(ranks),
                   "HEDDLE_CLUSTER": str(cluster),
                   "LD_LIBRARY_PATH": f"{to}/library/lib:{to}", "LD_PRELOAD": f"{to}/libmodel.so"}
    return lines_of([f"{to}/points", *words], environment)


def papers_in_model(to, machine, words):
    return lines_of([f"{to}/papers", *words],
                    {"MODEL_MACHINE": machine, "LD_LIBRARY_PATH": to})


def machines_of(to):
    """Name to (processors, processors of a cluster, words)."""
    done = subprocess.run([f"{to}/papers", "machines"], env={**os.environ, "LD_LIBRARY_PATH": to},
                          capture_output=True, text=True, check=True)
    found = {}
    for line in done.stdout.splitlines():
        name, processors, cluster, words = line.split(None, 3)
        found[name] = int(processors), int(cluster), words
    return found


def validate(to, top_build):
    """Each point of two ranks, measured several times by turns, beside the model's."""
    runs = [lines_of([f"{top_build}/bin/mpiexec", "-n", "2", f"{to}/points", "400"], {})
            for _ in range(5)]
    papers = [lines_of([f"{to}/papers_here", "2", "2", "400"], {}) for _ in range(5)]
    measured = {}
    for some in (runs, papers):
        for point in some[0]:
            measured[point] = sorted(run[point] for run in some)[len(some) // 2]
    predicted = {**heddle_in_model(to, "here", 2, 2, ["400"]),
                 **papers_in_model(to, "here", ["2", "2", "100"])}
    close = 0
    print("| point | bytes | measured ns | model ns | model / measured |\n|---|---|---|---|---|")
    for point, time in measured.items():
        ratio = predicted[point] / time
        close += 0.75 <= ratio <= 1.25
        print(f"| {point[0]} | {point[1]} | {time:.0f} | {predicted[point]:.0f} | {ratio:.2f} |")
    print(f"\n{close} of {len(measured)} points are within 25 %.")


def numbers_of(processors):
    """Of members: some, and as many as there are processors."""
    return [members for members in (2, 4, 8, 16, 64) if members < processors] + [processors]


def predict(to, names):
    print(predictions.HEAD, flush=True)
    for name, (processors, cluster, _) in machines_of(to).items():
        if names and name not in names:
            continue
        for members in numbers_of(processors):
            # What a model takes grows with the members' number squared.
            repeats = max(4, 64 // members)
            sizes = (0, 8, 1024, 65536)
            points = [f"{pattern}.{size}" for pattern in PATTERNS for size in sizes
                      if members <= 8 or size < 65536 or pattern not in WIDE]
            ours = heddle_in_model(to, name, members, cluster, ["-w", str(repeats), *points])
            theirs = papers_in_model(to, name, ["-w", str(members), str(min(cluster, members)),
                                                str(repeats), *points])
            for (pattern, size), time in ours.items():
                known = [(best, algorithm.split(".")[1])
                         for (algorithm, other), best in theirs.items()
                         if algorithm.split(".")[0] == pattern and other == size]
                if known:
                    print(predictions.row_of(predictions.Point(name, members, pattern, size, time,
                                                               *min(known))), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-b", default=os.path.join(TOP, "build"), metavar="BUILD")
    parser.add_argument("what", choices=["build", "validate", "predict", "tabulate", "machines"])
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="machines to predict, or files of predictions to tabulate")
    parser.add_argument("-u", action="append", default=[], metavar="DOCUMENT",
                        help="tabulate: replace the table in this document")
    parser.add_argument("-p", metavar="FOLDER", help="tabulate: draw a picture for each machine")
    words = parser.parse_args()
    top_build = os.path.realpath(words.b)
    to = os.path.join(top_build, "bench", "model")
    if words.what == "build":
        build(to, top_build)
    elif words.what == "validate":
        validate(to, top_build)
    elif words.what == "predict":
        predict(to, words.names)
    elif words.what == "tabulate":
        predictions.tabulate(words.names, words.u, words.p)
    else:
        for name, (processors, cluster, text) in machines_of(to).items():
            print(f"{name:10} {processors:3} processors, {cluster:2} in a cluster: {text}")


if __name__ == "__main__":
    main()
