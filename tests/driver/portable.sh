#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the wrappers make is for the standard's ABI: with another library of that ABI behind it, a
# program is an ordinary one, and its variables are where they are.
. "$(dirname "$0")/../harness/tap.sh"
if [ "$sanitizer" != no ] || [ "$privatize" = no ]; then
    skip portable 'only of plain builds with private globals'
    finish
    exit
fi

# The other library: processes of one rank.
mkdir -p other
cat >other.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
int MPI_Init(int *argc, char ***argv) { (void)argc, (void)argv; return MPI_SUCCESS; }
int MPI_Finalize(void) { puts("ended by the other library"); return MPI_SUCCESS; }
int MPI_Comm_rank(MPI_Comm comm, int *rank) { (void)comm; *rank = 0; return MPI_SUCCESS; }
int MPI_Comm_size(MPI_Comm comm, int *size) { (void)comm; *size = 1; return MPI_SUCCESS; }
int PMPI_Abi_get_fortran_info(MPI_Info *info) { (void)info; return MPI_ERR_OTHER; }
TEXT
run gcc -shared -fPIC -I"$top_source/include" other.c -o other/libmpi_abi.so.1 \
    -Wl,-soname,libmpi_abi.so.1 && ln -sf libmpi_abi.so.1 other/libmpi_abi.so
expect another_library_of_the_abi_is_made 0

cat >part.c <<'TEXT'
int of_library = 5;
int *address_of(void);
int *address_of(void) { return &of_library; }
TEXT
cat >program.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
extern int of_library;
int *address_of(void);
int count = 3, *pointer = &count;
static int *const table[] = {&count, &of_library};
static int constructed;
static _Thread_local int *own = &count;
__attribute__((constructor)) static void construct(void) { constructed++; }
static void say_end(void) { printf("at the end %d\n", count); }
int main(int argc, char **argv)
{
    char words[] = "a b";
    time_t start = 0;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    atexit(say_end);
    *pointer += 1, *table[1] += 1, *own += 1;
    printf("rank %d of %d count %d library %d %d constructed %d\n", rank, size, count, of_library,
           address_of() == &of_library, constructed);
    strtok(words, " "), srand(1);
    printf("word %s year %d\n", strtok(NULL, " "), gmtime(&start)->tm_year);
    MPI_Finalize();
    return 0;
}
TEXT
said='rank 0 of 1 count 5 library 6 1 constructed 1'
run "$bin/mpicc" -shared -O2 part.c -o libpart.so
expect makes_a_library 0
run "$bin/mpicc" -O2 program.c -o program ./libpart.so
expect makes_a_program 0
HEDDLE_NP=1 run ./program
expect runs_with_heddle 0 "$said" '^at the end 5' '^word b year 70'
LD_LIBRARY_PATH=$work/other run ./program
expect runs_with_another_library 0 "$said" '^at the end 5' '^word b year 70' '^ended by the other'
HEDDLE_NP=3 LD_LIBRARY_PATH=$work/other run ./program
[ "$(grep -c '^rank' out)" -eq 1 ]
report is_one_rank_there

# Objects, linked by hand with what the wrapper links, and the other library.
run "$bin/mpicc" -O2 -c program.c
run gcc -pie program.o "$top_build/lib/heddle/module.o" "$top_build/lib/heddle/start_shared.a" \
    ./libpart.so -Lother -lmpi_abi -o by-hand &&
    LD_LIBRARY_PATH=$work/other run ./by-hand
expect objects_link_with_another_library 0 "$said" '^at the end 5' '^ended by the other'

cat >objects.cc <<'TEXT'
#include <mpi.h>
#include <iostream>
#include <map>
#include <string>
struct speaker {
    speaker() { names["one"] = 1; }
    ~speaker() { std::cout << "destroyed with " << names.size() << "\n"; }
    std::map<std::string, int> names;
};
static speaker the_speaker;
static int &number() { static int kept = the_speaker.names["one"] + 1; return kept; }
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    number()++;
    the_speaker.names["two"] = number();
    std::cout << "number " << number() << std::endl;
    MPI_Finalize();
}
TEXT
run "$bin/mpicxx" -O2 objects.cc -o objects && LD_LIBRARY_PATH=$work/other run ./objects
expect cxx_runs_with_another_library 0 '^number 3' '^destroyed with 2'

if [ -x "$bin/mpifort" ]; then
    cat >units.f90 <<'TEXT'
program units
   integer :: count = 3, values(2)
   common /block/ values
   character(10) :: word
   call get_command_argument(1, word)
   count = count + 1
   values = count
   open (10, file='units.text', status='replace')
   write (10, *) values
   rewind (10)
   read (10, *) count, count
   close (10, status='delete')
   print '(a, 1x, i0)', trim(word), count
end program
TEXT
    run "$bin/mpifort" -O2 units.f90 -o units && LD_LIBRARY_PATH=$work/other run ./units argument
    expect fortran_runs_with_another_library 0 '^argument 4'
    cat >bound.f90 <<'TEXT'
program bound
   use mpi_f08
   integer :: rank, ranks
   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks)
   print '(a, i0, a, i0)', 'rank ', rank, ' of ', ranks
   call MPI_Finalize()
end program
TEXT
    run "$bin/mpifort" -O2 bound.f90 -o bound && HEDDLE_NP=2 run ./bound
    expect bindings_run_with_heddle 0 '^rank 1 of 2'
    LD_LIBRARY_PATH=$work/other run ./bound
    expect bindings_run_with_another_library 0 '^rank 0 of 1' '^ended by the other library'
fi
finish
