/* SPDX-License-Identifier: MIT */
/* One member calls something else than the others: another function, form, root, operation, count
 * or type, in place or not, one other block of many, or nothing. A member gets an error with ranks,
 * calls and places of both; no rank hangs, and one without an error has what is right. What only
 * looks like a difference is none. Members free their buffers as soon as their call is over.
 * Asleep, freeing a communicator reports some. Arguments: the seed, which is printed; a case. */
/* ranks: 2 3 4 5 6 7 8 9 16 33 */
/* options: -O2 */
/* environment: HEDDLE_MISMATCH=2 */
/* mpich: no */
/* expect-stdout: all [0-9]+ disagreements were told */
/* variant: asleep; ranks: 3 5; environment: HEDDLE_WAIT_SPIN_US=0 HEDDLE_WAIT_YIELD_US=0
 * variant: clusters; ranks: 5 8; environment: HEDDLE_PROCESSORS=1000 HEDDLE_CLUSTER=3 */
#include <time.h>

#include "calls.h"

enum { CASES_OF_FEW = 300, CASES_OF_MANY = 60, FEW = 9, NAME_BYTES = 64 };
enum change {
    OTHER_KIND, OTHER_FORM, OTHER_ROOT, OTHER_OP, OTHER_COUNT, OTHER_TYPE, OTHER_PLACE, OTHER_BLOCK,
    SHIFTED_BLOCKS, NO_CALL, WHOLE_TYPE, NO_CHANGE, CHANGES
};
enum verdict { RIGHT, WRONG, EITHER }; /* an error or a right result */
enum moment { IN_THE_CALL, IN_THE_NEXT, AT_THE_END, MOMENTS };

static const char *const change_names[CHANGES] = {
    "another function", "another form", "another root", "another operation", "another count",
    "another type", "in place or not", "another block", "shifted blocks", "no call", "one element",
    "no change"};

static int rank, size, failed, is_fatal;
static uint64_t state;

/* Draws the same number at all ranks. */
static int draw(int first, int last)
{
    state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t bits = (state ^ state >> 30) * UINT64_C(0xbf58476d1ce4e5b9);

    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    return first + (int)((bits >> 33) % (uint64_t)(last - first + 1));
}

/* ---- a case ---------------------------------------------------------------------------------- */

struct disagreement {
    uint64_t seed;
    int number;
    struct call usual, odd;
    enum change change;
    enum verdict verdict;
    int odd_rank; /* of MPI_COMM_WORLD */
    int is_inter, is_next_called;
    int group; /* on an intercommunicator the roots' */
};

static struct place place; /* this member's, of the case */

static int half(void)
{
    return (size + 1) / 2;
}

static int count_drawn(void)
{
    static const int counts[] = {0, 1, 2, 5, 8, 9, 70, 256, 300, 577, 5000, 16384};

    return counts[draw(0, size <= FEW ? 11 : 10)];
}

/* Kinds that are of one family and may be taken for each other. */
static int are_akin(enum kind one, enum kind other)
{
    static const int families[KINDS] = {
        [GATHER] = 1,         [GATHERV] = 1,          [SCATTER] = 2,
        [SCATTERV] = 2,       [ALLGATHER] = 3,        [ALLGATHERV] = 3,
        [ALLTOALL] = 4,       [ALLTOALLV] = 4,        [ALLTOALLW] = 4,
        [REDUCE_SCATTER] = 5, [REDUCE_SCATTER_BLOCK] = 5, [NEIGHBOR_ALLGATHER] = 6,
        [NEIGHBOR_ALLGATHERV] = 6, [NEIGHBOR_ALLTOALL] = 7, [NEIGHBOR_ALLTOALLV] = 7,
        [NEIGHBOR_ALLTOALLW] = 7};

    return families[one] != 0 && families[one] == families[other];
}

static int can_be(enum kind kind, const struct disagreement *the)
{
    return !the->is_inter || (kind < REDUCE_SCATTER);
}

/* Roots are ranks of the communicator; between groups, of their own group. */
static int roots_of(const struct disagreement *the)
{
    return !the->is_inter ? size : the->group == 0 ? half() : size - half();
}

static int is_in_roots_group(const struct disagreement *the, int member)
{
    return (member < half()) == (the->group == 0);
}

/* The root as a member names it. */
static int root_named_by(const struct disagreement *the, int member, int root)
{
    int own = member < half() ? member : member - half();

    if (!the->is_inter)
        return root;
    if (!is_in_roots_group(the, member))
        return root;
    return own == root ? MPI_ROOT : MPI_PROC_NULL;
}

static enum verdict change_kind(struct disagreement *the)
{
    do
        the->odd.kind = (enum kind)draw(0, KINDS - 1);
    while (the->odd.kind == the->usual.kind || !can_be(the->odd.kind, the));
    the->odd.is_in_place = 0;
    return are_akin(the->odd.kind, the->usual.kind) ? EITHER : WRONG;
}

static enum verdict change_root(struct disagreement *the)
{
    int roots = roots_of(the), root = the->usual.root, other;

    if (!is_rooted(the->usual.kind) || roots < 2)
        return RIGHT;
    other = (root + draw(1, roots - 1)) % roots;
    the->odd.root = other;
    /* A member that is not the root, nor says that it is, says the same of any. */
    return root_named_by(the, the->odd_rank, root) != root_named_by(the, the->odd_rank, other)
               ? WRONG
               : RIGHT;
}

static int odd_is_bystander(const struct disagreement *the)
{
    return the->is_inter && is_rooted(the->usual.kind) &&
           root_named_by(the, the->odd_rank, the->usual.root) == MPI_PROC_NULL;
}

static enum verdict change_count(struct disagreement *the)
{
    do
        the->odd.count = draw(0, 1) ? count_drawn() : the->usual.count + draw(-1, 1);
    while (the->odd.count == the->usual.count || the->odd.count < 0);
    return the->usual.kind == BARRIER || odd_is_bystander(the) ? RIGHT : WRONG;
}

/* Each has counts for all, of which a root's alone count. */
static enum verdict change_block(struct disagreement *the, int is_shift)
{
    enum kind kind = the->usual.kind;
    int peers = is_neighborly(kind) ? 2 : size, self = the->odd_rank;

    if (!has_counts(kind) || the->is_inter || (is_shift && kind != REDUCE_SCATTER))
        return RIGHT;
    the->odd.odd_peer = draw(0, peers - 1);
    the->odd.odd_more = draw(0, 1) || the->usual.count == 0 ? draw(1, 700) : -1;
    the->odd.is_shifted = is_shift;
    if ((kind == GATHERV || kind == SCATTERV) && self != the->usual.root)
        return RIGHT;
    if (kind == ALLTOALLV || kind == ALLTOALLW)
        return the->odd.odd_peer == self ? RIGHT : WRONG;
    if (is_shift && the->odd.odd_more < 0 && the->usual.count == 0)
        return RIGHT;
    return the->usual.is_in_place && the->odd.odd_peer == self && kind != ALLGATHERV &&
                   kind != REDUCE_SCATTER
               ? EITHER
               : WRONG;
}

static enum verdict change(struct disagreement *the)
{
    struct call *odd = &the->odd;
    enum kind kind = odd->kind;

    switch (the->change) {
    case OTHER_KIND:
        return change_kind(the);
    case OTHER_FORM:
        odd->form = (enum form)((odd->form + draw(1, 2)) % FORMS);
        return WRONG;
    case OTHER_ROOT:
        return change_root(the);
    case OTHER_OP:
        odd->op = odd->op == MPI_SUM ? MPI_MAX : MPI_SUM;
        return is_reduction(kind) && !odd_is_bystander(the) ? WRONG : RIGHT;
    case OTHER_COUNT:
        return change_count(the);
    case OTHER_TYPE:
        odd->type = MPI_FLOAT;
        if (kind == BARRIER || odd_is_bystander(the))
            return RIGHT;
        return odd->count > 0 ? WRONG : EITHER;
    case OTHER_PLACE:
        if (the->is_inter || kind < ALLGATHER || kind == REDUCE || is_neighborly(kind))
            return RIGHT;
        odd->is_in_place = !odd->is_in_place;
        return EITHER;
    case OTHER_BLOCK:
    case SHIFTED_BLOCKS:
        return change_block(the, the->change == SHIFTED_BLOCKS);
    case NO_CALL:
        the->is_next_called = the->usual.kind != BARRIER;
        return WRONG;
    case WHOLE_TYPE:
        odd->is_whole = !is_reduction(kind) && !has_counts(kind);
        return RIGHT;
    default:
        return RIGHT;
    }
}

static void invent(struct disagreement *the, uint64_t seed, int number)
{
    struct call *usual = &the->usual;

    *the = (struct disagreement){.seed = seed, .number = number};
    state = seed * 1000003 + (uint64_t)number;
    the->is_inter = draw(0, 5) == 0;
    the->group = draw(0, 1);
    the->odd_rank = draw(0, size - 1);
    the->is_next_called = draw(0, 2) != 0;
    do
        usual->kind = (enum kind)draw(0, KINDS - 1);
    while (!can_be(usual->kind, the));
    usual->form = (enum form)draw(0, FORMS - 1);
    usual->count = count_drawn();
    usual->type = MPI_INT;
    usual->op = draw(0, 1) ? MPI_SUM : MPI_MAX;
    usual->root = draw(0, roots_of(the) - 1);
    usual->odd_peer = -1;
    usual->is_in_place = !the->is_inter && draw(0, 3) == 0 && usual->kind != BCAST &&
                         usual->kind != BARRIER && !is_neighborly(usual->kind);
    the->odd = *usual;
    the->change = (enum change)draw(0, CHANGES - 1);
    the->verdict = change(the);
}

/* ---- what must be so ------------------------------------------------------------------------- */

static void fail(const struct disagreement *the, const char *what, const char *text)
{
    fprintf(stderr,
            "seed %llu, case %d, rank %d of %d: %s: %s (%s of rank %d; %s%s, form %d, %d ints, "
            "root %d%s)\n",
            (unsigned long long)the->seed, the->number, rank, size, what, text,
            change_names[the->change], the->odd_rank, kind_names[the->usual.kind],
            the->is_inter ? " between groups" : "", (int)the->usual.form, the->usual.count,
            the->usual.root, the->usual.is_in_place ? ", in place" : "");
    failed = 1;
}

/* "MPI_Igather" */
static void name_of(const struct call *call, char name[NAME_BYTES])
{
    const char *own = kind_names[call->kind];

    snprintf(name, NAME_BYTES, "MPI_%c%s%s", call->form == NONBLOCKING ? 'I' : own[0] - 'a' + 'A',
             call->form == NONBLOCKING ? own : own + 1, call->form == PERSISTENT ? "_init" : "");
}

/* A member that has prepared an operation goes on to the next call, where another member may meet
 * it. */
static int is_named(const struct disagreement *the, const struct call *call, const char *text)
{
    int is_next = (the->usual.form == PERSISTENT) != (the->odd.form == PERSISTENT) &&
                  (strstr(text, "MPI_Barrier") != NULL || strstr(text, "MPI_Comm_free") != NULL);
    char name[NAME_BYTES];

    name_of(call, name);
    return is_next || strstr(text, name) != NULL;
}

/* A sentence names both ranks, of which one is the odd one, both calls and both places. */
static void check_sentence(const struct disagreement *the, int code)
{
    char text[MPI_MAX_ERROR_STRING], odd[NAME_BYTES];
    const char *at;
    int length, places = 0;

    MPI_Error_string(code, text, &length);
    if (!is_named(the, &the->usual, text))
        fail(the, "the usual call is not named", text);
    if (the->change != NO_CALL && !is_named(the, &the->odd, text))
        fail(the, "the odd call is not named", text);
    snprintf(odd, sizeof odd, "rank %d ", the->odd_rank);
    if (strstr(text, odd) == NULL)
        fail(the, "the odd rank is not named", text);
    for (at = strchr(text, '('); at != NULL; at = strchr(at + 1, '('))
        places += strncmp(at, "(calls.h:", 9) == 0 || strncmp(at, "(random_mismatches.c:", 21) == 0;
    if (places < 2 && !(the->change == NO_CALL && places == 1 && strstr(text, "without") != NULL))
        fail(the, "not both places are named", text);
}

/* What one of all has for this member, as the usual call wants it; combined, of the first ones. */
static int combined(const struct disagreement *the, int givers, int block, int i)
{
    int giver, result = value_of(0, block, i);

    for (giver = 1; giver < givers; giver++) {
        int next = value_of(giver, block, i);

        result = the->usual.op == MPI_SUM ? result + next : next > result ? next : result;
    }
    return result;
}

/* The i-th int of the b-th block received. */
static int expected(const struct disagreement *the, int b, int i)
{
    const struct place *at = &place;

    switch (the->usual.kind) {
    case BCAST:
        return value_of(the->usual.root, 0, i);
    case SCATTER:
    case SCATTERV:
        return value_of(the->usual.root, at->rank, i);
    case GATHER:
    case GATHERV:
    case ALLGATHER:
    case ALLGATHERV:
        return value_of(b, 0, i);
    case ALLTOALL:
    case ALLTOALLV:
    case ALLTOALLW:
        return value_of(b, at->rank, i);
    case REDUCE_SCATTER:
    case REDUCE_SCATTER_BLOCK:
        return combined(the, at->peers, at->rank, i);
    case SCAN:
        return combined(the, at->rank + 1, 0, i);
    case EXSCAN:
        return combined(the, at->rank, 0, i);
    case NEIGHBOR_ALLGATHER:
    case NEIGHBOR_ALLGATHERV:
        return value_of((at->rank + (b == 0 ? at->size - 1 : 1)) % at->size, 0, i);
    case NEIGHBOR_ALLTOALL:
    case NEIGHBOR_ALLTOALLV:
    case NEIGHBOR_ALLTOALLW:
        return value_of((at->rank + (b == 0 ? at->size - 1 : 1)) % at->size, 1 - b, i);
    default:
        return combined(the, at->peers, 0, i);
    }
}

/* The blocks that the usual call gives this member. */
static int blocks_received(const struct disagreement *the, int is_root)
{
    const enum kind kind = the->usual.kind;
    int is_silent = the->is_inter && is_in_roots_group(the, rank);

    if (kind == BARRIER || (kind == EXSCAN && place.rank == 0))
        return 0;
    if (kind == BCAST || kind == SCATTER || kind == SCATTERV)
        return !is_silent && !(is_root && (kind == BCAST || the->usual.is_in_place));
    if (kind == GATHER || kind == GATHERV)
        return is_root ? place.peers : 0;
    if (kind == REDUCE)
        return is_root;
    if (is_neighborly(kind))
        return 2;
    return kind >= ALLGATHER && kind <= ALLTOALLW ? place.peers : 1;
}

static void check_received(const struct disagreement *the, const struct call *own,
                           const struct buffers *all)
{
    int blocks = blocks_received(the, is_root_of(own, &place)), b, i;
    char text[NAME_BYTES];

    for (b = 0; b < blocks; b++)
        for (i = 0; i < the->usual.count; i++)
            if (all->recv[b * the->usual.count + i] != expected(the, b, i)) {
                snprintf(text, sizeof text, "%d in block %d at %d, not %d",
                         all->recv[b * the->usual.count + i], b, i, expected(the, b, i));
                fail(the, "a wrong answer", text);
                return;
            }
}

/* ---- carrying it out ------------------------------------------------------------------------- */

static MPI_Comm make_comm(const struct disagreement *the)
{
    const int closed = 1;
    const int needs_ring = is_neighborly(the->usual.kind) || is_neighborly(the->odd.kind);
    MPI_Comm made, own;

    if (the->is_inter) {
        int is_first = rank < half();

        MPI_Comm_split(MPI_COMM_WORLD, is_first, 0, &own);
        MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, is_first ? half() : 0, 1, &made);
        MPI_Comm_free(&own);
    } else if (needs_ring) {
        MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &closed, 0, &made);
    } else {
        MPI_Comm_dup(MPI_COMM_WORLD, &made);
    }
    if (is_fatal)
        MPI_Comm_set_errhandler(made, MPI_ERRORS_ARE_FATAL);
    MPI_Barrier(made); /* so that there is something that members can look at */
    MPI_Comm_rank(made, &place.rank);
    MPI_Comm_size(made, &place.size);
    place.peers = place.size;
    if (the->is_inter)
        MPI_Comm_remote_size(made, &place.peers);
    place.is_inter = the->is_inter;
    place.is_ring = needs_ring;
    return made;
}

static int carry_out(const struct disagreement *the)
{
    int is_odd = rank == the->odd_rank, code;
    struct call own = is_odd ? the->odd : the->usual;
    struct buffers all;

    if (is_odd && the->change == NO_CALL)
        return MPI_SUCCESS;
    own.root = root_named_by(the, rank, own.root);
    if (own.is_whole) {
        MPI_Type_contiguous(own.count, own.type, &own.type);
        MPI_Type_commit(&own.type);
    }
    open_buffers(&own, &place, &all);
    fill_sent(&own, &place, &all);
    code = call_and_wait(&own, &place, &all);
    if (code == MPI_SUCCESS && (!is_odd || (the->verdict != WRONG && the->change != OTHER_BLOCK)))
        check_received(the, &own, &all);
    close_buffers(&all);
    if (own.is_whole)
        MPI_Type_free(&own.type);
    return code;
}

static void judge(const struct disagreement *the, const int errors[MOMENTS])
{
    int sum[MOMENTS];

    MPI_Allreduce(errors, sum, MOMENTS, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank != 0)
        return;
    if (the->verdict == RIGHT && sum[IN_THE_CALL] + sum[IN_THE_NEXT] + sum[AT_THE_END] > 0)
        fail(the, "refused", "it is right");
    if (the->verdict == WRONG && sum[IN_THE_CALL] + sum[IN_THE_NEXT] + sum[AT_THE_END] == 0)
        fail(the, "not told", "anybody");
    /* What one has prepared alone another one may see when some have been through the next call. */
    if (sum[IN_THE_NEXT] != 0 && sum[IN_THE_NEXT] != size && the->usual.form != PERSISTENT &&
        the->odd.form != PERSISTENT)
        fail(the, "the next one fails", "at some, but not at all");
    if (sum[AT_THE_END] > 1)
        fail(the, "told at the end", "more than once");
}

static void run(uint64_t seed, int number)
{
    struct disagreement the;
    int errors[MOMENTS] = {0}, moment;

    invent(&the, seed, number);
    place.comm = make_comm(&the);
    for (moment = IN_THE_CALL; moment < MOMENTS; moment++) {
        int code = moment == IN_THE_CALL  ? carry_out(&the)
                   : moment == AT_THE_END ? MPI_Comm_free(&place.comm)
                   : the.is_next_called   ? MPI_Barrier(place.comm)
                                          : MPI_SUCCESS;

        errors[moment] = code != MPI_SUCCESS;
        if (code != MPI_SUCCESS)
            check_sentence(&the, code);
    }
    judge(&the, errors);
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : (uint64_t)time(NULL);
    int first = argc > 2 ? atoi(argv[2]) : 0, cases, i;

    is_fatal = argc > 3;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Bcast(&seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    cases = argc > 2 ? 1 : size <= FEW ? CASES_OF_FEW : CASES_OF_MANY;
    if (rank == 0)
        printf("seed %llu\n", (unsigned long long)seed);
    for (i = first; i < first + cases; i++)
        run(seed, i);
    MPI_Reduce(rank == 0 ? MPI_IN_PLACE : &failed, &failed, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0 && !failed)
        printf("all %d disagreements were told\n", cases);
    MPI_Finalize();
    return failed;
}
