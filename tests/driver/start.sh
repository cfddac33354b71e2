#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# How programs start that the wrappers did not make, or made without a need for MPI: build systems
# compile and run such programs.
. "$(dirname "$0")/../harness/tap.sh"

if [ "$privatize" = no ] || [ ! -e "$top_build/lib/libmpi_abi.so" ]; then
    skip start "this build has no private globals, or no shared library"
    finish
    exit
fi

cat >plain.c <<'TEXT'
#include <stdio.h>
int main(void) { puts("one of them"); return 0; }
TEXT
cat >ranks.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
int calls;
int library(void);
int main(void)
{
    int rank, size;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int turn = 0; turn < size; turn++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (turn == rank) {
            calls++;
            library();
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    printf("rank %d of %d calls %d library %d\n", rank, size, calls, library());
    MPI_Finalize();
    return 0;
}
TEXT
cat >library.c <<'TEXT'
static int table[100];
int library(void);
int library(void) { return ++table[7]; }
TEXT
cc=${CC:-cc}

# A program that a configure script tries.
run "$bin/mpicc" plain.c -o plain && run ./plain
expect a_program_without_mpi_is_one_rank 0 '^one of them$'
[ "$(wc -l <out)" -eq 1 ]
report a_program_without_mpi_writes_once
HEDDLE_NP=3 run ./plain
[ "$(wc -l <out)" -eq 3 ]
report a_program_without_mpi_is_as_many_as_asked_for

# Wrapped programs with a library that was not. Where ranks have copies of it (driver/foreign.sh),
# the library is kept single here.
export HEDDLE_SINGLE=liblibrary,libsmall
run $cc -shared -fPIC library.c -o liblibrary.so
run "$bin/mpicc" ranks.c ./liblibrary.so -o ranks
HEDDLE_NP=2 run ./ranks
expect tells_of_a_library_whose_variables_are_shared 0 'rank 0 of 2 calls 1 ' \
    'heddle: all ranks share the global variables of 1 library .*: liblibrary.so; compile with'
printf 'int made;\nint library(void);\nint library(void) { return ++made; }\n' >small.c
run $cc -shared -fPIC small.c -o libsmall.so
run "$bin/mpicc" ranks.c ./libsmall.so -o small
HEDDLE_NP=2 run ./small
expect tells_of_one_small_variable 0 'heddle: all ranks share .* of 1 library .*: libsmall.so; comp'
printf 'static int n;\nint library(void);\nint library(void) { return ++n; }\n' >hidden.c
run $cc -shared -fPIC hidden.c -o libsmall.so
HEDDLE_NP=2 run ./small
expect tells_of_one_that_no_other_file_can_name 0 \
    'heddle: all ranks share .* of 1 library .*: libsmall.so; comp'
printf 'int library(void);\nint library(void) { return 3; }\n' >none.c
run $cc -shared -fPIC none.c -o libsmall.so
HEDDLE_NP=2 run ./small
[ "$status" -eq 0 ] && [ ! -s err ]
report says_nothing_of_a_library_without_variables
# Compilers in /opt have their libraries there.
mkdir -p opt
cp -L "$($cc -print-file-name=libstdc++.so.6)" "$($cc -print-file-name=libgcc_s.so.1)" opt
printf '#include <iostream>\nint main() { std::cout << "from C++" << std::endl; }\n' >plus.cc
run "$bin/mpicxx" plus.cc -o plus
run env LD_LIBRARY_PATH="$PWD/opt" HEDDLE_NP=2 ./plus
[ "$status" -eq 0 ] && [ "$out" = "from C++
from C++" ] && [ ! -s err ]
report says_nothing_of_a_compilers_libraries_elsewhere
HEDDLE_NP=2 HEDDLE_TELL_SHARED=0 run ./ranks
[ ! -s err ]
report says_nothing_if_that_is_right
HEDDLE_NP=1 run ./ranks
[ ! -s err ]
report says_nothing_to_one_rank
unset HEDDLE_SINGLE
run "$bin/mpicc" -shared library.c -o liblibrary.so && HEDDLE_NP=2 run ./ranks
expect says_nothing_of_a_wrapped_library 0 'rank 1 of 2 calls 1 library 2'
[ ! -s err ]
report says_nothing_more

# Linked with the library alone. A sanitizer has to be linked into the program as well.
if [ "${sanitizer:-no}" = no ]; then
    run $cc -I"$top_build/include" ranks.c library.c -o bare -L"$top_build/lib" \
        -Wl,-rpath,"$top_build/lib" -lmpi_abi && run ./bare
    expect a_program_with_the_library_alone_is_one_rank 0 '^rank 0 of 1 calls 1 '
    [ ! -s err ]
    report a_single_rank_is_told_nothing
    HEDDLE_NP=2 run ./bare
    expect its_ranks_have_variables_of_their_own 0 'rank 1 of 2 calls 1 library 2'
fi

# Shared libraries of the flags for programs.
eval "run $cc -shared -fPIC $("$bin/mpicc" -showme:compile) library.c -o libflags.so \
    $("$bin/mpicc" -showme:link)"
expect flags_for_linking_suit_a_shared_library 0
[ "$(nm -D --defined-only libflags.so | grep -c ' [TWBV] ')" -eq 1 ]
report a_shared_library_shows_its_own_functions_alone

# An installed tree knows the prefix that it was installed to.
"${MAKE:-make}" -C "$top_build" -s install prefix="$work/elsewhere" >make.log 2>&1
PKG_CONFIG_PATH=$work/elsewhere/lib/pkgconfig run pkg-config --cflags --libs mpi
expect pkg_config_names_the_prefix_of_the_installation 0 "$work/elsewhere/lib -lmpi_abi"
! grep -q -e -fPIE -e -pie out
report pkg_config_does_not_take_back_fPIC
finish
