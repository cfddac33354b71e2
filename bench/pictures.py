# SPDX-License-Identifier: MIT
"""The pictures of bench/compare, by gnuplot."""
import subprocess

# What is drawn: a title, the points' benchmark and patterns, and whether as bandwidth.
PICTURES = (
    ("latency", "half a round trip", "pingpong", ("warm", "cold"), False),
    ("bandwidth", "bandwidth", "stream", ("one",), True),
)


def limit_of(times, size):
    """The least time in which so many bytes get from one core to another's memory."""
    copies = [times[name] for name in (f"copy.one.{size}", f"copy.two.{size}") if name in times]
    return max(times["line.pair"], min(copies, default=0))


def curves_of(times, names, benchmark, patterns):
    """Title and points, of each library and pattern, and of the limit."""
    curves = {}
    for name in names:
        for pattern in patterns:
            title = f"{name}, {pattern}" if len(patterns) > 1 else name
            curves[title] = sorted((point[3], time) for point, time in times.items()
                                   if point[:3] == (name, benchmark, pattern) and point[3] > 0)
    sizes = sorted({size for points in curves.values() for size, _ in points})
    curves["limit"] = [(size, limit_of(times, size)) for size in sizes]
    return {title: points for title, points in curves.items() if points}


def draw(times, names, directory):
    """Each picture as SVG and PNG; as bandwidth in gigabytes per second."""
    for file, title, benchmark, patterns, is_bandwidth in PICTURES:
        curves = curves_of(times, names, benchmark, patterns)
        if len(curves) < 2:
            continue
        blocks, plots = [], []
        for number, (name, points) in enumerate(curves.items()):
            lines = (f"{size} {size / time / 1000 if is_bandwidth else time}"
                     for size, time in points)
            blocks.append(f"$curve{number} << EOD\n" + "\n".join(lines) + "\nEOD")
            if name == "limit":
                style = "lines lw 2 lc black"
            else:
                library, pattern = divmod(number, len(patterns))
                style = f"linespoints lw 2 lc {library + 1} dt {pattern + 1}"
            plots.append(f'$curve{number} using 1:2 with {style} title "{name}"')
        label = "gigabytes per second" if is_bandwidth else "microseconds"
        for kind in ("svg", "png"):
            script = "\n".join([*blocks, f"set terminal {kind} size 800,500 enhanced",
                                f'set output "{directory}/{file}.{kind}"',
                                "set logscale x 2", "set logscale y", "set grid",
                                "set key left top", "set format x '%.0b%BB'",
                                'set xlabel "message"', f'set ylabel "{label}"',
                                f'set title "{title}"', "plot " + ", ".join(plots)])
            subprocess.run(["gnuplot"], input=script, text=True, check=True)
