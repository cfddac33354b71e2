#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Which variables are private: the wrapper's options, and heddle-globals, which lists them.
. "$(dirname "$0")/../harness/tap.sh"

if [ "$privatize" = no ] || [ ! -x "$bin/heddle-globals" ]; then
    skip tells_of_variables "without private globals, or without libdw"
    finish
    exit 0
fi

# Each rank adds its number to each variable: private ones end as 1 + rank, shared ones as the sum.
mkdir -p headers
cat >headers/shared.h <<'TEXT'
extern int from_header;
TEXT
cat >vars.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
#include "headers/shared.h"
int counter = 1;
int by_name = 1;
int from_header = 1;
static __thread int of_thread = 1;
int add(int rank);
int in_library(int rank);
#ifdef WITH_ATTRIBUTE
__attribute__((heddle_shared))
#endif
int with_attribute = 1;
int main(int argc, char **argv)
{
    static int in_function = 1;
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int turn = 0; turn < size; turn++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (turn == rank) {
            counter += rank, by_name += rank, from_header += rank, with_attribute += rank;
            in_function += rank, of_thread += rank;
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    printf("rank %d: counter %d by_name %d from_header %d with_attribute %d in_function %d "
           "plain %d library %d of_thread %d\n", rank, counter, by_name, from_header,
           with_attribute, in_function, add(0), in_library(rank), of_thread);
    MPI_Finalize();
    return 0;
}
TEXT
cat >plain.c <<'TEXT'
static int hidden = 1;
int add(int rank) { return hidden += rank; }
TEXT
printf '%s\n' 'int in_library(int rank);' \
    'int in_library(int rank) { static int v = 1; return v += rank; }' >library.c
${CC:-cc} -g -fPIC -c plain.c && "$bin/mpicc" -g -shared -fPIC library.c -o library.so
report builds_parts
build() {
    "$bin/mpicc" -g "$@" vars.c plain.o ./library.so -o vars
}

build && run "$bin/mpiexec" -n 3 ./vars
expect all_are_private_if_nothing_is_said 0 \
    'rank 2: counter 3 by_name 3 from_header 3 with_attribute 3 in_function 3 plain 1 library 3'
build -DWITH_ATTRIBUTE -fheddle-shared=by_name,nowhere -fheddle-shared-path=vars.c \
    -fheddle-private=counter && run "$bin/mpiexec" -n 3 ./vars
expect a_file_is_shared_but_for_a_name 0 \
    'rank 0: counter 1 by_name 4 from_header 4 with_attribute 4 in_function 4 plain 1 library 1' \
    'rank 2: counter 3 by_name 4 from_header 4 with_attribute 4 in_function 4 plain 1 library 3'
run "$bin/heddle-globals" vars
expect lists_what_options_have_shared 0 'vars.c:4: counter: private$' \
    'vars.c:5: by_name: shared \(option shared\)' \
    'vars.c:6: from_header: shared \(option shared-path\)' \
    'vars.c:[0-9]+: with_attribute: shared \(attribute heddle_shared\)'
build -DWITH_ATTRIBUTE -fheddle-shared=by_name && run "$bin/mpiexec" -n 3 ./vars
expect attribute_and_name_are_enough 0 \
    'rank 1: counter 2 by_name 4 from_header 2 with_attribute 4 in_function 2 plain 1 library 2'
run "$bin/heddle-globals" ./vars
# Sanitizers bring variables of their own.
shared=4
[ "$sanitizer" = no ] || shared='[0-9]+'
expect lists_a_program 0 "/vars: 7 private, $shared shared\$" 'vars.c:4: counter: private$' \
    'vars.c:[0-9]+: in_function: private$' \
    "plain.c:1: hidden: shared .its file was not compiled with Heddle's plugin" \
    'of_thread: shared \(thread-local'
expect lists_its_libraries 0 '/library.so: 1 private, 0 shared$' 'library.c:2: v.*: private' \
    "libc.so.6: 0 private, [0-9]+ shared: (it was not compiled|one for all ranks, as the process)"
run "$bin/heddle-globals" -s ./vars
[ "$status" -eq 0 ] && ! grep -q ': private' out
report lists_shared_ones_only
run "$bin/heddle-globals" -a ./library.so plain.o
expect reads_libraries_and_objects 0 'library.so: 1 private' 'plain.o: 0 private, 1 shared' \
    "hidden: shared .the library was not compiled"
printf '%s\n' 'namespace halo { template <class T> T width = 3; }' \
    'int grow() { static int steps; return steps += halo::width<int>++; }' >names.cc
"$bin/mpicxx" -g -fPIC -shared names.cc -o names.so && run "$bin/heddle-globals" ./names.so
expect names_variables_as_the_source_does 0 'names.cc:1: halo::width<int>: private' \
    'names.cc:2: grow::steps: private'
build -fheddle-list 2>list
grep -q 'vars.c:4: counter: private' list
report the_compiler_tells_too
build -fno-heddle-private 2>list && [ ! -s list ] && run "$bin/mpiexec" -n 3 ./vars
expect shares_all_without_a_word 0 \
    'rank 0: counter 4 by_name 4 from_header 4 with_attribute 4 in_function 4 .* of_thread 1$' \
    'rank 2: counter 4 by_name 4 from_header 4 with_attribute 4 in_function 4 .* of_thread 3$'
run "$bin/heddle-globals" no-such-file
expect says_what_it_cannot_read 1 'no-such-file: No such file'
run "$bin/heddle-globals" vars.c
expect says_what_is_no_program 1 'vars.c: is not a program or library'
run "$bin/heddle-globals"
expect wants_a_program 2 'no program or library given'
run "$bin/heddle-globals" -x vars
expect refuses_other_options 2 '-x is not an option'
run "$bin/heddle-globals" --version
expect tells_its_version 0 'heddle-globals \(Heddle\)'
finish
