/* SPDX-License-Identifier: MIT */
/* The descriptor of a message between two threads that do to it what they may at the same time. */
#include "p2p/rendezvous.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <sched.h>

#include "../base/broken_law.h"
#include "../type/random.h"
#include "base/knob.h"
#include "base/note.h"
#include "rank/world.h"

enum { BYTES = 3000, ROUNDS = 20000 };

static struct world *world;

static int no_main(struct rank *self, void *argument)
{
    (void)self;
    (void)argument;
    return 0;
}

/* A sender to wake; no rank runs. */
static void open_world(void)
{
    const struct world_options options = {.ranks = 1, .main = no_main};

    cr_assert_eq(world_create(&options, &world), 0, "%s", note_text());
}

static void close_world(void)
{
    world_destroy(world);
}

TestSuite(rendezvous, .init = open_world, .fini = close_world);

static struct data bytes_at(void *buf, MPI_Count count)
{
    return (struct data){.buf = buf, .count = count, .type = type_predefined(MPI_BYTE)};
}

static struct rendezvous *offer(unsigned char *message)
{
    const struct data data = bytes_at(message, BYTES);
    struct rendezvous *rendezvous = rendezvous_create(&world->ranks[0], &data);

    cr_assert_not_null(rendezvous);
    return rendezvous;
}

static void fill(unsigned char *message, unsigned with)
{
    for (unsigned i = 0; i < BYTES; i++)
        message[i] = (unsigned char)(with + i * 7);
}

static bool is_filled(const unsigned char *message, unsigned with)
{
    for (unsigned i = 0; i < BYTES; i++)
        if (message[i] != (unsigned char)(with + i * 7))
            return false;
    return true;
}

/* ---- one thread ------------------------------------------------------------------------------ */

Test(rendezvous, an_offer_is_copied_straight_and_goes_back_to_its_sender)
{
    unsigned char message[BYTES], got[BYTES] = {0};
    struct rendezvous *rendezvous = offer(message);
    const struct data to = bytes_at(got, BYTES);

    fill(message, 1);
    cr_assert(rendezvous_is_offered(rendezvous));
    cr_assert(rendezvous_claim(rendezvous));
    cr_assert_not(rendezvous_buffer(rendezvous), "too late");
    cr_assert_eq(rendezvous_receive(rendezvous, &to), BYTES);
    cr_assert(rendezvous_is_delivered(rendezvous));
    cr_assert(is_filled(got, 1));
    rendezvous_free(rendezvous);
}

Test(rendezvous, what_was_buffered_no_longer_needs_the_senders_memory)
{
    unsigned char message[BYTES], got[BYTES] = {0};
    struct rendezvous *rendezvous = offer(message);
    const struct data to = bytes_at(got, BYTES);

    fill(message, 2);
    cr_assert(rendezvous_buffer(rendezvous));
    cr_assert_eq(load_relaxed(&world->ranks[0].buffered_bytes), BYTES);
    fill(message, 3);
    cr_assert(rendezvous_claim(rendezvous));
    cr_assert_eq(rendezvous_receive(rendezvous, &to), BYTES); /* frees it */
    cr_assert(is_filled(got, 2));
    cr_assert_eq(load_relaxed(&world->ranks[0].buffered_bytes), 0);
}

Test(rendezvous, a_message_that_was_called_off_cannot_be_claimed)
{
    unsigned char message[BYTES];
    struct rendezvous *rendezvous = offer(message);

    cr_assert(rendezvous_cancel(rendezvous));
    cr_assert_not(rendezvous_claim(rendezvous));
    rendezvous_abandon(rendezvous);
}

Test(rendezvous, a_message_that_was_claimed_cannot_be_called_off)
{
    unsigned char message[BYTES] = {0}, got[BYTES];
    struct rendezvous *rendezvous = offer(message);
    const struct data to = bytes_at(got, BYTES);

    cr_assert(rendezvous_claim(rendezvous));
    cr_assert_not(rendezvous_cancel(rendezvous));
    rendezvous_receive(rendezvous, &to);
    rendezvous_free(rendezvous);
}

Test(rendezvous, a_draft_is_what_is_received_and_goes_with_the_rendezvous)
{
    unsigned char message[BYTES], got[BYTES] = {0};
    struct rendezvous *rendezvous = offer(message), *unwanted = offer(message);
    const struct data to = bytes_at(got, BYTES);

    fill(message, 5);
    rendezvous_pack(rendezvous);
    cr_assert_eq(load_relaxed(&world->ranks[0].buffered_bytes), BYTES);
    fill(message, 6);
    cr_assert(rendezvous_is_offered(rendezvous), "the sender waits all the same");
    cr_assert(rendezvous_claim(rendezvous));
    cr_assert_eq(rendezvous_receive(rendezvous, &to), BYTES);
    cr_assert(rendezvous_is_delivered(rendezvous));
    cr_assert(is_filled(got, 5));
    rendezvous_free(rendezvous);
    rendezvous_pack(unwanted);
    cr_assert(rendezvous_cancel(unwanted));
    rendezvous_abandon(unwanted);
    cr_assert_eq(load_relaxed(&world->ranks[0].buffered_bytes), 0);
}

Test(rendezvous, without_room_for_a_draft_the_offer_stands)
{
    unsigned char message[BYTES], got[BYTES] = {0};
    struct rendezvous *rendezvous = offer(message);
    const struct data to = bytes_at(got, BYTES);

    store_relaxed(&world->ranks[0].own.buffered_total_kb_max, 1);
    rendezvous_pack(rendezvous);
    fill(message, 7);
    cr_assert(rendezvous_claim(rendezvous));
    cr_assert_eq(rendezvous_receive(rendezvous, &to), BYTES);
    cr_assert(is_filled(got, 7));
    rendezvous_free(rendezvous);
}

Test(rendezvous, no_more_is_buffered_than_the_account_has_room_for)
{
    unsigned char message[BYTES];
    struct rendezvous *first = offer(message), *second = offer(message);

    store_relaxed(&world->ranks[0].own.buffered_total_kb_max, BYTES / 1024 + 1);
    cr_assert(rendezvous_buffer(first));
    cr_assert_not(rendezvous_buffer(second));
    cr_assert(rendezvous_is_offered(second));
    rendezvous_abandon(first);
    cr_assert(rendezvous_buffer(second));
    rendezvous_abandon(second);
    cr_assert_eq(load_relaxed(&world->ranks[0].buffered_bytes), 0);
}

Test(rendezvous, a_short_buffer_gets_what_fits_and_nothing_beyond)
{
    for (int buffered = 0; buffered < 2; buffered++) {
        unsigned char message[BYTES], got[BYTES];
        struct rendezvous *rendezvous = offer(message);
        const struct data to = bytes_at(got, 100);

        fill(message, 5);
        memset(got, 0xee, sizeof got);
        if (buffered)
            cr_assert(rendezvous_buffer(rendezvous));
        cr_assert(rendezvous_claim(rendezvous));
        cr_assert_eq(rendezvous_receive(rendezvous, &to), 100);
        cr_assert_arr_eq(got, message, 100);
        for (int i = 100; i < BYTES; i++)
            cr_assert_eq(got[i], 0xee);
        if (!buffered)
            rendezvous_free(rendezvous);
    }
}

/* ---- two threads ----------------------------------------------------------------------------- */

enum action { BUFFER, CALL_OFF, ACTIONS };

static struct {
    _Atomic(struct rendezvous *) offered; /* the receiver takes it out */
    _Atomic(int) seen; /* rounds whose message the receiver has */
    _Atomic(int) received;            /* and that it is done with */
    struct random random;
    int copied, missed, mistakes;
} between;

static void dawdle(struct random *random)
{
    if (random_in(random, 0, 1) == 0)
        sched_yield(); /* there may be one processor */
    for (volatile int64_t i = random_in(random, 0, 2000); i > 0; i--)
        continue;
}

/* Lets the other thread go on, also when there is one processor; but not at once, so that they
 * meet when there are two. */
static void let_go_on(int *looks)
{
    if (++*looks % 1000 == 0)
        sched_yield();
}

static void *receive_all(void *argument)
{
    unsigned char got[BYTES];
    const struct data to = bytes_at(got, BYTES);

    rank_current = argument;
    for (int i = 0; i < ROUNDS; i++) {
        struct rendezvous *rendezvous;
        int looks = 0;

        while ((rendezvous = exchange_acq_rel(&between.offered, NULL)) == NULL)
            let_go_on(&looks);
        store_release(&between.seen, i + 1);
        dawdle(&between.random);
        if (rendezvous_claim(rendezvous)) {
            rendezvous_receive(rendezvous, &to);
            between.mistakes += !is_filled(got, (unsigned)i);
            between.copied++;
        } else {
            rendezvous_free(rendezvous);
            between.missed++;
        }
        store_release(&between.received, i + 1);
    }
    return NULL;
}

/* One message: its memory is spoilt as soon as its descriptor says it is the sender's again. */
static int send_one(int round, unsigned char *message, struct random *random, enum action action)
{
    struct rendezvous *rendezvous = offer(message);
    int succeeded, looks = 0;

    fill(message, (unsigned)round);
    store_release(&between.offered, rendezvous);
    while (load_acquire(&between.seen) != round + 1)
        let_go_on(&looks);
    dawdle(random);
    succeeded = action == BUFFER ? rendezvous_buffer(rendezvous) : rendezvous_cancel(rendezvous);
    if (!succeeded) {
        while (!rendezvous_is_delivered(rendezvous))
            let_go_on(&looks);
        rendezvous_free(rendezvous);
    }
    memset(message, 0, BYTES);
    while (load_acquire(&between.received) != round + 1)
        let_go_on(&looks);
    return succeeded;
}

static void race(enum action action)
{
    struct random random = random_start();
    unsigned char message[BYTES];
    pthread_t receiver;
    int succeeded = 0;

    between.random.state = random_bits(&random) | 1;
    pthread_create(&receiver, NULL, receive_all, &world->ranks[0]);
    for (int i = 0; i < ROUNDS; i++)
        succeeded += send_one(i, message, &random, action);
    pthread_join(receiver, NULL);
    cr_assert_eq(between.mistakes, 0);
    cr_assert_eq(between.copied + between.missed, ROUNDS);
    cr_assert_eq(between.missed, action == CALL_OFF ? succeeded : 0);
    cr_assert_eq(load_relaxed(&world->ranks[0].buffered_bytes), 0);
    fprintf(stderr, "the sender was faster %d times of %d\n", succeeded, ROUNDS);
}

Test(rendezvous, buffering_against_receiving_delivers_every_message_whole)
{
    race(BUFFER);
}

Test(rendezvous, calling_off_against_receiving_does_one_of_the_two)
{
    race(CALL_OFF);
}

/* ---- laws that are broken -------------------------------------------------------------------- */

static unsigned char lawful[BYTES];

static void share_a_copy_that_nobody_divided(void)
{
    struct rendezvous *rendezvous = offer(lawful);

    rendezvous_check(rendezvous);
    store_relaxed(&rendezvous->state, RENDEZVOUS_COOPERATIVE);
    rendezvous_check(rendezvous);
}

static void buffer_nowhere(void)
{
    struct rendezvous *rendezvous = offer(lawful);

    store_relaxed(&rendezvous->state, RENDEZVOUS_BUFFERED);
    rendezvous_check(rendezvous);
}

static void free_while_it_is_copied(void)
{
    struct rendezvous *rendezvous = offer(lawful);

    cr_assert(rendezvous_claim(rendezvous));
    rendezvous_free(rendezvous);
}

Test(rendezvous, check_finds_each_broken_law)
{
    cr_assert(is_caught(share_a_copy_that_nobody_divided,
                        "state != RENDEZVOUS_COOPERATIVE || rendezvous->split_copy != NULL"));
    cr_assert(is_caught(buffer_nowhere,
                        "state != RENDEZVOUS_BUFFERED || rendezvous->buffer != NULL"));
    cr_assert(is_caught(free_while_it_is_copied,
                        "!somebody_copies(load_relaxed(&rendezvous->state))"));
}
