# SPDX-License-Identifier: MIT
"""What a run of bench/compare found: its file, and the tables that are made of it.

A result is a line of the file: library, benchmark, pattern, bytes, and the rounds' medians in
microseconds; a limit of the machine has its name in place of the first four and "limit" before it.
The library "line" is what a line between the processors took beside that point.
A table in a document stands between <!-- NAME: COMMAND --> and <!-- end of NAME -->: it is
replaced when the run has points for it. A ratio below 1 is in Heddle's favour.
"""
import pathlib
import re
import statistics
import textwrap

from libraries import title_of

HERE = pathlib.Path(__file__).resolve().parent
SIZES = {8: "8 B", 1 << 10: "1 KB", 1 << 16: "64 KB", 1 << 20: "1 MB"}
CROWDS = (4, 8, 16, 64)
WIDTH = 120  # of a document
OUT_OF_REACH = "out of reach"
BEST_WANTED = 0.9  # of the best library's time, at every point
NEAR = 1.6  # of a bound: that many times as long is near it


def save(rounds, file):
    lines = []
    for point, values in rounds.items():
        name = ("limit", point) if isinstance(point, str) else point
        lines.append("\t".join(map(str, (*name, *values))))
    pathlib.Path(file).write_text("\n".join(lines) + "\n")


def load(file):
    rounds = {}
    for line in pathlib.Path(file).read_text().splitlines():
        cells = line.split("\t")
        if cells[0] == "limit":
            rounds[cells[1]] = [float(cell) for cell in cells[2:]]
        else:
            rounds[(*cells[:3], int(cells[3]))] = [float(cell) for cell in cells[4:]]
    return rounds


def figure(time):
    """Microseconds, to the nanosecond; what is short to the tenth of one."""
    return f"{time:.3f}" if time >= 0.1 else f"{time:.4f}"


def share(ratio):
    return f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.2g}"


class Results:
    """The medians of all rounds: (library, benchmark, pattern, bytes), and limits by name."""

    def __init__(self, rounds):
        self.rounds = rounds
        self.times = {point: statistics.median(values) for point, values in rounds.items()}
        libraries = dict.fromkeys(point[0] for point in rounds if isinstance(point, tuple))
        self.peers = [library for library in libraries if library not in ("heddle", "line")]

    def points(self, *benchmarks):
        """Of Heddle, without the library."""
        return [point[1:] for point in self.times if point[0] == "heddle" and
                (not benchmarks or point[1] in benchmarks)]

    def best(self, *point):
        """The least time of the others and whose it is; None: there is none."""
        return min(((self.times[peer, *point], peer) for peer in self.peers
                    if (peer, *point) in self.times), default=None)

    def ratio(self, *point):
        """To the better of the others; None: there is nothing to compare."""
        best, ours = self.best(*point), self.times.get(("heddle", *point))
        return ours / best[0] if best and ours is not None else None

    def distance(self):
        """A sentence on how far apart the processors were."""
        lines = self.rounds.get("line.pair")
        if not lines:
            return ""
        return (f"{len(lines)} rounds; a cache line took {min(lines) * 1000:.0f} to "
                f"{max(lines) * 1000:.0f} ns from one processor to the other.")


def table_of_points(results, *benchmarks):
    """Every point with Heddle's spread and each library's time."""
    points = results.points(*benchmarks)
    if not points:
        return []
    lines = ["| benchmark | pattern | bytes, ranks or depth | heddle us | lowest..highest | " +
             " | ".join(f"{peer} us | ratio" for peer in results.peers) + " | line us |",
             "|---" * (6 + 2 * len(results.peers)) + "|"]
    for point in points:
        ours, spread = results.times["heddle", *point], results.rounds["heddle", *point]
        cells = [*map(str, point), figure(ours),
                 f"{figure(min(spread))}..{figure(max(spread))}"]
        for peer in results.peers:
            theirs = results.times.get((peer, *point))
            cells += [figure(theirs), share(ours / theirs)] if theirs else ["", ""]
        line = results.times.get(("line", *point))
        cells.append(figure(line) if line is not None else "")
        lines.append("| " + " | ".join(cells) + " |")
    return lines


# The rows of the README.
SUMMARY = (
    ("a message of 8 bytes, half a round trip", ("pingpong", "warm", 8)),
    ("a message of 64 KB", ("pingpong", "warm", 1 << 16)),
    ("a message of 1 MB", ("pingpong", "warm", 1 << 20)),
    ("each of 64 messages of 8 bytes in a row", ("stream", "one", 8)),
    ("barrier", ("collectives", "barrier", 0)),
    ("allreduce of 8 bytes", ("collectives", "allreduce", 8)),
)


def summary(results):
    """A few points that say most; nothing unless the run has all of them."""
    if not all(("heddle", *point) in results.times for _, point in SUMMARY):
        return []
    lines = ["| what | heddle us | " +
             " | ".join(f"of {title_of(peer)}'s time" for peer in results.peers) + " |",
             "|---" * (2 + len(results.peers)) + "|"]
    for what, point in SUMMARY:
        ours = results.times["heddle", *point]
        theirs = [results.times.get((peer, *point)) for peer in results.peers]
        lines.append("| " + " | ".join([what, figure(ours), *(share(ours / time) if time else ""
                                                              for time in theirs)]) + " |")
    return lines


def verdict(ours, other, wanted, bound=None):
    """A cell: the ratio found, the one wanted, and whether that is enough, or could be."""
    if not wanted:
        return ""
    if other is None:
        return "not measured"
    ratio, most = ours / other, float(wanted)
    if ratio <= most:
        word = "met"
    elif bound is not None and bound / other > most and ours <= NEAR * bound:
        word = f"{OUT_OF_REACH}, where bare threads take {share(bound / other)}"
    else:
        word = "**missed**"
    return f"{share(ratio)} of {wanted}: {word}"


def limit_point(name):
    """Of a limit that a benchmark of Heddle measures: "onesided/limit.copy/65536"."""
    benchmark, _, rest = name.partition("/")
    pattern, _, size = rest.partition("/")
    return benchmark, pattern, int(size or 0)


def limit_label(names):
    return "+".join(name.split("/")[1] if "/" in name else name for name in names.split("+"))


def limit_of(results, names, point=()):
    """Of limits that come one after the other the sum; of a line the one beside the point. "=5" is
    a limit that is not measured."""
    if names.startswith("="):
        return float(names[1:])
    beside = results.times.get(("line", *point))
    times = [beside if name == "line.pair" and beside is not None
             else results.times.get(name, results.times.get(("heddle", *limit_point(name))))
             for name in names.split("+")]
    return None if None in times else sum(times)


def targets_of(results, *columns):
    """Rows of targets.tsv that say something in one of the columns, with their points and Heddle's
    times, as far as there are any."""
    header, *rows = (HERE / "targets.tsv").read_text().splitlines()
    for row in rows:
        target = dict(zip(header.split("\t"), row.split("\t")))
        point = target["benchmark"], target["pattern"], int(target["bytes"])
        ours = results.times.get(("heddle", *point))
        if ours is not None and any(target[column] for column in columns):
            yield target, point, ours


def table_of_best(results):
    """Targets beside the best of all libraries, once there are more than the two that are
    installed; with the limit of the same run."""
    lines = []
    for target, point, ours in targets_of(results, "best"):
        best = results.best(*point)
        if best is None:
            continue
        limit = limit_of(results, target["best_limit"], point) if target["best_limit"] else None
        lines.append(f"| {target['id']} | {' '.join(map(str, point))} | {figure(ours)} | "
                     f"{title_of(best[1])} {figure(best[0])} | "
                     f"{verdict(ours, best[0], target['best'])} | " +
                     (f"{limit_label(target['best_limit'])} {figure(limit)} |"
                      if limit is not None else " |"))
    if len(results.peers) <= 2 or not lines:
        return []
    points = [point for point in results.points() if not point[1].startswith("limit.")]
    return ["| target | point | heddle us | best of the others us | of its time | limit us |",
            "|---" * 6 + "|", *lines, "",
            *textwrap.wrap(counted(results, points, BEST_WANTED), WIDTH)]


def table_of_targets(results):
    """The targets of targets.tsv that there are points for."""
    lines, fates = [], {}
    for target, point, ours in targets_of(results, "openmpi", "mpich", "limit"):
        bound = limit_of(results, target["bound"])
        cells = [verdict(ours, results.times.get((peer, *point)), target[peer], bound)
                 for peer in ("openmpi", "mpich")]
        limit = verdict(ours, limit_of(results, target["limit"], point),
                        target["limit_ratio"])
        cells.append(f"{target['limit'].lstrip('=')} {limit}".strip())
        lines.append("| " + " | ".join([target["id"], " ".join(map(str, point)), *cells]) + " |")
        fates.setdefault(target["id"], []).append("".join(cells))
    if not lines:
        return []
    met = [name for name, found in fates.items()
           if not any("missed" in cells or OUT_OF_REACH in cells for cells in found)]
    return ["| target | point | of Open MPI's time | of MPICH's | of the limit |",
            "|---" * 5 + "|", *lines, "",
            *textwrap.wrap(
                f"Met: {', '.join(met) or 'none'}. Missed: {counted_targets(fates, 'missed')}. "
                f"Out of reach: {counted_targets(fates, OUT_OF_REACH)}.", WIDTH)]


def counted_targets(fates, word):
    """Those of whose points some have that word in their cells."""
    found = {name: sum(word in cells for cells in points) for name, points in fates.items()}
    return ", ".join(f"{name} ({count} of {len(fates[name])} points)"
                     for name, count in found.items() if count) or "none"


def operations(results, benchmark, suffix=""):
    """The collectives that have points of a form, in the order of the run."""
    names = dict.fromkeys(point[1] for point in results.points(benchmark))
    return [name[:len(name) - len(suffix)] for name in names
            if name.endswith(suffix) and name.count(".") == suffix.count(".")]


def cell(results, point, with_time):
    ours, ratio = results.times.get(("heddle", *point)), results.ratio(*point)
    words = [f"{figure(ours)} us"] if with_time and ours is not None else []
    return ", ".join(words + ([share(ratio)] if ratio is not None else []))


def counted(results, points, most=1.0):
    """How many of them take at most so much of the better library's time."""
    ratios = [ratio for ratio in (results.ratio(*point) for point in points) if ratio is not None]
    words = "are not slower than the better library" if most == 1 else \
        f"take at most {most:g} of the best library's time"
    return f"{sum(ratio <= most for ratio in ratios)} of {len(ratios)} points {words}."


def table_of_forms(results, benchmark, suffix, sizes, with_time):
    names = operations(results, benchmark, suffix)
    if not names:
        return []
    lines = ["| operation | " + " | ".join(sizes.values()) + " |",
             "|---" * (1 + len(sizes)) + "|"]
    points = []
    for name in names:
        row = [(benchmark, name + suffix, 0 if size == 8 and name == "barrier" else size)
               for size in sizes]
        points += row
        lines.append("| " + " | ".join([name, *(cell(results, point, with_time)
                                                for point in row)]) + " |")
    return [*lines, "", counted(results, points)]


def table_of_crowds(results):
    """Ratios to the better library, by ranks and size."""
    crowds = [ranks for ranks in CROWDS if operations(results, f"collectives.{ranks}")]
    if not crowds:
        return []
    columns = [(ranks, size) for ranks in crowds for size in SIZES]
    lines = ["| operation | " +
             " | ".join(f"{ranks} ranks {SIZES[size]}" for ranks, size in columns) + " |",
             "|---" * (1 + len(columns)) + "|"]
    points = []
    for name in operations(results, f"collectives.{crowds[0]}"):
        row = [(f"collectives.{ranks}", name, 0 if size == 8 and name == "barrier" else size)
               for ranks, size in columns]
        points += row
        lines.append("| " + " | ".join([name, *(cell(results, point, False)
                                                for point in row)]) + " |")
    return [*lines, "", counted(results, points)]


def table_of_starts(results):
    """Nonblocking with work between start and wait; persistent, and its start alone."""
    lines = []
    for suffix, title in ((".overlap", "Time inside MPI, with 100 us of work between start and "
                                       "wait:"),
                          (".persistent", "Start and wait of a persistent operation:"),
                          (".start", "The start alone:")):
        table = table_of_forms(results, "collectives", suffix, SIZES, True)
        if table:
            lines += [title, "", *table, ""]
    return lines[:-1]


def table_of_fortran(results):
    """All points, and what Fortran adds to a call from C, by the best rounds."""
    def added(form, call):
        points = [("heddle", "fortran", f"{call}.{name}", 0 if call == "rank" else 8)
                  for name in (form, "c")]
        return (min(results.rounds[points[0]]) - min(results.rounds[points[1]])) * 1000

    lines = table_of_points(results, "fortran")
    if not lines:
        return lines
    sentences = [f"{form} adds {added(name, 'rank'):.1f} ns to `MPI_Comm_rank`, and "
                 f"{added(name, 'pingpong'):.1f} ns to the send and the receive of 8 bytes"
                 for form, name in (("`mpif.h`", "mpif"), ("`mpi_f08`", "f08"))]
    return [*lines, "", *(f"- {sentence}" for sentence in sentences)]


FILE_WAYS = ("write_all", "read_all", "write", "read")


def limit_of_files(results, benchmark, way):
    """The same bytes by one thread or by two, whichever takes less."""
    limits = [time for point, time in results.times.items() if point[:2] == ("heddle", benchmark)
              and point[2].startswith(f"limit.{way.removesuffix('_all')}.")]
    return min(limits, default=None)


def table_of_files(results):
    """Milliseconds, the ratio to the better library, and that to the limit, by numbers of ranks."""
    crowds = [name for name in ("files", "files.4", "files.16") if results.points(name)]
    names = dict.fromkeys(point[1] for point in results.points(*crowds)) if crowds else {}
    patterns = dict.fromkeys(name.partition(".")[0] for name in names)
    patterns.pop("limit", None)
    rows, compared = [], []
    for way in FILE_WAYS:
        for pattern in patterns:
            sizes = [sorted(point[2] for point in results.points(name)
                            if point[1] == f"{pattern}.{way}") for name in crowds]
            for number in range(max(map(len, sizes))):
                row = [(name, f"{pattern}.{way}", found[number]) if number < len(found) else None
                       for name, found in zip(crowds, sizes)]
                compared += filter(None, row)
                label = f", {row[0][2]} B" if pattern == "records" else ""
                rows.append([way, pattern + label, *(cell_of_file(results, point, way)
                                                     for point in row)])
    if not rows:
        return []
    ranks = [name.partition(".")[2] or "2" for name in crowds]
    return ["| way | pattern | " + " | ".join(f"{count} ranks" for count in ranks) + " |",
            "|---" * (2 + len(crowds)) + "|", *("| " + " | ".join(row) + " |" for row in rows),
            "", counted(results, compared)]


def cell_of_file(results, point, way):
    if point is None:
        return ""
    ours, limit = results.times["heddle", *point], limit_of_files(results, point[0], way)
    ratio = results.ratio(*point)
    return ", ".join([f"{ours / 1000:.1f} ms", share(ratio) if ratio is not None else "-",
                      share(ours / limit) if limit else "-"])


def table_of_starts_of_jobs(results):
    """Milliseconds from start to end, kilobytes of a rank, and the ratios to the others."""
    counts = sorted(point[2] for point in results.points() if point[1] == "whole")
    lines = ["| ranks | heddle ms | " + " | ".join(f"{title_of(peer)} ms | ratio"
                                                   for peer in results.peers) +
             " | heddle KB a rank | " + " | ".join(f"{title_of(peer)} KB | ratio"
                                                   for peer in results.peers) + " |",
             "|---" * (3 + 4 * len(results.peers)) + "|"]
    for ranks in counts:
        cells = [str(ranks)]
        for pattern, unit in (("whole", 1000), ("memory", 1)):
            ours = results.times.get(("heddle", f"start.{ranks}", pattern, ranks))
            cells.append(f"{ours / unit:.0f}" if ours is not None else "")
            for peer in results.peers:
                theirs = results.times.get((peer, f"start.{ranks}", pattern, ranks))
                cells += [f"{theirs / unit:.0f}", share(ours / theirs)] if theirs and ours \
                    else ["", ""]
        lines.append("| " + " | ".join(cells) + " |")
    return lines if counts else []


TABLES = {
    "files": table_of_files,
    "start and memory": table_of_starts_of_jobs,
    "summary": summary,
    "messages": lambda results: table_of_points(results, "pingpong", "stream"),
    "targets": table_of_targets,
    "newest libraries": table_of_best,
    "collectives": lambda results: table_of_forms(results, "collectives", "", SIZES, True),
    "crowded collectives": table_of_crowds,
    "nonblocking and persistent collectives": table_of_starts,
    "communicators": lambda results: table_of_points(results, "comm", "calls"),
    "fortran": table_of_fortran,
    "communicators of 64 ranks": lambda results: table_of_points(results, "comm.64"),
}


def replace(text, name, lines):
    """The text with another table of that name; None: it has no place for it."""
    body = "\n".join(lines)
    place = re.compile(f"(<!-- {name}: .*? -->\n).*?(<!-- end of {name} -->)", re.S)
    replaced, count = place.subn(lambda found: f"{found[1]}{body}\n{found[2]}", text)
    return replaced if count else None


def update(files, made):
    """Replaces each table that has lines, in each file that has a place for it."""
    for name, lines in made.items():
        is_placed = not lines
        for path in map(pathlib.Path, files):
            replaced = replace(path.read_text(), name, lines) if lines else None
            if replaced is not None:
                path.write_text(replaced)
                is_placed = True
        if not is_placed:
            print(f"there is no <!-- {name}: ... --> in {' or '.join(files)}")
