/* SPDX-License-Identifier: MIT */
/* Matched probes that wait. */
#include <heddle/criterion.h>

#include "p2p/p2p.h"
#include "p2p/probe.h"
#include "p2p/receive.h"
#include "p2p/send.h"

enum { LOOKS_BEFORE = 3, TAG = 5 };

static int looks;

/* A message comes, and somebody else sorts the inbox, as a sender does that calls one off: nothing
 * has moved for the rank itself. */
static bool deliver_behind_its_back(struct rank *self)
{
    const int value = 17;
    const struct send send = {.comm = self->comm_self,
                              .data = {(void *)(uintptr_t)&value, 1, type_predefined(MPI_INT)},
                              .tag = TAG};

    if (looks > 0 && --looks == 0) {
        cr_assert(send_wait(self, &send) == MPI_SUCCESS);
        p2p_progress(self);
    }
    return false;
}

MPI_TestCase(message, is_not_lost_between_two_looks, .ranks = 1, .forbids_leaks = 1)
{
    struct rank *self = rank_self();
    int received = 0;
    const struct data data = {&received, 1, type_predefined(MPI_INT)};
    struct message *message;

    world_add_progress(self->world, deliver_behind_its_back);
    looks = LOOKS_BEFORE;
    cr_assert(message_wait(self, self->comm_self, MPI_ANY_SOURCE, TAG, &message, NULL) ==
              MPI_SUCCESS);
    cr_assert(message_receive(self, message, &data, NULL, NULL) == MPI_SUCCESS);
    cr_assert(received == 17);
}

MPI_TestCase(message, that_is_called_off_leaves_nothing_behind,
         .ranks = 1, .forbids_leaks = 1)
{
    struct rank *self = rank_self();
    static char buffer[2000];
    long unexpected;

    for (int bytes = 1; bytes < (int)sizeof buffer; bytes += 7) {
        const struct send send = {.comm = self->comm_self,
                                  .data = {buffer, bytes, type_predefined(MPI_BYTE)},
                                  .tag = TAG};
        struct request *request;

        cr_assert(send_start(self, &send, &request) == MPI_SUCCESS);
        request_cancel(request);
        cr_assert(request->is_cancelled);
        request_free(request);
    }
    unexpected = self->p2p->match.unexpected[0].count;
    cr_assert(unexpected == 0, "%ld", unexpected);
}
