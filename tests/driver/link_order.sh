#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Wherever a command line names the library, the wrappers link the same program: ranks have their
# own variables, and their own state of libc.
. "$(dirname "$0")/../harness/tap.sh"
if [ "$sanitizer" != no ] || [ "$privatize" = no ]; then
    skip link_order 'only of plain builds with private globals'
    finish
    exit
fi

cat >own.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int MPI_4INT = 1; /* the program's: the header declares no variable */
int main(int argc, char **argv)
{
    char text[16];
    int rank, sum = 0, number;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(text, sizeof text, "%d", rank);
    setenv("OWN", text, 1);
    MPI_4INT += rank;
    MPI_Barrier(MPI_COMM_WORLD);
    number = 10 * MPI_4INT + atoi(getenv("OWN"));
    MPI_Reduce(&number, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("sum %d\n", sum);
    MPI_Finalize();
    return 0;
}
TEXT
own='^sum 63$'

# link NAME WRAPPER ARGUMENTS...: the program is right.
link() {
    local name=$1 wrapper=$2
    shift 2
    rm -f own
    run "$wrapper" "$@" -o own && [ "$status" -eq 0 ] &&
        run "$bin/mpiexec" -n 3 ./own
    expect "$name" 0 "$own"
}

"$bin/mpicc" -c own.c && link takes_the_library_behind_the_object "$bin/mpicc" own.o -lmpi_abi
link takes_it_before_the_source "$bin/mpicc" -lmpi_abi own.c
link takes_it_several_times "$bin/mpicc" -lmpi_abi own.o -lmpi_abi -lmpi -lmpi_abi
link takes_the_name_of_others "$bin/mpicc" own.o -lmpi
link takes_it_by_its_path "$bin/mpicc" "$top_build/lib/libmpi_abi.so" own.o
link takes_it_as_needed "$bin/mpicc" -Wl,--as-needed own.o -lmpi_abi
link takes_it_as_needed_by_the_wrapper "$bin/mpicc" -Wl,--as-needed own.o
link takes_it_with_lto "$bin/mpicc" -flto -O2 own.c -lmpi_abi
for linker in gold lld; do
    if command -v ld.$linker >/dev/null; then
        link takes_it_with_$linker "$bin/mpicc" -fuse-ld=$linker own.o -lmpi_abi
    else
        skip takes_it_with_$linker "no ld.$linker"
    fi
done

# Build systems ask for the flags, and may have named the library before.
eval "flags=($("$bin/mpicc" -showme:link))"
link takes_it_before_the_flags_that_are_shown gcc own.o -L"$top_build/lib" -lmpi_abi "${flags[@]}"

# A library of the wrapper's gets no start, and the program that needs it gets one.
"$bin/mpicc" -fPIC -shared -x c - -o libpart.so -lmpi_abi <<<'int part(void) { return 1; }' &&
    ! nm libpart.so | grep -q libc_start_main
report gives_libraries_no_start
link takes_it_from_a_library "$bin/mpicc" ./libpart.so -Wl,-rpath,. own.o -lmpi_abi

# Without the wrapper's flags all ranks share everything, but there are ranks.
gcc -I"$top_build/include" own.c -L"$top_build/lib" -Wl,-rpath,"$top_build/lib" -lmpi_abi \
    -o plain && run "$bin/mpiexec" -n 3 ./plain
[ "$status" -eq 0 ] && [ "$(grep -c '^sum' out)" -eq 1 ]
report starts_ranks_of_a_program_that_is_linked_with_the_library_alone

# Where there is only the static library.
if [ -e "$top_build/lib/libmpi_abi.a" ]; then
    mkdir -p static/bin static/lib
    cp "$bin/mpicc" static/bin
    [ ! -e "$bin/heddle-globals" ] || ln -s "$bin/heddle-globals" static/bin
    ln -s "$(readlink -f "$top_build/include")" static/include
    ln -s "$top_build"/lib/heddle "$top_build"/lib/libmpi_abi.a static/lib
    link takes_the_static_library static/bin/mpicc own.o
    link takes_the_static_library_that_is_named static/bin/mpicc own.o -lmpi_abi
    ! ldd own | grep -q libmpi_abi
    report is_static
else
    skip takes_the_static_library 'there is none'
fi

if [ -x "$bin/heddle-globals" ]; then
    "$bin/mpicc" -g own.c -o own && run "$bin/heddle-globals" ./own
    expect tells_that_a_variable_named_as_those_of_mpi_is_private 0 'own.c:4: MPI_4INT: private$'
fi
finish
