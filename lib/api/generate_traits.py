# SPDX-License-Identifier: MIT
"""Writes lib/base/traits.def, for generate.py: the names of functions that have traits."""
import textwrap


def write_traits(table, notice):
    """In the order of strcmp, which base/traits.c relies on."""
    lines = [notice % "the tables in lib/api/table" + "/* TRAITS(name, traits): see traits.h. */"]
    for name, function in sorted((name, function) for function in table.functions
                                 for name in function.names() if function.traits):
        traits = " | ".join(f"TRAIT_{trait.upper().replace('-', '_')}"
                            for trait in function.traits)
        lines.append(textwrap.fill(f'TRAITS("{name}", {traits})', 100,
                                   subsequent_indent=" " * len("TRAITS(")))
    return "\n".join([*lines, "", "#undef TRAITS", ""])
