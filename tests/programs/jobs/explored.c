/* SPDX-License-Identifier: MIT */
/* The option explore: a job runs under each of its schedules. Programs whose schedules can be
 * counted by hand run that many times.
 *
 * launch: alone
 * ranks: 1
 * options: -g -O1
 * sanitizer: address */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explored.h"

enum { TASKS = 3, MANY = 600 };

/* ---- programs whose schedules can be counted ------------------------------------------------- */

static int gather_from_any(void *argument)
{
    int value;

    if (heddle_rank() != 0)
        send_int(heddle_rank(), 0, TAG);
    for (int i = 1; heddle_rank() == 0 && i < size_of(); i++)
        receive_int(&value, MPI_ANY_SOURCE, TAG);
    return argument != NULL;
}

static int gather_nonblocking(void *argument)
{
    int values[8];
    MPI_Request requests[8];

    if (heddle_rank() != 0)
        send_int(heddle_rank(), 0, TAG);
    for (int i = 1; heddle_rank() == 0 && i < size_of(); i++)
        MPI_Irecv(&values[i], 1, MPI_INT, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &requests[i - 1]);
    if (heddle_rank() == 0)
        MPI_Waitall(size_of() - 1, requests, MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    return argument != NULL;
}

/* Each receive names its tag, so no two messages fit the same one. */
static int gather_by_tags(void *argument)
{
    int value;

    if (heddle_rank() != 0)
        send_int(heddle_rank(), 0, heddle_rank());
    for (int i = 1; heddle_rank() == 0 && i < size_of(); i++)
        receive_int(&value, MPI_ANY_SOURCE, i);
    return argument != NULL;
}

/* Two ranks receive two messages of any source each. What one does is nothing to the other. */
static int two_receivers(void *argument)
{
    int value;

    for (int i = 0; i < 2; i++)
        if (heddle_rank() < 2)
            receive_int(&value, MPI_ANY_SOURCE, TAG);
        else
            send_int(heddle_rank(), i, TAG);
    return argument != NULL;
}

/* The manager hands out tasks to whoever asks; then each worker gets its end. */
static int manager_and_workers(void *argument)
{
    int task = 0, given = 0, value;

    if (heddle_rank() != 0) {
        while (task >= 0) {
            send_int(heddle_rank(), 0, TAG);
            receive_int(&task, 0, TAG);
        }
        return argument != NULL;
    }
    for (int left = size_of() - 1; left > 0; left -= given++ >= TASKS) {
        int worker = receive_int(&value, MPI_ANY_SOURCE, TAG);

        send_int(given < TASKS ? given : -1, worker, TAG);
    }
    return argument != NULL;
}

static int look_and_take(void *argument)
{
    MPI_Status status;
    int value;

    if (heddle_rank() != 0)
        send_int(heddle_rank(), 0, TAG);
    for (int i = 1; heddle_rank() == 0 && i < size_of(); i++) {
        MPI_Probe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &status);
        receive_int(&value, status.MPI_SOURCE, TAG);
        must(value == status.MPI_SOURCE);
    }
    return argument != NULL;
}

static int match_and_take(void *argument)
{
    MPI_Message message;
    MPI_Status status;
    int value;

    if (heddle_rank() != 0)
        send_int(heddle_rank(), 0, TAG);
    for (int i = 1; heddle_rank() == 0 && i < size_of(); i++) {
        MPI_Mprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &message, &status);
        MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        must(value == status.MPI_SOURCE);
    }
    return argument != NULL;
}

static int poll_and_take(void *argument)
{
    MPI_Status status;
    int value, has_come;

    if (heddle_rank() != 0)
        send_int(heddle_rank(), 0, TAG);
    for (int i = 1; heddle_rank() == 0 && i < size_of(); i++) {
        do
            MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &has_come, &status);
        while (!has_come);
        receive_int(&value, status.MPI_SOURCE, TAG);
        must(value == status.MPI_SOURCE);
    }
    return argument != NULL;
}

static int take_what_is_done(void *argument)
{
    int values[8], index;
    MPI_Request requests[8];

    if (heddle_rank() != 0) {
        send_int(heddle_rank(), 0, TAG);
        return argument != NULL;
    }
    for (int i = 1; i < size_of(); i++)
        MPI_Irecv(&values[i], 1, MPI_INT, i, TAG, MPI_COMM_WORLD, &requests[i - 1]);
    for (int i = 1; i < size_of(); i++)
        MPI_Waitany(size_of() - 1, requests, &index, MPI_STATUS_IGNORE);
    return argument != NULL;
}

/* A message lets no later one of its sender overtake it, whether its cancel succeeds or comes too
 * late. Then there is one more: three orders of messages, in place of two. */
static int cancels(void *argument)
{
    int values[] = {1, 2, 3}, value, is_cancelled;
    MPI_Request request;
    MPI_Status status;

    if (heddle_rank() == 0) {
        for (int i = 1; i < size_of(); i++) {
            receive_int(&value, i, TAG);
            must(value == 1);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        receive_int(&is_cancelled, 1, TAG + 1);
        for (int i = is_cancelled, next = is_cancelled ? 3 : 2; i < size_of(); i++) {
            int source = receive_int(&value, MPI_ANY_SOURCE, TAG);

            must(value == (source == 1 ? next++ : 2));
        }
        return argument != NULL;
    }
    send_int(values[0], 0, TAG);
    MPI_Barrier(MPI_COMM_WORLD);
    if (heddle_rank() == 1) {
        MPI_Isend(&values[1], 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &is_cancelled);
        send_int(is_cancelled, 0, TAG + 1);
    }
    send_int(heddle_rank() == 1 ? 3 : 2, 0, TAG);
    return argument != NULL;
}

/* Nothing is left open. */
static int collectives_and_windows(void *argument)
{
    int rank = heddle_rank(), size = size_of(), sum, all[8], *memory;
    MPI_Request request;
    MPI_Comm copy;
    MPI_Win window;

    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    must(sum == size * (size - 1) / 2);
    MPI_Iallgather(&rank, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, &request);
    MPI_Bcast(&sum, 1, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    must(all[size - 1] == size - 1);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, copy, &memory, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    must(*memory == (rank + size - 1) % size);
    MPI_Win_free(&window);
    MPI_Comm_free(&copy);
    return argument != NULL;
}

/* The number of schedules is that of the outcomes, and one in which standard sends wait. */
static void has_schedules(const char *name, heddle_function *function, int ranks, long outcomes)
{
    const struct heddle_options options = {.name = name, .explore = "all", .forbids_leaks = 1};
    struct heddle_result result;

    must(heddle_run(&options, ranks, function, NULL, &result) == 0);
    printf("%s, %d ranks: %ld schedules\n", name, ranks, result.schedules);
    must(result.schedules == outcomes + 1);
    must(result.has_all_schedules && result.text == NULL && result.faults == NULL);
    heddle_result_free(&result);
}

static void all_outcomes_are_tried_once(void)
{
    has_schedules("gather_from_any", gather_from_any, 1, 1);
    has_schedules("gather_from_any", gather_from_any, 2, 1);
    has_schedules("gather_from_any", gather_from_any, 3, 2);
    has_schedules("gather_from_any", gather_from_any, 4, 6);
    has_schedules("gather_from_any", gather_from_any, 5, 24);
    has_schedules("gather_nonblocking", gather_nonblocking, 4, 6);
    has_schedules("gather_by_tags", gather_by_tags, 5, 1);
    has_schedules("two_receivers", two_receivers, 4, 4);
    has_schedules("manager_and_workers", manager_and_workers, 3, 16);
    has_schedules("look_and_take", look_and_take, 4, 6);
    has_schedules("match_and_take", match_and_take, 4, 6);
    has_schedules("poll_and_take", poll_and_take, 3, 2);
    has_schedules("take_what_is_done", take_what_is_done, 4, 6);
    has_schedules("cancels", cancels, 3, 5);
    has_schedules("collectives_and_windows", collectives_and_windows, 4, 1);
}

/* ---- options --------------------------------------------------------------------------------- */

static void a_number_bounds_the_schedules(void)
{
    const struct heddle_options options = {.explore = "5"};
    struct heddle_result result;

    must(heddle_run(&options, 5, gather_from_any, NULL, &result) == 0);
    must(result.schedules == 5 && !result.has_all_schedules);
    heddle_result_free(&result);
    must(heddle_run(NULL, 5, gather_from_any, NULL, &result) == 0);
    must(result.schedules == 0 && !result.has_all_schedules);
    heddle_result_free(&result);
}

static long schedules_with(const char *explore, int ranks, heddle_function *function,
                           void *argument)
{
    const struct heddle_options options = {.explore = explore};
    struct heddle_result result;
    long schedules;

    must(heddle_run(&options, ranks, function, argument, &result) == 0);
    must(!result.has_all_schedules && result.text == NULL && result.faults == NULL);
    schedules = result.schedules;
    heddle_result_free(&result);
    return schedules;
}

static void random_schedules_are_as_many_as_asked_for(void)
{
    must(schedules_with("random", 1, gather_from_any, NULL) == 1000);
    must(schedules_with("random:7:20", 5, gather_from_any, NULL) == 20);
    must(schedules_with("random:7:20", 4, take_what_is_done, NULL) == 20);
}

struct orders {
    int count;
    char each[64][8];
};

/* Notes the order in which messages have come, if it is a new one. */
static int note_order(void *argument)
{
    struct orders *orders = argument;
    char order[8] = "";
    int value, i;

    if (heddle_rank() != 0) {
        send_int(heddle_rank(), 0, TAG);
        return 0;
    }
    for (i = 1; i < size_of(); i++)
        order[i - 1] = (char)('0' + receive_int(&value, MPI_ANY_SOURCE, TAG));
    for (i = 0; i < orders->count && strcmp(orders->each[i], order) != 0; i++)
        continue;
    if (i == orders->count)
        strcpy(orders->each[orders->count++], order);
    return 0;
}

static void random_schedules_reach_all_orders(void)
{
    struct orders orders = {0};

    must(schedules_with("random:1:100", 4, note_order, &orders) == 100);
    printf("%d of 6 orders\n", orders.count);
    must(orders.count == 6);
}

/* The choice is among more messages than are listed. */
static void too_many_candidates_are_not_said_to_be_all(void)
{
    const struct heddle_options options = {.explore = "all", .stack_bytes = 1 << 17};
    struct heddle_result result;

    must(heddle_run(&options, MANY, gather_from_any, NULL, &result) == 0);
    printf("%d ranks: %ld schedules\n", MANY, result.schedules);
    must(result.schedules == 2 && !result.has_all_schedules);
    heddle_result_free(&result);
}

static void a_replay_is_for_the_job_that_it_names(void)
{
    const struct heddle_options options = {.name = "one", .explore = "all"};
    struct heddle_result result;

    setenv("HEDDLE_REPLAY", "other:1", 1);
    must(heddle_run(&options, 3, gather_from_any, NULL, &result) == 0);
    must(result.schedules == 3);
    heddle_result_free(&result);
    setenv("HEDDLE_REPLAY", "one:1.x", 1);
    must(heddle_run(&options, 3, gather_from_any, NULL, &result) == -1);
    must(strstr(result.text, "HEDDLE_REPLAY is not a list of numbers") != NULL);
    heddle_result_free(&result);
    unsetenv("HEDDLE_REPLAY");
}

static int runs_so_far;

static void count_run(void)
{
    runs_so_far++;
}

static int later_runs_fail(void)
{
    return runs_so_far >= 3;
}

static void a_framework_says_what_has_failed(void)
{
    const struct heddle_options options = {
        .explore = "all", .explore_begins = count_run, .explore_fails = later_runs_fail};
    struct heddle_result result;

    must(heddle_run(&options, 4, gather_from_any, NULL, &result) == 0);
    must(runs_so_far >= 3 && strstr(result.faults, "in schedule 3") == result.faults);
    heddle_result_free(&result);
}

/* A job that remembers earlier runs has no schedules that could be tried in turn. */
static int remembers(void *argument)
{
    int *runs = argument, value;

    if (heddle_rank() == 0)
        ++*runs;
    MPI_Barrier(MPI_COMM_WORLD);
    if (heddle_rank() != 0)
        send_int(heddle_rank(), 0, TAG);
    for (int i = 1; heddle_rank() == 0 && i < size_of(); i++)
        receive_int(&value, *runs > 2 ? i : MPI_ANY_SOURCE, TAG);
    return 0;
}

static void a_job_that_does_not_repeat_itself_is_told(void)
{
    const struct heddle_options options = {.explore = "all"};
    struct heddle_result result;
    int runs = 0;

    must(heddle_run(&options, 4, remembers, &runs, &result) == 1);
    printf("%s\n", result.text);
    must(strstr(result.text, "did not repeat itself") != NULL);
    heddle_result_free(&result);
}

static int gather_with_own_init(void *argument)
{
    int provided, status;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    must(provided == MPI_THREAD_MULTIPLE);
    status = gather_from_any(argument);
    MPI_Finalize();
    return status;
}

static void a_function_may_initialize_by_itself(void)
{
    const struct heddle_options options = {.explore = "all", .leaves_init = 1};
    struct heddle_result result;

    must(heddle_run(&options, 4, gather_with_own_init, NULL, &result) == 0);
    must(result.schedules == 7 && result.has_all_schedules);
    heddle_result_free(&result);
}

static void wrong_options_are_refused(void)
{
    const struct heddle_options none = {.explore = "some"};
    const struct heddle_options zero = {.explore = "0"};
    const struct heddle_options seed = {.explore = "random:x"};
    const struct heddle_options number = {.explore = "random:1:0"};
    const struct heddle_options order = {.explore = "all",
                                         .faults = {.rank = HEDDLE_EVERY_RANK, .order = 1}};

    must(heddle_run(&none, 2, gather_from_any, NULL, NULL) == -1);
    must(heddle_run(&zero, 2, gather_from_any, NULL, NULL) == -1);
    must(heddle_run(&seed, 2, gather_from_any, NULL, NULL) == -1);
    must(heddle_run(&number, 2, gather_from_any, NULL, NULL) == -1);
    must(heddle_run(&order, 2, gather_from_any, NULL, NULL) == -1);
}

int main(void)
{
    all_outcomes_are_tried_once();
    a_number_bounds_the_schedules();
    too_many_candidates_are_not_said_to_be_all();
    random_schedules_are_as_many_as_asked_for();
    random_schedules_reach_all_orders();
    a_function_may_initialize_by_itself();
    a_replay_is_for_the_job_that_it_names();
    a_framework_says_what_has_failed();
    a_job_that_does_not_repeat_itself_is_told();
    wrong_options_are_refused();
    return 0;
}
