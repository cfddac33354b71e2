/* SPDX-License-Identifier: MIT */
/* A random program of collectives: every function in every form, neighbourhoods too, on
 * communicators that are made from each other meanwhile and freed while operations on them are
 * under way, as are datatypes and operations; many outstanding, which each rank completes by other
 * functions and in another order; persistent ones started again with other data, when each
 * rank likes; messages, wildcards and cancels in between. What a completed operation has used is
 * overwritten at once, and what it has yielded is looked at twice. All ranks derive the program
 * from the seed, which is printed; given as an argument, it makes the same program again. */
/* ranks: 1 2 3 4 5 6 7 8 9 16 33 64 */
/* options: -O2 */
/* mpich: no */
/* expect-stdout: all [0-9]+ steps yielded what they must */
/* In the variant each member believes that it has a processor: then small operations go another
 * way. */
/* variant: processors; ranks: 2 3 4 5 8 16; environment: HEDDLE_PROCESSORS=64 */
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "teams.h"

enum { STEPS_OF_FEW = 300, STEPS_OF_MANY = 100, MANY = 9, ENTRIES = 24, TEAMS = 8, KEPT = 2 };
/* A persistent operation is started once in this many steps, or earlier. */
enum { ROUNDS_MAX = 4, ROUND_STEPS = ENTRIES / ROUNDS_MAX, JUNK = 0x5b };

/* An operation, or a message to another rank and one from anybody. */
struct entry {
    int is_open, is_started, is_message, rounds_left;
    struct task task;
    int sent, got, source;
    MPI_Request sending;
};

static int wrong;
static struct team *teams[TEAMS];
static struct entry entries[ENTRIES];
static MPI_Comm talk;

/* Early, late, or in between. */
static void arrive_somewhen(void)
{
    int how = draw(&own, 0, 31);
    volatile int work = 0;

    if (how == 0)
        usleep((useconds_t)draw(&own, 1, 1000));
    else if (how < 5)
        while (work < how * 5000)
            work++;
}

static void complain(const struct task *task, const char *when)
{
    if (wrong++ > 5)
        return;
    printf("rank %d: step %d, round %d: function %d, form %d, size %d, inter %d, shape %d, n %d, "
           "root %d, in place %d, kind %d, operation %d is wrong %s\n", rank, task->number,
           task->round, task->function, task->form, task->team->size, task->team->is_inter,
           task->shape, task->n, task->root, task->is_in_place, task->kind, task->operation, when);
    fflush(stdout);
}

/* ---- operations -------------------------------------------------------------------------- */

static void fill_task(const struct task *task)
{
    if (task->function >= FUNCTIONS)
        fill_edges(task);
    else
        task_fill(task);
}

static void free_what_is_not_needed(struct task *task)
{
    if (is_reduction(task) || draw(&own, 0, 1) == 0)
        return;
    if (task->out.memory != NULL)
        side_free_types(&task->out);
    if (task->in.memory != NULL)
        side_free_types(&task->in);
}

/* With an operation that lasts as long as the call. */
static void start_with_own_op(struct task *task)
{
    MPI_Op *op = task->kind == MATRIX ? &matrix_op : &text_op, kept = *op;

    MPI_Op_create(task->kind == MATRIX ? apply_matrix : apply_text, 0, op);
    start_reducing(task);
    MPI_Op_free(op);
    *op = kept;
}

static void call(struct task *task)
{
    if (task->function >= FUNCTIONS)
        start_on_edges(task);
    else if (is_reduction(task) && task->kind >= MATRIX && draw(&own, 0, 1) == 0)
        start_with_own_op(task);
    else if (is_reduction(task))
        start_reducing(task);
    else
        start_moving(task);
    free_what_is_not_needed(task);
}

static void choose_root(struct task *task)
{
    const struct team *team = task->team;
    int root = draw(&agreed, 0, 1000), side = draw(&agreed, 0, 1);

    task->is_member = 1;
    if (team->comm == MPI_COMM_NULL)
        return;
    if (!team->is_inter) {
        task->root = root % team->size;
        task->is_root = task->root == team->rank;
        return;
    }
    task->is_member = side != team->side;
    task->is_root = !task->is_member && root % team->size == team->rank;
    task->root = task->is_member ? root % team->peers : task->is_root ? MPI_ROOT : MPI_PROC_NULL;
}

static void choose_function(struct task *task)
{
    enum function plain = (enum function)draw(&agreed, 0, FUNCTIONS - 1);
    int is_alltoall = draw(&agreed, 0, 1), is_on_edges = draw(&agreed, 0, 2) > 0;

    task->function = plain;
    if (task->team->edges != NULL && is_on_edges)
        task->function = is_alltoall ? NEIGHBOR_ALLTOALL : NEIGHBOR_ALLGATHER;
    if (task->team->is_inter && (plain == SCAN || plain == EXSCAN))
        task->function = ALLREDUCE;
}

static void choose_place(struct task *task)
{
    int can_be = !task->team->is_inter && task->function > BCAST && task->function < FUNCTIONS;

    if (task->function == GATHER || task->function == SCATTER || task->function == REDUCE)
        can_be = can_be && task->is_root;
    task->is_in_place = draw(&agreed, 0, 2) == 0 && can_be;
    if (task->is_in_place && task->function <= ALLTOALL && task->function != SCATTER)
        task->is_member = 0;
}

static struct task make_task(int number)
{
    static const int amounts[] = {0, 1, 1, 3, 4, 7, 33, 257, 2000, 9000};
    struct task task = {.number = number};
    int three_shapes = draw(&agreed, 0, 2), two_shapes = draw(&agreed, 0, 1), range;

    memset(&task.out, 0, sizeof task.out);
    memset(&task.in, 0, sizeof task.in);
    task.team = teams[draw(&agreed, 0, TEAMS - 1)];
    task.is_plain = draw(&agreed, 0, 1);
    choose_function(&task);
    task.form = draw(&agreed, 0, (HAS_PERSISTENT ? FORMS : PERSISTENT) - 1);
    task.n = amounts[draw(&agreed, 0, size > MANY ? 6 : 9)];
    task.shape = (enum side_kind)(task.function == ALLTOALL || task.function == NEIGHBOR_ALLTOALL
                                      ? three_shapes : two_shapes);
    if (task.function == BCAST || task.function == BARRIER)
        task.shape = SIDE_EVEN;
    task.kind = draw(&agreed, 0, REDUCTIONS - 1);
    range = (int)reductions[task.kind].last - (int)reductions[task.kind].first;
    task.operation = (enum operation)((int)reductions[task.kind].first + draw(&agreed, 0, range));
    choose_root(&task);
    choose_place(&task);
    if (task.team->comm == MPI_COMM_NULL)
        return task;
    if (task.function >= FUNCTIONS)
        make_edges(&task);
    else if (is_reduction(&task))
        make_operands(&task);
    else
        make_sides(&task);
    fill_task(&task);
    return task;
}

/* The buffer that was sent may not be read any more. */
static void judge(struct task *task)
{
    if (!is_as_wanted(task))
        complain(task, "");
    if (task->out.memory != NULL)
        memset(task->out.memory, JUNK, task->out.bytes);
}

/* The buffer that was received may not be written any more. */
static void close_task(struct task *task)
{
    if (!is_as_wanted(task))
        complain(task, "later");
    if (task->form == PERSISTENT)
        MPI_Request_free(&task->request);
    task_free(task);
}

/* ---- entries ----------------------------------------------------------------------------- */

static void start_again(struct entry *entry)
{
    entry->task.round++;
    entry->rounds_left--;
    fill_task(&entry->task);
    MPI_Start(&entry->task.request);
    entry->is_started = 1;
}

/* Its request, of a message the receive, is complete. */
static void complete(struct entry *entry)
{
    if (entry->is_message) {
        MPI_Wait(&entry->sending, MPI_STATUS_IGNORE);
        wrong += entry->got != entry->task.number * 64 + entry->source;
        entry->is_open = entry->is_started = 0;
        return;
    }
    judge(&entry->task);
    entry->is_started = 0;
    if (entry->rounds_left > 0 && draw(&own, 0, 1) == 0)
        start_again(entry);
}

/* The step at which all have started what is under way or comes next: from then on they may wait
 * for it. */
static int step_of(const struct entry *entry, int round)
{
    return entry->task.number + round * ROUND_STEPS;
}

static void wait_for(struct entry *entry)
{
    if (!entry->is_started)
        return;
    MPI_Wait(&entry->task.request, MPI_STATUS_IGNORE);
    complete(entry);
}

/* What all are to have started by now. */
static void start_due(int step)
{
    int i;

    for (i = 0; i < ENTRIES; i++) {
        struct entry *entry = &entries[i];

        if (!entry->is_open || entry->rounds_left == 0 ||
            step_of(entry, entry->task.round + 1) > step)
            continue;
        wait_for(entry);
        if (!entry->is_started)
            start_again(entry);
    }
}

static void close_entry(struct entry *entry)
{
    wait_for(entry);
    if (entry->is_open && !entry->is_message)
        close_task(&entry->task);
    entry->is_open = 0;
}

/* A step of a blocking operation, or the beginning of one of another form. */
static void open_operation(struct entry *entry, int number)
{
    int rounds = draw(&agreed, 1, ROUNDS_MAX);

    entry->task = make_task(number);
    if (entry->task.team->comm == MPI_COMM_NULL)
        return;
    call(&entry->task);
    if (entry->task.form == BLOCKING) {
        judge(&entry->task);
        close_task(&entry->task);
        return;
    }
    entry->is_open = 1;
    entry->is_message = 0;
    entry->is_started = entry->task.form == NONBLOCKING;
    entry->rounds_left = entry->is_started ? 0 : rounds;
}

/* Everybody to the one that many ranks further on, and from whom that is; now and then one that
 * never comes is given up. */
static void open_message(struct entry *entry, int number)
{
    int shift = draw(&agreed, 0, size - 1), is_any = draw(&own, 0, 1), never;
    MPI_Request request;

    entry->is_open = entry->is_started = entry->is_message = 1;
    entry->rounds_left = entry->task.round = 0;
    entry->task.number = number;
    entry->sent = number * 64 + rank;
    entry->source = (rank + size - shift) % size;
    MPI_Irecv(&entry->got, 1, MPI_INT, is_any ? MPI_ANY_SOURCE : entry->source, number, talk,
              &entry->task.request);
    MPI_Isend(&entry->sent, 1, MPI_INT, (rank + shift) % size, number, talk, &entry->sending);
    if (draw(&own, 0, 3) > 0)
        return;
    MPI_Irecv(&never, 1, MPI_INT, MPI_ANY_SOURCE, 30000, talk, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* Some of those that are under way: their requests, and whose they are. */
static int collect(int step, MPI_Request *requests, int *whose)
{
    int i, count = 0;

    for (i = 0; i < ENTRIES; i++) {
        const struct entry *entry = &entries[i];

        if (!entry->is_open || !entry->is_started || step_of(entry, entry->task.round) > step ||
            draw(&own, 0, 2) == 0)
            continue;
        requests[count] = entry->task.request;
        whose[count++] = i;
    }
    return count;
}

/* In a way of this rank's own; which are complete. */
static int complete_some(int count, MPI_Request *requests, int *done, int may_wait)
{
    int flag = 0, outcount = 0, i;

    switch (draw(&own, may_wait ? 0 : 3, may_wait ? 2 : 7)) {
    case 0:
        MPI_Waitany(count, requests, done, MPI_STATUS_IGNORE);
        return 1;
    case 1:
        MPI_Waitsome(count, requests, &outcount, done, MPI_STATUSES_IGNORE);
        return outcount;
    case 2:
        MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
        flag = 1;
        break;
    case 3:
        MPI_Testany(count, requests, done, &flag, MPI_STATUS_IGNORE);
        return flag;
    case 4:
        MPI_Testsome(count, requests, &outcount, done, MPI_STATUSES_IGNORE);
        return outcount;
    case 5:
        MPI_Testall(count, requests, &flag, MPI_STATUSES_IGNORE);
        break;
    case 6:
        MPI_Request_get_status(requests[0], &flag, MPI_STATUS_IGNORE);
        done[0] = 0;
        if (flag)
            MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        return flag;
    default:
        done[0] = count - 1;
        MPI_Test(&requests[count - 1], &flag, MPI_STATUS_IGNORE);
        return flag;
    }
    for (i = 0; i < count; i++)
        done[i] = i;
    return flag ? count : 0;
}

static void look_after_entries(int step)
{
    MPI_Request requests[ENTRIES];
    int whose[ENTRIES], done[ENTRIES], may_wait = draw(&own, 0, 1), i, finished, count;

    count = collect(may_wait ? step : INT_MAX, requests, whose);

    finished = count > 0 ? complete_some(count, requests, done, may_wait) : 0;
    for (i = 0; i < count; i++)
        entries[whose[i]].task.request = requests[i];
    for (i = 0; i < finished; i++)
        complete(&entries[whose[done[i]]]);
    i = draw(&own, 0, ENTRIES - 1);
    if (entries[i].is_open && !entries[i].is_started && entries[i].rounds_left > 0)
        start_again(&entries[i]);
}

/* ---- the job ----------------------------------------------------------------------------- */

/* In place of another, whose operations go on. */
static void replace_team(int number)
{
    int which = draw(&agreed, KEPT, TEAMS - 1), from = draw(&agreed, 0, TEAMS - 1);
    enum making making = (enum making)draw(&agreed, 0, MAKINGS - 1);
    struct team *team = make_team(teams[from], making, number);

    if (teams[which] != NULL && teams[which]->comm != MPI_COMM_NULL)
        MPI_Comm_free(&teams[which]->comm);
    teams[which] = team;
}

static void open_teams(void)
{
    static struct team world;
    int i;

    open_team(&world, MPI_COMM_WORLD);
    MPI_Comm_dup(MPI_COMM_WORLD, &talk);
    for (i = 0; i < TEAMS; i++)
        teams[i] = make_team(&world, i == 1 && size > 1 ? MAKE_BETWEEN
                                     : i < KEPT         ? MAKE_DUP
                                                        : (enum making)(i + MAKINGS - TEAMS), i);
}

static void run(int steps)
{
    int i;

    for (i = 0; i < steps; i++) {
        struct entry *entry = &entries[i % ENTRIES];
        int what = draw(&agreed, 0, 11);

        arrive_somewhen();
        start_due(i);
        close_entry(entry);
        if (what == 0)
            replace_team(i);
        else if (what < 3)
            open_message(entry, i);
        else
            open_operation(entry, i);
        if (draw(&own, 0, 1) == 0)
            look_after_entries(i);
    }
    for (i = steps; i < steps + ENTRIES; i++)
        start_due(i);
    for (i = 0; i < ENTRIES; i++)
        close_entry(&entries[(i + rank) % ENTRIES]);
}

int main(int argc, char **argv)
{
    int i, all, steps;

    open_world(argc, argv);
    steps = size > MANY ? STEPS_OF_MANY : STEPS_OF_FEW;
    open_reductions();
    open_teams();
    run(steps);
    close_reductions();
    for (i = 0; i < TEAMS; i++)
        if (teams[i]->comm != MPI_COMM_NULL)
            MPI_Comm_free(&teams[i]->comm);
    MPI_Comm_free(&talk);
    forget_teams();
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && all == 0)
        printf("all %d steps yielded what they must\n", steps);
    MPI_Finalize();
    return all != 0;
}
