# SPDX-License-Identifier: MIT
"""old_address.py PROGRAM FUNCTION: makes the program's entry in its table of calls the address of
the function, as binutils before 2.36 did: gives the undefined symbol a value. x86-64."""
import re
import struct
import subprocess
import sys

program, function = sys.argv[1:]


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


code = output("objdump", "-d", "--no-show-raw-insn", program)
entry = int(re.search(rf"^([0-9a-f]+) <{function}@plt>:", code, re.M)[1], 16)
sections = output("readelf", "-SW", program)
at = int(re.search(r" \.dynsym +DYNSYM +\S+ (\S+)", sections)[1], 16)
symbols = output("readelf", "-W", "--dyn-syms", program)
index = int(re.search(rf"^ *(\d+): .* UND {function}\b", symbols, re.M)[1])
with open(program, "r+b") as file:
    file.seek(at + 24 * index + 8)
    file.write(struct.pack("<Q", entry))
