#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The library's own C files are correct for other compilers and machines: each compiler that is
# installed checks them all, without making code; with thorough=no, each checks every second file.
# `make check-cross` runs this alone.
. "$(dirname "$0")/../harness/tap.sh"

# The configuration's macros stand in the Makefile as make passes them to a shell.
definitions=$(sed -n 's/^DEFS = //p' "$top_build/Makefile")
# Clang lacks one header that GCC has.
mkdir -p headers
cp "$(${CC:-gcc} -print-file-name=include)/ISO_Fortran_binding.h" headers/ 2>/dev/null

# The plugin belongs to GCC; the tools are not part of the library.
sources() {
    (cd "$top_source" && find lib -name '*.c' ! -path 'lib/plugin/*' ! -path 'lib/tools/*' \
        ! -path 'lib/runtime/*' | sort)
}

# The other half of the files than before, if the test is not thorough.
half=0
chosen() {
    half=$((1 - half))
    if [ "${thorough:-yes}" = no ]; then sources | awk "NR % 2 == $half"; else sources; fi
}

# checks NAME COMPILER [OPTION]...: a file that does not compile is named with its first errors.
checks() {
    local name=$1 compiler=$2
    shift 2
    if ! command -v "$compiler" >/dev/null; then
        skip "$name" "$compiler is not installed"
        return
    fi
    eval "set -- $definitions \"\$@\""
    chosen >files
    (cd "$top_source" && xargs -P 2 -n 20 "$compiler" -fsyntax-only -std=gnu11 \
        -Wall -Werror "$@" -Iinclude -Ilib -I"$top_build/fortran") <files >found 2>&1
    report "$name"
    grep -E 'error' found | head -n 20 | sed 's/^/#   /'
}

# Debian's cross compiler looks neither into /usr/include nor finds hwloc's machine-dependent part.
checks the_library_compiles_for_64_bit_arm aarch64-linux-gnu-gcc -UHEDDLE_HWLOC \
    -idirafter /usr/include
checks the_library_compiles_with_clang clang -idirafter "$work/headers"
finish
