#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The compiler warns of buffers that do not suit their datatype or count: of types/wrong.* in the
# words of the file beside it, and of nothing in types/right.*. So it does of types/scope_*, whose
# buffers go out of scope before their operation is complete.
. "$(dirname "$0")/../harness/tap.sh"
if [ "$privatize" = no ]; then
    skip types 'the plugin looks at them'
    finish
    exit
fi

export LC_ALL=C
sources=$top_source/tests/driver/types

# The order is that of the lines: types are looked at before counts. gfortran puts the place on a
# line of its own.
warnings() {
    {
        sed -n 's/^[^:]*:\([0-9]*:[0-9]*: \(warning\|error\): .*\)/\1/p' err
        awk -F: '/^[^:]*:[0-9]+:[0-9]+:$/ { place = $2 ":" $3 }
            /^(Warning|Error): / { print place ": " $0 }' err
    } | sort -n
}

# GCC 15 and later take C for C23, where the name of _Bool is bool.
for choice in 'mpicc right.c' 'mpicxx right.cc' 'mpifort right.f90' 'mpicc wrong.c' \
    'mpicxx wrong.cc' 'mpifort wrong.f90' 'mpicc scope_right.c' 'mpicxx scope_right.cc' \
    'mpifort scope_right.f90' 'mpicc scope_wrong.c' 'mpicxx scope_wrong.cc' \
    'mpifort scope_wrong.f90'; do
    compiler=${choice%% *} source=${choice##* }
    [ -x "$bin/$compiler" ] || continue
    expected=$sources/$source.txt
    [ -e "$expected" ] || expected=/dev/null
    standard=()
    [ "$compiler" != mpicc ] || standard=(-std=gnu17)
    for level in -O0 -O2; do
        run "$bin/$compiler" "${standard[@]}" $level -c "$sources/$source" -o /dev/null
        warnings >"$source$level.warnings"
        [ "$status" -eq 0 ] && diff "$expected" "$source$level.warnings" >&2
        report "$choice $level"
    done
done
run "$bin/mpicxx" -xc++ -fpermissive -c "$sources/wrong.c" -o /dev/null
[ "$(warnings | grep -c 'Wmpi-')" -eq "$(grep -c '' "$sources/wrong.c.txt")" ]
report c_as_cxx
[ "$(grep -c '' "$sources/wrong.c.txt")" -gt 50 ]
report there_are_warnings

for source in wrong.c scope_wrong.c; do
    run "$bin/mpicc" -std=gnu17 -O2 -flto -c "$sources/$source" -o /dev/null
    warnings >lto.warnings
    [ "$status" -eq 0 ] && diff "$sources/$source.txt" lto.warnings >&2
    report "$source -flto"
done

run "$bin/mpicc" -Werror -Wno-mpi-type -Wno-mpi-count -c "$sources/wrong.c" -o /dev/null
expect are_switched_off 0
run "$bin/mpicc" -Werror -Wno-mpi-scope -c "$sources/scope_wrong.c" -o /dev/null
expect of_scopes_are_switched_off 0
run "$bin/mpicc" -Werror=mpi-scope -c "$sources/scope_wrong.c" -o /dev/null
expect of_scopes_are_errors_by_name 1 'error: .MPI_Isend.*\[-Werror=mpi-scope\]'
run "$bin/mpicc" -Wno-mpi-type -c "$sources/wrong.c" -o /dev/null
[ "$status" -eq 0 ] && ! grep -q 'Wmpi-type' err && grep -q 'Wmpi-count' err
report are_switched_off_one_by_one
run "$bin/mpicc" -Werror=mpi-type -Wno-mpi-count -c "$sources/wrong.c" -o /dev/null
expect are_errors_by_name 1 'error: argument 1 of .MPI_Send.*\[-Werror=mpi-type\]'
run "$bin/mpicc" -Wmpi-type -Werror -c "$sources/wrong.c" -o /dev/null
expect are_errors_where_warnings_are 1 'error: argument 1 of .MPI_Send.'
run "$bin/mpicc" -w -c "$sources/wrong.c" -o /dev/null
expect are_warnings 0 && [ -z "$err" ]
report are_silent_as_all_warnings_are
mkdir -p system && cp "$sources/wrong.c" system/wrong.h && echo '#include <wrong.h>' >user.c
run "$bin/mpicc" -Werror -isystem system -c user.c -o /dev/null
expect do_not_concern_system_headers 0
finish
