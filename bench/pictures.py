# SPDX-License-Identifier: MIT
"""The pictures of bench/compare, by gnuplot, and of bench/scale, by hand."""
import math
import pathlib
import subprocess

# What is drawn: a title, the points' benchmark and patterns, and whether as bandwidth.
PICTURES = (
    ("latency", "half a round trip", "pingpong", ("warm", "cold"), False),
    ("bandwidth", "bandwidth", "stream", ("one",), True),
)


def limit_of(times, size):
    """The least time in which that many bytes get from one core to another's memory."""
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


# A picture that needs no gnuplot: its frame, and the colours of its curves.
LEFT, TOP, RIGHT, BOTTOM = 70, 40, 620, 440
COLOURS = ("#c0392b", "black", "#2471a3", "#1e8449", "#b9770e", "#7d3c98")


def place_on(values, start, end):
    """Where a value lies on a logarithmic axis."""
    low, high = math.log(min(values)), math.log(max(values))
    return lambda value: start + (end - start) * (math.log(value) - low) / (high - low)


def draw_scale(found, columns, directory):
    """Microseconds for each rank by ranks: flat is what does not grow."""
    curves = {title: [(ranks, numbers[number] / ranks * 1e3) for ranks, numbers in found.items()
                      if numbers[number] is not None] for number, title in enumerate(columns)}
    heights = [height for points in curves.values() for _, height in points]
    ticks = [10.0 ** power for power in range(math.floor(math.log10(min(heights))),
                                              math.ceil(math.log10(max(heights))) + 1)]
    across, up = place_on(list(found), LEFT, RIGHT), place_on(ticks, BOTTOM, TOP)
    lines = ['<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500" '
             'viewBox="0 0 800 500" font-family="sans-serif" font-size="13">',
             '<rect width="100%" height="100%" fill="white"/>',
             f'<text x="{(LEFT + RIGHT) / 2}" y="24" text-anchor="middle">'
             'microseconds for each rank, by ranks</text>']
    for ranks in found:
        lines.append(f'<path d="M{across(ranks):.0f} {TOP}V{BOTTOM}" stroke="#ddd"/>'
                     f'<text x="{across(ranks):.0f}" y="460" text-anchor="middle">{ranks:,}</text>')
    for tick in ticks:
        lines.append(f'<path d="M{LEFT} {up(tick):.0f}H{RIGHT}" stroke="#ddd"/>'
                     f'<text x="62" y="{up(tick) + 4:.0f}" text-anchor="end">{tick:g}</text>')
    for (title, points), colour in zip(curves.items(), COLOURS):
        path = "L".join(f"{across(ranks):.0f} {up(height):.0f}" for ranks, height in points)
        lines.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
    for number, (title, colour) in enumerate(zip(curves, COLOURS)):
        lines.append(f'<text x="640" y="{80 + 24 * number}" fill="{colour}">{title}</text>')
    pathlib.Path(directory, "scale.svg").write_text("\n".join([*lines, "</svg>"]) + "\n")
