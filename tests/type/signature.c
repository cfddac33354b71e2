/* SPDX-License-Identifier: MIT */
/* Motifs against a naive model: sequences of basic types, built by random constructors. */
#include "type/signature.h"

#include <criterion/criterion.h>

#include "random.h"
#include "store.h"
#include "type/type.h"

enum { LENGTH_MAX = 48, ROUNDS = 3000 };

TestSuite(signature, .init = open_store, .fini = close_store);

static const MPI_Datatype basics[] = {MPI_INT, MPI_FLOAT, MPI_DOUBLE, MPI_CHAR};

struct digits {
    int length;
    int basic[LENGTH_MAX];
};

static const struct type *type_of(const struct digits *sequence, int i)
{
    return type_predefined(basics[sequence->basic[i]]);
}

/* Blocks of two types one after the other, here or there. */
static struct type *join(struct random *random, const struct type *left, const struct type *right)
{
    const int64_t places[] = {0, random_in(random, -400, 400)}, lengths[] = {1, 1};
    const struct type *types[] = {left, right};
    struct type *made;

    cr_assert_eq(type_struct(store, FORM_LARGE, 2, view_wide(lengths), view_wide(places), types,
                             &made),
                 MPI_SUCCESS);
    return made;
}

/* `count` of the type, or the type itself when that is 1, by any constructor that repeats. */
static struct type *repeat(struct random *random, int count, const struct type *old)
{
    const int64_t lengths[] = {0, count / 2, 0, count - count / 2};
    int64_t places[LENGTH_MAX];
    struct type *made = NULL;
    int i, err = MPI_SUCCESS;

    for (i = 0; i < LENGTH_MAX; i++)
        places[i] = random_in(random, -50, 50) * 8;
    switch (random_in(random, 0, 4)) {
    case 0:
        err = type_contiguous(store, FORM_LARGE, count, old, &made);
        break;
    case 1:
        err = type_vector(store, FORM_LARGE, count, 1, -3, old, &made);
        break;
    case 2:
        err = type_hvector(store, FORM_LARGE, 1, count, 9, old, &made);
        break;
    case 3:
        err = type_hindexed_block(store, FORM_LARGE, count, 1, view_wide(places), old, &made);
        break;
    default:
        err = type_indexed(store, FORM_LARGE, 4, view_wide(lengths), view_wide(places), old,
                           &made);
    }
    cr_assert_eq(err, MPI_SUCCESS);
    return made;
}

static struct type *wrap(struct random *random, struct type *type)
{
    struct type *made = NULL;

    if (random_in(random, 0, 2) > 0)
        return type;
    if (random_in(random, 0, 1) > 0)
        cr_assert_eq(type_dup(store, type, &made), MPI_SUCCESS);
    else
        cr_assert_eq(type_resized(store, FORM_PLAIN, -8, 64, type, &made), MPI_SUCCESS);
    type_drop(type);
    return made;
}

static bool is_repeated(const struct digits *sequence, int low, int high, int period)
{
    for (int i = low + period; i < high; i++)
        if (sequence->basic[i] != sequence->basic[i - period])
            return false;
    return true;
}

/* The elements [low, high), at least one: as repetitions, or cut somewhere. */
static struct type *build(struct random *random, const struct digits *sequence, int low, int high)
{
    int count = high - low, period = (int)random_in(random, 1, count), cut;
    struct type *left, *right, *made;

    if (count == 1)
        return repeat(random, 1, type_of(sequence, low));
    if (count % period == 0 && period < count && is_repeated(sequence, low, high, period)) {
        left = build(random, sequence, low, low + period);
        made = repeat(random, count / period, left);
        type_drop(left);
        return wrap(random, made);
    }
    cut = (int)random_in(random, low + 1, high - 1);
    left = build(random, sequence, low, cut);
    right = build(random, sequence, cut, high);
    made = join(random, left, right);
    type_drop(left);
    type_drop(right);
    return wrap(random, made);
}

static struct digits draw(struct random *random)
{
    struct digits sequence = {.length = (int)random_in(random, 1, LENGTH_MAX - 1)};
    int period = (int)random_in(random, 1, sequence.length), kinds = (int)random_in(random, 1, 3);

    for (int i = 0; i < sequence.length; i++)
        sequence.basic[i] =
            i < period ? (int)random_in(random, 0, kinds) : sequence.basic[i - period];
    return sequence;
}

/* One element more or less, or another one somewhere, or two that changed places. */
static struct digits alter(struct random *random, const struct digits *sequence)
{
    struct digits other = *sequence;
    int at = (int)random_in(random, 0, other.length - 1), kept = other.basic[at];

    switch (random_in(random, 0, 3)) {
    case 0:
        other.basic[other.length++] = (int)random_in(random, 0, 3);
        break;
    case 1:
        other.length -= other.length > 1;
        break;
    case 2:
        other.basic[at] = (int)random_in(random, 0, 3);
        break;
    default:
        other.basic[at] = other.basic[other.length - 1];
        other.basic[other.length - 1] = kept;
    }
    return other;
}

/* The length of the shortest sequence that this one repeats. */
static int period_of(const struct digits *sequence)
{
    int period = 1;

    while (sequence->length % period != 0 || !is_repeated(sequence, 0, sequence->length, period))
        period++;
    return period;
}

static bool are_repetitions_of_one(const struct digits *one, const struct digits *other)
{
    int period = period_of(one);

    if (period_of(other) != period)
        return false;
    for (int i = 0; i < period; i++)
        if (one->basic[i] != other->basic[i])
            return false;
    return true;
}

Test(signature, is_the_same_however_it_was_built_and_another_for_what_differs)
{
    struct random random = random_start();

    for (int round = 0; round < ROUNDS; round++) {
        struct digits sequence = draw(&random), other = alter(&random, &sequence);
        struct type *one = build(&random, &sequence, 0, sequence.length);
        struct type *again = build(&random, &sequence, 0, sequence.length);
        struct type *near = build(&random, &other, 0, other.length);

        cr_assert_eq(one->sig_hash, again->sig_hash, "round %d", round);
        cr_assert_eq(one->sig_hash_length, period_of(&sequence));
        cr_assert_eq(one->sig_hash == near->sig_hash, are_repetitions_of_one(&sequence, &other),
                     "round %d", round);
        type_drop(one);
        type_drop(again);
        type_drop(near);
    }
}

/* A part of data has the signature of a type that is no longer than it. */
Test(signature, of_a_part_is_that_of_its_elements)
{
    struct random random = random_start();

    for (int round = 0; round < ROUNDS; round++) {
        struct digits sequence = draw(&random), part = sequence;
        struct type *whole = build(&random, &sequence, 0, sequence.length), *same;
        MPI_Count bytes = 0;
        uint64_t sig_hash;

        part.length = (int)random_in(&random, 1, sequence.length);
        same = build(&random, &part, 0, part.length);
        for (int i = 0; i < part.length; i++)
            bytes += type_of(&part, i)->size;
        cr_assert(signature_of_part(whole, bytes, &sig_hash));
        cr_assert_eq(sig_hash, same->sig_hash, "round %d", round);
        cr_assert_eq(signature_of_part(whole, bytes - 1, &sig_hash),
                     type_of(&part, part.length - 1)->size == 1);
        type_drop(whole);
        type_drop(same);
    }
}

/* The sequence of Thue and Morse and its complement: modulo 2^64 they were alike to every base. */
Test(signature, tells_sequences_apart_that_are_made_to_be_mistaken)
{
    struct random random = random_start();
    struct type *one, *other;

    cr_assert_eq(type_dup(store, type_predefined(MPI_INT), &one), MPI_SUCCESS);
    cr_assert_eq(type_dup(store, type_predefined(MPI_FLOAT), &other), MPI_SUCCESS);
    for (int level = 1; level <= 20; level++) {
        struct type *straight = join(&random, one, other), *crossed = join(&random, other, one);

        type_drop(one);
        type_drop(other);
        one = straight;
        other = crossed;
        cr_assert_neq(one->sig_hash, other->sig_hash, "%lld elements", (long long)one->elements);
    }
    type_drop(one);
    type_drop(other);
}
