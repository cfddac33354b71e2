#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The compiler warns of buffers whose C type is not that of the datatype beside them, of all those
# that types/wrong.* mark and of nothing else.
. "$(dirname "$0")/../harness/tap.sh"
if [ "$privatize" = no ]; then
    skip types 'the plugin looks at them'
    finish
    exit
fi

sources=$top_source/tests/driver/types
warnings() {
    sed -n 's/^[^ ]*:\([0-9]*\):[0-9]*: warning: argument .* datatype is MPI_.*/\1/p' err |
        sort -un
}

marked() {
    grep -n 'warns \*/' "$sources/$1" | cut -d: -f1
}

for choice in 'mpicc right.c' 'mpicc wrong.c' 'mpicxx wrong.cc' 'mpicxx -xc++ wrong.c'; do
    compiler=${choice%% *} source=${choice##* }
    language=${choice#"$compiler"} language=${language%"$source"}
    for level in -O0 -O2; do
        # shellcheck disable=SC2086
        run "$bin/$compiler" $level $language -c "$sources/$source" -o /dev/null
        [ "$status" -eq 0 ] && [ "$(warnings)" = "$(marked "$source")" ]
        report "$choice $level"
    done
done
[ "$(marked wrong.c | wc -l)" -gt 10 ] && [ "$(marked wrong.cc | wc -l)" -gt 3 ]
report there_are_marks
run "$bin/mpicc" -c "$sources/wrong.c" -o /dev/null
expect names_both_types 0 ".MPI_Send. points to .double., but its datatype is MPI_INT"
run "$bin/mpicc" -Werror -Wno-heddle-type -c "$sources/wrong.c" -o /dev/null
expect is_switched_off 0
run "$bin/mpicc" -Wheddle-type -Werror -c "$sources/wrong.c" -o /dev/null
expect is_an_error_where_warnings_are 1 'error: argument 1 of .MPI_Send.'
finish
