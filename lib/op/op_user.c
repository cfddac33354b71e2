/* SPDX-License-Identifier: MIT */
/* A user's function combines in place: inout = in op inout. If the result is wanted elsewhere than
 * at the right operand, the right operand is copied first. */
#include "op/op_user.h"

#include <limits.h>
#include <stddef.h>

#include "base/memory.h"
#include "base/must.h"
#include "base/tsan.h"
#include "type/data.h"

enum { COPY_BYTES = 32768, SMALL_COPY_BYTES = 1024 };

/* Calls a plain-form function several times if the count exceeds an int. */
static void call_function(const struct op *op, const void *in, void *inout, MPI_Count count,
                          const struct type *type)
{
    MPI_Datatype handle = type_handle(type);
    char *left = (char *)(uintptr_t)in, *right = inout;

    if (op->function_c != NULL) {
        op->function_c(left, right, &count, &handle);
        return;
    }
    while (count > 0) {
        int some = count < INT_MAX ? (int)count : INT_MAX, length = some;

        op->function(left, right, &length, &handle);
        left += some * type->extent;
        right += some * type->extent;
        count -= some;
    }
}

/* Lends the type to the function, which may query it even if the user has freed it since the
 * operation began. ThreadSanitizer does not look: the function reads and writes buffers of other
 * ranks for a collective operation, whose order is recorded at its beginning and its end. */
static void lend_and_call(const struct op *op, const void *in, void *inout, MPI_Count count,
                          const struct type *type)
{
    const struct object *before = object_lent;

    object_lent = &type->object;
    tsan_hide();
    call_function(op, in, inout, count, type);
    tsan_show();
    object_lent = before;
}

static void copy_elements(const void *from, void *to, MPI_Count count, const struct type *type)
{
    const struct data source = {.buf = (void *)(uintptr_t)from, .count = count, .type = type};
    const struct data target = {.buf = to, .count = count, .type = type};

    data_copy(&source, &target);
}

/* Stores the result at the left operand by copying the right one piece by piece. */
static void combine_into_left(const struct op *op, char *left, const char *right,
                              MPI_Count count, const struct type *type)
{
    alignas(max_align_t) char small[SMALL_COPY_BYTES + ROOM_SPARE];
    struct room room = data_room(type, count, COPY_BYTES);
    char *block = small, *copy;

    if (room.bytes > SMALL_COPY_BYTES) {
        block = memory_take((size_t)room.bytes + ROOM_SPARE);
        must(block != NULL);
    }
    copy = room_start(&room, block);
    while (count > 0) {
        MPI_Count some = count < room.count ? count : room.count;

        copy_elements(right, copy, some, type);
        lend_and_call(op, left, copy, some, type);
        copy_elements(copy, left, some, type);
        left += some * type->extent;
        right += some * type->extent;
        count -= some;
    }
    if (block != small)
        memory_give(block);
}

void op_combine_users(const struct op *op, const void *left, const void *right, void *out,
                      MPI_Count count, const struct type *type)
{
    if (count == 0)
        return;
    if (out == left && out != right) {
        combine_into_left(op, out, right, count, type);
        return;
    }
    if (out != right)
        copy_elements(right, out, count, type);
    lend_and_call(op, left, out, count, type);
}
