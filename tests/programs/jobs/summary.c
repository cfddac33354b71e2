/* SPDX-License-Identifier: MIT */
/* The result of a job says who has waited for whom, if its options want that, so that a test can
 * forbid it.
 *
 * launch: alone
 * ranks: 1 */
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { RANKS = 4 };

static int failures;

static void check(int holds, const char *sentence)
{
    if (!holds)
        printf("wrong: %s\n", sentence);
    failures += !holds;
}

static void work(int ms)
{
    struct timespec time = {ms / 1000, ms % 1000 * 1000000L};

    nanosleep(&time, NULL);
}

/* Rank 0 is late by that many milliseconds, and all others wait for its message. */
static int send_late(void *argument)
{
    int number = 0, rank = heddle_rank();

    if (rank == 0) {
        work(*(int *)argument);
        for (int to = 1; to < RANKS; to++)
            MPI_Send(&number, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return 0;
}

/* Each message was sent that many milliseconds before a rank waits for it. */
static int send_early(void *argument)
{
    int number = 0, other = 0, rank = heddle_rank();
    MPI_Request requests[2];

    for (int i = 0; i < 3; i++) {
        MPI_Irecv(&other, 1, MPI_INT, (rank + 1) % RANKS, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(&number, 1, MPI_INT, (rank + RANKS - 1) % RANKS, 0, MPI_COMM_WORLD,
                  &requests[1]);
        work(*(int *)argument);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    return 0;
}

/* Ranks work that many milliseconds, and the program wants no summary of that. */
static int work_aside(void *argument)
{
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Pcontrol(0);
    work(*(int *)argument);
    MPI_Barrier(MPI_COMM_WORLD);
    work(*(int *)argument);
    MPI_Pcontrol(1);
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}

static int has_little_work(const struct heddle_result *result)
{
    double seconds = 0.0;

    for (int i = 0; i < result->summary->path_parts; i++)
        if (strcmp(result->summary->path[i].kind, "work") == 0)
            seconds += result->summary->path[i].seconds;
    return seconds < result->summary->seconds / 4;
}

static int names_late_sender(const struct heddle_result *result)
{
    return heddle_waited_part(result, 3, 0) > 0.05 && result->summary->advised >= 1 &&
           strstr(result->summary->text, "heddle: 1. late sender") != NULL &&
           strstr(result->summary->json, "\"kind\":\"late sender\"") != NULL;
}

static int waits_little(const struct heddle_result *result)
{
    const double part = heddle_waited_part(result, HEDDLE_EVERY_RANK, 0);

    return part >= 0.0 && part < 0.2;
}

static const struct heddle_options options = {.wants_summary = 1};

/* Runs a job until it has the result that is expected. A busy machine makes ranks wait, too, so
 * they do all for four times as long each time. */
static struct heddle_result run(int (*body)(void *ms),
                                int (*is_expected)(const struct heddle_result *result))
{
    struct heddle_result result;
    int ms = 500;

    check(heddle_run(&options, RANKS, body, &ms, &result) == 0, "the job ends well");
    while (!is_expected(&result) && ms < 30000) {
        heddle_result_free(&result);
        ms *= 4;
        check(heddle_run(&options, RANKS, body, &ms, &result) == 0, "a longer job ends well");
    }
    check(result.summary != NULL, "the result has a summary");
    return result;
}

/* Rank 0 works before it sends, and no other rank does anything. */
static void check_path(const struct heddle_summary *summary)
{
    const struct heddle_path_part *first = summary->path;

    check(summary->path_parts > 0 && summary->is_path_complete, "the path is complete");
    if (summary->path_parts == 0)
        return;
    check(first->rank == 0 && first->stands_out && strcmp(first->kind, "work") == 0 &&
              strcmp(first->call, "MPI_Send") == 0 && strstr(first->place, "send_late") != NULL,
          "the path is the work of rank 0 before it sends");
    check(first->seconds >= 0.45 && first->seconds <= summary->path_seconds &&
              first->mean < first->seconds / 2,
          "a rank works less there on average");
    check(strstr(summary->json, "\"critical_path\":") != NULL, "the path is in the JSON, too");
}

static void check_late(const struct heddle_result *result)
{
    check(heddle_waited_part(result, HEDDLE_EVERY_RANK, 0) > 0.05, "ranks wait for rank 0");
    check(heddle_waited_part(result, 3, 0) > 0.05, "rank 3 waits for rank 0");
    check(heddle_waited_part(result, 3, HEDDLE_EVERY_RANK) >= heddle_waited_part(result, 3, 0),
          "it waits at least as long for all");
    check(heddle_waited_part(result, 0, 0) == 0.0, "no rank waits for itself");
    check(result->summary->seconds >= 0.5, "the job takes at least as long as its rank 0 works");
    check(names_late_sender(result), "a late sender is named first");
    check_path(result->summary);
}

int main(void)
{
    struct heddle_result result;
    int ms = 0;

    for (int i = 0; i < 3; i++) {
        result = run(send_late, names_late_sender);
        if (result.summary != NULL)
            check_late(&result);
        heddle_result_free(&result);
        check(result.summary == NULL, "the summary is freed with the result");
    }
    result = run(send_early, waits_little);
    check(waits_little(&result), "no rank waits long for rank 0");
    heddle_result_free(&result);
    result = run(work_aside, has_little_work);
    check(has_little_work(&result), "work under MPI_Pcontrol(0) is not on the path");
    heddle_result_free(&result);
    check(heddle_run(NULL, RANKS, send_late, &ms, &result) == 0, "the last job ends well");
    check(result.summary == NULL && heddle_waited_part(&result, 1, 0) == -1.0,
          "a job that does not want a summary has none");
    heddle_result_free(&result);
    printf("%d\n", failures);
    return failures != 0;
}
