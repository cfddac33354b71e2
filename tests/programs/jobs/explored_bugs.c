/* SPDX-License-Identifier: MIT */
/* The option explore finds bugs that need one schedule, describes them in words, and repeats them.
 *
 * launch: alone
 * ranks: 1
 * options: -g -O1
 * sanitizer: address */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explored.h"

enum { ENOUGH = 5 };

/* ---- bugs that need one schedule ------------------------------------------------------------- */

static int assumes_an_order(void *argument)
{
    int value;

    if (heddle_rank() != 0)
        send_int(heddle_rank(), 0, TAG);
    for (int i = 1; heddle_rank() == 0 && i < size_of(); i++) {
        receive_int(&value, MPI_ANY_SOURCE, TAG);
        if (i == 3 && value == 1)
            heddle_fail(NULL, 0, "rank 1 came last");
    }
    return argument != NULL;
}

/* The receive of any source may take the message that the other one waits for. */
static int any_then_one(void *argument)
{
    int value;

    if (heddle_rank() != 0) {
        send_int(heddle_rank(), 0, TAG);
    } else {
        receive_int(&value, MPI_ANY_SOURCE, TAG);
        receive_int(&value, 2, TAG);
    }
    return argument != NULL;
}

/* The message that is waited for was sent with another tag. */
static int mistakes_a_tag(void *argument)
{
    int value;

    if (heddle_rank() != 0)
        send_int(heddle_rank(), 0, TAG);
    else
        receive_int(&value, MPI_ANY_SOURCE, TAG + 1);
    return argument != NULL;
}

/* The receive names no source, so it may take another message than the probe has found. */
static int probes_one_takes_another(void *argument)
{
    MPI_Status status;
    int value;

    if (heddle_rank() != 0)
        send_int(heddle_rank(), 0, TAG);
    for (int i = 1; heddle_rank() == 0 && i < size_of(); i++) {
        MPI_Probe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &status);
        if (receive_int(&value, MPI_ANY_SOURCE, TAG) != status.MPI_SOURCE)
            heddle_fail(NULL, 0, "another message");
    }
    return argument != NULL;
}

static int assumes_what_is_done_first(void *argument)
{
    int values[2], index;
    MPI_Request requests[2];

    if (heddle_rank() != 0) {
        send_int(heddle_rank(), 0, TAG);
        return argument != NULL;
    }
    for (int i = 0; i < 2; i++)
        MPI_Irecv(&values[i], 1, MPI_INT, i + 1, TAG, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    if (index != 0)
        heddle_fail(NULL, 0, "the second came first");
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    return argument != NULL;
}

static int leans_on_buffers(void *argument)
{
    int value, other = 1 - heddle_rank();

    send_int(heddle_rank(), other, TAG);
    receive_int(&value, other, TAG);
    return argument != NULL;
}

/* Two leaders, 0 and 2, send to each other and receive from any member of the other pair. Each has
 * a send that waits for the other's second receive if both take the follower's message first. */
static int leans_on_buffers_in_one_order(void *argument)
{
    const int rank = heddle_rank(), leader = 2 - (rank & 2);
    int value;

    MPI_Sendrecv(&rank, 1, MPI_INT, leader, TAG, &value, 1, MPI_INT,
                 rank % 2 == 0 ? MPI_ANY_SOURCE : MPI_PROC_NULL, TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    if (rank % 2 == 0)
        receive_int(&value, MPI_ANY_SOURCE, TAG);
    return argument != NULL;
}

/* Rank 2 sends to rank 0 before it sends to rank 1, which only then sends to rank 0. Still rank 1's
 * message can be the first. */
static int overtakes(void *argument)
{
    int value = 0, first;

    if (heddle_rank() == 2) {
        send_int(2, 0, TAG);
        send_int(2, 1, TAG);
    } else if (heddle_rank() == 1) {
        receive_int(&value, MPI_ANY_SOURCE, TAG);
        send_int(1, 0, TAG);
    } else {
        first = receive_int(&value, MPI_ANY_SOURCE, TAG);
        receive_int(&value, MPI_ANY_SOURCE, TAG);
        if (first == 1)
            heddle_fail(NULL, 0, "overtaken");
    }
    return argument != NULL;
}

/* The server ends when a client says so, and forgets that there are others. */
static int shuts_down_early(void *argument)
{
    int value = 1, count = 0;

    if (heddle_rank() != 0) {
        if (heddle_rank() == 1)
            send_int(1, 0, TAG);
        send_int(0, 0, TAG);
        return argument != NULL;
    }
    for (; value != 0; count++)
        receive_int(&value, MPI_ANY_SOURCE, TAG);
    if (count == 1)
        heddle_fail(NULL, 0, "two messages are left");
    for (; count < 3; count++)
        receive_int(&value, MPI_ANY_SOURCE, TAG);
    return argument != NULL;
}

/* Adds up in the order in which the numbers come. */
static int sums_as_they_come(void *argument)
{
    const float numbers[] = {0, 1e8f, 1, -1e8f};
    float sum = 0, number;

    if (heddle_rank() != 0)
        MPI_Send(&numbers[heddle_rank()], 1, MPI_FLOAT, 0, TAG, MPI_COMM_WORLD);
    for (int i = 1; heddle_rank() == 0 && i < size_of(); i++) {
        MPI_Recv(&number, 1, MPI_FLOAT, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += number;
    }
    if (heddle_rank() == 0 && sum != 0)
        heddle_fail(NULL, 0, "the sum is %g", (double)sum);
    return argument != NULL;
}

/* Returns what HEDDLE_REPLAY is to be; the caller frees it. */
static int shows_a_sum(void *argument)
{
    const float numbers[] = {0, 1e8f, 1, -1e8f};
    float number = numbers[heddle_rank()], sum = 0;

    if (heddle_rank() != 0)
        MPI_Send(&number, 1, MPI_FLOAT, 0, TAG, MPI_COMM_WORLD);
    for (int i = 1; heddle_rank() == 0 && i < size_of(); i++) {
        MPI_Recv(&number, 1, MPI_FLOAT, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        heddle_same(i);
        sum += number;
    }
    if (argument != NULL)
        heddle_same_bits(&sum, sizeof sum);
    else
        heddle_same(sum);
    return 0;
}

/* A job that is run once compares its values with nothing. */
static void a_value_that_differs_is_told(void)
{
    const struct heddle_options options = {.name = "shows", .explore = "all"};
    struct heddle_result result;
    int bits;

    must(heddle_run(NULL, 4, shows_a_sum, NULL, NULL) == 0);
    must(heddle_run(&options, 4, shows_a_sum, NULL, &result) == 1);
    printf("%s\n", result.text);
    must(strstr(result.text, ": 1, but 0 in an earlier schedule\n  in schedule ") != NULL);
    heddle_result_free(&result);
    must(heddle_run(&options, 4, shows_a_sum, &bits, &result) == 1);
    must(strstr(result.text, ": 4 bytes are not those of an earlier schedule") != NULL);
    heddle_result_free(&result);
}

static char *replay_of(const char *text)
{
    const char *start = strstr(text, "HEDDLE_REPLAY='"), *end;

    must(start != NULL);
    start = strchr(start, '\'') + 1;
    end = strchr(start, '\'');
    must(end != NULL);
    return strndup(start, (size_t)(end - start));
}

static void repeats(const char *name, heddle_function *function, int ranks, int status,
                    const char *text)
{
    const struct heddle_options options = {.name = name, .explore = "all"};
    char *replay = replay_of(text);
    struct heddle_result result;

    setenv("HEDDLE_REPLAY", replay, 1);
    for (int i = 0; i < ENOUGH; i++) {
        must(heddle_run(&options, ranks, function, NULL, &result) == status);
        must(result.schedules == 1 && strstr(result.text, replay) != NULL);
        heddle_result_free(&result);
    }
    unsetenv("HEDDLE_REPLAY");
    free(replay);
}

/* The failure is found, described with these words, and repeated. */
static void is_found_by(const char *explore, const char *name, heddle_function *function, int ranks,
                        int status, const char *words)
{
    const struct heddle_options options = {.name = name, .explore = explore};
    struct heddle_result result;

    must(heddle_run(&options, ranks, function, NULL, &result) == status);
    printf("%s, %s, schedule %ld: %s\n", name, explore, result.schedules, result.text);
    must(strstr(result.text, words) != NULL);
    must(!result.has_all_schedules && strstr(result.faults, "in schedule ") == result.faults);
    repeats(name, function, ranks, status, result.text);
    heddle_result_free(&result);
}

static void is_found(const char *name, heddle_function *function, int ranks, int status,
                     const char *words)
{
    is_found_by("all", name, function, ranks, status, words);
    is_found_by("random:1", name, function, ranks, status, "in schedule ");
}

static void bugs_of_one_schedule_are_found(void)
{
    is_found("assumes_an_order", assumes_an_order, 4, 1, "rank 1 came last");
    is_found("assumes_an_order", assumes_an_order, 4, 1, "takes the message from source 2");
    is_found("any_then_one", any_then_one, 3, 65, "with tag 3, not the one from source 1");
    is_found("probes_one_takes_another", probes_one_takes_another, 3, 1, "(explored.h:");
    is_found("assumes_what_is_done_first", assumes_what_is_done_first, 3, 1,
             "rank 0: number 2 of 2 requests that are done is reported");
    is_found("leans_on_buffers", leans_on_buffers, 2, 65,
             "in which standard sends wait for their receives");
    is_found("leans_in_one_order", leans_on_buffers_in_one_order, 4, 1,
             "standard sends return only because messages are buffered");
    is_found("leans_in_one_order", leans_on_buffers_in_one_order, 4, 1,
             "takes the message from source 3 with tag 3, not the one from source 2");
    is_found("overtakes", overtakes, 3, 1, "before rank 0 goes on");
    is_found("shuts_down_early", shuts_down_early, 3, 1, "two messages are left");
    is_found("sums_as_they_come", sums_as_they_come, 4, 1, "the sum is 1");
}

static void a_report_knows_the_messages_that_have_come(void)
{
    const struct heddle_options options = {.explore = "all"};
    struct heddle_result result;

    must(heddle_run(&options, 2, mistakes_a_tag, NULL, &result) == 65);
    printf("%s\n", result.report);
    must(strstr(result.report, "rank 1 sent rank 0 a message with tag 3") != NULL);
    heddle_result_free(&result);
}

int main(void)
{
    a_report_knows_the_messages_that_have_come();
    bugs_of_one_schedule_are_found();
    a_value_that_differs_is_told();
    return 0;
}
