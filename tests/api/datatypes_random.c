/* SPDX-License-Identifier: MIT */
/* Random nests of constructors against a naive model, the list of (offset, basic type): sent with
 * one layout and received with another, in part, packed, and in "external32". All ranks draw the
 * same numbers. Extents are the library's: how they follow is tested elsewhere. */
#include "random_types.h"

enum { ROUNDS = 250, LARGE_ROUNDS = 25, LARGE_BYTES = 120000, SPARSE = 20 };

static struct pair pair;

static int next_rank(void)
{
    return (check_rank + 1) % check_size;
}

static int previous_rank(void)
{
    return (check_rank + check_size - 1) % check_size;
}

static void what_is_sent_in_one_layout_arrives_in_another(void)
{
    int round, wrong = 0;

    start();
    for (round = 0; round < ROUNDS; round++) {
        MPI_Status status;
        int elements = -1;

        do {
            open_pair(&pair);
            if (pair.part == pair.all.count)
                break;
            MPI_Type_free(&pair.type);
            MPI_Type_free(&pair.other);
        } while (1);
        open_buffer(&pair.buffer, &pair.all, 0);
        open_buffer(&pair.far, &pair.rest, 0xee);
        MPI_Sendrecv(base(&pair.buffer), pair.count, pair.type, next_rank(), 3, base(&pair.far), 1,
                     pair.other, previous_rank(), 3, MPI_COMM_WORLD, &status);
        MPI_Get_elements(&status, pair.other, &elements);
        wrong += elements != pair.all.count;
        wrong += !is_copied(&pair.far, &pair.rest, &pair.buffer, &pair.all, pair.all.count, 0xee);
        close_pair(&pair);
    }
    check_equal(wrong, 0);
}

static void a_part_fills_the_beginning_and_is_counted(void)
{
    int round, wrong = 0, received = 0;

    start();
    for (round = 0; round < ROUNDS; round++) {
        MPI_Status status;
        int elements = -1, count = -1, size = 0;

        open_pair(&pair);
        open_buffer(&pair.buffer, &pair.all, 0xee);
        open_buffer(&pair.far, &pair.rest, 0);
        if (!overlaps(&pair.buffer, &pair.all)) {
            received++;
            MPI_Sendrecv(base(&pair.far), 1, pair.other, next_rank(), 4, base(&pair.buffer),
                         pair.count, pair.type, previous_rank(), 4, MPI_COMM_WORLD, &status);
            MPI_Get_elements(&status, pair.type, &elements);
            MPI_Get_count(&status, pair.type, &count);
            MPI_Type_size(pair.type, &size);
            wrong += elements != pair.part;
            if (pair.bytes == 0)
                wrong += count != 0;
            else
                wrong += count != (pair.bytes % size == 0 ? pair.bytes / size : MPI_UNDEFINED);
            wrong += !is_copied(&pair.buffer, &pair.all, &pair.far, &pair.rest, pair.part, 0xee);
        }
        close_pair(&pair);
    }
    check_equal(wrong, 0);
    check(received > ROUNDS / 4);
}

static void packed_data_are_the_entries_in_order(void)
{
    int round, wrong = 0;

    start();
    for (round = 0; round < ROUNDS; round++) {
        int position = 3, size = 0, total = 0, i, at = 3;
        char *packed;

        open_pair(&pair);
        open_buffer(&pair.buffer, &pair.all, 0);
        open_buffer(&pair.far, &pair.rest, 0xee);
        for (i = 0; i < pair.all.count; i++)
            total += basics[pair.all.entries[i].basic].bytes;
        MPI_Pack_size(pair.count, pair.type, MPI_COMM_WORLD, &size);
        packed = malloc((size_t)size + 4);
        MPI_Pack(base(&pair.buffer), pair.count, pair.type, packed, size + 3, &position,
                 MPI_COMM_WORLD);
        wrong += size < total || position != total + 3;
        for (i = 0; i < pair.all.count; i++) {
            size_t bytes = (size_t)basics[pair.all.entries[i].basic].bytes;

            wrong += memcmp(packed + at, entry_at(&pair.buffer, &pair.all.entries[i]), bytes) != 0;
            at += (int)bytes;
        }
        position = 3;
        MPI_Unpack(packed, size + 3, &position, base(&pair.far), 1, pair.other, MPI_COMM_WORLD);
        wrong += position != pair.bytes + 3;
        wrong += !is_copied(&pair.far, &pair.rest, &pair.buffer, &pair.all, pair.part, 0xee);
        free(packed);
        close_pair(&pair);
    }
    check_equal(wrong, 0);
}

static void external_data_are_big_endian_and_come_back(void)
{
    int round, wrong = 0;

    start();
    for (round = 0; round < ROUNDS; round++) {
        MPI_Aint position = 0, size = 0, at = 0;
        char *packed;
        int i, j;

        open_pair(&pair);
        open_buffer(&pair.buffer, &pair.all, 0);
        open_buffer(&pair.far, &pair.rest, 0xee);
        MPI_Pack_external_size("external32", pair.count, pair.type, &size);
        packed = malloc((size_t)size + 1);
        MPI_Pack_external("external32", base(&pair.buffer), pair.count, pair.type, packed, size,
                          &position);
        wrong += position != size;
        for (i = 0; i < pair.all.count; i++) {
            int bytes = basics[pair.all.entries[i].basic].bytes;

            for (j = 0; j < bytes; j++)
                wrong += (unsigned char)packed[at + bytes - 1 - j] !=
                         entry_at(&pair.buffer, &pair.all.entries[i])[j];
            at += bytes;
        }
        wrong += at != size;
        position = 0;
        MPI_Unpack_external("external32", packed, size, &position, base(&pair.far), 1, pair.other);
        wrong += position != pair.bytes;
        wrong += !is_copied(&pair.far, &pair.rest, &pair.buffer, &pair.all, pair.part, 0xee);
        free(packed);
        close_pair(&pair);
    }
    check_equal(wrong, 0);
}

static void true_bounds_and_sizes_are_those_of_the_entries(void)
{
    int round, wrong = 0;

    start();
    for (round = 0; round < ROUNDS; round++) {
        MPI_Aint low = 0, high = 0, true_lb = -1, true_extent = -1;
        int size = -1, total = 0, i;

        make_type(&pair.type, &pair.model);
        for (i = 0; i < pair.model.count; i++) {
            const struct entry *entry = &pair.model.entries[i];
            MPI_Aint end = entry->offset + basics[entry->basic].bytes;

            low = i == 0 || entry->offset < low ? entry->offset : low;
            high = i == 0 || end > high ? end : high;
            total += basics[entry->basic].bytes;
        }
        MPI_Type_size(pair.type, &size);
        MPI_Type_get_true_extent(pair.type, &true_lb, &true_extent);
        wrong += size != total;
        wrong += total > 0 && (true_lb != low || true_extent != high - low);
        MPI_Type_free(&pair.type);
    }
    check_equal(wrong, 0);
}

/* Where `count` elements lie, counted from the first. */
static void find_span(MPI_Datatype type, int count, MPI_Aint *low, MPI_Aint *bytes)
{
    MPI_Aint lb, extent, last;

    MPI_Type_get_true_extent(type, low, bytes);
    last = (count - 1) * extent_of(type);
    MPI_Type_get_extent(type, &lb, &extent);
    *low += last < 0 ? last : 0;
    *bytes += last < 0 ? -last : last;
}

/* All ranks send the same, so each can pack and unpack for itself what the others have sent. */
static int large_is_copied(int count)
{
    MPI_Aint low, bytes, far_low, far_bytes, i;
    int packed_bytes = pair.bytes * count, position = 0, same;
    char *near, *far, *expected, *packed = malloc((size_t)packed_bytes);

    find_span(pair.type, count, &low, &bytes);
    find_span(pair.other, count, &far_low, &far_bytes);
    near = malloc((size_t)bytes);
    far = malloc((size_t)far_bytes);
    expected = malloc((size_t)far_bytes);
    for (i = 0; i < bytes; i++)
        near[i] = (char)(i % 251 + i / 251 % 241);
    memset(far, 0xee, (size_t)far_bytes);
    memset(expected, 0xee, (size_t)far_bytes);
    MPI_Pack(near - low, count, pair.type, packed, packed_bytes, &position, MPI_COMM_SELF);
    position = 0;
    MPI_Unpack(packed, packed_bytes, &position, expected - far_low, count, pair.other,
               MPI_COMM_SELF);
    MPI_Sendrecv(near - low, count, pair.type, next_rank(), 5, far - far_low, count, pair.other,
                 previous_rank(), 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    same = memcmp(far, expected, (size_t)far_bytes) == 0;
    free(near);
    free(far);
    free(expected);
    free(packed);
    return same;
}

/* Two threads share a large message, in whatever parts. */
static void many_elements_arrive_as_if_packed_and_unpacked(void)
{
    int round, wrong = 0, sent = 0;

    start();
    for (round = 0; round < LARGE_ROUNDS; round++) {
        int bytes = draw(1, 2) * LARGE_BYTES + draw(-999, 999);

        pair.count = 1;
        do
            make_type(&pair.type, &pair.model);
        while (pair.model.count == 0 && MPI_Type_free(&pair.type) == MPI_SUCCESS);
        make_other(&pair.model, pair.model.count, &pair.other, &pair.rest);
        MPI_Type_size(pair.type, &pair.bytes);
        if (labs(extent_of(pair.type)) < SPARSE * pair.bytes) {
            sent++;
            wrong += !large_is_copied(bytes / pair.bytes + 1);
        }
        MPI_Type_free(&pair.type);
        MPI_Type_free(&pair.other);
    }
    check_equal(wrong, 0);
    check(sent > LARGE_ROUNDS / 4);
}

CASES(what_is_sent_in_one_layout_arrives_in_another, a_part_fills_the_beginning_and_is_counted,
      packed_data_are_the_entries_in_order, external_data_are_big_endian_and_come_back,
      true_bounds_and_sizes_are_those_of_the_entries,
      many_elements_arrive_as_if_packed_and_unpacked)
