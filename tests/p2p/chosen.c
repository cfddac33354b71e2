/* SPDX-License-Identifier: MIT */
/* Choices of calls of MPI about messages: a scripted chooser gives every answer in turn, the call
 * does what was answered, and the record says so in words. */
#include <sched.h>

#include "../rank/script.h"
#include "p2p/policy.h"

enum { SENDERS = 3, TAG = 5 };

/* ---- which message --------------------------------------------------------------------------- */

static void send_to_0(void)
{
    int rank = heddle_rank();
    MPI_Request request;

    MPI_Isend(&rank, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* Receives all that the senders have sent, but for one of them. */
static void receive_others(int except)
{
    int got;

    for (int source = 1; source <= SENDERS; source++)
        if (source != except)
            MPI_Recv(&got, 1, MPI_INT, source, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

typedef int taking(int *got); /* returns the source */

static int take_by_receive(int *got)
{
    MPI_Status status;

    MPI_Recv(got, 1, MPI_INT, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &status);
    return status.MPI_SOURCE;
}

static int receive_probed(const MPI_Status *status, int *got)
{
    MPI_Recv(got, 1, MPI_INT, status->MPI_SOURCE, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return status->MPI_SOURCE;
}

static int take_by_probe(int *got)
{
    MPI_Status status;

    MPI_Probe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &status);
    return receive_probed(&status, got);
}

static int take_by_iprobe(int *got)
{
    MPI_Status status;
    int flag;

    MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &flag, &status);
    cr_assert(flag);
    return receive_probed(&status, got);
}

static int take_by_mprobe(int *got)
{
    MPI_Message message;
    MPI_Status status;

    MPI_Mprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &message, &status);
    MPI_Mrecv(got, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    return status.MPI_SOURCE;
}

static int take_by_improbe(int *got)
{
    MPI_Message message;
    MPI_Status status;
    int flag;

    MPI_Improbe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &flag, &message, &status);
    cr_assert(flag);
    MPI_Mrecv(got, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    return status.MPI_SOURCE;
}

static const struct {
    taking *take;
    enum choice kind;
    const char *words;
} takings[] = {
    {take_by_receive, CHOICE_WILDCARD, "receive from any source at chosen.c in rank 0 took"},
    {take_by_probe, CHOICE_PROBE, "probe of any source at chosen.c in rank 0 found"},
    {take_by_iprobe, CHOICE_PROBE, "probe of any source at chosen.c in rank 0 found"},
    {take_by_mprobe, CHOICE_PROBE, "probe of any source at chosen.c in rank 0 found"},
    {take_by_improbe, CHOICE_PROBE, "probe of any source at chosen.c in rank 0 found"},
};

static void take_as_answered(size_t way, int answer, int nth)
{
    char expected[WORDS_BYTES], words[WORDS_BYTES];
    struct script script;
    int got = 0;

    script_begin(&script, takings[way].kind, answer);
    cr_assert_eq(takings[way].take(&got), answer + 1);
    script_end(&script, 1, NULL);
    cr_assert_eq(got, answer + 1);
    cr_assert_eq(script.questions[0].candidates[answer].nth, nth);
    snprintf(expected, sizeof expected, "%s the message of rank %d, tag %d, its %d",
             takings[way].words, answer + 1, TAG, nth);
    script_words(&script, 0, words);
    cr_assert(strncmp(words, expected, strlen(expected)) == 0, "%s", words);
    receive_others(answer + 1);
}

/* Each way twice: equal answers take the same messages. */
MPI_TestCase(choice, of_messages_that_have_come_is_one_of_any_source, .ranks = SENDERS + 1,
             .forbids_leaks = 1)
{
    int nth = 0;

    for (size_t way = 0; way < ARRAY_LENGTH(takings); way++)
        for (int turn = 0; turn < 2 * SENDERS; turn++) {
            if (heddle_rank() > 0)
                send_to_0();
            MPI_Barrier(MPI_COMM_WORLD);
            if (heddle_rank() == 0)
                take_as_answered(way, turn % SENDERS, ++nth);
            MPI_Barrier(MPI_COMM_WORLD);
        }
}

/* The messages come unnoticed: rank 0 makes no progress until all are in its inbox. */
static void take_by_posted_receive(int answer)
{
    struct rank *self = rank_self();
    uint64_t before = mpsc_mark(&self->inbox);
    struct script script;
    MPI_Request request;
    MPI_Status status;
    int got = 0;

    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &request);
    for (int rank = 1; rank <= SENDERS; rank++)
        MPI_Send(NULL, 0, MPI_INT, rank, TAG, MPI_COMM_WORLD);
    while (mpsc_mark(&self->inbox) < before + SENDERS)
        sched_yield();
    script_begin(&script, CHOICE_WILDCARD, answer);
    MPI_Wait(&request, &status);
    script_end(&script, 1, NULL);
    cr_assert_eq(status.MPI_SOURCE, answer + 1);
    cr_assert_eq(got, answer + 1);
    receive_others(answer + 1);
}

MPI_TestCase(choice, of_a_posted_receive_is_one_of_the_messages_that_come_together,
             .ranks = SENDERS + 1, .forbids_leaks = 1)
{
    for (int turn = 0; turn < 2 * SENDERS; turn++) {
        if (heddle_rank() == 0) {
            take_by_posted_receive(turn % SENDERS);
        } else {
            MPI_Recv(NULL, 0, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            send_to_0();
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* ---- sends ----------------------------------------------------------------------------------- */

static void send_as_answered(int bytes, int answer)
{
    static const char *const words[] = {
        "MPI_Isend at chosen.c in rank 0 buffered the message to rank 0, tag 5, its 1st",
        "MPI_Isend at chosen.c in rank 0 waited for the receive of the message to rank 0, tag 5, "
        "its 1st"};
    static char out[1 << 20], in[1 << 20];
    struct script script;
    MPI_Request request;
    int flag;

    script_begin(&script, CHOICE_BUFFERING, answer);
    MPI_Isend(out, bytes, MPI_CHAR, 0, TAG, MPI_COMM_SELF, &request);
    MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    cr_assert_eq(flag, answer == 0);
    script.questions[0].point.subject.nth = 1;
    script_end(&script, 1, words[answer]);
    MPI_Recv(in, bytes, MPI_CHAR, 0, TAG, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

MPI_TestCase(choice, of_a_send_of_any_size_is_whether_it_is_buffered, .ranks = 1,
             .forbids_leaks = 1)
{
    static const int sizes[] = {0, 8, INLINE_BYTES_MAX, INLINE_BYTES_MAX + 1, EAGER_BYTES_MAX,
                                EAGER_BYTES_MAX + 1, 5000, 100000, 1 << 20};

    for (size_t i = 0; i < ARRAY_LENGTH(sizes); i++)
        for (int answer = 0; answer < 2; answer++)
            send_as_answered(sizes[i], answer);
}

/* ---- cancels --------------------------------------------------------------------------------- */

static bool is_cancelled(MPI_Request *request)
{
    MPI_Status status;
    int flag;

    MPI_Wait(request, &status);
    MPI_Test_cancelled(&status, &flag);
    return flag;
}

/* Cancels a message that is copied at once, and one that waits for its receive. */
static void cancel_a_send(int bytes, int answer)
{
    static const char *const words[] = {
        "MPI_Cancel at chosen.c in rank 1 succeeded for the message to rank 0, tag 5, its 1st",
        "MPI_Cancel at chosen.c in rank 1 came too late for the message to rank 0, tag 5, its 1st"};
    static char out[5000];
    struct script script;
    MPI_Request request;

    MPI_Isend(out, bytes, MPI_CHAR, 0, TAG, MPI_COMM_WORLD, &request);
    script_begin(&script, CHOICE_CANCEL, answer);
    MPI_Cancel(&request);
    script.questions[0].point.subject.nth = 1;
    script_end(&script, 1, words[answer]);
    cr_assert_eq(is_cancelled(&request), answer == 0);
}

MPI_TestCase(choice, of_a_cancelled_send_is_whether_it_comes_too_late, .ranks = 2,
             .forbids_leaks = 1)
{
    static const int sizes[] = {8, 5000};
    static char in[5000];

    MPI_Barrier(MPI_COMM_WORLD); /* a receiver that has not come to MPI_Init has no messages yet */
    for (int turn = 0; turn < 4; turn++) {
        if (heddle_rank() == 1)
            cancel_a_send(sizes[turn / 2], turn % 2);
        MPI_Barrier(MPI_COMM_WORLD);
        if (heddle_rank() == 0 && turn % 2 == 1)
            MPI_Recv(in, sizes[turn / 2], MPI_CHAR, 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

MPI_TestCase(choice, of_a_cancelled_receive_is_whether_its_message_comes_first, .ranks = 1,
             .forbids_leaks = 1)
{
    static const char *const words[] = {"MPI_Cancel at chosen.c in rank 0 succeeded",
                                        "MPI_Cancel at chosen.c in rank 0 came too late"};

    for (int answer = 0; answer < 2; answer++) {
        struct script script;
        MPI_Request request;
        int got;

        MPI_Irecv(&got, 1, MPI_INT, 0, TAG, MPI_COMM_SELF, &request);
        MPI_Send(&(int){1}, 1, MPI_INT, 0, TAG, MPI_COMM_SELF);
        script_begin(&script, CHOICE_CANCEL, answer);
        MPI_Cancel(&request);
        script_end(&script, 1, words[answer]);
        cr_assert_eq(is_cancelled(&request), answer == 0);
        if (answer == 0)
            MPI_Recv(&got, 1, MPI_INT, 0, TAG, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    }
}
