/* SPDX-License-Identifier: MIT */
/* What a job inside a program says of itself: how its ranks ended, what they sent, and what is
 * wrong with a job that cannot be started.
 *
 * launch: alone
 * ranks: 1
 * sanitizer: yes */
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../must.h"

static int rank(void)
{
    int mine;

    MPI_Comm_rank(MPI_COMM_WORLD, &mine);
    return mine;
}

static int return_own(void *argument)
{
    (void)argument;
    return rank() % 3 == 2 ? 40 + rank() : 0;
}

static void statuses_are_those_of_the_ranks(void)
{
    struct heddle_result result;

    must(heddle_run(NULL, 7, return_own, NULL, &result) == 42);
    must(result.status == 42 && !result.is_aborted && result.text == NULL);
    must(result.report == NULL && result.leaks == NULL && result.ranks == 7);
    for (int i = 0; i < 7; i++) {
        must(result.rank[i].end == HEDDLE_RETURNED);
        must(result.rank[i].status == (i % 3 == 2 ? 40 + i : 0));
    }
    heddle_result_free(&result);
    must(result.ranks == 0 && result.rank == NULL);
}

/* A rank may end without MPI_Init, and others then, too. */
static int exit_plainly(void *argument)
{
    (void)argument;
    if (heddle_rank() == 0)
        exit(256 + 3);
    return 0;
}

static void exit_ends_the_rank_alone(void)
{
    const struct heddle_options options = {.leaves_init = 1};
    struct heddle_result result;

    must(heddle_run(&options, 3, exit_plainly, NULL, &result) == 3);
    must(result.rank[0].end == HEDDLE_RETURNED && result.rank[0].status == 3);
    must(result.rank[1].end == HEDDLE_RETURNED && result.rank[1].status == 0);
    must(result.rank[2].end == HEDDLE_RETURNED);
    heddle_result_free(&result);
}

static int leave_request(void *argument)
{
    MPI_Request request;

    MPI_Recv_init(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    return argument != NULL;
}

static int send_round(void *argument)
{
    int mine = rank(), size, got, sum;
    struct heddle_counters before = heddle_sent();

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    heddle_expect_messages(before, 0, 0);
    for (int i = 0; i < *(int *)argument; i++)
        MPI_Sendrecv(&mine, 1, MPI_INT, (mine + 1) % size, 0, &got, 1, MPI_INT,
                     (mine + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    heddle_expect_messages(before, 10, 10);
    heddle_expect_bytes(before, 40, 40);
    heddle_expect_collectives(before, 0, 0);
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    heddle_expect_collectives(before, 1, 1);
    return sum == size * (size - 1) / 2 ? 0 : 1;
}

static void counters_count_what_each_rank_sends(void)
{
    struct heddle_result result;
    int rounds = 10;

    must(heddle_run(NULL, 4, send_round, &rounds, &result) == 0);
    for (int i = 0; i < 4; i++) {
        must(result.rank[i].sent.messages == 10);
        must(result.rank[i].sent.bytes == 40);
        must(result.rank[i].sent.collectives == 1);
    }
    heddle_result_free(&result);
}

/* Receives an int as a float, of which the library warns. */
static int mistake_type(void *argument)
{
    float received;

    (void)argument;
    if (rank() == 0)
        MPI_Send(&(int){1}, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    else if (rank() == 1)
        MPI_Recv(&received, 1, MPI_FLOAT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return 0;
}

static void findings_fail_a_job_that_forbids_them(void)
{
    struct heddle_options options = {.name = "findings"};
    struct heddle_result result;

    must(heddle_run(&options, 3, mistake_type, NULL, &result) == 0);
    must(strncmp(result.findings, "rank 1: warning: the message from rank 0", 40) == 0);
    must(strstr(result.findings, " [mpi-type-mismatch]\n") != NULL);
    must(strchr(result.findings, '\n') == result.findings + strlen(result.findings) - 1);
    must(result.text == NULL);
    heddle_result_free(&result);
    options.forbids_findings = 1;
    must(heddle_run(&options, 3, mistake_type, NULL, &result) == 1);
    must(strstr(result.text, "was warned") != NULL && strstr(result.findings, "tag 7") != NULL);
    must(!result.is_aborted);
    heddle_result_free(&result);
    must(heddle_run(&options, 2, leave_request, NULL, &result) == 1);
    must(strstr(result.text, "not everything was freed") != NULL && result.findings == NULL);
    heddle_result_free(&result);
}

/* Rank 0 is the origin of all, so each rank counts its own calls only. */
static int use_window(void *argument)
{
    long memory[8] = {0}, data[8] = {0}, old;
    MPI_Datatype column;
    MPI_Win win;

    (void)argument;
    MPI_Type_vector(2, 1, 3, MPI_LONG, &column);
    MPI_Type_commit(&column);
    MPI_Win_create(memory, sizeof memory, sizeof memory[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    if (rank() == 0) {
        MPI_Put(data, 3, MPI_LONG, 1, 0, 3, MPI_LONG, win);
        MPI_Put(data, 1, column, 1, 0, 1, column, win);
        MPI_Put(data, 3, MPI_LONG, MPI_PROC_NULL, 0, 3, MPI_LONG, win);
        MPI_Win_flush(1, win);
        MPI_Get(data, 5, MPI_LONG, 1, 0, 5, MPI_LONG, win);
        MPI_Win_flush(1, win);
        MPI_Accumulate(data, 2, MPI_LONG, 1, 0, 2, MPI_LONG, MPI_SUM, win);
        MPI_Fetch_and_op(data, &old, MPI_LONG, 1, 0, MPI_SUM, win);
        MPI_Compare_and_swap(data, data + 1, &old, MPI_LONG, 1, 0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Type_free(&column);
    return 0;
}

static void operations_on_windows_are_counted_at_the_origin(void)
{
    struct heddle_result result;

    must(heddle_run(NULL, 2, use_window, NULL, &result) == 0);
    must(result.rank[0].windows.puts == 2);
    must(result.rank[0].windows.put_bytes == 5 * sizeof(long));
    must(result.rank[0].windows.gets == 1);
    must(result.rank[0].windows.get_bytes == 5 * sizeof(long));
    must(result.rank[0].windows.accumulates == 3);
    must(result.rank[0].windows.accumulate_bytes == 4 * sizeof(long));
    must(result.rank[0].sent.messages == 0);
    must(result.rank[1].windows.puts == 0);
    must(result.rank[1].windows.get_bytes == 0);
    must(result.rank[1].windows.accumulates == 0);
    heddle_result_free(&result);
}

static void broken_contracts_fail(void)
{
    struct heddle_result result;
    int rounds = 9;

    must(heddle_run(NULL, 1, send_round, &rounds, &result) != 0);
    must(result.is_aborted && strstr(result.text, "rank 0: ") == result.text);
    must(strstr(result.text, "9 messages, expected 10 to 10") != NULL);
    heddle_result_free(&result);
}

static int run_in_run(void *argument)
{
    struct heddle_result result;

    (void)argument;
    must(heddle_run(NULL, 1, return_own, NULL, &result) == -1);
    must(strstr(result.text, "a rank cannot start a job") != NULL);
    heddle_result_free(&result);
    return 0;
}

static void expect_refusal(int ranks, heddle_function *function, const char *why)
{
    struct heddle_result result;

    must(heddle_run(NULL, ranks, function, NULL, &result) == -1);
    must(result.status == -1 && result.ranks == 0 && result.rank == NULL);
    must(strstr(result.text, why) != NULL);
    heddle_result_free(&result);
}

static void expect_refusal_of(struct heddle_options options, const char *why)
{
    struct heddle_result result;

    must(heddle_run(&options, 2, return_own, NULL, &result) == -1);
    must(result.status == -1 && result.ranks == 0 && strstr(result.text, why) != NULL);
    heddle_result_free(&result);
}

static void wrong_options_are_refused(void)
{
    expect_refusal_of((struct heddle_options){.timeout = -0.5}, "timeout -0.5 is negative");
    expect_refusal_of((struct heddle_options){.timeout = __builtin_nan("")}, "timeout");
    expect_refusal_of((struct heddle_options){.thread_level = -1}, "thread_level -1 is none");
    expect_refusal_of((struct heddle_options){.thread_level = MPI_THREAD_MULTIPLE - 1}, "is none");
}

static void long_timeouts_are_none(void)
{
    static const double timeouts[] = {1e-2 + 1e9, 1e300, __builtin_inf()};

    for (int i = 0; i < 3; i++) {
        const struct heddle_options options = {.timeout = timeouts[i]};

        must(heddle_run(&options, 2, return_own, NULL, NULL) == 0);
    }
}

static void what_cannot_run_is_refused(void)
{
    expect_refusal(0, return_own, "ranks 0 is outside 1..65535");
    expect_refusal(-3, return_own, "ranks -3 is outside");
    expect_refusal(65536, return_own, "ranks 65536 is outside");
    expect_refusal(2, NULL, "function is NULL");
    must(heddle_run(NULL, 2, run_in_run, NULL, NULL) == 0);
}

static int init_by_hand(void *argument)
{
    int provided;

    (void)argument;
    must(heddle_rank() >= 0);
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return provided == MPI_THREAD_MULTIPLE ? 0 : 1;
}

static int find_level(void *argument)
{
    int level;

    (void)argument;
    MPI_Query_thread(&level);
    return level == MPI_THREAD_MULTIPLE ? 0 : 1;
}

static void options_are_heeded(void)
{
    must(heddle_run(&(struct heddle_options){.leaves_init = 1}, 3, init_by_hand, NULL, NULL) == 0);
    must(heddle_run(&(struct heddle_options){.thread_level = MPI_THREAD_MULTIPLE, .name = "levels"},
                    2, find_level, NULL, NULL) == 0);
    must(heddle_run(&(struct heddle_options){.leaves_init = 1, .stack_bytes = 1 << 20}, 2,
                    init_by_hand, NULL, NULL) == 0);
}

static int return_number(void *argument)
{
    return *(int *)argument;
}

static int abort_with_number(void *argument)
{
    MPI_Abort(MPI_COMM_WORLD, *(int *)argument);
    return 0;
}

static void a_failure_is_no_success_to_a_shell(void)
{
    static const struct {
        int code, status;
    } cases[] = {{0, 0}, {1, 1}, {255, 255}, {256, 1}, {512, 1}, {257, 1}, {300, 44}, {-1, 255}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int code = cases[i].code;

        must(heddle_run(NULL, 2, return_number, &code, NULL) == cases[i].status);
        must(heddle_run(NULL, 2, abort_with_number, &code, NULL) ==
             (code == 0 ? 1 : cases[i].status));
    }
}

static int return_own_element(void *argument)
{
    return *(int *)argument == 10 + heddle_rank() ? 0 : 1;
}

static void each_rank_gets_its_argument(void)
{
    int elements[3][2] = {{10}, {11}, {12}};
    const struct heddle_options options = {.argument_stride = sizeof elements[0]};

    must(heddle_run(&options, 3, return_own_element, elements, NULL) == 0);
}

int main(void)
{
    each_rank_gets_its_argument();
    a_failure_is_no_success_to_a_shell();
    must(heddle_rank() == -1);
    must(heddle_sent().messages == 0);
    statuses_are_those_of_the_ranks();
    exit_ends_the_rank_alone();
    findings_fail_a_job_that_forbids_them();
    counters_count_what_each_rank_sends();
    operations_on_windows_are_counted_at_the_origin();
    broken_contracts_fail();
    what_cannot_run_is_refused();
    wrong_options_are_refused();
    long_timeouts_are_none();
    options_are_heeded();
    return 0;
}
