/* SPDX-License-Identifier: MIT */
/* The loops of operations take many elements at once, by vectors of the size that the processor
 * has, and what is left one by one. Both ways give the same bits, wherever operands lie. */
#include "op/op.h"

#include <heddle/criterion.h>
#include <math.h>
#include <string.h>

#include "base/container.h"
#include "../type/random.h"
#include "type/element.h"
#include "type/half.h"
#include "types.h"

static const MPI_Op operations[] = {MPI_SUM, MPI_PROD, MPI_MIN,  MPI_MAX, MPI_BAND,
                                    MPI_BOR, MPI_BXOR, MPI_LAND, MPI_LOR, MPI_LXOR};

/* A turn of the widest loop takes four vectors of 32 bytes. Counts go past two of them. */
enum { TURN_BYTES = 4 * 32, SPILLED = 3, LINE = 64 };
enum { BYTES_MAX = 2 * TURN_BYTES + (SPILLED + 1) * 32 };

struct places {
    alignas(LINE) char left[BYTES_MAX + LINE], right[BYTES_MAX + LINE], out[BYTES_MAX + LINE];
    char expected[BYTES_MAX];
};

static bool is_not_a_number(const char *place, size_t size, bool is_long)
{
    half narrow;
    float usual;
    double wide;
    long double longer;
    quad longest;

    switch (size) {
    case sizeof narrow:
        memcpy(&narrow, place, size);
        return isnan(half_to_float(narrow));
    case sizeof usual:
        memcpy(&usual, place, size);
        return isnan(usual);
    case sizeof wide:
        memcpy(&wide, place, size);
        return isnan(wide);
    default:
        memcpy(&longer, place, size);
        memcpy(&longest, place, size);
        return is_long ? isnan(longer) : longest != longest;
    }
}

/* The bytes of a long double that nothing reads are left out. Two NaNs are equal: the one that
 * comes out of two depends on which the compiler names first. */
static bool has_same_bits(const struct type_fact *fact, const char *expected, const char *found)
{
    bool is_complex = fact->class == CLASS_COMPLEX;
    bool is_real = is_complex || fact->class == CLASS_FLOATING, is_long = !is_quad(fact);
    size_t size = is_complex ? fact->size / 2 : fact->size;
    size_t used = is_real && is_long && size > 10 ? 10 : size;

    for (size_t at = 0; at < fact->size; at += size)
        if (memcmp(expected + at, found + at, used) != 0 &&
            !(is_real && is_not_a_number(expected + at, size, is_long) &&
              is_not_a_number(found + at, size, is_long)))
            return false;
    return true;
}

/* Any bits, and each operand anywhere within a line. */
static void check_count(struct random *random, const struct type_fact *fact, const struct op *op,
                        int count)
{
    static struct places places;
    const struct type *type = type_predefined(fact->handle);
    size_t bytes = (size_t)count * fact->extent;
    char *left = places.left + random_in(random, 0, LINE - 1);
    char *right = places.right + random_in(random, 0, LINE - 1);
    char *out = places.out + random_in(random, 0, LINE - 1);

    random_fill(random, left, bytes);
    random_fill(random, right, bytes);
    for (size_t at = 0; at < bytes; at += fact->extent)
        op_combine(op, left + at, right + at, places.expected + at, 1, type);
    memset(out, 0x5a, bytes + fact->extent);
    op_combine(op, left, right, out, count, type);
    for (size_t at = 0; at < bytes; at += fact->extent)
        cr_assert(has_same_bits(fact, places.expected + at, out + at), "%s of %s, byte %zu of %zu",
                  op->name, fact->name, at, bytes);
    for (size_t at = bytes; at < bytes + fact->extent; at++)
        cr_assert_eq(out[at], 0x5a, "%s of %s wrote behind %zu bytes", op->name, fact->name, bytes);
}

Test(vectors, many_elements_anywhere_give_the_bits_of_one_element_at_a_time)
{
    struct random random = random_start();
    int pairs = 0;

    for (size_t i = 0; i < ARRAY_LENGTH(type_facts); i++)
        for (size_t j = 0; j < ARRAY_LENGTH(operations); j++) {
            const struct type_fact *fact = &type_facts[i];
            const struct op *op = op_predefined(operations[j]);
            int count_max = 2 * TURN_BYTES / (int)fact->extent + SPILLED;

            if (!op_allows(op, type_predefined(fact->handle)))
                continue;
            pairs++;
            for (int count = 0; count <= count_max; count++)
                check_count(&random, fact, op, count);
        }
    cr_assert_gt(pairs, 250);
}
