/* SPDX-License-Identifier: MIT */
/* The option explore with protocols of the literature: a right form of each is explored without an
 * alarm, and a wrong one, which works under some schedules, fails. A function is wrong if it has an
 * argument. The outcomes of the right ones are counted by hand.
 *
 * launch: alone
 * ranks: 1
 * options: -g -O1
 * sanitizer: address */
#include "explored.h"

enum { VOTE = 1, DECISION, WORK, TOKEN, END, REQUEST, REPLY, STOP };

enum { LATE = 2 };

static int receive_any(int *value, int *tag)
{
    MPI_Status status;

    MPI_Recv(value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    *tag = status.MPI_TAG;
    return status.MPI_SOURCE;
}

static void fail(const char *text)
{
    heddle_fail(NULL, 0, "%s", text);
}

/* ---- agreement ------------------------------------------------------------------------------- */

/* Two-phase commit (Gray, 1978). The last rank votes no. Wrong: the latest vote decides. */
static int commits(void *wrong)
{
    int vote = heddle_rank() != size_of() - 1, decision = 1, i;

    if (heddle_rank() != 0) {
        send_int(vote, 0, VOTE);
        receive_int(&decision, 0, DECISION);
    }
    for (i = 1; heddle_rank() == 0 && i < size_of(); i++) {
        receive_int(&vote, MPI_ANY_SOURCE, VOTE);
        decision = wrong != NULL ? vote : decision && vote;
    }
    for (i = 1; heddle_rank() == 0 && i < size_of(); i++)
        send_int(decision, i, DECISION);
    if (decision)
        fail("committed without the last one's vote");
    return 0;
}

/* The largest number is elected. Wrong: among those that have come first. */
static int elects(void *wrong)
{
    int largest = 0, value, wanted = size_of() - 1 - (wrong != NULL), i;

    if (heddle_rank() != 0)
        send_int(size_of() - heddle_rank(), 0, VOTE);
    for (i = 0; heddle_rank() == 0 && i < size_of() - 1; i++) {
        receive_int(&value, MPI_ANY_SOURCE, VOTE);
        if (i < wanted && value > largest)
            largest = value;
    }
    if (heddle_rank() == 0 && largest != size_of() - 1)
        fail("another rank was elected");
    return 0;
}

/* Election in a ring (Chang and Roberts, CACM 22:5, 1979): one neighbour sends, in its order. */
static int elects_in_a_ring(void *wrong)
{
    int self = heddle_rank(), size = size_of(), next = (self + 1) % size, value, tag = TOKEN;
    MPI_Request request;

    MPI_Isend(&self, 1, MPI_INT, next, TOKEN, MPI_COMM_WORLD, &request);
    while (tag != END) {
        receive_any(&value, &tag);
        if (tag == TOKEN && value > self)
            send_int(value, next, TOKEN);
        else if (tag == TOKEN && value == self)
            send_int(self, next, END);
        else if (tag == END && value != self)
            send_int(value, next, END);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return wrong != NULL || value != size - 1;
}

/* Each rank votes twice. Wrong: a vote does not tell its round, and a fast rank's second may come
 * before a slow one's first. */
static int votes_in_rounds(void *wrong)
{
    int value, round, i;

    for (round = 0; round < 2; round++) {
        MPI_Request requests[4];

        for (i = 0; i < size_of(); i++)
            MPI_Isend(&round, 1, MPI_INT, i, wrong != NULL ? 0 : round, MPI_COMM_WORLD,
                      &requests[i]);
        for (i = 0; i < size_of(); i++) {
            receive_int(&value, MPI_ANY_SOURCE, wrong != NULL ? 0 : round);
            if (value != round)
                fail("a vote of another round");
        }
        MPI_Waitall(size_of(), requests, MPI_STATUSES_IGNORE);
    }
    return 0;
}

/* ---- the end of work ------------------------------------------------------------------------- */

struct token {
    int value;
    MPI_Request request;
};

/* The receiver may be about to send to this rank, which does not wait for it. */
static void pass_on(struct token *token, int value)
{
    MPI_Wait(&token->request, MPI_STATUS_IGNORE);
    token->value = value;
    MPI_Isend(&token->value, 1, MPI_INT, heddle_rank() - 1, TOKEN, MPI_COMM_WORLD, &token->request);
}

/* The detection of termination by Dijkstra, Feijen and van Gasteren (1983): a token goes from rank
 * 0 through 2 and 1 back. It assumes that messages take no time, as synchronous sends do. Rank 1
 * gives work to rank 2. Wrong: it takes time. */
static int ends_by_dijkstra(void *wrong)
{
    int self = heddle_rank(), value, tag = 0, work = 1, is_white = 1, has_worked = 0;
    struct token token = {.request = MPI_REQUEST_NULL};

    if (self == 0) {
        do {
            send_int(1, 2, TOKEN);
            receive_int(&is_white, 1, TOKEN);
        } while (!is_white);
        send_int(0, 1, END);
        send_int(0, 2, END);
        return 0;
    }
    if (self == 1) {
        (wrong != NULL ? MPI_Send : MPI_Ssend)(&work, 1, MPI_INT, 2, WORK, MPI_COMM_WORLD);
        is_white = 0;
    }
    while (tag != END) {
        receive_any(&value, &tag);
        has_worked |= tag == WORK;
        if (tag == TOKEN) {
            pass_on(&token, value && is_white);
            is_white = 1;
        }
    }
    MPI_Wait(&token.request, MPI_STATUS_IGNORE);
    if (self == 2 && !has_worked)
        fail("the end came before the work");
    return 0;
}

/* The detection of termination by Safra (Dijkstra's EWD 998, 1987): the token adds up what was sent
 * and not yet received. Rank 2 takes at most LATE messages before the work, which is not late for
 * ever. Wrong: the sum is not looked at. */
static int ends_by_safra(void *wrong)
{
    int self = heddle_rank(), value, tag = 0, sent = 0, tokens = 0, has_worked = 0;
    struct token token = {.request = MPI_REQUEST_NULL};

    if (self == 0) {
        do {
            send_int(0, 2, TOKEN);
            receive_int(&sent, 1, TOKEN);
        } while (wrong == NULL && sent != 0);
        send_int(0, 1, END);
        send_int(0, 2, END);
        return 0;
    }
    if (self == 1) {
        send_int(1, 2, WORK);
        sent = 1;
    }
    while (tag != END) {
        if (self == 2 && tokens == LATE && !has_worked) {
            receive_int(&value, 1, WORK);
            tag = WORK;
        } else {
            receive_any(&value, &tag);
        }
        sent -= tag == WORK;
        has_worked |= tag == WORK;
        tokens += tag == TOKEN;
        if (tag == TOKEN)
            pass_on(&token, value + sent);
    }
    MPI_Wait(&token.request, MPI_STATUS_IGNORE);
    if (self == 2 && !has_worked)
        fail("the end came before the work");
    return 0;
}

/* ---- servers --------------------------------------------------------------------------------- */

/* Each client sends a request and its end. Wrong: the server stops at the first end. */
static int serves_until_all_have_ended(void *wrong)
{
    int value, tag, ends = 0, requests = 0;

    if (heddle_rank() != 0) {
        send_int(1, 0, REQUEST);
        send_int(1, 0, STOP);
        return 0;
    }
    while (ends < (wrong != NULL ? 1 : size_of() - 1)) {
        receive_any(&value, &tag);
        ends += tag == STOP;
        requests += tag == REQUEST;
    }
    if (requests < size_of() - 1)
        fail("a request is left");
    while (ends < size_of() - 1) {
        receive_any(&value, &tag);
        ends += tag == STOP;
    }
    return 0;
}

/* Ranks 1 and 2 ask rank 0 for its task. Wrong: the thief does not look whether it got one. */
static int steals_work(void *wrong)
{
    int task = 7, value, i;

    if (heddle_rank() == 0) {
        for (i = 1; i < size_of(); i++) {
            send_int(task, receive_int(&value, MPI_ANY_SOURCE, REQUEST), REPLY);
            task = -1;
        }
        return 0;
    }
    send_int(0, 0, REQUEST);
    receive_int(&task, 0, REPLY);
    if (wrong != NULL && heddle_rank() == 2 && task < 0)
        fail("a task that is none");
    return 0;
}

/* Rank 0 asks two servers. Wrong: both answer with one tag, so the answer of one server is taken
 * for that of the other (the ABA of tags). */
static int asks_two_servers(void *wrong)
{
    int value, self = heddle_rank();

    if (self != 0) {
        receive_int(&value, 0, REQUEST);
        send_int(self, 0, wrong != NULL ? REPLY : REPLY + self);
        return 0;
    }
    send_int(0, 1, REQUEST);
    send_int(0, 2, REQUEST);
    receive_int(&value, MPI_ANY_SOURCE, wrong != NULL ? REPLY : REPLY + 1);
    if (value != 1)
        fail("the answer to another request");
    receive_int(&value, MPI_ANY_SOURCE, wrong != NULL ? REPLY : REPLY + 2);
    return 0;
}

/* Clients add to a number. Wrong: they ask for it, and send back what it is to be. */
static int adds_at_a_server(void *wrong)
{
    int value, tag, number = 0, ends = 0, source;

    if (heddle_rank() != 0) {
        value = 1;
        if (wrong != NULL) {
            send_int(0, 0, REQUEST);
            receive_int(&value, 0, REPLY);
            value++;
        }
        send_int(value, 0, STOP);
        return 0;
    }
    while (ends < size_of() - 1) {
        source = receive_any(&value, &tag);
        ends += tag == STOP;
        if (tag == REQUEST)
            send_int(number, source, REPLY);
        else
            number = wrong != NULL ? value : number + value;
    }
    if (number != size_of() - 1)
        fail("an addition is lost");
    return 0;
}

/* A client that sees no answer asks again. Wrong: the server does both. */
static int asks_again(void *wrong)
{
    int value = 0, tag = 0, done = 0, flag;

    if (heddle_rank() == 0) {
        for (; tag != STOP; done += tag == REQUEST && (wrong != NULL || done == 0)) {
            receive_any(&value, &tag);
            if (tag == REQUEST)
                send_int(done, 1, REPLY);
        }
        if (done != 1)
            fail("done twice");
        return 0;
    }
    send_int(0, 0, REQUEST);
    MPI_Iprobe(0, REPLY, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    if (!flag) {
        receive_int(&value, 0, REPLY);
        send_int(0, 0, REQUEST);
    }
    receive_int(&value, 0, REPLY);
    send_int(0, 0, STOP);
    return 0;
}

/* ---- messages -------------------------------------------------------------------------------- */

/* Wrong: all send, and then all receive. */
static int shifts_in_a_ring(void *wrong)
{
    int self = heddle_rank(), size = size_of(), value = self;

    if (wrong == NULL) {
        MPI_Sendrecv_replace(&value, 1, MPI_INT, (self + 1) % size, TAG, (self + size - 1) % size,
                             TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        send_int(self, (self + 1) % size, TAG);
        receive_int(&value, (self + size - 1) % size, TAG);
    }
    return value != (self + size - 1) % size;
}

/* Wrong: the second message is wanted first. */
static int sends_two_tags(void *wrong)
{
    int value, second = wrong == NULL;

    if (heddle_rank() == 1) {
        send_int(0, 0, 0);
        send_int(1, 0, 1);
    } else {
        receive_int(&value, 1, !second);
        receive_int(&value, 1, second);
    }
    return 0;
}

/* Rank r sends r numbers. Wrong: the receive takes what comes, with the room for what was found. */
static int receives_what_it_has_found(void *wrong)
{
    int numbers[4] = {0}, count, i;
    MPI_Status status;

    if (heddle_rank() != 0)
        MPI_Send(numbers, heddle_rank(), MPI_INT, 0, TAG, MPI_COMM_WORLD);
    for (i = 1; heddle_rank() == 0 && i < size_of(); i++) {
        MPI_Probe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        MPI_Recv(numbers, count, MPI_INT, wrong != NULL ? MPI_ANY_SOURCE : status.MPI_SOURCE, TAG,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return 0;
}

/* Wrong: what is done first is taken for the first request. */
static int takes_what_is_done(void *wrong)
{
    int values[2], index, i;
    MPI_Request requests[2];

    if (heddle_rank() != 0) {
        send_int(heddle_rank(), 0, TAG);
        return 0;
    }
    for (i = 0; i < 2; i++)
        MPI_Irecv(&values[i], 1, MPI_INT, i + 1, TAG, MPI_COMM_WORLD, &requests[i]);
    for (i = 0; i < 2; i++) {
        MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
        if (values[wrong != NULL ? i : index] != (wrong != NULL ? i : index) + 1)
            fail("it is not there");
        values[index] = wrong != NULL ? 0 : values[index];
    }
    return 0;
}

/* Rank 1 sends before a barrier, and rank 2 after it. Wrong: a barrier is to order their
 * messages. */
static int sends_around_a_barrier(void *wrong)
{
    int self = heddle_rank(), value;
    MPI_Request request = MPI_REQUEST_NULL;

    if (self == 1)
        MPI_Isend(&self, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (self == 2)
        send_int(self, 0, TAG);
    if (self == 0) {
        receive_int(&value, wrong != NULL ? MPI_ANY_SOURCE : 1, TAG);
        if (value != 1)
            fail("overtaken");
        receive_int(&value, MPI_ANY_SOURCE, TAG);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return 0;
}

/* A library receives from any rank. Wrong: on the communicator of the program, whose messages it
 * may take. */
static int calls_a_library(void *wrong)
{
    int self = heddle_rank(), value = 0;
    MPI_Comm comm = MPI_COMM_WORLD;

    if (wrong == NULL)
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (self == 1)
        send_int(1, 0, TAG);
    if (self == 2)
        MPI_Send(&self, 1, MPI_INT, 0, TAG, comm);
    if (self == 0) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, TAG, comm, MPI_STATUS_IGNORE);
        if (value != 2)
            fail("the library has the program's message");
        receive_int(&value, MPI_ANY_SOURCE, TAG);
    }
    if (wrong == NULL)
        MPI_Comm_free(&comm);
    return 0;
}

/* ---- what exploration finds ------------------------------------------------------------------ */

int main(void)
{
    has_outcomes("elects_in_a_ring", elects_in_a_ring, 4, 1);
    tells_apart("commits", commits, 3, 2, "committed without");
    tells_apart("commits", commits, 4, 6, "committed without");
    tells_apart("elects", elects, 4, 6, "another rank was elected");
    tells_apart("votes_in_rounds", votes_in_rounds, 2, 16, "a vote of another round");
    tells_apart("ends_by_dijkstra", ends_by_dijkstra, 3, 2, "the end came before the work");
    tells_apart("ends_by_safra", ends_by_safra, 3, 3, "the end came before the work");
    tells_apart("serves_until_all_have_ended", serves_until_all_have_ended, 3, 6, "is left");
    tells_apart("steals_work", steals_work, 3, 2, "a task that is none");
    tells_apart("asks_two_servers", asks_two_servers, 3, 1, "the answer to another request");
    tells_apart("adds_at_a_server", adds_at_a_server, 3, 2, "an addition is lost");
    tells_apart("asks_again", asks_again, 2, 2, "done twice");
    tells_apart("shifts_in_a_ring", shifts_in_a_ring, 3, 1, "standard sends wait");
    tells_apart("sends_two_tags", sends_two_tags, 2, 1, "standard sends wait");
    tells_apart("receives_what_it_has_found", receives_what_it_has_found, 3, 2, "MPI_Recv");
    tells_apart("takes_what_is_done", takes_what_is_done, 3, 2, "it is not there");
    tells_apart("sends_around_a_barrier", sends_around_a_barrier, 3, 1, "overtaken");
    tells_apart("calls_a_library", calls_a_library, 3, 1, "the library has");
    return 0;
}
