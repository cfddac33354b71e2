#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Other programs that ranks spawn.
. "$(dirname "$0")/../harness/tap.sh"
if [ "$privatize" = no ] || [ ! -x "$bin/heddle-launch" ]; then
    skip spawned_programs 'only of builds with private globals and a shared library'
    finish
    exit
fi

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
echo 'int main(void) { return 0; }' >plain.c && "$WRAPPER_CC" plain.c -o plain && echo >parts
run "$bin/mpiexec" -n 2 ./parent ./child child ./parts ./plain ./nowhere ./child
expect spawns_another_program 0 '^child 0: parent 55 60 1000$' '^child 1: parent 56 61 1001$' \
    '^parent 0: 111 from ./child, own 5 6, codes 0 0$' '^parent 1: 111 from child, own 6 6,'
expect leaves_the_caller_intact_when_that_fails 0 '^parent 0: ./parts 1 1 1$' \
    '^parent 1: ./plain 1 1 1$' '^parent 0: ./nowhere 1 1 1$'
cat >keeps.cc <<'TEXT'
#include <cstdlib>
#include <new>
void *operator new(std::size_t bytes) { return std::malloc(bytes); }
void operator delete(void *old) noexcept { std::free(old); }
void operator delete(void *old, std::size_t) noexcept { std::free(old); }
int main() { return *new int(0); }
TEXT
"$bin/mpicxx" -rdynamic keeps.cc -o keeps # libraries see its operator new
run "$bin/mpiexec" -n 2 ./parent ./keeps ./child ./keeps child
expect refuses_one_program_and_spawns_the_next 0 '^parent 0: ./keeps 1 1 1$' \
    '^parent 0: 111 from ./child,' '^parent 1: 111 from child,'
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

# Reports name the job and the program of a rank. Each word is a mistake of rank 1 of the children.
cat >wrong.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static void stop_here(void) { usleep(1); }
static void err(const char *word, int rank, MPI_Comm parent)
{
    MPI_Comm dup;
    float number = 0;
    if (rank != 1 || strcmp(word, "wait") == 0)
        return;
    if (strcmp(word, "deadlock") == 0)
        MPI_Recv(&number, 1, MPI_FLOAT, 0, 7, parent, MPI_STATUS_IGNORE);
    if (strcmp(word, "mismatch") == 0)
        MPI_Recv(&number, 1, MPI_FLOAT, 0, 3, parent, MPI_STATUS_IGNORE);
    if (strcmp(word, "error") == 0)
        MPI_Send(&number, 1, MPI_FLOAT, 9, 0, parent);
    if (strcmp(word, "leak") == 0)
        MPI_Comm_dup(MPI_COMM_SELF, &dup);
    if (strcmp(word, "fault") == 0)
        *(volatile int *)0 = 1;
    if (strcmp(word, "stop") == 0)
        stop_here();
}
int main(int argc, char **argv)
{
    int rank, number = 5;
    MPI_Comm parent, children;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_get_parent(&parent);
    if (parent == MPI_COMM_NULL) {
        MPI_Comm_spawn(argv[2], argv + 1, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                       MPI_ERRCODES_IGNORE);
        MPI_Send(&number, 1, MPI_INT, 1, 3, children);
        if (strcmp(argv[1], "wait") == 0)
            sleep(1000);
    } else {
        err(argv[1], rank, parent);
        printf("child %d\n", rank);
    }
    MPI_Finalize();
    return 0;
}
TEXT
"$bin/mpicc" -g wrong.c -o wrong && cp wrong child-wrong
child='rank 1 of job 1 \(child-wrong\)'
run "$bin/mpiexec" -n 1 ./wrong error ./child-wrong
expect names_job_and_program_in_errors 6 "^$child: MPI_Send: "
run "$bin/mpiexec" -n 1 ./wrong error ./wrong
expect names_no_program_if_there_is_but_one 6 '^rank 1 of job 1: MPI_Send: '
run env HEDDLE_MISMATCH=1 "$bin/mpiexec" -n 1 ./wrong mismatch ./child-wrong
expect names_them_in_warnings 0 "^$child: warning: the message from rank 0 with tag 3 was sent as"
run env HEDDLE_LEAKS=2 "$bin/mpiexec" -n 1 ./wrong leak ./child-wrong
expect names_them_in_leaks 0 \
    '^heddle: not freed before MPI_Finalize of job 1 \(child-wrong\):$' \
    "1 communicator, made in err \(wrong.c:19\), by $child" \
    '^heddle: not freed before MPI_Finalize of job 0 \(wrong\):$'
run "$bin/mpiexec" -n 1 ./wrong fault ./child-wrong
expect names_them_in_faults 139 "^$child: Segmentation fault"
run "$bin/mpiexec" -timeout 10 -n 1 ./wrong wait ./child-wrong
expect names_them_in_what_ranks_do 124 'what the 1 ranks of job 0 \(wrong\) do' \
    'what the 2 ranks of job 1 \(child-wrong\) do' '^  ranks? .*1 of job 1 \(child-wrong\):'
run "$bin/mpiexec" -n 1 ./wrong deadlock ./child-wrong
expect names_them_in_deadlocks 65 \
    '^  rank 0 of job 0 \(wrong\): MPI_Finalize' \
    "^  $child: MPI_Recv, .* waits for a message from rank 0 \(rank 0 of job 0 \(wrong\)\) with" \
    "note: rank 0 of job 0 \(wrong\) sent $child a message with tag 3 .*; $child waits for tag 7"
run "$bin/mpiexec" -l -n 1 ./wrong nothing ./child-wrong
expect begins_lines_with_job_and_rank 0 '^\[1\.0\] child 0$' '^\[1\.1\] child 1$'
# Jobs 1 and 2 are connected with each other, and not with job 0.
cat >apart.c <<'TEXT'
#include <mpi.h>
#include <string.h>
static MPI_Comm spawn(const char *program, char *word, char *next)
{
    char *words[] = {word, next, NULL};
    MPI_Comm children;
    MPI_Comm_spawn(program, words, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                   MPI_ERRCODES_IGNORE);
    return children;
}
int main(int argc, char **argv)
{
    MPI_Comm parent, children;
    int number;
    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent == MPI_COMM_NULL) {
        children = spawn(argv[0], argv[1], NULL);
        MPI_Comm_disconnect(&children);
    } else if (argc == 2) {
        MPI_Comm_disconnect(&parent);
        children = spawn(argv[0], argv[1], argv[1]);
        if (strcmp(argv[1], "abort") == 0)
            MPI_Abort(MPI_COMM_WORLD, 3);
        MPI_Recv(&number, 1, MPI_INT, 0, 0, children, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&number, 1, MPI_INT, 0, 0, parent, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
TEXT
"$bin/mpicc" -g apart.c -o apart
run "$bin/mpiexec" -n 1 ./apart abort
[ "$(grep -c '^rank 0 of job 1: MPI_Abort(MPI_COMM_WORLD, 3)' err)" -eq 1 ]
report tells_once_of_an_abort_of_connected_jobs
run "$bin/mpiexec" -n 1 ./apart wait
[ "$(grep -c '^heddle: deadlock: no rank of 2 can go on' err)" -eq 1 ]
report tells_once_of_a_deadlock_of_connected_jobs
run "$bin/mpiexec" -matrix drawn.svg -n 2 ./parent ./child
grep -q '>parent: who sends to whom among 2 ranks of job 0 (parent)<' drawn.svg
report says_which_job_a_picture_of_messages_shows
if command -v gdb >/dev/null; then
    DEBUGINFOD_URLS='' run gdb -nx -batch -iex "add-auto-load-safe-path $top_build" \
        -ex 'set breakpoint pending on' -ex 'break stop_here' -ex run -ex ranks -ex rank \
        -ex 'rank 0.0' -ex 'mpi queues' -ex 'rank 1.1' -ex 'info threads' -ex kill \
        --args "$bin/mpiexec" -n 1 ./wrong stop ./child-wrong
    expect names_them_in_the_debugger 0 "^\* ${child#rank } +[0-9]+ +runs, stop_here" \
        '^rank 0 of job 0 \(wrong\), thread' '^rank 0 of job 0 \(wrong\)$' "^$child: runs" \
        "^$child, thread" '"rank 1\.1"'
else
    skip names_them_in_the_debugger 'without gdb'
fi
finish
