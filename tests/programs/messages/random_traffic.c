/* SPDX-License-Identifier: MIT */
/* Random traffic among all ranks: messages of all sizes and modes, sent and received in all ways,
 * while partitioned ones are on their way and others are cancelled. The seed is printed; given as
 * an argument, it makes the same traffic again. */
/* ranks: 2 5 16 64 */
/* expect-stdout: all [0-9]+ messages came as they were sent */
#include <mpi.h>
#include <stdio.h>
#include <time.h>

#include "random_traffic.h"

enum { ROUNDS = 40, ROUNDS_OF_MANY = 6, MANY = 32, PARTS = 12, PART_INTS = 50 };

static int rank, size, tag_max, round_number;
static uint64_t seed, state; /* state: of the rank's own choices, which no other rank knows */
static struct message outgoing[MESSAGES], *incoming;
static int incoming_count;
static long wrong, came;

static void check(int condition, const struct message *message, const char *what)
{
    if (condition || wrong++ >= 5)
        return;
    printf("rank %d, round %d: message %d -> %d, tag %d, %d bytes, mode %d, form %d, way %d: %s\n",
           rank, round_number, message->from, message->to, message->tag, message->bytes,
           message->mode, message->is_expected ? (int)message->form : -1, message->way, what);
}

static void plan(void)
{
    int from, i;

    incoming_count = 0;
    for (from = 0; from < size; from++) {
        for (i = 0; i < MESSAGES; i++) {
            struct message message = message_of(seed, round_number, from, i, size, tag_max);

            if (from == rank)
                outgoing[i] = message;
            if (message.to == rank)
                incoming[incoming_count++] = message;
        }
    }
    for (i = 0; i < incoming_count; i++)
        incoming[i].buffer = new_buffer(&incoming[i]);
    for (i = 0; i < MESSAGES; i++) {
        outgoing[i].buffer = new_buffer(&outgoing[i]);
        fill(&outgoing[i]);
    }
}

static void post(struct message *message)
{
    int count;
    MPI_Datatype type = type_of(message, message->has_gaps_received, &count);

    if (message->taken_form == PERSISTENT) {
        MPI_Recv_init(message->buffer, count, type, message->from, message->tag, MPI_COMM_WORLD,
                      &message->request);
        MPI_Start(&message->request);
    } else {
        MPI_Irecv(message->buffer, count, type, message->from, message->tag, MPI_COMM_WORLD,
                  &message->request);
    }
    MPI_Type_free(&type);
}

typedef int blocking_send(const void *, int, MPI_Datatype, int, int, MPI_Comm);
typedef int nonblocking_send(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

static void send(struct message *message)
{
    static blocking_send *const blocking[] = {MPI_Send, MPI_Bsend, MPI_Ssend, MPI_Rsend};
    static nonblocking_send *const nonblocking[] = {MPI_Isend, MPI_Ibsend, MPI_Issend, MPI_Irsend};
    static nonblocking_send *const persistent[] = {MPI_Send_init, MPI_Bsend_init, MPI_Ssend_init,
                                                   MPI_Rsend_init};
    int count;
    MPI_Datatype type = type_of(message, message->has_gaps, &count);

    if (message->form == BLOCKING)
        blocking[message->mode](message->buffer, count, type, message->to, message->tag,
                                MPI_COMM_WORLD);
    else
        (message->form == PERSISTENT ? persistent : nonblocking)[message->mode](
            message->buffer, count, type, message->to, message->tag, MPI_COMM_WORLD,
            &message->request);
    if (message->form == PERSISTENT)
        MPI_Start(&message->request);
    MPI_Type_free(&type);
}

/* Messages with the tag 0 are taken from their sender, in order; others have a tag of their own. */
static int source_for(const struct message *message, int may_be_any)
{
    return may_be_any && message->tag != 0 ? MPI_ANY_SOURCE : message->from;
}

static void take_matched(struct message *message, int count, MPI_Datatype type, MPI_Status *status)
{
    MPI_Message handle;
    MPI_Request request;
    int flag = 0;

    if (message->way == MATCHED) {
        MPI_Mprobe(source_for(message, 1), message->tag, MPI_COMM_WORLD, &handle, status);
        MPI_Mrecv(message->buffer, count, type, &handle, status);
        return;
    }
    while (!flag)
        MPI_Improbe(message->from, message->tag, MPI_COMM_WORLD, &flag, &handle, status);
    MPI_Imrecv(message->buffer, count, type, &handle, &request);
    MPI_Wait(&request, status);
}

static void take_probed(struct message *message, int count, MPI_Datatype type, MPI_Status *status)
{
    int flag = 0, probed;

    if (message->way == POLL)
        while (!flag)
            MPI_Iprobe(message->from, message->tag, MPI_COMM_WORLD, &flag, status);
    else
        MPI_Probe(source_for(message, message->way == PROBE_ANY), message->tag, MPI_COMM_WORLD,
                  status);
    MPI_Get_count(status, type, &probed);
    check(probed == count && status->MPI_SOURCE == message->from, message, "was probed wrongly");
    MPI_Recv(message->buffer, count, type, message->from, message->tag, MPI_COMM_WORLD, status);
}

static void take(struct message *message)
{
    MPI_Status status;
    int count, received;
    MPI_Datatype type = type_of(message, message->has_gaps_received, &count);

    switch (message->way) {
    case MATCHED:
    case MATCHED_POLL:
        take_matched(message, count, type, &status);
        break;
    case PROBE:
    case PROBE_ANY:
    case POLL:
        take_probed(message, count, type, &status);
        break;
    case LATE_REQUEST:
        MPI_Irecv(message->buffer, count, type, message->from, message->tag, MPI_COMM_WORLD,
                  &message->request);
        MPI_Wait(&message->request, &status);
        break;
    default:
        MPI_Recv(message->buffer, count, type, source_for(message, message->way == ANY_SOURCE),
                 message->tag, MPI_COMM_WORLD, &status);
    }
    MPI_Get_count(&status, type, &received);
    check(status.MPI_SOURCE == message->from && status.MPI_TAG == message->tag &&
              received == count,
          message, "has a wrong status");
    MPI_Type_free(&type);
}

/* In an order of the rank's own, but those with the tag 0. */
static void take_unexpected(void)
{
    int i, k;

    for (i = 0; i < incoming_count; i++)
        if (!incoming[i].is_expected && incoming[i].tag == 0)
            take(&incoming[i]);
    for (i = 0, k = next(&state, incoming_count + 1); i < incoming_count; i++, k++) {
        struct message *message = &incoming[k % incoming_count];

        if (!message->is_expected && message->tag != 0)
            take(message);
    }
}

static void finish_one_way(int count, MPI_Request requests[], int way)
{
    int i, flag = 0, index, indices[64], done;

    switch (way) {
    case 0:
        MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
        break;
    case 1:
        do
            MPI_Waitany(count, requests, &index, MPI_STATUS_IGNORE);
        while (index != MPI_UNDEFINED);
        break;
    case 2:
        do
            MPI_Waitsome(count, requests, &done, indices, MPI_STATUSES_IGNORE);
        while (done != MPI_UNDEFINED);
        break;
    case 3:
        while (!flag)
            MPI_Testall(count, requests, &flag, MPI_STATUSES_IGNORE);
        break;
    default:
        for (i = 0; i < count; i++)
            for (flag = 0; !flag;)
                MPI_Test(&requests[i], &flag, MPI_STATUS_IGNORE);
    }
}

/* Completes all requests, sends and receives mixed, some at a time. */
static void finish(void)
{
    enum { SOME = 64 };
    struct message *messages[SOME];
    MPI_Request requests[SOME];
    int i, k, count = 0;

    for (i = 0; i < MESSAGES + incoming_count; i++) {
        struct message *message = i < MESSAGES ? &outgoing[i] : &incoming[i - MESSAGES];

        if (message->request != MPI_REQUEST_NULL) {
            messages[count] = message;
            requests[count++] = message->request;
        }
        if (count < SOME && i + 1 < MESSAGES + incoming_count)
            continue;
        finish_one_way(count, requests, next(&state, 5));
        for (k = 0; k < count; k++) {
            if (requests[k] != MPI_REQUEST_NULL)
                MPI_Request_free(&requests[k]);
            messages[k]->request = MPI_REQUEST_NULL;
        }
        count = 0;
    }
}

static void verify(void)
{
    int i;

    for (i = 0; i < incoming_count; i++) {
        check(is_whole(&incoming[i]), &incoming[i], "came damaged");
        free(incoming[i].buffer);
    }
    came += incoming_count;
    for (i = 0; i < MESSAGES; i++)
        free(outgoing[i].buffer);
}

/* A message in parts, from each rank to another, marked in any order; as many larger ones are
 * received. */
static int parts_out[PARTS * PART_INTS], parts_in[PARTS * PART_INTS];

static void start_parts(MPI_Request requests[2], int shift)
{
    int i;

    for (i = 0; i < PARTS * PART_INTS; i++)
        parts_out[i] = round_number * 1000000 + rank * 1000 + i;
    MPI_Psend_init(parts_out, PARTS, PART_INTS, MPI_INT, (rank + shift) % size, 1, MPI_COMM_WORLD,
                   MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(parts_in, PARTS / 2, PART_INTS * 2, MPI_INT, (rank + size - shift) % size, 1,
                   MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Startall(2, requests);
    for (i = 0; i < PARTS / 2; i++)
        MPI_Pready(i * 5 % (PARTS / 2) + PARTS / 2, requests[0]);
}

static void finish_parts(MPI_Request requests[2], int shift)
{
    int i, arrived, from = (rank + size - shift) % size, good = 0;

    for (i = 0; i < PARTS / 2; i++)
        MPI_Pready(i, requests[0]);
    for (i = 0; i < PARTS / 2; i++)
        for (arrived = 0; !arrived;)
            MPI_Parrived(requests[1], i, &arrived);
    for (i = 0; i < PARTS * PART_INTS; i++)
        good += parts_in[i] == round_number * 1000000 + from * 1000 + i;
    if (good < PARTS * PART_INTS && wrong++ < 5)
        printf("rank %d, round %d: parts came damaged\n", rank, round_number);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

/* A message that is not received can be cancelled, and a receive that gets none. */
static void start_in_vain(MPI_Request requests[2])
{
    static char sent[1000], received[1000];

    MPI_Isend(sent, next(&state, 1000), MPI_BYTE, next(&state, size), tag_max, MPI_COMM_WORLD,
              &requests[0]);
    MPI_Irecv(received, 1000, MPI_BYTE, MPI_ANY_SOURCE, tag_max - 1, MPI_COMM_WORLD, &requests[1]);
}

static void call_off(MPI_Request requests[2])
{
    MPI_Status status;
    int i, is_cancelled;

    for (i = 0; i < 2; i++) {
        MPI_Cancel(&requests[i]);
        MPI_Wait(&requests[i], &status);
        MPI_Test_cancelled(&status, &is_cancelled);
        if (!is_cancelled && wrong++ < 5)
            printf("rank %d, round %d: a %s was not cancelled\n", rank, round_number,
                   i == 0 ? "send" : "receive");
    }
}

static void run_round(void)
{
    MPI_Request parts[2], in_vain[2];
    int i, shift = round_number % size;

    plan();
    for (i = 0; i < incoming_count; i++)
        if (incoming[i].is_expected)
            post(&incoming[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    start_parts(parts, shift);
    start_in_vain(in_vain);
    for (i = 0; i < MESSAGES; i++)
        send(&outgoing[i]);
    take_unexpected();
    call_off(in_vain);
    finish();
    finish_parts(parts, shift);
    verify();
}

int main(int argc, char **argv)
{
    long sums[2], all[2];
    int *tag_ub, flag, bytes = MESSAGES * (BYTES_MAX + MPI_BSEND_OVERHEAD) * 2;
    void *attached;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &tag_ub, &flag);
    tag_max = *tag_ub;
    seed = argc > 1 ? strtoull(argv[1], NULL, 0) : mix((uint64_t)time(NULL));
    MPI_Bcast(&seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    state = mix(seed + (uint64_t)rank);
    if (rank == 0) {
        printf("seed %#llx\n", (unsigned long long)seed);
        fflush(stdout);
    }
    incoming = malloc(sizeof *incoming * (size_t)(size * MESSAGES));
    attached = malloc((size_t)bytes);
    MPI_Buffer_attach(attached, bytes);
    for (round_number = 0; round_number < (size < MANY ? ROUNDS : ROUNDS_OF_MANY); round_number++)
        run_round();
    MPI_Buffer_detach(&attached, &bytes);
    sums[0] = wrong;
    sums[1] = came;
    MPI_Allreduce(sums, all, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && all[0] == 0)
        printf("all %ld messages came as they were sent\n", all[1]);
    free(attached);
    free(incoming);
    MPI_Finalize();
    return 0;
}
