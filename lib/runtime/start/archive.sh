#!/bin/sh
# SPDX-License-Identifier: MIT
# archive.sh OBJECT ARCHIVE: an archive that a linker opens for executables only.
#
# The archive's index names one symbol, __libc_start_main, which only the C library's startup code
# asks for, and only executables contain that. So the same flags suit executables and shared
# libraries. An index by ar would name all functions of the object, and a shared library that calls
# one of them would get the object, too.
set -eu

# A member's header: name, time, owner, group, mode (octal), bytes.
header() {
    printf '%-16s%-12d%-6d%-6d%-8o%-10d`\n' "$1" 0 0 0 "$2" "$3"
}

bytes=$(($(wc -c <"$1")))
{
    printf '!<arch>\n'
    # The index: how many symbols, the offset of the member's header (94), the names.
    header / 0 26
    printf '\000\000\000\001\000\000\000\136__libc_start_main\000'
    header start.o/ 420 $bytes
    cat "$1"
    [ $((bytes % 2)) -eq 0 ] || printf '\n'
} >"$2"
