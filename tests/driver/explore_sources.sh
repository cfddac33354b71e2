#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# An exploration names what its runs have used and no choice decides: random numbers, the time of
# day, and files that ranks share outside of MPI.
. "$(dirname "$0")/../harness/tap.sh"

cat >sources.c <<'EOF2'
#define _GNU_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static unsigned number;

static void use_system(const char *what)
{
    if (strcmp(what, "getrandom") == 0 && getrandom(&number, sizeof number, 0) < 0)
        exit(2);
    if (strcmp(what, "getentropy") == 0 && getentropy(&number, sizeof number) != 0)
        exit(2);
#if __GLIBC_PREREQ(2, 36)
    if (strcmp(what, "arc4random") == 0)
        number = arc4random();
    if (strcmp(what, "arc4random_uniform") == 0)
        number = arc4random_uniform(9);
    if (strcmp(what, "arc4random_buf") == 0)
        arc4random_buf(&number, sizeof number);
#endif
}

static void use_device(const char *what)
{
    FILE *device = NULL;

    if (strcmp(what, "fopen") == 0)
        device = fopen("/dev/urandom", "r");
    if (strcmp(what, "open") == 0)
        device = fdopen(open("/dev/random", O_RDONLY), "r");
    if (device != NULL)
        fclose(device);
}

static void use_time(const char *what)
{
    struct timespec utc;
    struct timeval day;

    if (strcmp(what, "time") == 0)
        number = (unsigned)time(NULL);
    if (strcmp(what, "gettimeofday") == 0 && gettimeofday(&day, NULL) == 0)
        number = (unsigned)day.tv_usec;
    if (strcmp(what, "timespec_get") == 0 && timespec_get(&utc, TIME_UTC) == TIME_UTC)
        number = (unsigned)utc.tv_nsec;
}

static void use_files(const char *what, const char *program, int rank)
{
    const int flags = rank == 0 ? O_CREAT | O_WRONLY | O_APPEND : O_RDONLY | O_CREAT;
    char own[20];
    FILE *stream;

    snprintf(own, sizeof own, "own.%d", rank);
    if (strcmp(what, "shared") == 0)
        close(open("shared", flags, 0600));
    if (strcmp(what, "streams") == 0) {
        stream = fopen("shared", "a");
        fclose(stream);
    }
    if (strcmp(what, "own") == 0)
        close(creat(own, 0600));
    if (strcmp(what, "read") == 0)
        close(open(program, O_RDONLY));
    if (strcmp(what, "null") == 0)
        close(open("/dev/null", O_WRONLY));
}

int main(int argc, char **argv)
{
    int rank, size, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int times = 0; rank == 1 && times < 3; times++) {
        use_system(argv[1]);
        use_device(argv[1]);
        use_time(argv[1]);
    }
    use_files(argv[1], argv[0], rank);
    if (rank != 0)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    for (int i = 1; rank == 0 && i < size; i++)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return MPI_Finalize();
}
EOF2
"$bin/mpicc" -g sources.c -o sources || exit 1

# names SENTENCE CASE PATTERN
names() {
    run "$bin/mpiexec" -n 3 -explore all ./sources "$2"
    expect "$1: $2" 0 \
        "^heddle: 3 schedules pass; not controlled: $3: another run may go another way$"
}

# is_silent SENTENCE CASE OPTION...
is_silent() {
    local sentence=$1 name=$2
    shift 2
    run "$bin/mpiexec" -n 3 -explore all "$@" ./sources "$name"
    expect "$sentence: $name" 0 '^heddle: all 3 schedules pass$'
}

in_use='in use_[a-z]+ \(sources\.c:[0-9]+\) of rank'
for way in getrandom getentropy; do
    names names_random_numbers_once_by_function_line_and_rank $way "$way $in_use 1"
done
if grep -q arc4random_uniform <(nm -D "$bin/../lib/libmpi_abi.so.1" 2>nm.err); then
    for way in arc4random arc4random_buf arc4random_uniform; do
        names names_random_numbers_once_by_function_line_and_rank $way "$way $in_use 1"
    done
fi
for way in fopen open; do
    names names_random_devices $way "$way of a random device $in_use 1"
done
for way in time gettimeofday timespec_get; do
    names names_the_time_of_day $way "$way $in_use 1"
    is_silent names_no_time_that_choices_decide $way -explore-time virtual
done
names names_a_file_that_one_rank_writes_and_others_read shared \
    "open of a file that ranks share $in_use 0, open of a file that ranks share $in_use 1 and \
open of a file that ranks share $in_use 2"
names names_a_file_that_ranks_write_as_a_stream streams \
    "fopen of a file that ranks share $in_use 0, .* of rank 2"
is_silent names_no_files_of_one_rank own
is_silent names_no_files_that_are_only_read read
is_silent names_no_device_that_keeps_nothing null
is_silent names_nothing_where_all_is_controlled nothing

# Fortified programs call other functions.
"$bin/mpicc" -g -O2 -D_FORTIFY_SOURCE=2 sources.c -o fortified || exit 1
run "$bin/mpiexec" -n 3 -explore all ./fortified read
expect opens_files_of_fortified_programs 0 '^heddle: all 3 schedules pass$'
run "$bin/mpiexec" -n 3 -explore all ./fortified fopen
expect names_random_devices_of_fortified_programs 0 'not controlled: fopen of a random device'

cat >job.c <<'EOF2'
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <sys/random.h>

static int use(void *argument)
{
    int rank, value = 0;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && argument != NULL && getrandom(&value, sizeof value, 0) < 0)
        return 1;
    return 0;
}

int main(void)
{
    const struct heddle_options options = {.name = "use", .explore = "all"};
    struct heddle_result result;
    int has_all[2];

    for (int uses = 0; uses < 2; uses++) {
        if (heddle_run(&options, 2, use, uses ? &has_all : NULL, &result) != 0)
            return 1;
        has_all[uses] = result.has_all_schedules;
        heddle_result_free(&result);
    }
    printf("%d %d\n", has_all[0], has_all[1]);
    return 0;
}
EOF2
"$bin/mpicc" -g job.c -o job || exit 1
run ./job
expect says_that_a_job_with_random_numbers_has_more_schedules 0 '^1 0$'

cat >drawn.c <<'EOF2'
#include <mpi.h>
#include <sys/random.h>

/* The number of messages is drawn in each run. */
int main(int argc, char **argv)
{
    unsigned char drawn = 0;
    int rank, value;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && getrandom(&drawn, 1, 0) != 1)
        return 1;
    MPI_Bcast(&drawn, 1, MPI_UNSIGNED_CHAR, 0, MPI_COMM_WORLD);
    for (int i = 0; rank != 0 && i <= drawn; i++)
        MPI_Send(&i, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < 2 * (drawn + 1); i++)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return MPI_Finalize();
}
EOF2
"$bin/mpicc" -g drawn.c -o drawn || exit 1
run "$bin/mpiexec" -n 3 -explore all ./drawn
expect says_what_keeps_a_program_from_repeating_itself 1 \
    'the job did not repeat itself: .*; not controlled: getrandom in main \(drawn\.c:12\) of '\
'rank 0$'

finish
