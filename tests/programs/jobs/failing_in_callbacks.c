/* SPDX-License-Identifier: MIT */
/* A rank that fails within callbacks, libc's functions and functions of its own ends its job, while
 * the others are in any call that waits, and the process lives on.
 *
 * launch: alone
 * ranks: 1
 * options: -O1
 * sanitizer: yes */
#include <assert.h>
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RANKS = 3, BYTES = 1 << 20, DEPTH = 60 };

static int left(void)
{
    return (heddle_rank() + RANKS - 1) % RANKS;
}

static int right(void)
{
    return (heddle_rank() + 1) % RANKS;
}

/* ---- ways to fail -------------------------------------------------------------------------- */

static int abort_at_deletion(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)key, (void)value, (void)extra;
    return MPI_Abort(comm, 31);
}

static void fail_in_a_delete_function(void)
{
    int key;

    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, abort_at_deletion, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    MPI_Comm_delete_attr(MPI_COMM_SELF, key);
}

static int fail_at_copying(MPI_Comm comm, int key, void *extra, void *value, void *copy, int *flag)
{
    (void)comm, (void)key, (void)extra, (void)value, (void)copy, (void)flag;
    heddle_fail("copy.c", 7, "not to be copied");
}

static void fail_in_a_copy_function(void)
{
    MPI_Comm dup;
    int key;

    MPI_Comm_create_keyval(fail_at_copying, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    MPI_Comm_dup(MPI_COMM_SELF, &dup);
}

static void abort_in_operation(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)length, (void)type;
    MPI_Abort(MPI_COMM_WORLD, 32);
}

static void fail_in_an_operation(void)
{
    int in = 1, inout = 2;
    MPI_Op op;

    MPI_Op_create(abort_in_operation, 1, &op);
    MPI_Reduce_local(&in, &inout, 1, MPI_INT, op);
}

static void fail_at_error(MPI_Comm *comm, int *code, ...)
{
    int class;

    (void)comm;
    MPI_Error_class(*code, &class);
    heddle_fail("handler.c", 9, "class %d", class == MPI_ERR_RANK);
}

static void fail_in_an_error_handler(void)
{
    MPI_Errhandler handler;

    MPI_Comm_create_errhandler(fail_at_error, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Send(NULL, 0, MPI_INT, RANKS, 0, MPI_COMM_WORLD);
}

static int abort_at_query(void *extra, MPI_Status *status)
{
    (void)extra, (void)status;
    return MPI_Abort(MPI_COMM_WORLD, 33);
}

static int do_nothing(void *extra)
{
    (void)extra;
    return MPI_SUCCESS;
}

static int cancel_nothing(void *extra, int is_complete)
{
    (void)extra, (void)is_complete;
    return MPI_SUCCESS;
}

static void fail_in_a_query_function(void)
{
    MPI_Request request;

    MPI_Grequest_start(abort_at_query, do_nothing, cancel_nothing, NULL, &request);
    MPI_Grequest_complete(request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static int fail_at_comparing(const void *one, const void *other)
{
    (void)one, (void)other;
    heddle_fail("sort.c", 3, "not to be compared");
}

static void fail_in_qsort(void)
{
    int numbers[] = {3, 1, 2};

    qsort(numbers, 3, sizeof numbers[0], fail_at_comparing);
}

static int fail_deep(volatile int depth)
{
    if (depth > 1)
        return fail_deep(depth - 1) + depth;
    assert(depth > 1);
    return 0;
}

static void fail_far_down(void)
{
    fail_deep(DEPTH);
}

static const struct {
    void (*fail)(void);
    const char *text;
} ways_to_fail[] = {
    {fail_in_a_delete_function, "MPI_Abort(MPI_COMM_SELF, 31)"},
    {fail_in_a_copy_function, "copy.c:7: not to be copied"},
    {fail_in_an_operation, "MPI_Abort(MPI_COMM_WORLD, 32)"},
    {fail_in_an_error_handler, "handler.c:9: class 1"},
    {fail_in_a_query_function, "MPI_Abort(MPI_COMM_WORLD, 33)"},
    {fail_in_qsort, "sort.c:3: not to be compared"},
    {fail_far_down, "assertion \"depth > 1\" failed"},
};
enum { WAYS_TO_FAIL = sizeof ways_to_fail / sizeof ways_to_fail[0] };

/* ---- ways to wait -------------------------------------------------------------------------- */

static void wait_in_recv(void)
{
    MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void wait_in_ssend(void)
{
    MPI_Ssend(NULL, 0, MPI_INT, right(), 1, MPI_COMM_WORLD);
}

static void wait_in_probe(void)
{
    MPI_Probe(left(), MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void wait_in_mprobe(void)
{
    MPI_Message message;

    MPI_Mprobe(left(), 1, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
}

static void start_two(MPI_Request requests[2])
{
    MPI_Irecv(NULL, 0, MPI_INT, left(), 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Issend(NULL, 0, MPI_INT, right(), 2, MPI_COMM_WORLD, &requests[1]);
}

static void wait_in_waitall(void)
{
    MPI_Request requests[2];

    start_two(requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void wait_in_waitany(void)
{
    MPI_Request requests[2];
    int which;

    start_two(requests);
    MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
}

static void wait_in_waitsome(void)
{
    MPI_Request requests[2];
    int count, which[2];

    start_two(requests);
    MPI_Waitsome(2, requests, &count, which, MPI_STATUSES_IGNORE);
}

static void wait_in_ibarrier(void)
{
    MPI_Request request;

    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void wait_in_alltoall(void)
{
    int out[RANKS] = {0}, in[RANKS];

    MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
}

static void wait_in_dup(void)
{
    MPI_Comm dup;

    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
}

static void wait_in_split(void)
{
    MPI_Comm part;

    MPI_Comm_split(MPI_COMM_WORLD, heddle_rank() % 2, 0, &part);
}

static void wait_in_create_group(void)
{
    MPI_Group group;
    MPI_Comm made;

    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 4, &made);
}

static void wait_in_buffer_detach(void)
{
    static char message[BYTES], buffer[BYTES + MPI_BSEND_OVERHEAD];
    void *detached;
    int bytes;

    MPI_Buffer_attach(buffer, sizeof buffer);
    MPI_Bsend(message, BYTES, MPI_BYTE, right(), 1, MPI_COMM_WORLD);
    MPI_Buffer_detach(&detached, &bytes);
    MPI_Recv(NULL, 0, MPI_INT, left(), 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void wait_for_partitions(void)
{
    MPI_Request request;
    char partitions[4];

    MPI_Precv_init(partitions, 4, 1, MPI_BYTE, left(), 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void wait_in_finalize(void)
{
    MPI_Finalize();
}

static void (*const ways_to_wait[])(void) = {
    wait_in_recv,     wait_in_ssend,    wait_in_probe,         wait_in_mprobe,
    wait_in_waitall,  wait_in_waitany,  wait_in_waitsome,      wait_in_ibarrier,
    wait_in_alltoall, wait_in_dup,      wait_in_split,         wait_in_create_group,
    wait_in_buffer_detach, wait_for_partitions, wait_in_finalize,
};
enum { WAYS_TO_WAIT = sizeof ways_to_wait / sizeof ways_to_wait[0] };

/* ---- the jobs ------------------------------------------------------------------------------ */

struct failure {
    int rank, way_to_fail, way_to_wait;
};

static int body(void *argument)
{
    const struct failure *failure = argument;

    MPI_Barrier(MPI_COMM_WORLD);
    if (heddle_rank() != failure->rank)
        ways_to_wait[failure->way_to_wait]();
    usleep(200); /* some wait by now, some only begin to */
    ways_to_fail[failure->way_to_fail].fail();
    return 0;
}

static int sum_up(void *argument)
{
    int one = 1, sum = 0;

    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return argument == NULL && sum == RANKS ? 0 : 1;
}

static void check(struct failure failure)
{
    struct heddle_result result;
    char start[32];
    int i, unwound = 0;

    heddle_run(NULL, RANKS, body, &failure, &result);
    for (i = 0; i < result.ranks; i++)
        unwound += result.rank[i].end == HEDDLE_UNWOUND;
    snprintf(start, sizeof start, "rank %d: ", failure.rank);
    if (!result.is_aborted || result.status == 0 || result.report != NULL || unwound != RANKS ||
        strncmp(result.text, start, strlen(start)) != 0 ||
        strstr(result.text, ways_to_fail[failure.way_to_fail].text) == NULL) {
        fprintf(stderr, "rank %d, failure %d, wait %d: %d of %d unwound, status %d, %s\n%s",
                failure.rank, failure.way_to_fail, failure.way_to_wait, unwound, result.ranks,
                result.status, result.text != NULL ? result.text : "no text",
                result.report != NULL ? result.report : "");
        exit(EXIT_FAILURE);
    }
    heddle_result_free(&result);
}

int main(void)
{
    struct failure failure;

    for (failure.rank = 0; failure.rank < RANKS; failure.rank++)
        for (failure.way_to_fail = 0; failure.way_to_fail < WAYS_TO_FAIL; failure.way_to_fail++)
            for (failure.way_to_wait = 0; failure.way_to_wait < WAYS_TO_WAIT;
                 failure.way_to_wait++)
                check(failure);
    return heddle_run(NULL, RANKS, sum_up, NULL, NULL);
}
