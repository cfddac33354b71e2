#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# mpicc, mpicxx and mpifort with other versions of GCC than the one that Heddle was configured for.
. "$(dirname "$0")/../harness/tap.sh"
if [ "$privatize" != yes ]; then
    skip other_compilers 'there is no plugin'
    finish
    exit
fi

cat >main.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
extern int of_library;
int part(void), count(void);
static int own;
int common;
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i <= rank; i++)
        common++, of_library++, own += part() + count();
    MPI_Barrier(MPI_COMM_WORLD);
    printf("rank %d: %d %d %d\n", rank, own, common, of_library);
    MPI_Finalize();
    return 0;
}
TEXT
cat >part.c <<'TEXT'
extern int common;
static int calls;
int part(void);
int part(void)
{
    common += 10;
    return calls++;
}
TEXT
cat >library.c <<'TEXT'
int of_library = 100;
static int calls;
int count(void);
int count(void)
{
    of_library += 10;
    return calls++;
}
TEXT
cat >units.f90 <<'TEXT'
program units
   use mpi_f08
   integer, save :: n = 0
   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, n)
   call MPI_Barrier(MPI_COMM_WORLD)
   write (*, '(a, i0)') 'rank ', n
   call MPI_Finalize()
end program
TEXT
cat >old.f <<'TEXT'
      PROGRAM OLD
      INCLUDE 'mpif.h'
      INTEGER IERR, N
      SAVE N
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, N, IERR)
      CALL MPI_BARRIER(MPI_COMM_WORLD, IERR)
      WRITE (*, '(A, I0)') 'rank ', N
      CALL MPI_FINALIZE(IERR)
      END
TEXT
cat >streams.cc <<'TEXT'
#include <mpi.h>
#include <iostream>
#include <string>
static std::string own = "rank ";
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    own += std::to_string(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    std::cout << own + "\n";
    MPI_Finalize();
}
TEXT
cat >heap.c <<'TEXT'
#include <mpi.h>
#include <stdlib.h>
int main(void)
{
    int *numbers = calloc(4, sizeof *numbers);
    const void *from = numbers;
    double result[2];
    MPI_Init(0, 0);
    MPI_Reduce(from, result, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    free(numbers);
    return 0;
}
TEXT
own=$("$bin/mpicc" -showme:command)

# Builds the library, the main file and the other one, each by a compiler, and runs the program.
build_and_run() {
    run "$bin/mpicc" -cc="$1" -O2 -shared library.c -o liblibrary.so &&
        run "$bin/mpicc" -cc="$2" -O2 -c main.c && run "$bin/mpicc" -cc="$3" -O2 -c part.c &&
        run "$bin/mpicc" -cc="$2" main.o part.o -o prog -L. -llibrary -Wl,-rpath,"$work" &&
        HEDDLE_NP=3 run ./prog
}
expect_private() {
    expect "$1" 0 '^rank 0: 0 11 111$' '^rank 1: 2 22 122$' '^rank 2: 6 33 133$'
}

others=()
for version in 11 12 13 14 15 16 17 18 19; do
    other=gcc-$version
    full=$($other -dumpfullversion 2>/dev/null)
    [ "$full" != "$($own -dumpfullversion)" ] &&
        [ -e "$top_build/lib/heddle/gcc-$full/heddle_privatize.so" ] || continue
    others+=("$other")
    build_and_run "$other" "$own" "$own"
    expect_private "links_a_library_of_another_version ($version)"
    build_and_run "$own" "$other" "$own"
    expect_private "links_a_program_by_another_version ($version)"
    build_and_run "$other" "$own" "$other"
    expect_private "links_objects_of_both_versions ($version)"
    run "$bin/mpicc" -cc="$other" -flto -O2 main.c part.c library.c -o lto && HEDDLE_NP=3 run ./lto
    expect_private "optimises_at_link_time_by_another_version ($version)"
    HEDDLE_CC=$other run "$bin/mpicc" -fPIE -O2 main.c part.c -o prog -L. -llibrary \
        -Wl,-rpath,"$work" && HEDDLE_NP=3 run ./prog
    expect_private "leaves_variables_in_their_library ($version)"
    run "$bin/mpicc" -cc="$other" -O2 heap.c -o heap && HEDDLE_NP=1 HEDDLE_CHECK=1 run ./heap
    expect "describes_data_by_another_version ($version)" 3 \
        'sendbuf in main .* is in memory allocated in main .* for `int`, but .*MPI_DOUBLE'
    if command -v "g++-$version" >/dev/null; then
        MPICH_CXX=g++-$version run "$bin/mpicxx" -O2 streams.cc -o streams &&
            HEDDLE_NP=2 run ./streams
        expect "compiles_cxx_by_another_version ($version)" 0 '^rank 0$' '^rank 1$'
    fi
    if [ -x "$bin/mpifort" ] && command -v "gfortran-$version" >/dev/null; then
        for source in old.f units.f90; do
            OMPI_FC=gfortran-$version run "$bin/mpifort" -O2 $source -o units
            if [ $version = 11 ] && [ $source = units.f90 ]; then
                expect "says_what_modules_need ($version)" 1 'they need gfortran 12'
                continue
            fi
            HEDDLE_NP=2 run ./units
            expect "compiles_fortran_by_another_version ($version, $source)" 0 '^rank 0$' '^rank 1$'
        done
    fi
done
if [ ${#others[@]} -gt 1 ]; then
    build_and_run "${others[0]}" "${others[-1]}" "$own"
    expect_private "links_objects_of_three_versions (${others[0]}, ${others[-1]})"
fi
[ ${#others[@]} -gt 0 ] ||
    skip other_versions 'no other GCC with plugin headers was there at configure'

# A version that Heddle has not been built for: the own compiler, which says another number. A file
# in the place of its folder makes heddle-plugin build for one user.
cat >gcc-new <<TEXT
#!/bin/sh
case \$1 in
-dumpfullversion) echo 12.99.0 ;;
*) exec $own "\$@" ;;
esac
TEXT
sed 's/12.99.0/5.4.0/' gcc-new >gcc-old
sed 's/^-dumpfull.*/&\n-print-file-name=*) echo nowhere ;;/' gcc-new >gcc-bare
chmod +x gcc-new gcc-old gcc-bare
folder=$top_build/lib/heddle/gcc-12.99.0
trap 'rm -rf "$folder"' EXIT
: >"$folder"
export XDG_CACHE_HOME=$work/cache
for step in '' -c -show; do
    # shellcheck disable=SC2086
    run "$bin/mpicc" -cc=./gcc-new $step main.c
    expect "refuses_a_version_without_plugin ($step)" 1 \
        "no plugin for ./gcc-new 12.99.0,.*bin/heddle-plugin ./gcc-new' builds it"
done
run "$bin/mpicc" -cc=./gcc-new -fno-heddle-private -c main.c
expect lets_the_user_share_variables_by_name_of_the_option 0
run "$bin/heddle-plugin" -no-modules -flags=-O0 ./gcc-new
expect builds_a_plugin 0
run find cache -name heddle_privatize.so
expect builds_it_for_one_user_where_the_library_may_not_be_written 0 'gcc-12.99.0/heddle_priv'
build_and_run ./gcc-new ./gcc-new "$own"
expect_private compiles_by_the_new_version
rm "$folder"
mv cache/heddle/*/gcc-12.99.0 "$folder"
run "$bin/mpicc" -cc=./gcc-new -c main.c
expect takes_a_plugin_that_was_added_beside_the_library 0
echo 1 >"$folder/sum"
run "$bin/mpicc" -cc=./gcc-new -c main.c
expect refuses_one_that_another_heddle_has_left 1 'no plugin for ./gcc-new 12.99.0'

run "$bin/heddle-plugin" ./gcc-old
expect says_that_a_version_is_too_old 1 'gcc-old 5.4.0 is too old'
run "$bin/heddle-plugin" ./gcc-bare
expect says_that_the_headers_are_missing 1 'has no plugin headers .*gcc-12-plugin-dev'
run "$bin/heddle-plugin" ./gcc-none
expect says_that_there_is_no_such_compiler 1 'gcc-none is no GCC, or is not installed'
run "$bin/heddle-plugin"
expect tells_how_it_is_used 1 '^usage: heddle-plugin'
finish
