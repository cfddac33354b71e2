/* SPDX-License-Identifier: MIT */
/* Random messages by the functions that programs call, in jobs that count messages and watch
 * buffers and in jobs that do neither: both take the same path, and all data arrive. */
#include <heddle/criterion.h>

#include <string.h>

#include "../coll/sequence.h"
#include "p2p/policy.h"

enum { MESSAGES = 24, BYTES_MAX = 5000, ROUNDS_OF_JOB = 40 };

struct message {
    int source, dest, tag, bytes;
    int send_form, receive_form;
    unsigned char *sent, *received;
    MPI_Request request;
};

static const int sizes[] = {0, 1, 8, MAILBOX_BYTES_MAX, INLINE_BYTES_MAX, INLINE_BYTES_MAX + 1,
                            EAGER_BYTES_MAX, EAGER_BYTES_MAX + 1, 1024, BYTES_MAX};

static unsigned char byte_of(int message, int i)
{
    return (unsigned char)(message * 37 + i * 11 + 1);
}

/* All ranks draw the same messages. */
static void draw(struct random *shared, struct message *message, int tag, int ranks)
{
    *message = (struct message){
        .source = (int)random_in(shared, 0, ranks - 1),
        .dest = (int)random_in(shared, 0, ranks - 1),
        .tag = tag,
        .bytes = sizes[random_in(shared, 0, (int)(sizeof sizes / sizeof sizes[0]) - 1)],
        .send_form = (int)random_in(shared, 0, 2),
        .receive_form = (int)random_in(shared, 0, 2),
        .request = MPI_REQUEST_NULL,
    };
}

static void give_memory(struct message *message)
{
    message->sent = malloc(BYTES_MAX);
    message->received = malloc(BYTES_MAX);
    for (int i = 0; i < message->bytes; i++)
        message->sent[i] = byte_of(message->tag, i);
    memset(message->received, 0, BYTES_MAX);
}

/* Blocking forms may wait for the receive, so they are for messages whose receive is posted. */
static void send(struct message *message, bool may_block)
{
    if (may_block && message->send_form == 0)
        MPI_Send(message->sent, message->bytes, MPI_BYTE, message->dest, message->tag,
                 MPI_COMM_WORLD);
    else if (may_block && message->send_form == 1)
        MPI_Ssend(message->sent, message->bytes, MPI_BYTE, message->dest, message->tag,
                  MPI_COMM_WORLD);
    else
        MPI_Isend(message->sent, message->bytes, MPI_BYTE, message->dest, message->tag,
                  MPI_COMM_WORLD, &message->request);
}

static void receive(struct message *message)
{
    MPI_Message matched;
    MPI_Status status;
    int count;

    if (message->receive_form == 0) {
        MPI_Recv(message->received, BYTES_MAX, MPI_BYTE, message->source, message->tag,
                 MPI_COMM_WORLD, &status);
    } else if (message->receive_form == 1) {
        MPI_Recv(message->received, BYTES_MAX, MPI_BYTE, MPI_ANY_SOURCE, message->tag,
                 MPI_COMM_WORLD, &status);
    } else {
        MPI_Mprobe(message->source, message->tag, MPI_COMM_WORLD, &matched, &status);
        MPI_Mrecv(message->received, BYTES_MAX, MPI_BYTE, &matched, &status);
    }
    MPI_Get_count(&status, MPI_BYTE, &count);
    cr_assert(status.MPI_SOURCE == message->source && count == message->bytes);
}

static void expect_all_of_it(const struct message *message)
{
    for (int i = 0; i < message->bytes; i++)
        if (message->received[i] != byte_of(message->tag, i))
            cr_assert_fail("byte %d of message %d", i, message->tag);
}

/* Every second round posts the receives first, so that sends may block. */
static void run_round(struct message *messages, bool posts_first, int rank)
{
    for (int i = 0; i < MESSAGES; i++)
        if (posts_first && messages[i].dest == rank && messages[i].source != rank)
            MPI_Irecv(messages[i].received, BYTES_MAX, MPI_BYTE, messages[i].source,
                      messages[i].tag, MPI_COMM_WORLD, &messages[i].request);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < MESSAGES; i++)
        if (messages[i].source == rank)
            send(&messages[i], posts_first && messages[i].dest != rank);
    for (int i = 0; i < MESSAGES; i++)
        if (messages[i].dest == rank && (!posts_first || messages[i].source == rank))
            receive(&messages[i]);
    for (int i = 0; i < MESSAGES; i++)
        MPI_Wait(&messages[i].request, MPI_STATUS_IGNORE);
}

static int exchange_messages(void *argument)
{
    const struct call_sequence *sequence = argument;
    struct random shared = {sequence->seed};
    struct message messages[MESSAGES];
    int rank, ranks;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int round = 0; round < sequence->rounds; round++) {
        for (int i = 0; i < MESSAGES; i++) {
            draw(&shared, &messages[i], i, ranks);
            give_memory(&messages[i]);
        }
        run_round(messages, round % 2 == 0, rank);
        for (int i = 0; i < MESSAGES; i++) {
            if (messages[i].dest == rank)
                expect_all_of_it(&messages[i]);
            free(messages[i].sent);
            free(messages[i].received);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return 0;
}

Test(observed, messages_of_two_ranks_arrive_with_counters_and_without)
{
    run_sequences(exchange_messages, 2, ROUNDS_OF_JOB);
}

Test(observed, messages_of_five_ranks_arrive_with_counters_and_without)
{
    run_sequences(exchange_messages, 5, ROUNDS_OF_JOB);
}

/* Both sides of the branch are really taken. */
static int count_messages(void *argument)
{
    const struct call_sequence *sequence = argument;
    int token = 0;

    MPI_Sendrecv_replace(&token, 1, MPI_INT, 0, 0, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Send(&token, 0, MPI_INT, 0, 1, MPI_COMM_SELF);
    MPI_Recv(&token, 0, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    cr_assert((rank_self()->observer != NULL) == sequence->is_observed);
    cr_assert((rank_self()->buffers != NULL) == sequence->is_observed);
    return 0;
}

Test(observed, jobs_are_counted_and_watched_or_neither)
{
    run_sequences(count_messages, 1, 1);
}
