/* SPDX-License-Identifier: MIT */
#include "check/snapshot.h"

#include <stdio.h>

#include "base/memory.h"
#include "layout/cursor.h"
#include "type/value.h"
#include "type/wording.h"

enum { CHUNK_BYTES = 4096, WORD_BYTES = sizeof(uint64_t), STEP_BYTES = 8 * WORD_BYTES,
       ELEMENT_BYTES_MAX = 64 };

/* ---- keeping --------------------------------------------------------------------------------- */

static size_t bytes_of_blocks(const struct data blocks[], int count)
{
    MPI_Count bytes = 0;
    int i;

    for (i = 0; i < count; i++)
        bytes += data_bytes(&blocks[i]);
    return (size_t)bytes;
}

static bool have_room(struct snapshot *snapshot, size_t bytes)
{
    const size_t room = bytes < SNAPSHOT_ROOM_BYTES ? SNAPSHOT_ROOM_BYTES : bytes;

    if (snapshot->room >= bytes)
        return true;
    snapshot_give(snapshot);
    snapshot->bytes = memory_take(room);
    snapshot->room = snapshot->bytes != NULL ? room : 0;
    return snapshot->bytes != NULL;
}

void snapshot_fill(struct snapshot *snapshot, const struct data blocks[], int count)
{
    unsigned char *next;
    int i;

    if (count == 1 && snapshot_is_word(&blocks[0])) {
        snapshot->word = snapshot_word_of(&blocks[0]);
        return;
    }
    if (!have_room(snapshot, bytes_of_blocks(blocks, count)))
        return;
    next = snapshot->bytes;
    for (i = 0; i < count; i++) {
        MPI_Count bytes = data_bytes(&blocks[i]);

        if (bytes > 0)
            data_pack(&blocks[i], 0, next, bytes);
        next += bytes;
    }
}

void snapshot_give(struct snapshot *snapshot)
{
    memory_give(snapshot->bytes);
    snapshot->bytes = NULL;
    snapshot->room = 0;
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* A step is that many whole words. */
static inline bool step_differs(const unsigned char *one, const unsigned char *other, int bytes)
{
    uint64_t difference = 0, left, right;
    int i;

    for (i = 0; i < bytes; i += WORD_BYTES) {
        memcpy(&left, one + i, sizeof left);
        memcpy(&right, other + i, sizeof right);
        difference |= left ^ right;
    }
    return difference != 0;
}

/* The first byte that differs, or `bytes`. Loops of its own, because sanitizers look at memcmp: the
 * program may have given up the buffer. */
static MPI_Count first_difference(const unsigned char *one, const unsigned char *other,
                                  MPI_Count bytes)
{
    MPI_Count i = 0;

    while (bytes - i >= STEP_BYTES && !step_differs(one + i, other + i, STEP_BYTES))
        i += STEP_BYTES;
    while (bytes - i >= WORD_BYTES && !step_differs(one + i, other + i, WORD_BYTES))
        i += WORD_BYTES;
    while (i < bytes && one[i] == other[i])
        i++;
    return i;
}

/* A function of its own, because the chunk needs a page of the stack. */
static __attribute__((noinline)) MPI_Count first_packed(const unsigned char *kept,
                                                        const struct data *data)
{
    unsigned char chunk[CHUNK_BYTES];
    MPI_Count all = data_bytes(data), offset;

    for (offset = 0; offset < all; offset += CHUNK_BYTES) {
        MPI_Count bytes = all - offset < CHUNK_BYTES ? all - offset : CHUNK_BYTES, same;

        data_pack(data, offset, chunk, bytes);
        same = first_difference(kept + offset, chunk, bytes);
        if (same < bytes)
            return offset + same;
    }
    return all;
}

/* Where a block differs from what was kept of it: a byte of its data, counted without gaps. */
struct change {
    const struct data *block;
    const unsigned char *kept; /* of the block */
    MPI_Count offset;
};

static bool find_change(const struct snapshot *snapshot, const struct data blocks[], int count,
                        struct change *change)
{
    const bool is_word = count == 1 && snapshot_is_word(&blocks[0]);
    int i;

    change->kept = is_word ? (const unsigned char *)&snapshot->word : snapshot->bytes;
    for (i = 0; change->kept != NULL && i < count; i++) {
        const unsigned char *at = (const unsigned char *)data_start(&blocks[i]);
        MPI_Count bytes = data_bytes(&blocks[i]);

        change->block = &blocks[i];
        change->offset = data_is_contiguous(&blocks[i])
                             ? first_difference(change->kept, at, bytes)
                             : first_packed(change->kept, &blocks[i]);
        if (change->offset < bytes)
            return true;
        change->kept += bytes;
    }
    return false;
}

bool snapshot_differs(const struct snapshot *snapshot, const struct data blocks[], int count)
{
    struct change change;

    return find_change(snapshot, blocks, count, &change);
}

/* ---- telling --------------------------------------------------------------------------------- */

/* How far behind the argument's address a byte of the data is. */
static ptrdiff_t place_of_byte(const struct data *data, MPI_Count offset)
{
    struct cursor cursor;
    struct piece made;
    ptrdiff_t place;

    cursor_open(&cursor, data->buf, data_layout(data, &made), data->type->depth + 1, offset);
    place = cursor.strip.at - (char *)data->buf;
    cursor_close(&cursor);
    return place;
}

static void describe_byte(const struct change *change, char text[])
{
    unsigned char now;

    data_pack(change->block, change->offset, &now, 1);
    snprintf(text, CHANGE_TEXT_BYTES, "its byte %td was 0x%02x and is 0x%02x",
             place_of_byte(change->block, change->offset), change->kept[change->offset], now);
}

/* The element that has the byte: it is that many bytes into it, and of a basic type. */
static void describe_element(const struct change *change, const struct element_place *element,
                             char text[])
{
    const struct type *type = change->block->type;
    const MPI_Count start = change->offset - element->offset;
    const MPI_Count number = change->offset / type->size * type->elements + element->number;
    unsigned char now[ELEMENT_BYTES_MAX];
    char place[40] = "", was[VALUE_TEXT_BYTES], is[VALUE_TEXT_BYTES];

    data_pack(change->block, start, now, element->basic->size);
    value_describe_two(element->basic, change->kept + start, now, was, is);
    if (!type->is_named)
        snprintf(place, sizeof place, ", at byte %td,", place_of_byte(change->block, start));
    snprintf(text, CHANGE_TEXT_BYTES, "element [%lld] of %lld %s%s was %s and is %s",
             (long long)number, (long long)(change->block->count * type->elements),
             element->name, place, was, is);
}

const char *snapshot_describe(const struct snapshot *snapshot, const struct data blocks[],
                              int count, char text[])
{
    struct element_place element;
    struct change change;
    int length = 0;

    text[0] = '\0';
    if (!find_change(snapshot, blocks, count, &change))
        return text;
    if (type_find_element(change.block->type, change.offset % change.block->type->size, &element) &&
        element.basic->size <= ELEMENT_BYTES_MAX)
        describe_element(&change, &element, text);
    else
        describe_byte(&change, text);
    length = (int)strlen(text);
    if (count > 1)
        snprintf(text + length, (size_t)(CHANGE_TEXT_BYTES - length), ", in block %td",
                 change.block - blocks);
    return text;
}
