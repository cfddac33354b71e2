#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Standard input belongs to one rank, or to all; environments belong to the parts of a job.
. "$(dirname "$0")/../harness/tap.sh"

if [ "$privatize" = no ]; then
    skip who_reads "without private globals"
    finish
    exit 0
fi

cat >lines.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    char line[100], text[1000] = "";
    int rank, number = 0;
    size_t bytes = 0;
    ssize_t taken;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1 && strcmp(argv[1], "count") == 0) {
        while (getc(stdin) != EOF)
            bytes++;
        sprintf(text, "%zu", bytes);
    } else if (argc > 1) {
        while ((taken = read(STDIN_FILENO, text + bytes, 7)) > 0)
            bytes += (size_t)taken;
    } else {
        if (scanf("%d ", &number) == 1)
            bytes += (size_t)sprintf(text, "number %d;", number);
        while (fgets(line, sizeof line, stdin) != NULL)
            bytes += (size_t)sprintf(text + bytes, "%.*s;", (int)strcspn(line, "\n"), line);
        if (getchar() != EOF || fileno(stdin) != STDIN_FILENO)
            strcat(text, "more");
    }
    text[strcspn(text, "\n")] = '!';
    printf("rank %d: <%s>\n", rank, text);
    MPI_Finalize();
    return 0;
}
TEXT
"$bin/mpicc" -O2 lines.c -o lines
report builds

# feed COMMAND...: runs it with two lines of input from a pipe.
feed() {
    printf '42\ntwo words\n' | timeout "$limit" "$@" >out 2>err
    status=$?
}

feed "$bin/mpiexec" -n 3 ./lines
expect the_first_rank_reads 0 'rank 0: <number 42;two words;' 'rank 1: <!' 'rank 2: <!'
# The C library has a scanf for each standard, and <stdio.h> selects one by these flags.
for flags in '-std=gnu90 -D_GNU_SOURCE' '-std=gnu99' '-std=gnu11 -D_GNU_SOURCE'; do
    "$bin/mpicc" $flags lines.c -o scans
    feed "$bin/mpiexec" -n 3 ./scans
    expect "the first rank reads, compiled by $flags" 0 'rank 0: <number 42;two words;' \
        'rank 1: <!' 'rank 2: <!'
done
feed "$bin/mpiexec" -stdin 2 -n 3 ./lines
expect another_rank_may_read 0 'rank 0: <!' 'rank 1: <!' 'rank 2: <number 42;two words;'
feed "$bin/mpiexec" -s all -n 3 ./lines
expect all_may_read_the_same 0 'rank 0: <number 42;two words;' 'rank 1: <number 42;two words;' \
    'rank 2: <number 42;two words;'
feed "$bin/mpiexec" -stdin none -n 2 ./lines
expect none_may_read 0 'rank 0: <!' 'rank 1: <!'
feed "$bin/mpiexec" -n 2 ./lines raw
expect the_first_rank_reads_the_file 0 'rank 0: <42!two words' 'rank 1: <!'
feed "$bin/mpiexec" -stdin all -n 2 ./lines raw
expect all_read_the_file 0 'rank 0: <42!two words' 'rank 1: <42!two words'
HEDDLE_NP=2 feed ./lines
expect it_is_the_same_without_mpiexec 0 'rank 0: <number 42' 'rank 1: <!'
head -c 3000000 /dev/zero | timeout "$limit" "$bin/mpiexec" -s all -n 3 ./lines count >out 2>err
status=$?
expect reads_a_long_input 0 'rank 0: <3000000!' 'rank 2: <3000000!'
feed "$bin/mpiexec" -stdin some -n 2 ./lines
expect refuses_other_words 2 '-stdin some: the value must be all, none or the number of a rank'

cat >told.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    printf("%s: A=%s B=%s\n", getenv("PMI_RANK"), getenv("A"), getenv("B"));
    fflush(stdout);
    MPI_Finalize();
    return argc > 1 ? system(argv[1]) >> 8 : 0;
}
TEXT
"$bin/mpicc" told.c -o told
A=process run "$bin/mpiexec" -genv B all -n 1 ./told : -env A second -n 2 ./told
expect parts_have_environments_of_their_own 0 '0: A=process B=all' '1: A=second B=all' \
    '2: A=second B=all'
run "$bin/mpiexec" -n 2 ./told : -x A=1 -env A 2 ./told
expect the_last_of_a_name_counts 0 '0: A=\(null\)' '2: A=2'
run "$bin/mpiexec" -n 1 ./told 'HEDDLE_NP=2 ./lines && exit 3'
expect a_program_that_a_rank_starts_is_a_job_of_its_own 3 'rank 0: <' 'rank 1: <'
finish
