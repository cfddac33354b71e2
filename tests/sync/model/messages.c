/* SPDX-License-Identifier: MIT */
/* Programs of lib/p2p: the descriptor of a message that is offered, and mailboxes. */
#include "p2p/inbox.h"
#include "programs.h"
#include "ranks.h"

/* ---- rendezvous ------------------------------------------------------------------------------ */

enum { CHUNKS = COOPERATIVE_BYTES_MIN / CHUNK_BYTES };

static struct offer {
    int sent[CHUNKS], received[CHUNKS];
    struct rendezvous *rendezvous;
} *offer;

/* Rank 0 has a descriptor of the data. */
static void begin(bool has_fenced_sleep, MPI_Count bytes)
{
    struct data data;

    begin_ranks(2, has_fenced_sleep);
    offer = model_take(sizeof *offer);
    for (int i = 0; i < CHUNKS; i++)
        offer->sent[i] = 1 + i;
    data = data_at(offer->sent, bytes);
    offer->rendezvous = rendezvous_create(&world->ranks[0], &data);
    model_assert(offer->rendezvous != NULL);
}

void begin_offer(void)
{
    begin(true, sizeof offer->sent);
}

void begin_offer_without_fence(void)
{
    begin(false, sizeof offer->sent);
}

void begin_large_offer(void)
{
    begin(true, COOPERATIVE_BYTES_MIN);
}

/* In place of the inbox, of which queues.c is. */
static void send_offer(void)
{
    store_release(&shared->flag, 1);
}

static struct rendezvous *await_offer(void)
{
    while (!load_acquire(&shared->flag))
        model_yield();
    return offer->rendezvous;
}

/* True: the message has come, else its sender has cancelled it. */
static bool receive(MPI_Count bytes)
{
    struct rendezvous *rendezvous = await_offer();
    const struct data to = data_at(offer->received, bytes);

    if (!rendezvous_claim(rendezvous)) {
        rendezvous_free(rendezvous);
        return false;
    }
    model_assert(rendezvous_receive(rendezvous, &to) == bytes);
    for (int i = 0; i < CHUNKS; i++)
        model_assert(offer->received[i] == 1 + i);
    return true;
}

static bool is_not_delivered(void *subject)
{
    return !rendezvous_is_delivered(subject);
}

static const struct wait until_delivered = {.is_pending = is_not_delivered};

static void await_delivery(struct rank *self)
{
    rank_wait(self, &until_delivered, offer->rendezvous);
    rendezvous_free(offer->rendezvous);
}

/* The sender uses its buffer again as soon as it may. */
static void use_again(void)
{
    for (int i = 0; i < CHUNKS; i++)
        offer->sent[i] = 0;
}

void offer_is_received(int thread)
{
    struct rank *self = become_rank(thread);

    if (thread == 2) {
        model_assert(receive(sizeof offer->received));
        return;
    }
    send_offer();
    await_delivery(self);
    use_again();
}

void offer_is_buffered(int thread)
{
    struct rank *self = become_rank(thread);

    if (thread == 2) {
        model_assert(receive(sizeof offer->received));
        return;
    }
    send_offer();
    if (!rendezvous_buffer(offer->rendezvous))
        await_delivery(self);
    use_again();
}

void offer_is_cancelled(int thread)
{
    struct rank *self = become_rank(thread);

    if (thread == 2) {
        (void)receive(sizeof offer->received);
        return;
    }
    send_offer();
    if (!rendezvous_cancel(offer->rendezvous))
        await_delivery(self);
    use_again();
}

/* The receiver ends its messaging; the sender may be about to buffer. */
void offer_is_abandoned(int thread)
{
    struct rank *self = become_rank(thread);

    if (thread == 2) {
        rendezvous_abandon(await_offer());
        return;
    }
    send_offer();
    if (!rendezvous_buffer(offer->rendezvous))
        await_delivery(self);
    use_again();
}

/* As a sender waits: it helps. */
static bool is_to_be_helped(void *subject)
{
    struct rendezvous *rendezvous = subject;

    if (rendezvous_is_cooperative(rendezvous) && rendezvous_help(rendezvous))
        rank_has_worked(rank_self());
    return !rendezvous_is_delivered(rendezvous);
}

static const struct wait until_copied = {.is_pending = is_to_be_helped};

void large_offer_is_received(int thread)
{
    struct rank *self = become_rank(thread);

    if (thread == 2) {
        model_assert(receive(COOPERATIVE_BYTES_MIN));
        return;
    }
    send_offer();
    rank_wait(self, &until_copied, offer->rendezvous);
    rendezvous_free(offer->rendezvous);
    use_again();
}

/* ---- mailboxes ------------------------------------------------------------------------------- */

enum { LONG_BYTES = MAILBOX_BYTES_MAX + 4 }; /* it goes to the inbox */

static struct post_office {
    struct context context;
    struct comm comms[RANKS_MAX];
    struct p2p p2p[RANKS_MAX];
    bool has_popped[RANKS_MAX];
    unsigned char out[RANKS_MAX][LONG_BYTES], in[RANKS_MAX][INLINE_BYTES_MAX];
} *office;

static void begin_office(int ranks)
{
    begin_ranks(ranks, false);
    office = model_take(sizeof *office);
    for (int i = 0; i < ranks; i++) {
        world->ranks[i].p2p = &office->p2p[i];
        office->comms[i].context = &office->context;
        office->comms[i].rank = i;
    }
}

void begin_ranks_without_mailbox(void)
{
    begin_office(3);
}

/* As a rank that has sent that many messages in a row to the other. */
static void open_mailbox(struct rank *self, struct rank *other)
{
    self->p2p->latest_receiver = other;
    self->p2p->sent_in_a_row = MAILBOX_AFTER;
    model_assert(mailbox_open(self, other));
}

/* Rank 1 posts first. */
void begin_mailbox(void)
{
    begin_office(2);
    open_mailbox(become(0), &world->ranks[1]);
}

static void send_number(struct rank *self, int number, MPI_Count bytes)
{
    unsigned char *from = office->out[self->world_rank];
    const struct send send = {.comm = &office->comms[self->world_rank],
                              .dest = 1 - self->world_rank,
                              .data = data_at(from, bytes)};

    memcpy(from, &number, sizeof number);
    model_assert(eager_send_blocking(self, &send, &world->ranks[send.dest], from, bytes));
}

/* As a rank's progress does. */
static bool is_nothing_popped(void *subject)
{
    struct rank *self = subject;
    struct mailbox *mailbox;
    const struct envelope *item;
    unsigned char *to = office->in[self->world_rank];

    if (office->has_popped[self->world_rank])
        return false;
    guard_enter(&self->guard);
    item = inbox_peek(self, &mailbox);
    if (item != NULL)
        inbox_pop_payload(self, mailbox, item, (char *)to);
    guard_leave(&self->guard);
    office->has_popped[self->world_rank] = item != NULL;
    return item == NULL;
}

static const struct wait until_popped = {.is_pending = is_nothing_popped};

static void await_number(struct rank *self, int number)
{
    int found;

    rank_wait(self, &until_popped, self);
    office->has_popped[self->world_rank] = false;
    memcpy(&found, office->in[self->world_rank], sizeof found);
    model_assert(found == number);
}

/* Rule 2 of mailbox.h: the second message goes to the inbox. */
void answer_is_overtaken_by_none(int thread)
{
    struct rank *self = become_rank(thread);

    if (thread == 2) {
        send_number(self, 1, sizeof(int));
        send_number(self, 2, sizeof(int));
    } else {
        await_number(self, 1);
        await_number(self, 2);
    }
}

/* Rule 1: the first message goes to the inbox because it is long. */
void inbox_comes_before_answer(int thread)
{
    struct rank *self = become_rank(thread);

    if (thread == 2) {
        send_number(self, 1, LONG_BYTES);
        send_number(self, 2, sizeof(int));
    } else {
        await_number(self, 1);
        await_number(self, 2);
    }
}

void two_answer_each_other(int thread)
{
    struct rank *self = become_rank(thread);

    if (thread == 2) {
        send_number(self, 1, sizeof(int));
        await_number(self, 2);
    } else {
        await_number(self, 1);
        send_number(self, 2, sizeof(int));
    }
}

/* Rank 2 has no table yet. */
void two_open_mailboxes_with_one(int thread)
{
    struct rank *self = become_rank(thread);

    open_mailbox(self, &world->ranks[2]);
    model_assert(mailbox_find(self, &world->ranks[2]) != NULL);
}
