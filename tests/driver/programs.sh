#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Several programs as ranks of one job: mpiexec's colon, and programs that ranks spawn.
. "$(dirname "$0")/../harness/tap.sh"
if [ "$privatize" = no ] || [ ! -x "$bin/heddle-launch" ]; then
    skip programs 'only of builds with private globals and a shared library'
    finish
    exit
fi

# ---- the programs: their names are equal, their values are not ----------------------------------

# A library of two programs, and one that only a program opens.
# step is a function of old C libraries, which a program's library may have, too.
cat >steps.c <<'TEXT'
#include <mpi.h>
static int steps, begun;
int step(void);
int steps_begun(void);
__attribute__((constructor)) static void begin(void) { begun++; }
int step(void) { return ++steps; }
int steps_begun(void) { return begun; }
TEXT
cat >plugin.c <<'TEXT'
int opened = 40;
int open_value(void);
int open_value(void) { return ++opened; }
TEXT
cat >ocean.c <<'TEXT'
#include <mpi.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int step(void), steps_begun(void);
int value = 100;
int *value_at = &value;
_Thread_local int of_thread = 11;
_Thread_local int *of_thread_at = &value;
int twice(int number) { return 2 * number; }
__attribute__((constructor)) static void begin(void) { value++; }
__attribute__((destructor)) static void end(void) { printf("the end of ocean %d\n", value); }
static void leave(void) { printf("ocean exits with %d\n", value); }
int main(int argc, char **argv)
{
    int rank, size, *appnum, found, sum, i;
    char directory[300];
    void *plugin = dlopen("./libplugin.so", RTLD_NOW);
    int (*open_value)(void) = (int (*)(void))dlsym(plugin, "open_value");
    MPI_Init(&argc, &argv);
    atexit(leave);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &appnum, &found);
    for (i = 0; i < rank; i++)
        open_value();
    *value_at += twice(rank) + step();
    of_thread += rank;
    MPI_Allreduce(&value, &sum, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD);
    printf("ocean %d/%d part %d value %d thread %d %d begun %d plugin %d sum %d\n", rank, size,
           *appnum, value, of_thread, of_thread_at == &value, steps_begun(), open_value(), sum);
    printf("ocean %d: %d words, last %s, in %s, A=%s\n", rank, argc, argv[argc - 1],
           getcwd(directory, sizeof directory), getenv("A"));
    MPI_Finalize();
    return argc > 1 ? atoi(argv[1]) : 0;
}
TEXT
cat >air.cc <<'TEXT'
#include <mpi.h>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
extern "C" int step(), steps_begun();
int value = 1000;
thread_local int of_thread = 21;
thread_local std::string text = "air";
struct begin {
    begin() { value++; }
    ~begin() { std::cout << "the end of air " << value << "\n"; }
} object;
extern "C" int twice(int number) { return 20 * number; }
/* The library makes the text, and the program frees it. */
static std::string caught(int rank)
{
    try {
        throw std::runtime_error("rank " + std::to_string(rank) + " has thrown a long exception");
    } catch (const std::exception &error) {
        return error.what();
    }
}
int main(int argc, char **argv)
{
    int rank, size, *appnum, found, sum, more, in_thread = 0;
    char directory[300];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &appnum, &found);
    more = twice(rank) + step();
    value += more;
    text += std::to_string(rank);
    std::thread([&] { in_thread = of_thread + (text == "air"); of_thread = 0; }).join();
    MPI_Allreduce(&value, &sum, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD);
    std::cout << text << " " << rank << "/" << size << " part " << *appnum << " value " << value
              << " thread " << of_thread << " " << in_thread << " begun " << steps_begun()
              << " sum " << sum << std::endl;
    std::cout << "air " << rank << ": " << argc << " words, last " << argv[argc - 1] << ", in "
              << getcwd(directory, sizeof directory) << ", A=" << getenv("A") << std::endl;
    std::cout << "air has caught: " << caught(rank) << std::endl;
    MPI_Finalize();
    return argc > 2 ? atoi(argv[2]) : 0;
}
TEXT
cat >land.f90 <<'TEXT'
module state
    integer :: value = 10000
    integer, save :: of_thread = 31
    !$omp threadprivate(of_thread)
end module
program land
    use mpi_f08
    use state
    integer :: rank, size, sum
    character(len=80) :: word
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, size)
    value = value + rank
    of_thread = of_thread + rank
    call MPI_Allreduce(value, sum, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
    call get_command_argument(1, word)
    open(unit=10, file='land.txt')
    write(10, '(a)') trim(word)
    close(10)
    print '(a,i0,a,i0,a,i0,a,i0,a,i0,a,a)', 'land ', rank, '/', size, ' value ', value, &
        ' thread ', of_thread, ' sum ', sum, ' word ', trim(word)
    call MPI_Finalize()
end program
TEXT
# A sanitizer has the names of the C library before those of programs' libraries.
[ "$sanitizer" = no ] || sed -i 's/\bstep(/own_step(/' steps.c ocean.c air.cc
mkdir -p sub lib
"$bin/mpicc" -shared -fPIC -g steps.c -o lib/libsteps.so &&
    "$bin/mpicc" -shared -fPIC -g plugin.c -o libplugin.so &&
    "$bin/mpicc" -g ocean.c -Llib -lsteps '-Wl,-rpath,$ORIGIN/lib' -o ocean &&
    "$bin/mpicxx" -g air.cc -Llib -lsteps '-Wl,-rpath,${ORIGIN}/../lib' -o sub/air
report builds_programs_with_one_library
fortran=no
if [ "$sanitizer" = no ] && [ -x "$bin/mpifort" ] &&
    "$bin/mpifort" -fopenmp -g land.f90 -o land 2>/dev/null; then
    fortran=yes
fi

# Programs with libraries that they open, which use names of the program and of its libraries.
cat >host.c <<'TEXT'
#include <mpi.h>
#include <dlfcn.h>
#include <stdio.h>
int step(void);
int hosted = 7;
int hook(void);
int hook(void) { return hosted; }
int main(int argc, char **argv)
{
    int (*ask)(void), rank, told;
    void *opened;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    hosted += rank + step();
    MPI_Barrier(MPI_COMM_WORLD);
    opened = argc > 1 ? dlopen(argv[1], RTLD_LAZY) : NULL;
    if (argc > 1 && opened == NULL)
        puts(dlerror());
    if (opened != NULL) {
        *(void **)&ask = dlsym(opened, "ask");
        told = ask();
        printf("rank %d is told %d, has %d, steps %d\n", rank, told, hosted, step());
    }
    MPI_Finalize();
    return 0;
}
TEXT
[ "$sanitizer" = no ] || sed -i 's/\bstep(/own_step(/' host.c
cat >asking.c <<'TEXT'
extern int hosted;
int hook(void), steps_begun(void), ask(void);
int ask(void)
{
    hosted *= 10;
    return hook() + 1000 * steps_begun();
}
TEXT
"$bin/mpicc" -g -rdynamic host.c -Llib -lsteps '-Wl,-rpath,$ORIGIN/lib' -o host && cp host inn &&
    "$bin/mpicc" -shared -fPIC asking.c -o libasking.so && cp libasking.so libasking2.so
report builds_programs_that_open_libraries

# ---- mpiexec ------------------------------------------------------------------------------------

run "$bin/mpiexec" -n 2 -env A one ./ocean : -n 2 -env A two -wdir sub "$work/sub/air" -v
expect runs_programs_in_c_and_cxx_as_one_world 0 \
    '^ocean 0/4 part 0 value 102 thread 11 1 begun 1 plugin 41 sum 2310$' \
    '^ocean 1/4 part 0 value 104 thread 12 1 begun 1 plugin 42 sum 2310$' \
    '^air2 2/4 part 1 value 1042 thread 21 22 begun 1 sum 2310$' \
    '^air3 3/4 part 1 value 1062 thread 21 22 begun 1 sum 2310$'
expect lets_the_program_free_what_the_library_has_made 0 \
    '^air has caught: rank 3 has thrown a long exception$'
expect gives_arguments_directories_and_variables 0 \
    "^ocean 1: 1 words, last ./ocean, in $work, A=one$" \
    "^air 2: 2 words, last -v, in $work/sub, A=two$"
expect runs_constructors_destructors_and_handlers 0 'the end of ocean 102' 'the end of ocean 104' \
    'ocean exits with 104' 'the end of air 1042' 'the end of air 1062'
if [ $fortran = yes ]; then
    run "$bin/mpiexec" -n 1 -env A 1 ./ocean : -n 2 ./land word : -n 1 -env A 1 sub/air
    expect runs_programs_in_three_languages 0 '^ocean 0/4 .* sum 21167$' \
        '^land 1/4 value 10001 thread 32 sum 21167 word word$' \
        '^land 2/4 value 10002 thread 33 sum 21167 word word$' '^air3 3/4 .* sum 21167$'
else
    skip runs_programs_in_three_languages 'without mpifort, its modules or OpenMP; or sanitized'
fi
if [ -x "$bin/mpifort" ] && printf "program ice\n use mpi\n integer :: rank, failed
 call MPI_Init(failed)\n call MPI_Comm_rank(MPI_COMM_WORLD, rank, failed)
 print '(a,i0)', 'written by ice ', rank\n call MPI_Finalize(failed)\nend program\n" >ice.f90 &&
    "$bin/mpifort" ice.f90 -o ice 2>err; then
    sed 's/by ice/by snow/' ice.f90 >snow.f90 && "$bin/mpifort" snow.f90 -o snow
    run "$bin/mpiexec" -n 1 ./ice : -n 2 ./snow
    expect writes_what_each_program_in_fortran_prints 0 '^written by ice 0$' \
        '^written by snow 1$' '^written by snow 2$'
    "$WRAPPER_CC" -shared -fPIC -x c /dev/null -o libnothing.so
    run env LD_PRELOAD="$PWD/libnothing.so" "$bin/mpiexec" -n 1 ./ice : -n 1 ./snow
    expect writes_it_beside_a_preloaded_library_too 0 '^written by ice 0$' '^written by snow 1$'
else
    skip writes_what_each_program_in_fortran_prints 'without mpifort or its modules'
fi

run "$bin/mpiexec" -n 2 ./host ./libasking.so : -n 1 -env A 1 ./inn
expect lets_an_opened_library_use_names_of_its_program 0 '^rank 0 is told 1080, has 80, steps 2$' \
    '^rank 1 is told 1090, has 90, steps 2$'
if [ "$sanitizer" = no ]; then
    run "$bin/mpiexec" -n 1 ./host ./libasking.so : -n 1 ./inn ./libasking2.so
    expect refuses_an_opened_library_that_is_bound_to_another_program 134 \
        "library ./libasking2?.so, which a rank has opened, uses '(hook|hosted)' of the program"
else
    skip refuses_an_opened_library_that_is_bound_to_another_program 'a sanitizer reports the abort'
fi

cat >handlers.cc <<'TEXT'
#include <mpi.h>
#include <cstdio>
#include <exception>
#include <new>
const char *name = "first";
static void lack()
{
    std::printf("%s lacks memory\n", name);
    throw std::bad_alloc();
}
static void stop()
{
    std::printf("%s stops\n", name);
    std::fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 3);
}
int main(int argc, char **argv)
{
    volatile std::size_t bytes = 1UL << 60;
    MPI_Init(&argc, &argv);
    std::set_new_handler(lack);
    std::set_terminate(stop);
    try {
        operator delete(operator new(bytes));
    } catch (const std::bad_alloc &) {
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (argc > 1)
        std::terminate();
    MPI_Finalize();
    return 0;
}
TEXT
sed 's/"first"/"second"/; s/\\black\\b/want/g; s/\\bstop\\b/halt/g' handlers.cc >seconds.cc
"$bin/mpicxx" handlers.cc -o handlers && "$bin/mpicxx" seconds.cc -o seconds
if [ "$sanitizer" = no ]; then
    run "$bin/mpiexec" -n 1 ./handlers : -n 1 ./seconds terminate
    expect asks_each_program_for_its_handlers 3 '^first lacks memory$' '^second lacks memory$' \
        '^second stops$'
else
    skip asks_each_program_for_its_handlers 'a sanitizer ends what wants so much memory'
fi

run "$bin/mpiexec" -n 1 -env A 1 ./ocean 0 : -n 2 -env A 1 sub/air x 7 : -n 1 -env A 1 ./ocean 5
expect ends_with_the_status_of_the_lowest_rank_that_failed 7
run "$bin/mpiexec" -matrix drawn.svg -n 1 -env A 1 ./ocean : -n 1 -env A 1 sub/air
grep -q '>ocean : air: who sends to whom among 2 ranks<' drawn.svg &&
    grep -q '>rank 0 (ocean) to rank 1 (air): ' drawn.svg
report names_the_programs_in_a_picture_of_messages
printf -- '-n 1 -env A 1 ./ocean\n-n 1 -env A 1 sub/air\n' >parts
run "$bin/mpiexec" -configfile parts
expect takes_programs_from_a_file 0 '^ocean 0/2' '^air1 1/2'
run "$bin/heddle-launch"
expect the_launcher_says_who_starts_it 2 'mpiexec that starts this'

cat >stuck.c <<'TEXT'
#include <mpi.h>
static void wait_for_ever(int from)
{
    MPI_Recv(&from, 1, MPI_INT, from, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    wait_for_ever(1);
    MPI_Finalize();
    return 0;
}
TEXT
sed 's/wait_for_ever(1)/wait_for_ever(0)/; s/wait_for_ever/wait_too/' stuck.c >too.c
"$bin/mpicc" -g stuck.c -o stuck && "$bin/mpicc" -g too.c -o too
run "$bin/mpiexec" -n 1 ./stuck : -n 1 ./too
expect reports_lines_of_all_programs 65 'wait_for_ever \(stuck.c:4\)' 'wait_too \(too.c:4\)'
expect names_the_program_of_each_rank 65 '^  rank 0 \(stuck\): MPI_Recv' \
    '^  rank 1 \(too\): MPI_Recv' 'circle: rank 0 \(stuck\) waits for rank 1 \(too\), which'

objcopy --only-keep-debug too apart.debug && objcopy --strip-debug too apart &&
    objcopy --add-gnu-debuglink=apart.debug apart && cp stuck bare && strip bare
run "$bin/mpiexec" -n 1 ./bare : -n 1 ./apart
expect names_programs_without_lines_and_finds_lines_in_files_of_their_own 65 \
    'called in \? \(bare\)' 'wait_too \(too.c:4\)'

cat >state.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    char line[80] = "nothing\n";
    int rank, option;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    setenv("OWN", rank == 0 ? "first" : "second", 1);
    MPI_Barrier(MPI_COMM_WORLD);
    while ((option = getopt(argc, argv, "ab:")) != -1)
        printf("rank %d: option %c %s\n", rank, option, optarg != NULL ? optarg : "alone");
    fgets(line, sizeof line, stdin);
    printf("rank %d: %s, read %s", rank, getenv("OWN"), line);
    fflush(stdout);
    MPI_Barrier(MPI_COMM_WORLD);
    if (argc > 3)
        *(volatile int *)0 = 1;
    MPI_Finalize();
    return 0;
}
TEXT
"$bin/mpicc" -g state.c -o state && cp state states
echo hello >input
run sh -c "'$bin/mpiexec' -stdin 1 -n 1 ./state -a : -n 1 ./states -b x <input"
expect gives_each_program_its_own_libc_state 0 '^rank 0: option a alone$' '^rank 1: option b x$' \
    '^rank 0: first, read nothing$' '^rank 1: second, read hello$'
if [ "$sanitizer" = no ]; then
    run "$bin/mpiexec" -n 1 ./state : -n 1 ./states -b x y
    expect tells_where_a_program_has_crashed 139 \
        '^rank 1 \(states\): Segmentation fault' 'main \(state.c:20\)'
else
    skip tells_where_a_program_has_crashed 'the sanitizer tells it'
fi
if command -v gdb >/dev/null && [ "$sanitizer" = no ]; then
    # GDB compares the watched value after each step of this one thread: see gdb.sh.
    line=$(grep -n 'value += more' air.cc | cut -d: -f1)
    run gdb -q -batch -iex "add-auto-load-safe-path $top_build" -ex 'set breakpoint pending on' \
        -ex "break air.cc:$line" -ex run -ex 'private value' -ex 'private value + 1' -ex 'bt 1' \
        -ex 'print value + 2' -ex 'print of_thread' -ex private \
        -ex 'set can-use-hw-watchpoints 0' -ex 'set scheduler-locking on' \
        -ex 'watch -location value' -ex continue -ex kill \
        --args "$bin/mpiexec" -n 1 -env A 1 ./ocean : -n 1 -env A 1 sub/air
    expect gdb_knows_lines_and_variables_of_all_programs 0 '= 1001$' '= 1002$' '= 1003$' '= 21$' \
        '^Watchpoint 2: -location value' '^New value = 1022$' \
        '^value = 1001   \(air.cc:[0-9]+\)' "at air.cc:$line"
else
    skip gdb_knows_lines_and_variables_of_all_programs 'without gdb, or in a build it cannot show'
fi
finish
