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
int main(int argc, char **argv)
{
    int rank, size, *appnum, found, sum, in_thread = 0;
    char directory[300];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &appnum, &found);
    value += twice(rank) + step();
    text += std::to_string(rank);
    std::thread([&] { in_thread = of_thread + (text == "air"); of_thread = 0; }).join();
    MPI_Allreduce(&value, &sum, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD);
    std::cout << text << " " << rank << "/" << size << " part " << *appnum << " value " << value
              << " thread " << of_thread << " " << in_thread << " begun " << steps_begun()
              << " sum " << sum << std::endl;
    std::cout << "air " << rank << ": " << argc << " words, last " << argv[argc - 1] << ", in "
              << getcwd(directory, sizeof directory) << ", A=" << getenv("A") << std::endl;
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

# ---- mpiexec ------------------------------------------------------------------------------------

run "$bin/mpiexec" -n 2 -env A one ./ocean : -n 2 -env A two -wdir sub "$work/sub/air" -v
expect runs_programs_in_c_and_cxx_as_one_world 0 \
    '^ocean 0/4 part 0 value 102 thread 11 1 begun 1 plugin 41 sum 2310$' \
    '^ocean 1/4 part 0 value 104 thread 12 1 begun 1 plugin 42 sum 2310$' \
    '^air2 2/4 part 1 value 1042 thread 21 22 begun 1 sum 2310$' \
    '^air3 3/4 part 1 value 1062 thread 21 22 begun 1 sum 2310$'
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
run "$bin/mpiexec" -n 1 -env A 1 ./ocean 0 : -n 2 -env A 1 sub/air x 7 : -n 1 -env A 1 ./ocean 5
expect ends_with_the_status_of_the_lowest_rank_that_failed 7
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
    expect tells_where_a_program_has_crashed 139 '^rank 1: Segmentation fault' 'main \(state.c:20\)'
else
    skip tells_where_a_program_has_crashed 'the sanitizer tells it'
fi
if command -v gdb >/dev/null && [ "$sanitizer" = no ]; then
    run gdb -q -batch -iex "add-auto-load-safe-path $top_build" -ex 'set breakpoint pending on' \
        -ex 'break air.cc:22' -ex run -ex 'private value' -ex 'private value + 1' -ex 'bt 1' \
        --args "$bin/mpiexec" -n 1 -env A 1 ./ocean : -n 1 -env A 1 sub/air
    expect gdb_knows_lines_and_variables_of_all_programs 0 '= 1001$' '= 1002$' 'at air.cc:22'
else
    skip gdb_knows_lines_and_variables_of_all_programs 'without gdb, or in a build it cannot show'
fi

# ---- refusals -----------------------------------------------------------------------------------

echo 'int main(void) { return 0; }' >plain.c
"$WRAPPER_CC" plain.c -o plain && "$WRAPPER_CC" -static plain.c -o static &&
    "$WRAPPER_CC" -no-pie plain.c -o fixed
report builds_programs_of_others
for pair in 'plain:not linked by Heddle.s mpicc' 'static:not position-independent' \
    'fixed:not position-independent'; do
    run "$bin/mpiexec" -n 1 ./ocean : -n 1 "./${pair%%:*}"
    expect "refuses the program ${pair%%:*}" 1 \
        "/${pair%%:*} cannot run beside another program: it (is|was) ${pair#*:}"
done
cp plain arm && printf '\267' | dd of=arm bs=1 seek=18 conv=notrunc status=none
run "$bin/mpiexec" -n 1 ./ocean : -n 1 ./arm
expect refuses_another_processor 1 'another kind of processor'
run "$bin/mpiexec" -n 1 ./ocean : -n 1 ./nowhere
expect names_a_program_that_is_not_there 127 'nowhere not found'
run "$bin/mpiexec" -n 1 ./ocean : -n 1 ./parts
expect names_a_program_that_is_not_executable 126 'parts: '
cat >large.c <<'TEXT'
#include <mpi.h>
_Thread_local char large[1 << 22];
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    large[argc] = 1;
    return MPI_Finalize();
}
TEXT
"$bin/mpicc" large.c -o large
run "$bin/mpiexec" -n 1 ./ocean : -n 1 ./large
expect refuses_too_many_thread_local_variables 1 '/large .* has 4194[0-9]+ bytes of thread-local'
printf 'extern _Thread_local int mine; int theirs(void);
int theirs(void) { return mine; }\n' >theirs.c
printf '#include <mpi.h>\n_Thread_local int mine; int theirs(void);
int main(void) { MPI_Init(0, 0); mine = theirs(); return MPI_Finalize(); }\n' >mine.c
"$bin/mpicc" -shared -fPIC theirs.c -o libtheirs.so &&
    "$bin/mpicc" mine.c -L. -ltheirs '-Wl,-rpath,$ORIGIN' -o mine
run "$bin/mpiexec" -n 1 ./ocean : -n 1 ./mine
expect refuses_a_library_that_names_a_thread_local_variable 1 'mine cannot run .*: .*mine'

printf 'int hook(void), ask(void);\nint ask(void) { return hook(); }\n' >asks.c
printf '#include <mpi.h>\nint hook(void), ask(void); int value = 1; int hook(void) { return value; }
int main(void) { MPI_Init(0, 0); ask(); return MPI_Finalize(); }\n' >hooked.c
"$bin/mpicc" -shared -fPIC asks.c -o libasks.so &&
    "$bin/mpicc" hooked.c -L. -lasks '-Wl,-rpath,$ORIGIN' -o hooked && cp hooked crooked
printf '#include <mpi.h>\nint main(void) { MPI_Init(0, 0); return MPI_Finalize(); }\n' >idle.c
"$bin/mpicc" idle.c -o idle
run "$bin/mpiexec" -n 1 ./idle : -n 1 ./hooked
expect binds_a_library_to_the_only_program_that_has_a_name 0
run "$bin/mpiexec" -n 1 ./hooked : -n 1 ./crooked
expect refuses_a_library_that_is_bound_to_one_of_two_programs 1 "crooked cannot .*'hook' of the"

# ---- spawned programs ---------------------------------------------------------------------------

# ThreadSanitizer does not see libc's lock of stdout, under which spawned ranks write std::cout, and
# a sanitizer's thread-local variables lie where those of spawned programs would go.
if [ "$sanitizer" != no ]; then
    skip spawned_programs 'a sanitizer leaves no space for their thread-local variables'
    finish
    exit
fi

cat >parent.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
int value = 5;
_Thread_local int of_thread = 6;
int twice(int number) { return 2 * number; }
int main(int argc, char **argv)
{
    int codes[2] = {-1, -1}, err, sum, i, rank, size, length;
    char text[MPI_MAX_ERROR_STRING];
    MPI_Comm children;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    value += rank;
    for (i = 1; i < argc; i++) {
        err = MPI_Comm_spawn(argv[i], (char *[]){"from", "parent", NULL}, 2, MPI_INFO_NULL,
                             size - 1, MPI_COMM_WORLD, &children, codes);
        if (err == MPI_SUCCESS) {
            MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, children);
            MPI_Comm_disconnect(&children);
            printf("parent %d: %d from %s, own %d %d, codes %d %d\n", rank, sum, argv[i], value,
                   of_thread, codes[0], codes[1]);
        } else {
            MPI_Error_class(err, &err);
            MPI_Error_string(err, text, &length);
            printf("parent %d: %s %d %d %d\n", rank, argv[i], err == MPI_ERR_SPAWN,
                   codes[0] == MPI_ERR_SPAWN, codes[1] == MPI_ERR_SPAWN);
        }
    }
    MPI_Finalize();
    return 0;
}
TEXT
cat >child.cc <<'TEXT'
#include <mpi.h>
#include <iostream>
#include <string>
int value = 50;
thread_local int of_thread = 60;
thread_local std::string text = "child";
extern "C" int twice(int number) { return number + 1000; }
struct begin {
    begin() { value += 5; }
} object;
int main(int argc, char **argv)
{
    int rank, sum = 0;
    MPI_Comm parent, children;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_get_parent(&parent);
    value += rank;
    of_thread += rank;
    std::cout << text << " " << rank << ": " << argv[argc - 1] << " " << value << " " << of_thread
              << " " << twice(rank) << std::endl;
    if (argc > 2 && std::string(argv[1]) == "deeper") {
        char word[] = "leaf", *words[] = {word, nullptr};
        MPI_Comm_spawn("./child", words, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                       MPI_ERRCODES_IGNORE);
        MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, children);
        MPI_Comm_disconnect(&children);
    }
    if (parent != MPI_COMM_NULL) {
        MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, parent);
        MPI_Comm_disconnect(&parent);
    }
    MPI_Finalize();
    return 0;
}
TEXT
cat >tested.c <<'TEXT'
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
static int work(void *argument)
{
    int sum, *value = argument;
    MPI_Comm children;
    MPI_Comm_spawn("./child", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 1, MPI_COMM_WORLD, &children,
                   MPI_ERRCODES_IGNORE);
    MPI_Allreduce(value, &sum, 1, MPI_INT, MPI_SUM, children);
    MPI_Comm_disconnect(&children);
    printf("a job is told %d\n", sum);
    return 0;
}
int main(void)
{
    int i, value = 5, failed = 0;
    for (i = 0; i < 3; i++)
        failed |= heddle_run(NULL, 2, work, &value, NULL);
    return failed;
}
TEXT
"$bin/mpicc" -g tested.c -o tested && "$bin/mpicc" -g parent.c -o parent &&
    "$bin/mpicxx" -g child.cc -o child
report builds_parents_and_children
run "$bin/mpiexec" -n 2 ./parent ./child child ./parts ./plain ./nowhere ./child
expect spawns_another_program 0 '^child 0: parent 55 60 1000$' '^child 1: parent 56 61 1001$' \
    '^parent 0: 111 from ./child, own 5 6, codes 0 0$' '^parent 1: 111 from child, own 6 6,'
expect leaves_the_caller_intact_when_that_fails 0 '^parent 0: ./parts 1 1 1$' \
    '^parent 1: ./plain 1 1 1$' '^parent 0: ./nowhere 1 1 1$'
cp parent twin-parent
run ./tested
expect spawns_another_program_in_a_job_of_heddle_run 0 '^a job is told 111$'
[ "$(grep -c '^a job is told 111$' out)" -eq 6 ]
report spawns_it_in_each_job
run "$bin/mpiexec" -n 1 ./parent ./child : -n 1 ./twin-parent ./child
expect spawns_from_several_programs 0 '^parent 0: 111 from ./child'
run "$bin/mpiexec" -n 2 ./parent ./child : -n 0 ./child
expect refuses_parts_without_ranks 2
sed 's/"from"/"deeper"/' parent.c >grand.c
"$bin/mpicc" -g grand.c -o grand
run "$bin/mpiexec" -n 2 ./grand ./child
expect lets_spawned_programs_spawn 0 '^parent 1: 111 from ./child' '^child 1: leaf 56 61 1001$'
cat >both.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
#include <string.h>
int value = 1;
int main(int argc, char **argv)
{
    MPI_Comm parent, children, one;
    int *appnum, found, rank, size, colour = 7;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &appnum, &found);
    MPI_Comm_get_parent(&parent);
    if (parent == MPI_COMM_NULL) {
        char *commands[] = {argv[1], argv[2]};
        char *words[] = {"x", NULL}, *none[] = {NULL}, **all[] = {words, none};
        MPI_Comm_spawn_multiple(2, commands, all, (int[]){1, 2},
                                (MPI_Info[]){MPI_INFO_NULL, MPI_INFO_NULL}, 0, MPI_COMM_WORLD,
                                &children, MPI_ERRCODES_IGNORE);
        MPI_Intercomm_merge(children, 0, &one);
    } else {
        MPI_Intercomm_merge(parent, 1, &one);
    }
    MPI_Bcast(&colour, 1, MPI_INT, 0, one);
    printf("%s rank %d of %d, part %d, argc %d, colour %d\n", strrchr(argv[0], '/') + 1, rank, size,
           parent == MPI_COMM_NULL ? -1 : *appnum, argc, colour);
    MPI_Finalize();
    return 0;
}
TEXT
"$bin/mpicc" both.c -o both && cp both twin && cp both third
run "$bin/mpiexec" -n 1 ./both ./twin ./third
expect spawns_several_programs_as_one_world 0 '^both rank 0 of 1, part -1, argc 3, colour 7$' \
    '^twin rank 0 of 3, part 0, argc 2, colour 7$' '^third rank 1 of 3, part 1, argc 1, colour 7$' \
    '^third rank 2 of 3, part 1, argc 1, colour 7$'
cat >many.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
int value;
int main(int argc, char **argv)
{
    int i, sum;
    MPI_Comm parent, children;
    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    for (i = 0; parent == MPI_COMM_NULL && i < 100; i++) {
        MPI_Comm_spawn("./many-child", MPI_ARGV_NULL, 1 + i % 3, MPI_INFO_NULL, 0, MPI_COMM_WORLD,
                       &children, MPI_ERRCODES_IGNORE);
        MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, children);
        value += sum;
        MPI_Comm_disconnect(&children);
    }
    if (parent != MPI_COMM_NULL) {
        value++;
        MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, parent);
        MPI_Comm_disconnect(&parent);
    }
    MPI_Finalize();
    if (parent == MPI_COMM_NULL)
        printf("children have told %d\n", value);
    return 0;
}
TEXT
"$bin/mpicc" many.c -o many && cp many many-child
run "$bin/mpiexec" -n 1 ./many
expect spawns_another_program_a_hundred_times 0 '^children have told 199$'
finish
