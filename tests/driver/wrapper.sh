#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# mpicc and mpicxx as users and build systems call them.
. "$(dirname "$0")/../harness/tap.sh"

cat >hello.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    printf("hello %d of %d\n", rank, size);
    MPI_Finalize();
    return 0;
}
TEXT
printf '#include <mpi.h>\nint twice(int x);\nint twice(int x) { return 2 * x; }\n' >twice.c
cc=$bin/mpicc

run "$cc" hello.c -o hello
expect compiles_and_links_in_one_step 0
HEDDLE_NP=3 run ./hello
expect makes_programs_that_run_by_themselves 0 'hello 0 of 3' 'hello 2 of 3'
run "$bin/mpiexec" -n 2 ./hello
expect makes_programs_that_mpiexec_runs 0 'hello 1 of 2'
run readelf -d hello
expect needs_one_mpi_library 0 'NEEDED.*libmpi_abi.so.1' "R(UN)?PATH.*$top_build/lib"
run "$cc" -c hello.c
expect compiles_without_linking 0
run "$cc" hello.o -o from-object && run ./from-object
expect links_objects 0 'hello 0 of'
run "$cc" -O2 -flto hello.c twice.c -o lto && HEDDLE_NP=2 run ./lto
expect links_with_link_time_optimisation 0 'hello 1 of 2'
run "$cc" -ranks=3 hello.c -o three && run ./three
expect gives_a_program_a_default_number_of_ranks 0 'hello 2 of 3'
HEDDLE_NP=2 run ./three
expect lets_the_environment_override_the_default 0 'hello 1 of 2'
for count in 0 x -3 70000 ''; do
    run "$cc" "-ranks=$count" hello.c
    expect "refuses -ranks=$count" 1 'ranks'
done
run "$cc" -E hello.c
expect preprocesses 0 'MPI_Comm_rank'
run "$cc" -S -o - hello.c
expect writes_assembler 0 'main'
run "$cc" -M hello.c
expect lists_dependencies 0 'mpi.h'
run "$cc" -MMD -MF dep.d -c hello.c && run grep -c mpi.h dep.d
expect writes_dependencies_beside_compiling 0
run "$cc" -shared -o libtwice.so twice.c
expect links_shared_libraries 0
run "$cc" -x c - -o from-stdin <hello.c
timeout "$limit" "$cc" -x c - -o from-stdin <hello.c >out 2>err && run ./from-stdin
expect compiles_standard_input 0 'hello 0 of'
printf '%s\n' '-c -o answered.o' hello.c >answer
run "$cc" @answer
expect reads_response_files 0
[ -f answered.o ]
report obeys_response_files
mkdir -p 'with blank' && cp hello.c 'with blank/a "quoted" name.c'
run "$cc" -DWORD='"a b"' "with blank/a \"quoted\" name.c" -o 'with blank/out' &&
    run './with blank/out'
expect keeps_blanks_and_quotes_of_arguments 0 'hello 0 of'
for option in --version -v -dumpversion -print-prog-name=ld --help; do
    run "$cc" $option
    expect "leaves ${option//-/dash } to the compiler" 0
done
run "$cc"
expect says_that_there_is_nothing_to_do 1 'no input files'
run "$cc" nothere.c
expect passes_the_status_of_the_compiler_on 1 'nothere.c'

run "$cc" -show -c hello.c
expect shows_the_command 0 ' -c hello.c' '-I.*include'
[ "$(wc -l <out)" -eq 1 ]
report shows_it_on_one_line
run "$cc" -show hello.c -o shown && run sh -c "$out" && run ./shown
expect shows_a_command_that_works 0 'hello 0 of'
run "$cc" -show
expect shows_everything_without_arguments 0 '-lmpi_abi' '-I'
run "$cc" -compile_info
expect shows_how_it_compiles 0 '-I.*include'
grep -q lmpi_abi out
[ $? -eq 1 ]
report shows_no_library_for_compiling
run "$cc" -link_info
expect shows_how_it_links 0 '-lmpi_abi'
run "$cc" -showme:libdirs
expect shows_the_library_directory 0 "^$top_build/lib$"

for option in -static -no-pie -fno-pie -mcmodel=large -m32; do
    run "$cc" $option hello.c
    expect "refuses ${option//-/dash } with a reason" 1 'not possible: '
done

printf '#include <mpi.h>\n#include <iostream>\n#include <string>\n' >hello.cc
sed -e '/include/d' -e 's/printf.*/std::cout << "hello " + std::to_string(rank) + "\\n";/' \
    hello.c >>hello.cc
run "$bin/mpicxx" hello.cc -o hello++ && HEDDLE_NP=2 run ./hello++
expect compiles_cxx 0 'hello 0' 'hello 1'
mkdir -p elsewhere/bin && ln -sf "$cc" elsewhere/bin/mpicc
run elsewhere/bin/mpicc hello.c -o linked && run ./linked
expect works_through_a_symbolic_link 0 'hello 0 of'

for linker in bfd gold lld; do
    if ! command -v ld.$linker >/dev/null; then
        skip "another_linker_starts_ranks ($linker)" 'it is not installed'
        continue
    fi
    run "$cc" -fuse-ld=$linker hello.c -o by-linker && HEDDLE_NP=2 run ./by-linker
    expect "another_linker_starts_ranks ($linker)" 0 'hello 0 of 2' 'hello 1 of 2'
done

mkdir -p precompiled && cp hello.c precompiled
printf '#include <mpi.h>\nstatic int held = 5;\n' >precompiled/held.h
printf '#include "held.h"\nint *hold(void) { return &held; }\n' >precompiled/hold.c
for language in '' '-x c-header'; do
    # shellcheck disable=SC2086
    run "$cc" $language precompiled/held.h -o precompiled/held.h.gch
    expect "precompiles headers ($language)" 0
    run "$cc" -Winvalid-pch -Werror -H -fheddle-list -c precompiled/hold.c -o precompiled/hold.o
    expect "uses precompiled headers ($language)" 0 '! precompiled/held.h.gch' 'held: private'
done

if [ "$sanitizer" = no ] && [ "$privatize" = yes ] && command -v clang >/dev/null; then
    HEDDLE_CC=clang run "$cc" hello.c -o by-clang
    expect warns_that_another_compiler_shares_globals 0 'will share'
    HEDDLE_NP=1 run ./by-clang
    expect builds_with_another_compiler 0 'hello 0 of 1'
    run "$cc" -cc=clang -c hello.c
    expect warns_when_compiling_alone_too 0 'clang is no GCC .* will share'
    HEDDLE_CXX=clang++ run "$bin/mpicxx" -c hello.cc
    expect warns_of_another_cxx_compiler 0 'clang\+\+ is no GCC .* will share'
fi
# Another version of the same compiler.
if [ "$privatize" = yes ]; then
    printf '#!/bin/sh\n[ "$1" != -dumpfullversion ] || { echo 5.4.0; exit; }\nexec gcc "$@"\n' >old
    chmod +x old
    HEDDLE_CC=./old run "$cc" -c hello.c
    expect refuses_another_version 1 'no plugin for ./old 5.4.0, .*heddle-plugin ./old. builds it'
    HEDDLE_CC=./old run "$cc" -fno-heddle-private -show -c hello.c
    ! grep -q fplugin out
    report loads_no_plugin_into_it
    OMPI_CC=./old run "$cc" -fno-heddle-private -show -c hello.c
    expect knows_open_mpis_variable 0 '^./old '
    MPICH_CC=./older OMPI_CC=./old run "$cc" -show -c hello.c
    expect knows_mpichs_variable 0 '^./older '
    OMPI_CFLAGS=-O3 run "$cc" -show -c hello.c
    expect says_what_it_does_not_use 0 'mpicc: OMPI_CFLAGS is not used'
    HEDDLE_CC=$(command -v gcc) run "$cc" -c hello.c
    [ ! -s err ]
    report knows_its_own_compiler_by_another_name
fi
finish
