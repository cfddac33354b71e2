/* SPDX-License-Identifier: MIT */
/* Three groups of processes in a pipeline: 0 - 1 - 2. Neighbouring groups have an
 * intercommunicator: a rank in there is a rank of the other group. Words go in at the first group;
 * the second turns them round, the third writes them in capitals, and what comes out is compared
 * with what should. */
#include <ctype.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 3, TAG_WORD = 3, WORD_MAX = 32 };

static const char usage[] =
    "usage: pipeline\n"
    "Turns words round, and writes them in capitals, in a pipeline of three groups;\n"
    "for three processes or more.\n";

static const char *const words[] = {"neighbouring", "groups", "have", "an", "intercommunicator",
                                    "and", "no", "message", "goes", "astray"};
enum { WORDS = sizeof words / sizeof words[0] };

int proc_rank, proc_count, my_group, my_place, my_size;
MPI_Comm group_comm, left_comm, right_comm;

/* Process r is in group r mod 3, so the leaders are 0, 1 and 2. */
static void create_pipeline(void)
{
    my_group = proc_rank % GROUPS;
    MPI_Comm_split(MPI_COMM_WORLD, my_group, proc_rank, &group_comm);
    MPI_Comm_rank(group_comm, &my_place);
    MPI_Comm_size(group_comm, &my_size);
    if (my_group > 0)
        MPI_Intercomm_create(group_comm, 0, MPI_COMM_WORLD, my_group - 1, my_group, &left_comm);
    if (my_group < GROUPS - 1)
        MPI_Intercomm_create(group_comm, 0, MPI_COMM_WORLD, my_group + 1, my_group + 1,
                             &right_comm);
}

/* Words are dealt out to the members of each group in turn. */
static int is_mine(int word)
{
    return word % my_size == my_place;
}

static void send_on(const char *text, int word)
{
    int there;

    MPI_Comm_remote_size(right_comm, &there);
    MPI_Send(text, (int)strlen(text) + 1, MPI_CHAR, word % there, TAG_WORD, right_comm);
}

static void receive(char *text, int word)
{
    int there;

    MPI_Comm_remote_size(left_comm, &there);
    MPI_Recv(text, WORD_MAX, MPI_CHAR, word % there, TAG_WORD, left_comm, MPI_STATUS_IGNORE);
}

static void turn_round(char *text)
{
    size_t length = strlen(text);

    for (size_t i = 0; i < length / 2; i++) {
        char kept = text[i];

        text[i] = text[length - 1 - i];
        text[length - 1 - i] = kept;
    }
}

static void write_in_capitals(char *text)
{
    for (; *text != '\0'; text++)
        *text = (char)toupper((unsigned char)*text);
}

/* Number of words that came out wrong. */
static int run(char results[WORDS][WORD_MAX])
{
    char expected[WORD_MAX];
    int mistakes = 0;

    for (int word = 0; word < WORDS; word++) {
        char text[WORD_MAX] = "";

        if (!is_mine(word))
            continue;
        if (my_group == 0)
            strcpy(text, words[word]);
        else
            receive(text, word);
        if (my_group == 1)
            turn_round(text);
        if (my_group == 2)
            write_in_capitals(text);
        if (my_group < GROUPS - 1) {
            send_on(text, word);
            continue;
        }
        strcpy(expected, words[word]);
        turn_round(expected);
        write_in_capitals(expected);
        mistakes += strcmp(expected, text) != 0;
        strcpy(results[word], text);
    }
    return mistakes;
}

static int process_words(void)
{
    static char results[WORDS][WORD_MAX], all[WORDS][WORD_MAX];
    int mistakes, sum = 0;

    create_pipeline();
    mistakes = run(results);
    MPI_Reduce(results, all, sizeof results, MPI_SIGNED_CHAR, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Reduce(&mistakes, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (proc_rank == 0) {
        for (int word = 0; word < WORDS; word++)
            printf("%-18s %s\n", words[word], all[word]);
        printf("%d of %d words are wrong\n", sum, WORDS);
    }
    if (my_group > 0)
        MPI_Comm_free(&left_comm);
    if (my_group < GROUPS - 1)
        MPI_Comm_free(&right_comm);
    MPI_Comm_free(&group_comm);
    return sum != 0;
}

/* Told by process 0, once for all. */
static int show_usage(const char *odd)
{
    int is_help = strcmp(odd, "-h") == 0;

    if (proc_rank == 0 && !is_help)
        fprintf(stderr, "pipeline: %s is not understood\n", odd);
    if (proc_rank == 0)
        fputs(usage, is_help ? stdout : stderr);
    return is_help ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    int status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &proc_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &proc_count);
    if (argc > 1) {
        status = show_usage(argv[1]);
    } else if (proc_count < GROUPS) {
        if (proc_rank == 0)
            fprintf(stderr, "pipeline: three groups need three processes; %d do not suffice\n",
                    proc_count);
        status = EXIT_FAILURE;
    } else {
        status = process_words();
    }
    MPI_Finalize();
    return status;
}
