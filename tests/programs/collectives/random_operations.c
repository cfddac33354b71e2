/* SPDX-License-Identifier: MIT */
/* Random collective operations in all forms, many at once, on communicators of all kinds, between
 * messages and the making of communicators, by ranks that come early or late: each against what it
 * must yield, computed from its number alone. The seed is printed; given as an argument, it makes
 * the same operations again. */
/* ranks: 1 2 3 4 5 6 7 8 9 16 33 64 */
/* options: -O2 */
/* expect-stdout: all [0-9]+ operations yielded what they must */
/* Where each rank believes that it has a processor, large operations go another way.
 * variant: processors; ranks: 2 3 5 9 16; environment: HEDDLE_PROCESSORS=1000
 * variant: clusters; ranks: 5 8 9; environment: HEDDLE_PROCESSORS=1000 HEDDLE_CLUSTER=3
 * variant: synchronized; ranks: 3 9; environment: HEDDLE_SYNC_COLLECTIVES=1 */
#include <stdio.h>
#include <unistd.h>

#include "teams.h"

enum { OPERATIONS_OF_FEW = 400, OPERATIONS_OF_MANY = 120, MANY = 9, OPEN_MAX = 6 };
enum { WHOLE, BACKWARDS, PARITY, ALONE, HALVES, TEAMS };

static int wrong;
static struct team teams[TEAMS];

/* ---- tasks ------------------------------------------------------------------------------- */

/* Early, late, or in between. */
static void arrive_somewhen(void)
{
    int how = draw(&own, 0, 15);
    volatile int work = 0;

    if (how == 0)
        usleep((useconds_t)draw(&own, 1, 2000));
    else if (how < 4)
        while (work < how * 10000)
            work++;
}

static void start(struct task *task)
{
    if (task->function < REDUCE)
        start_moving(task);
    else
        start_reducing(task);
    if (task->form == PERSISTENT)
        MPI_Start(&task->request);
}

static void judge(const struct task *task)
{
    if (is_as_wanted(task) || wrong++ > 5)
        return;
    printf("rank %d: operation %d: function %d, form %d, team %d, shape %d, n %d, root %d, "
           "in place %d, kind %d, operation %d is wrong\n", rank, task->number,
           task->function, task->form, (int)(task->team - teams), task->shape, task->n, task->root,
           task->is_in_place, task->kind, task->operation);
}

static void finish(struct task *task)
{
    if (task->form != BLOCKING)
        MPI_Wait(&task->request, MPI_STATUS_IGNORE);
    judge(task);
    if (task->form == PERSISTENT) {
        task->round = 1;
        task_fill(task);
        MPI_Start(&task->request);
        MPI_Wait(&task->request, MPI_STATUS_IGNORE);
        judge(task);
        MPI_Request_free(&task->request);
    }
    task_free(task);
}

static void choose_root(struct task *task)
{
    const struct team *team = task->team;
    int root = draw(&agreed, 0, 1000), side = draw(&agreed, 0, 1);

    task->is_member = 1;
    if (!team->is_inter) {
        task->root = root % team->size;
        task->is_root = task->root == team->rank;
        return;
    }
    task->is_member = side != team->side;
    task->is_root = !task->is_member && root % team->size == team->rank;
    task->root = task->is_member ? root % team->peers : task->is_root ? MPI_ROOT : MPI_PROC_NULL;
}

static struct task make_task(int number)
{
    int forms = HAS_PERSISTENT ? FORMS : PERSISTENT, can_be_in_place;
    struct task task = {.number = number};

    memset(&task.out, 0, sizeof task.out);
    memset(&task.in, 0, sizeof task.in);
    task.function = (enum function)draw(&agreed, 0, FUNCTIONS - 1);
    task.form = draw(&agreed, 0, forms - 1);
    task.team = &teams[draw(&agreed, 0, size > 1 ? HALVES : ALONE)];
    if (task.team->is_inter && task.function >= SCAN)
        task.function = ALLREDUCE;
    task.shape = (enum side_kind)draw(&agreed, 0, task.function == ALLTOALL ? 2 : 1);
    if (task.function == BCAST || task.function == BARRIER)
        task.shape = SIDE_EVEN;
    task.kind = draw(&agreed, 0, REDUCTIONS - 1);
    task.n = draw_amount(&task, size > MANY);
    task.operation = (enum operation)draw(&agreed, (int)reductions[task.kind].first,
                                          (int)reductions[task.kind].last);
    task.is_plain = draw(&agreed, 0, 1);
    choose_root(&task);
    can_be_in_place = !task.team->is_inter && task.function > BCAST;
    if (task.function == GATHER || task.function == SCATTER || task.function == REDUCE)
        can_be_in_place = can_be_in_place && task.is_root;
    task.is_in_place = draw(&agreed, 0, 2) == 0 && can_be_in_place;
    if (task.is_in_place && task.function <= ALLTOALL && task.function != SCATTER)
        task.is_member = 0;
    if (task.function >= REDUCE)
        make_operands(&task);
    else
        make_sides(&task);
    task_fill(&task);
    return task;
}

/* ---- the job ----------------------------------------------------------------------------- */

static void open_teams(void)
{
    MPI_Comm comm, half;
    int side = rank >= (size + 1) / 2;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    open_team(&teams[WHOLE], comm);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comm);
    open_team(&teams[BACKWARDS], comm);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &comm);
    open_team(&teams[PARITY], comm);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    open_team(&teams[ALONE], comm);
    if (size == 1)
        return;
    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, side ? 0 : (size + 1) / 2, 0, &comm);
    MPI_Comm_free(&half);
    open_team(&teams[HALVES], comm);
    teams[HALVES].side = side;
}

/* Something else meanwhile, on the same communicators. */
static void do_else(int number)
{
    MPI_Comm dup;
    int got = -1, next = (rank + 1) % size, before = (rank + size - 1) % size;

    if (draw(&agreed, 0, 9) == 0) {
        MPI_Comm_dup(teams[BACKWARDS].comm, &dup);
        MPI_Comm_free(&dup);
    }
    if (draw(&agreed, 0, 3) == 0) {
        MPI_Sendrecv(&number, 1, MPI_INT, next, 0, &got, 1, MPI_INT, before, 0, teams[WHOLE].comm,
                     MPI_STATUS_IGNORE);
        wrong += got != number;
    }
}

static void run(int operations)
{
    struct task open[OPEN_MAX];
    int i, opened = 0;

    for (i = 0; i < operations; i++) {
        if (opened == OPEN_MAX)
            finish(&open[--opened]);
        open[opened] = make_task(i);
        arrive_somewhen();
        start(&open[opened]);
        opened++;
        do_else(i);
        /* Which is first is the same for all: persistent ones start once more. */
        while (opened > 0 && draw(&agreed, 0, 2) == 0) {
            int which = draw(&agreed, 0, opened - 1);

            arrive_somewhen();
            finish(&open[which]);
            open[which] = open[--opened];
        }
    }
    while (opened > 0)
        finish(&open[--opened]);
}

int main(int argc, char **argv)
{
    int i, all, operations;

    open_world(argc, argv);
    operations = size > MANY ? OPERATIONS_OF_MANY : OPERATIONS_OF_FEW;
    open_reductions();
    open_teams();
    run(operations);
    close_reductions();
    for (i = 0; i < TEAMS - (size == 1); i++)
        MPI_Comm_free(&teams[i].comm);
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && all == 0)
        printf("all %d operations yielded what they must\n", operations);
    MPI_Finalize();
    return all != 0;
}
