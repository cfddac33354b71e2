/* SPDX-License-Identifier: MIT */
#include "rma/accumulate.h"

#include <string.h>

#include "base/must.h"
#include "base/sanitizer.h"
#include "rank/observe/causal.h"
#include "rank/wait.h"
#include "rma/native.h"
#include "rma/pending.h"
#include "rma/stream.h"
#include "sync/membarrier.h"
#include "type/data.h"

/* Elements from which an accumulate is large (bench/api/onesided): this many atomic instructions
 * take as long as the change of the mode. */
enum { LARGE_COUNT = 512, SINGLES_BEFORE_NATIVE = 64 };

enum { TRIES_BEFORE_PAUSE = 200 };

/* ---- types ----------------------------------------------------------------------------------- */

static const struct type *first_child(const struct type *type)
{
    MPI_Count i;

    if (type->shape.child != NULL)
        return type->shape.child;
    for (i = 0; i < type->shape.count; i++) {
        const struct block block = type_block(type, i);

        if (block.length > 0 && block.child->size > 0)
            return block.child;
    }
    return NULL;
}

/* Types of equal signature hash repeat one sequence of basic types, so the first of them says what
 * all are. */
const struct type *accumulate_basic(const struct type *type)
{
    const struct type *basic = type;

    while (basic != NULL && !basic->is_predefined)
        basic = first_child(basic);
    if (basic == NULL || basic->sig_hash != type->sig_hash)
        return NULL;
    return basic;
}

bool accumulate_allows(const struct op *op, const struct type *basic)
{
    return op->kernels == NULL || op_allows(op, basic);
}

/* ---- the mode of a part ---------------------------------------------------------------------- */

static void lock_part(struct rank *self, struct window_part *part)
{
    int tries = 0;

    while (!lock_try(&part->accumulate_lock)) {
        if (++tries < TRIES_BEFORE_PAUSE && rank_may_spin(self))
            cpu_pause();
        else
            rank_pause(self);
    }
}

/* The member is about to combine natively. False: the part is in locking mode. */
static bool enter_native(struct window *window, const struct window_part *part)
{
    struct window_part *own = window_own_part(window);

    if (unlikely(guard_is_shared(&window->self->guard)))
        fetch_add_relaxed(&own->inside, 1);
    else
        store_relaxed(&own->inside, 1);
    compiler_fence(); /* edge accumulate.inside */
    return likely(!load_acquire(&part->is_locking)); /* edge accumulate.mode */
}

static void leave_native(struct window *window)
{
    struct window_part *own = window_own_part(window);

    if (unlikely(guard_is_shared(&window->self->guard)))
        fetch_sub_release(&own->inside, 1); /* edge accumulate.inside */
    else
        store_release(&own->inside, 0); /* edge accumulate.inside */
}

/* Under the part's lock. */
static void begin_locking(struct window *window, struct window_part *part)
{
    struct window_common *common = window->common;
    int i;

    store_relaxed(&part->is_locking, true);
    membarrier_run(); /* edge accumulate.inside */
    for (i = 0; i < common->size; i++)
        while (load_acquire(&common->parts[i].inside) != 0) /* edge accumulate.inside */
            rank_pause(window->self);
}

/* ThreadSanitizer would take the lock for an order of what the ranks do otherwise, so in its builds
 * native elements are combined by atomic instructions only. */
static bool is_whole(const struct window *window, const struct type *basic, MPI_Count elements)
{
    const MPI_Count granularity = load_relaxed(&window->common->accumulate_granularity);

    if (IS_FOR_THREAD_SANITIZER && basic->size <= NATIVE_BYTES_MAX)
        return false;
    return elements >= LARGE_COUNT ||
           (elements > 1 && (granularity == 0 || granularity > basic->size));
}

static void lock_for_one(struct window *window, struct window_part *part)
{
    lock_part(window->self, part);
    part->accumulate_singles++;
}

static void lock_for_whole(struct window *window, struct window_part *part,
                           const struct type *basic)
{
    lock_part(window->self, part);
    if (basic->size <= NATIVE_BYTES_MAX && !load_relaxed(&part->is_locking))
        begin_locking(window, part);
    part->accumulate_singles = 0;
}

/* For native elements whose rank has seen locking mode. The rank that had the lock before may have
 * ended the mode, and then others combine natively. False: that is so, and the lock is not held. */
static bool lock_in_mode(struct window *window, struct window_part *part)
{
    lock_for_one(window, part);
    if (load_relaxed(&part->is_locking))
        return true;
    lock_release(&part->accumulate_lock);
    return false;
}

static void unlock(struct window_part *part)
{
    if (part->accumulate_singles >= SINGLES_BEFORE_NATIVE) {
        part->accumulate_singles = 0;
        store_release(&part->is_locking, false); /* edge accumulate.mode */
    }
    lock_release(&part->accumulate_lock);
}

/* ---- plain combining ------------------------------------------------------------------------- */

static void copy_elements(void *to, const void *from, MPI_Count count, const struct type *basic)
{
    const struct data source = {.buf = (void *)(uintptr_t)from, .count = count, .type = basic};
    const struct data target = {.buf = to, .count = count, .type = basic};

    data_copy(&source, &target);
}

/* Combines neighbouring elements, or one that has gaps, under the part's lock. To ThreadSanitizer
 * these are the atomic changes that tell_end reports, at the call and again when it is complete.
 * In a library that is compiled for it, the plain accesses would race with another rank's. */
static void combine_plainly(const struct accumulate *accumulate, char *target, const char *origin,
                            char *result, MPI_Count count)
{
    const struct op *op = accumulate->op;

    tsan_hide();
    if (result != NULL)
        copy_elements(result, target, count, accumulate->basic);
    if (op->kernels != NULL)
        op_combine(op, origin, target, target, count, accumulate->basic);
    else if (origin != NULL)
        copy_elements(target, origin, count, accumulate->basic);
    tsan_show();
}

/* Combines neighbouring elements, or one that has gaps, each for itself, in the way that type,
 * address and mode say. */
static void combine_each(const struct accumulate *accumulate, char *target, const char *origin,
                         char *result, MPI_Count count)
{
    struct window *window = accumulate->access.window;
    struct window_part *part = &window->common->parts[accumulate->access.rank];
    const struct type *basic = accumulate->basic;
    bool is_native = basic->is_dense && native_is(target, basic->size) &&
                     basic->element != ELEMENT_PAIR;

    while (is_native) {
        if (likely(enter_native(window, part))) {
            native_combine(native_way(accumulate->op, basic),
                           accumulate->op->kernels != NULL
                               ? accumulate->op->kernels[basic->element] : NULL,
                           basic->size, target, origin, result, count);
            leave_native(window);
            return;
        }
        leave_native(window);
        if (lock_in_mode(window, part))
            break;
    }
    if (!is_native)
        lock_for_one(window, part);
    combine_plainly(accumulate, target, origin, result, count);
    unlock(part);
}

bool accumulate_one(struct window *window, int rank, const struct op *op,
                    const struct data *target, const void *origin, void *result)
{
    const struct type *type = target->type;
    op_kernel *kernel = op_kernel_for(op, type);
    bool is_done;

    if (unlikely(kernel == NULL || !type->is_dense || !native_is(target->buf, type->size)))
        return false;
    is_done = enter_native(window, &window->common->parts[rank]);
    if (likely(is_done))
        native_combine(native_way(op, type), kernel, type->size, target->buf, origin, result, 1);
    leave_native(window);
    return is_done;
}

/* ---- layouts --------------------------------------------------------------------------------- */

/* Combines neighbouring elements, or one that has gaps. */
typedef void combine_run(const struct accumulate *accumulate, char *target, const char *origin,
                         char *result, MPI_Count count);

/* An element that has gaps is combined alone; its data begin at its address. */
static void combine_streams(const struct accumulate *accumulate, combine_run *combine,
                            struct stream *target, struct stream *origin, struct stream *result)
{
    const MPI_Count size = accumulate->basic->size;

    while (target->left > 0) {
        MPI_Count bytes = size;

        if (accumulate->basic->is_dense)
            bytes = stream_run(origin, stream_run(result, stream_run(target, target->left)));
        must(bytes >= size);
        combine(accumulate, stream_at(target), stream_at(origin), stream_at(result), bytes / size);
        stream_advance(origin, bytes);
        stream_advance(result, bytes);
        stream_advance(target, bytes);
    }
}

static bool is_plain(const struct data *data, const struct type *basic)
{
    return data->type == NULL || (data_is_contiguous(data) && basic->is_dense);
}

/* As many as both sides have. */
static MPI_Count elements_of(const struct accumulate *accumulate, bool reads_origin)
{
    MPI_Count bytes = data_bytes(&accumulate->access.target);

    if (reads_origin && data_bytes(&accumulate->access.origin) < bytes)
        bytes = data_bytes(&accumulate->access.origin);
    return bytes / accumulate->basic->size;
}

/* An accumulate publishes: everything that the rank has done before it
 * comes before what another rank does after reading the target by an accumulate. Locks are made of
 * such pairs. */
static void tell_begin(const struct data *target)
{
    tsan_release(target->buf);
    if (unlikely(knobs.rma != 0))
        causal_release_slowly(causal_name_variable(target->buf));
}

/* Without an origin's data it only looks, as MPI_NO_OP does, and a get may read there meanwhile. */
static void tell_end(const struct access *access, MPI_Count bytes, const struct data *origin,
                     const struct data *result)
{
    const enum access_kind kind = origin != NULL ? ACCESS_CHANGES : ACCESS_LOOKS;

    if (result != NULL)
        tsan_acquire(access->target.buf);
    if (result != NULL && knobs.rma != 0)
        causal_acquire_slowly(causal_name_variable(access->target.buf));
    if (!tsan_is_there())
        return;
    tsan_enter(access->call->site);
    pending_tell_access(access, &access->target, bytes, kind);
    if (origin != NULL)
        pending_tell_access(access, origin, bytes, ACCESS_READS);
    if (result != NULL)
        pending_tell_access(access, result, bytes, ACCESS_WRITES);
    tsan_leave();
    pending_keep(access, bytes, kind);
}

static void accumulate_streams(const struct accumulate *accumulate, combine_run *combine,
                               bool reads_origin, MPI_Count elements)
{
    const struct data *origin = &accumulate->access.origin, *target = &accumulate->access.target;
    const struct data *result = &accumulate->result;
    struct stream streams[3];

    if (is_plain(origin, accumulate->basic) && is_plain(target, accumulate->basic) &&
        is_plain(result, accumulate->basic)) {
        combine(accumulate, data_start(target), reads_origin ? data_start(origin) : NULL,
                result->type != NULL ? data_start(result) : NULL, elements);
        return;
    }
    stream_open(&streams[0], target, elements * accumulate->basic->size);
    stream_open(&streams[1], reads_origin ? origin : NULL, elements * accumulate->basic->size);
    stream_open(&streams[2], result->type != NULL ? result : NULL,
                elements * accumulate->basic->size);
    combine_streams(accumulate, combine, &streams[0], &streams[1], &streams[2]);
    stream_close(&streams[0]);
    stream_close(&streams[1]);
    stream_close(&streams[2]);
}

static void run_whole(const struct accumulate *accumulate, bool reads_origin, MPI_Count elements)
{
    struct window *window = accumulate->access.window;
    struct window_part *part = &window->common->parts[accumulate->access.rank];

    lock_for_whole(window, part, accumulate->basic);
    accumulate_streams(accumulate, combine_plainly, reads_origin, elements);
    unlock(part);
}

void accumulate_run(const struct accumulate *accumulate)
{
    const struct data *origin = &accumulate->access.origin, *target = &accumulate->access.target;
    const bool reads_origin = accumulate->op->kernels != NULL || origin->type != NULL;
    const MPI_Count elements = elements_of(accumulate, reads_origin);

    if (elements == 0)
        return;
    tell_begin(target);
    if (is_whole(accumulate->access.window, accumulate->basic, elements))
        run_whole(accumulate, reads_origin, elements);
    else
        accumulate_streams(accumulate, combine_each, reads_origin, elements);
    if (causal_is_there())
        tell_end(&accumulate->access, elements * accumulate->basic->size,
                 reads_origin ? origin : NULL,
                 accumulate->result.type != NULL ? &accumulate->result : NULL);
}

/* ---- compare and swap ------------------------------------------------------------------------ */

static void compare_and_swap(struct window *window, int rank, const struct data *target,
                             const void *origin, const void *compare, void *result)
{
    struct window_part *part = &window->common->parts[rank];
    const struct type *type = target->type;
    const size_t bytes = (size_t)type->size;
    const bool is_native = type->is_dense && native_is(target->buf, type->size);

    while (is_native) {
        if (likely(enter_native(window, part))) {
            native_compare_and_swap(type->size, target->buf, origin, compare, result);
            leave_native(window);
            return;
        }
        leave_native(window);
        if (lock_in_mode(window, part))
            break;
    }
    if (!is_native)
        lock_for_one(window, part);
    tsan_hide();
    memcpy(result, target->buf, bytes);
    if (memcmp(target->buf, compare, bytes) == 0)
        memcpy(target->buf, origin, bytes);
    tsan_show();
    unlock(part);
}

void accumulate_compare_and_swap(struct window *window, int rank, const struct data *target,
                                 const void *origin, const void *compare, void *result,
                                 const struct access *access)
{
    const struct data old = {.buf = result, .count = 1, .type = target->type};

    tell_begin(target);
    compare_and_swap(window, rank, target, origin, compare, result);
    if (causal_is_there())
        tell_end(access, target->type->size, &access->origin, &old);
}
