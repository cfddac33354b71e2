# SPDX-License-Identifier: MIT
"""Tables and pictures of what `model.py predict` prints: a row for each point, with Heddle's time,
that of the best algorithm of the literature, and the algorithm."""
import collections
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tables  # noqa: E402  (bench/tables.py, which replaces a table in a document)

HEAD = ("| machine | members | pattern | bytes | heddle ns | best ns | algorithm | ratio |\n"
        "|---|---|---|---|---|---|---|---|")
NAME = "other machines"
COLUMNS = {"8 B (barrier: 0)": (0, 8), "1 KB": (1024,), "64 KB": (65536,)}
WORTH = 1.5  # behind by more, a form of its own is worth a thought

Point = collections.namedtuple("Point", "machine members pattern size ours best algorithm")


def row_of(point):
    return (f"| {point.machine} | {point.members} | {point.pattern} | {point.size} | "
            f"{point.ours:.0f} | {point.best:.0f} | {point.algorithm} | "
            f"{point.ours / point.best:.2f} |")


def read(files):
    """The points of some outputs; of two of the same name the last one."""
    points = {}
    for path in files:
        for line in pathlib.Path(path).read_text().splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if len(cells) == 8 and cells[1].isdigit():
                machine, members, pattern, size, ours, best, algorithm, _ = cells
                point = Point(machine, int(members), pattern, int(size), float(ours), float(best),
                              algorithm)
                points[point[:4]] = point
    return list(points.values())


def grouped(points, *names):
    groups = collections.defaultdict(list)
    for point in points:
        groups[tuple(getattr(point, name) for name in names)].append(point)
    return groups


def table(points):
    """A line for each machine, number of members and pattern; a cell is "ours / best algorithm"."""
    lines = ["| machine, members | pattern | " + " | ".join(COLUMNS) + " |",
             "|---" * (2 + len(COLUMNS)) + "|"]
    for (machine, members, pattern), some in grouped(points, "machine", "members",
                                                     "pattern").items():
        cells = [next((f"{point.ours:.0f} / {point.best:.0f} {point.algorithm}"
                       for point in some if point.size in sizes), "-")
                 for sizes in COLUMNS.values()]
        lines.append(f"| {machine}, {members} | {pattern} | {' | '.join(cells)} |")
    behind = [point for point in points if point.ours > WORTH * point.best]
    return [*lines, "", f"{len(behind)} of {len(points)} points take more than {WORTH} of the best "
            "algorithm's time."]


def script_of(machine, members, points, path):
    """Bars for gnuplot: each pattern's ratio to the best algorithm, a bar for each size."""
    patterns = list(dict.fromkeys(point.pattern for point in points))
    ratios = {(point.pattern, column): point.ours / point.best for point in points
              for column, sizes in COLUMNS.items() if point.size in sizes}
    rows = [" ".join([pattern, *(f"{ratios[pattern, column]:.3f}"
                                 if (pattern, column) in ratios else "-" for column in COLUMNS)])
            for pattern in patterns]
    bars = [f'$rows using {number}:xtic(1) title "{column}"'
            for number, column in enumerate(COLUMNS, 2)
            if any((pattern, column) in ratios for pattern in patterns)]
    return "\n".join(["$rows << EOD", *rows, "EOD", "set terminal svg size 800,500 enhanced",
                      f'set output "{path}"', "set style data histograms",
                      "set style fill solid 0.8", "set datafile missing '-'", "set logscale y",
                      "set yrange [0.1:20]", "set grid ytics", "set key left top",
                      'set ylabel "time by the best algorithm\'s"',
                      f'set title "{members} members on {machine}, in the model"',
                      "plot " + ", ".join([*bars, '1 title "level" lc black',
                                           f'{WORTH} title "{WORTH}" lc black dt 2'])])


def draw(points, folder):
    """machine-members.svg of each."""
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    for (machine, members), some in grouped(points, "machine", "members").items():
        path = f"{folder}/{machine}-{members}.svg"
        subprocess.run(["gnuplot"], input=script_of(machine, members, some, path), text=True,
                       check=True)
        print(path)


def tabulate(files, documents, folder):
    points = read(files)
    if not points:
        sys.exit(f"model.py: no rows of `model.py predict` in {' '.join(files) or 'no file'}")
    if documents:
        tables.update(documents, {NAME: table(points)})
    elif folder is None:
        print("\n".join(table(points)))
    if folder is not None:
        draw(points, folder)
