/* SPDX-License-Identifier: MIT */
/* Random operations in random epochs on random windows, beside a model that every rank computes for
 * all of them. All ranks draw the same program. In a phase each segment of a target's memory has a
 * role, so that the order of different origins makes no difference: one origin's puts, one origin's
 * accumulates, everybody's gets, or everybody's accumulates of one commutative operation. */
/* ranks: 2 3 8 33 */
/* expect-stdout: [0-9]+ operations had the results of the model */
#include "random_epochs.h"

/* ---- carrying out ---------------------------------------------------------------------------- */

struct side {
    char *buffer;
    int count;
    MPI_Datatype type;
};

static struct side make_side(enum layout layout, int count, char *buffer)
{
    if (layout == DENSE)
        return (struct side){buffer, count, element};
    return (struct side){buffer, 1, type_of(layout, count)};
}

static void drop_side(struct side *side)
{
    if (side->type != element)
        MPI_Type_free(&side->type);
}

static MPI_Request *request_of(const struct operation *operation)
{
    return operation->has_request ? &requests[request_count++] : NULL;
}

static MPI_Aint displacement(const struct operation *operation)
{
    if (is_dynamic)
        return MPI_Aint_add(bases[operation->target], (MPI_Aint)operation->start * bytes);
    return (MPI_Aint)operation->start * bytes / units[operation->target];
}

static void copy(const struct operation *operation, const struct side *near,
                 const struct side *far)
{
    MPI_Request *request = request_of(operation);
    int target = operation->target;
    MPI_Aint at = displacement(operation);

    if (operation->kind == PUT && request != NULL)
        MPI_Rput(near->buffer, near->count, near->type, target, at, far->count, far->type, win,
                 request);
    else if (operation->kind == PUT)
        MPI_Put(near->buffer, near->count, near->type, target, at, far->count, far->type, win);
    else if (request != NULL)
        MPI_Rget(near->buffer, near->count, near->type, target, at, far->count, far->type, win,
                 request);
    else
        MPI_Get(near->buffer, near->count, near->type, target, at, far->count, far->type, win);
}

static void accumulate(const struct operation *operation, const struct side *near,
                       const struct side *far, const struct side *result)
{
    MPI_Request *request = request_of(operation);
    int target = operation->target;
    MPI_Aint at = displacement(operation);
    MPI_Op op = ops[operation->op];

    if (operation->kind == ACCUMULATE && request != NULL)
        MPI_Raccumulate(near->buffer, near->count, near->type, target, at, far->count, far->type,
                        op, win, request);
    else if (operation->kind == ACCUMULATE)
        MPI_Accumulate(near->buffer, near->count, near->type, target, at, far->count, far->type,
                       op, win);
    else if (request != NULL)
        MPI_Rget_accumulate(near->buffer, near->count, near->type, result->buffer, result->count,
                            result->type, target, at, far->count, far->type, op, win, request);
    else
        MPI_Get_accumulate(near->buffer, near->count, near->type, result->buffer, result->count,
                           result->type, target, at, far->count, far->type, op, win);
}

/* With an even seed the expected value is the right one, else another. */
static void swap(const struct operation *operation, char *origin, char *result)
{
    char *compare = take_buffer(1);
    int64_t there = model[operation->target][operation->start] ^ (operation->seed % 2);

    memcpy(compare, &there, (size_t)bytes);
    MPI_Compare_and_swap(origin, compare, result, element, operation->target,
                         displacement(operation), win);
}

static void carry_out(const struct operation *operation)
{
    int count = operation->count, i;
    char *origin = take_buffer(2 * count), *result = take_buffer(2 * count);
    struct side near = make_side(operation->origin_layout, count,
                                 operation->kind == GET ? result : origin);
    struct side far = make_side(operation->layout, count, NULL);
    struct side back = make_side(operation->origin_layout, count, result);

    for (i = 0; i < count; i++) {
        int64_t value = value_of(operation->seed, i);

        memcpy(origin + bytes * place_in(operation->origin_layout, count, i), &value,
               (size_t)bytes);
    }
    if (operation->kind <= GET)
        copy(operation, &near, &far);
    else if (operation->kind <= GET_ACCUMULATE)
        accumulate(operation, &near, &far, &back);
    else if (operation->kind == FETCH)
        MPI_Fetch_and_op(origin, result, element, operation->target, displacement(operation),
                         ops[operation->op], win);
    else
        swap(operation, origin, result);
    drop_side(&near);
    drop_side(&far);
    drop_side(&back);
    compute(operation, result);
}

/* Carries out the operations to one target, or to all for -1. The model has no order between
 * origins, so that it may compute one's own operations when they take place, and the others'
 * later. */
static void carry_out_all(int target)
{
    int i;

    for (i = 0; i < operation_count; i++)
        if (operations[i].origin == rank && (target < 0 || operations[i].target == target))
            carry_out(&operations[i]);
}

static void compute_others(void)
{
    int i;

    for (i = 0; i < operation_count; i++)
        if (operations[i].origin != rank)
            compute(&operations[i], NULL);
}

/* ---- epochs ---------------------------------------------------------------------------------- */

static void wait_for_requests(void)
{
    MPI_Waitall(request_count, requests, MPI_STATUSES_IGNORE);
    request_count = 0;
}

/* The members with which this one has to do, as an origin or as a target. */
static MPI_Group partners(MPI_Group all, int are_targets)
{
    int ranks[RANKS_MAX], count = 0, other, i;
    MPI_Group group;

    for (other = 0; other < size; other++) {
        for (i = 0; i < operation_count; i++)
            if (operations[i].origin == (are_targets ? rank : other) &&
                operations[i].target == (are_targets ? other : rank))
                break;
        if (i < operation_count)
            ranks[count++] = other;
    }
    MPI_Group_incl(all, count, ranks, &group);
    return group;
}

static void run_start(void)
{
    MPI_Group all, targets, origins;

    MPI_Win_get_group(win, &all);
    targets = partners(all, 1);
    origins = partners(all, 0);
    MPI_Win_post(origins, 0, win);
    MPI_Win_start(targets, 0, win);
    carry_out_all(-1);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Group_free(&origins);
    MPI_Group_free(&targets);
    MPI_Group_free(&all);
}

/* An origin's accumulates of one segment are in order, those to different targets need none. */
static void run_locks(int are_held_together)
{
    const int types[] = {MPI_LOCK_SHARED, MPI_LOCK_EXCLUSIVE};
    int target;

    for (target = 0; target < size; target++) {
        MPI_Win_lock(types[(rank + target) % 2], target, 0, win);
        carry_out_all(target);
        if ((rank + target) % 3 == 0)
            wait_for_requests();
        if (!are_held_together || (rank + target) % 5 == 0)
            MPI_Win_unlock(target, win);
    }
    for (target = 0; target < size && are_held_together; target++)
        if ((rank + target) % 5 != 0)
            MPI_Win_unlock(target, win);
}

static void run_epoch(enum epoch epoch)
{
    switch (epoch) {
    case FENCE:
        MPI_Win_fence(0, win);
        carry_out_all(-1);
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        return;
    case START:
        run_start();
        return;
    case LOCKS_IN_TURN:
    case LOCKS_TOGETHER:
        run_locks(epoch == LOCKS_TOGETHER);
        return;
    default:
        MPI_Win_lock_all(0, win);
        carry_out_all(-1);
        MPI_Win_flush_all(win);
        MPI_Win_unlock_all(win);
    }
}

static void check_phase(const char *memory, enum epoch epoch, int phase)
{
    size_t k;
    int i;
    long before = wrong;

    for (k = 0; k < expected_count; k++)
        wrong += load(expected[k].at) != expected[k].value;
    for (i = 0; i < ELEMENTS; i++)
        wrong += load(memory + i * bytes) != model[rank][i];
    if (wrong > before)
        printf("rank %d: phase %d, epoch %d, elements of %d bytes: %ld wrong\n", rank, phase,
               (int)epoch, bytes, wrong - before);
    checked += operation_count;
    expected_count = 0;
    buffers_used = 0;
}

/* ---- windows --------------------------------------------------------------------------------- */

static char *make_window(MPI_Comm comm)
{
    char *memory = NULL;
    MPI_Aint length = (MPI_Aint)ELEMENTS * bytes;
    int kind = draw(0, 3), i;

    for (i = 0; i < size; i++)
        units[i] = draw(0, 1) == 0 ? 1 : bytes;
    is_dynamic = kind == 3;
    if (kind == 1)
        MPI_Win_allocate(length, units[rank], MPI_INFO_NULL, comm, &memory, &win);
    else if (kind == 2)
        MPI_Win_allocate_shared(length, units[rank], MPI_INFO_NULL, comm, &memory, &win);
    else
        memory = aligned_alloc(64, (size_t)length);
    if (kind == 0)
        MPI_Win_create(memory, length, units[rank], MPI_INFO_NULL, comm, &win);
    if (is_dynamic) {
        MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &win);
        MPI_Win_attach(win, memory, length / 2); /* one after the other */
        MPI_Win_attach(win, memory + length / 2, length / 2);
    }
    MPI_Get_address(memory, &bases[rank]);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_AINT, bases, 1, MPI_AINT, comm);
    memset(memory, 0, (size_t)length);
    memset(model, 0, sizeof model);
    MPI_Barrier(comm);
    return kind == 0 || is_dynamic ? memory : NULL;
}

static char *memory_of_window(char *own)
{
    char *base;
    int flag;

    if (own != NULL)
        return own;
    MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag);
    return base;
}

static void use_window(MPI_Comm comm)
{
    char *own = make_window(comm), *memory = memory_of_window(own);
    int phase;

    for (phase = 0; phase < PHASES; phase++) {
        enum epoch epoch = (enum epoch)draw(0, EPOCHS - 1);

        draw_roles();
        draw_operations(epoch >= LOCKS_IN_TURN);
        run_epoch(epoch);
        wait_for_requests();
        compute_others();
        MPI_Barrier(comm);
        check_phase(memory, epoch, phase);
        MPI_Barrier(comm);
    }
    MPI_Win_free(&win);
    free(own);
}

int main(int argc, char **argv)
{
    static const struct {
        int bytes;
        MPI_Datatype type;
    } elements[] = {{1, MPI_INT8_T}, {2, MPI_INT16_T}, {4, MPI_INT32_T}, {8, MPI_INT64_T}};
    long long seed = argc > 1 ? atoll(argv[1]) : (long long)time(NULL);
    MPI_Comm comm;
    int i, picked;

    MPI_Init(&argc, &argv);
    MPI_Bcast(&seed, 1, MPI_LONG_LONG, 0, MPI_COMM_WORLD);
    state = (uint64_t)seed * UINT64_C(0x9e3779b97f4a7c15) | 1;
    buffers = malloc(BUFFER_BYTES);
    expected = malloc(EXPECTED_MAX * sizeof *expected);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        printf("seed %lld\n", seed);
    for (i = 0; i < WINDOWS; i++) {
        picked = draw(0, 3);
        bytes = elements[picked].bytes;
        element = elements[picked].type;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_split(MPI_COMM_WORLD, 0, draw(0, 1) == 0 ? rank : -rank, &comm);
        MPI_Comm_rank(comm, &rank);
        use_window(comm);
        MPI_Comm_free(&comm);
    }
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && wrong == 0)
        printf("%ld operations had the results of the model\n", checked);
    free(expected);
    free(buffers);
    MPI_Finalize();
    return wrong != 0;
}
