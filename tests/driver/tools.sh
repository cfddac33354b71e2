#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# docs/TOOLS.md: what clangd and compilers for other C libraries make of Heddle's flags.
. "$(dirname "$0")/../harness/tap.sh"

cat >hello.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("hello from %d\n", rank);
    MPI_Finalize();
    return 0;
}
TEXT

# database WORD...: the command that compiles hello.c.
database() {
    local word words=
    for word; do
        words="$words, \"$word\""
    done
    printf '[{"directory": "%s", "file": "hello.c", "arguments": [%s]}]\n' "$work" "${words#, }" \
        >compile_commands.json
}

sed -n '/^```yaml$/,/^```$/{/^```/d; p}' "$top_source/docs/TOOLS.md" >.clangd
grep -q '^CompileFlags:$' .clangd
report has_a_file_for_clangd
clangd=$(command -v clangd || command -v clangd-14 || true)
if [ -n "$clangd" ] && [ "$privatize" = yes ]; then
    # A recorder of commands sees those of the compiler behind the wrapper.
    eval "database $("$bin/mpicc" -show -fheddle-list -Wno-mpi-type -g -c hello.c)"
    run "$clangd" --check=hello.c
    expect clangd_takes_the_command_of_the_compiler 0 'All checks completed, 0 errors'
    database "$bin/mpicc" -fheddle-private=count -Wno-mpi-type -g -c hello.c
    run "$clangd" "--query-driver=$bin/mpicc" --check=hello.c
    expect clangd_takes_the_command_of_the_wrapper 0 'All checks completed, 0 errors'
else
    skip clangd "no clangd, or no plugin"
fi

# A compiler whose C library is another one: its features.h comes first.
mkdir -p other
: >other/features.h
printf '#!/bin/sh\nexec %s -isystem "%s/other" "$@"\n' "${WRAPPER_CC%% *}" "$work" >other-gcc
chmod +x other-gcc
HEDDLE_CC=./other-gcc run "$bin/mpicc" hello.c -o hello
expect refuses_a_compiler_for_another_c_library 1 \
    '^mpicc: ./other-gcc compiles for another C library than the GNU C library, which Heddle needs$'
HEDDLE_CC=./other-gcc run "$bin/mpicc" --version
expect lets_it_tell_its_version 0
printf '#!/bin/sh\nexec %s "$@"\n' "${WRAPPER_CC%% *}" >same-gcc
chmod +x same-gcc
HEDDLE_CC=./same-gcc run "$bin/mpicc" hello.c -o hello && HEDDLE_NP=2 run ./hello
expect takes_another_name_of_the_compiler 0 '^hello from 1$'
if command -v musl-gcc >/dev/null; then
    HEDDLE_CC=musl-gcc run "$bin/mpicc" hello.c -o hello
    expect refuses_musl 1 'musl-gcc compiles for another C library'
else
    skip refuses_musl "musl-gcc is not installed"
fi
finish
