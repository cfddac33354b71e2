/* SPDX-License-Identifier: MIT */
/* Matched probes that wait. */
#include "../harness/ranks.h"
#include "p2p/p2p.h"
#include "p2p/receive.h"
#include "p2p/send.h"

enum { LOOKS_BEFORE = 3, TAG = 5 };

static const struct call call = {.name = "a test"};
static int looks;

/* A message comes, and somebody else sorts the inbox, as a sender does that calls one off: nothing
 * has moved for the rank itself. */
static bool deliver_behind_its_back(struct rank *self)
{
    const int value = 17;
    const struct send send = {.comm = self->comm_self,
                              .data = {(void *)(uintptr_t)&value, 1, type_predefined(MPI_INT)},
                              .tag = TAG,
                              .call = &call};

    if (looks > 0 && --looks == 0) {
        expect(send_wait(self, &send) == MPI_SUCCESS);
        p2p_progress(self);
    }
    return false;
}

static void wait_for_one(struct rank *self, void *argument)
{
    int received = 0;
    const struct data data = {&received, 1, type_predefined(MPI_INT)};
    struct message *message;

    (void)argument;
    looks = LOOKS_BEFORE;
    expect(message_wait_look(self, self->comm_self, MPI_ANY_SOURCE, TAG, &message, NULL) ==
           MPI_SUCCESS);
    expect(message_receive(self, message, &data, &call, NULL) == MPI_SUCCESS);
    expect(received == 17);
}

Test(message, is_not_lost_between_two_looks, .timeout = 60)
{
    struct ranks_job job = {wait_for_one, NULL};
    struct world *world = ranks_create(1, ranks_main, &job);

    world_add_progress(world, deliver_behind_its_back);
    cr_assert_eq(world_start(world), 0, "%s", note_text());
    cr_assert(world_join(world, RANKS_STUCK_NS), "the message was lost");
    cr_assert_eq(load_relaxed(&ranks_mistakes), 0);
    ranks_destroy(world);
}

static void call_off_many(struct rank *self, void *argument)
{
    static char buffer[2000];
    long waiting;

    (void)argument;
    for (int bytes = 1; bytes < (int)sizeof buffer; bytes += 7) {
        const struct send send = {.comm = self->comm_self,
                                  .data = {buffer, bytes, type_predefined(MPI_BYTE)},
                                  .tag = TAG,
                                  .call = &call};
        struct request *request;

        expect(send_start(self, &send, &request) == MPI_SUCCESS);
        request_cancel(request);
        expect(request->is_cancelled);
        request_free(request);
    }
    waiting = self->p2p->match.waiting[0].count;
    expect(waiting == 0, "%ld", waiting);
}

Test(message, that_is_called_off_leaves_nothing_behind, .timeout = 60)
{
    ranks_run(1, 0, call_off_many, NULL);
}
