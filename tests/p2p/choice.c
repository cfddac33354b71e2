/* SPDX-License-Identifier: MIT */
/* What the standard leaves open about messages is a chooser's to answer (rank/choice.h). */
#include "rank/choice.h"

#include <heddle/criterion.h>

#include "../comm/barrier.h"
#include "p2p/p2p.h"
#include "p2p/probe.h"
#include "p2p/receive.h"
#include "p2p/send.h"

enum { SENDERS = 4, TAG = 3, MODERATE_BYTES = 2000 };

struct answers {
    struct chooser chooser;
    bool picks_last;
    int asked[CHOICES];
};

static int pick(struct chooser *chooser, const struct choice_point *point)
{
    struct answers *answers = container_of(chooser, struct answers, chooser);

    answers->asked[point->kind]++;
    return answers->picks_last ? point->count - 1 : 0;
}

static struct send sending(struct rank *self, void *buffer, int bytes, int dest)
{
    return (struct send){.comm = self->comm_world,
                         .data = {buffer, bytes, type_predefined(MPI_BYTE)},
                         .dest = dest,
                         .tag = TAG};
}

/* Receives that leave the source open take messages that have all come. */
static void receive_all(struct rank *self, struct answers *answers)
{
    struct receive receive = {.comm = self->comm_world, .source = MPI_ANY_SOURCE, .tag = TAG};
    bool has_come[SENDERS + 1] = {false};
    unsigned char byte;

    receive.data = (struct data){&byte, 1, type_predefined(MPI_BYTE)};
    for (int i = 0; i < SENDERS; i++) {
        MPI_Status first, status;

        probe_wait(self, self->comm_world, MPI_ANY_SOURCE, TAG, &first);
        cr_assert(receive_wait(self, &receive, &status) == MPI_SUCCESS);
        cr_assert(byte == status.MPI_SOURCE && !has_come[byte]);
        has_come[byte] = true;
        cr_assert(status.MPI_SOURCE == first.MPI_SOURCE, "a probe has the same choice");
    }
    cr_assert_eq(answers->asked[CHOICE_WILDCARD], SENDERS - 1);
    cr_assert_eq(answers->asked[CHOICE_PROBE], SENDERS - 1);
}

static void run_wildcards(bool picks_last)
{
    struct rank *self = rank_self();
    struct answers answers = {.chooser = {.pick = pick, .holds_messages = true},
                              .picks_last = picks_last};
    unsigned char byte = (unsigned char)self->world_rank;
    struct send send = sending(self, &byte, 1, 0);

    if (self->world_rank > 0)
        cr_assert(send_wait(self, &send) == MPI_SUCCESS);
    barrier(self->comm_world);
    if (self->world_rank == 0) {
        choice_set(self, &answers.chooser);
        receive_all(self, &answers);
        choice_set(self, NULL);
        p2p_decide_fast_path(self);
        cr_assert(load_relaxed(&self->fast_p2p) != NULL);
    }
    barrier(self->comm_world);
}

MPI_TestCase(choice, of_a_wildcard_receive_is_the_first_message_by_default,
         .ranks = SENDERS + 1, .forbids_leaks = 1)
{
    run_wildcards(false);
}

MPI_TestCase(choice, of_a_wildcard_receive_may_be_any_senders_message,
         .ranks = SENDERS + 1, .forbids_leaks = 1)
{
    run_wildcards(true);
}

static void buffer_as_chosen(int bytes)
{
    struct rank *self = rank_self();
    struct answers answers = {.chooser = {pick}};
    unsigned char out[MODERATE_BYTES] = {1}, in[MODERATE_BYTES] = {0};
    struct send send = sending(self, out, bytes, 0);
    struct receive receive = {.comm = self->comm_world, .source = 0, .tag = TAG};

    receive.data = (struct data){in, bytes, type_predefined(MPI_BYTE)};
    for (int waits = 0; waits < 2; waits++) {
        struct request *request;

        answers.picks_last = waits;
        choice_set(self, &answers.chooser);
        cr_assert(send_start(self, &send, &request) == MPI_SUCCESS);
        cr_assert(request_test(request) == !waits);
        cr_assert(receive_wait(self, &receive, NULL) == MPI_SUCCESS);
        cr_assert(request_test(request) && in[0] == 1);
        request_free(request);
    }
    cr_assert(answers.asked[CHOICE_BUFFERING] == 2);
    choice_set(self, NULL);
}

/* Inline, eager, and larger. */
MPI_TestCase(choice, of_a_standard_send_is_whether_it_is_buffered, .ranks = 1, .forbids_leaks = 1)
{
    buffer_as_chosen(1);
    buffer_as_chosen(200);
    buffer_as_chosen(MODERATE_BYTES);
}
