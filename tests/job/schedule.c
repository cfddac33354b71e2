/* SPDX-License-Identifier: MIT */
/* The tree of schedules, with a model of a job in place of one. Random small programs have the same
 * outcomes when all orders are tried one by one, without any reduction. */
#include <criterion/criterion.h>

#include <stdint.h>
#include <string.h>

#include "base/random.h"
#include "job/schedule.h"
#include "mpi_types.h"

enum { RANKS = 3, OPS = 4, CELLS = 2, PROGRAMS = 3000, TEXT_BYTES = 160, OUTCOMES_MAX = 4096,
       DEPTH_MAX = RANKS * OPS };

/* ---- programs -------------------------------------------------------------------------------- */

/* A look takes a message of one source, or none. The last ones are of threads of one rank, each of
 * which has the place of a rank then: they take a cell that is free, give it back, or try. */
enum op_kind { OP_SEND, OP_RECEIVE, OP_ACCESS, OP_LOOK, OP_KINDS, OP_TAKE = OP_KINDS, OP_GIVE,
               OP_TRY, OP_END };

struct op {
    enum op_kind kind;
    int peer; /* MPI_ANY_SOURCE, too */
    int tag;
    int cell;
    bool writes;
};

struct program {
    bool is_of_threads;
    struct op ops[RANKS][OPS];
    int counts[RANKS];
};

static uint64_t seed, drawn;

static int draw(int below)
{
    return (int)(random_mix(seed, drawn++) % (uint64_t)below);
}

static struct op draw_op(int rank)
{
    struct op op = {.kind = (enum op_kind)draw(OP_KINDS), .tag = draw(2), .cell = draw(CELLS),
                    .writes = draw(2) == 0};

    op.peer = (rank + 1 + draw(RANKS - 1)) % RANKS;
    if (op.kind == OP_RECEIVE && draw(3) != 0)
        op.peer = MPI_ANY_SOURCE;
    if (op.kind == OP_RECEIVE && draw(3) == 0)
        op.tag = MPI_ANY_TAG;
    return op;
}

static struct op draw_thread_op(int number)
{
    return (struct op){.kind = number == 0 ? OP_TAKE : OP_TAKE + draw(OP_END - OP_TAKE),
                       .cell = draw(CELLS)};
}

static void draw_program(struct program *program)
{
    int rank, i;

    program->is_of_threads = seed % 2 == 0;
    for (rank = 0; rank < RANKS; rank++) {
        program->counts[rank] = 1 + draw(OPS);
        for (i = 0; i < program->counts[rank]; i++)
            program->ops[rank][i] = program->is_of_threads ? draw_thread_op(i) : draw_op(rank);
    }
}

/* ---- a run ----------------------------------------------------------------------------------- */

struct message {
    struct match_key key;
    uint32_t number;
    bool is_taken;
};

struct model {
    const struct program *program;
    struct schedule *schedule; /* NULL: `answers` decides */
    int *answers, *counts, depth;
    int next[RANKS];
    bool is_waiting[RANKS]; /* to access, and has said so */
    bool is_looking[RANKS]; /* and says yes when it can */
    struct message inbox[RANKS][DEPTH_MAX];
    int inbox_count[RANKS];
    char cells[CELLS];
    int owners[CELLS]; /* 1 + the thread; 0: none */
    char outcome[TEXT_BYTES]; /* what each rank has seen, in its order */
    char seen[RANKS][TEXT_BYTES / RANKS / 2];
};

static void see(struct model *model, int rank, char what)
{
    model->seen[rank][strlen(model->seen[rank])] = what;
}

static struct match_key asked_by(const struct op *op)
{
    return (struct match_key){.context = 1, .source = op->peer, .tag = op->tag};
}

static void send(struct model *model, int rank, const struct op *op)
{
    struct message *message = &model->inbox[op->peer][model->inbox_count[op->peer]];
    int i;

    *message = (struct message){.key = {.context = 1, .source = rank, .tag = op->tag}};
    for (i = 0; i < model->inbox_count[op->peer]; i++)
        message->number += model->inbox[op->peer][i].key.source == rank;
    model->inbox_count[op->peer]++;
    if (model->schedule != NULL)
        schedule_note_arrival(model->schedule, op->peer, &message->key, message->key.source);
}

/* The first message of its source that the receive takes; -1: it is another one. */
static bool is_first(const struct model *model, int rank, int index, const struct match_key *asked)
{
    const struct message *message = &model->inbox[rank][index];
    int i;

    if (message->is_taken || !match_key_accepts(asked, &message->key))
        return false;
    for (i = 0; i < index; i++) {
        const struct message *earlier = &model->inbox[rank][i];

        if (!earlier->is_taken && earlier->key.source == message->key.source &&
            match_key_accepts(asked, &earlier->key))
            return false;
    }
    return true;
}

static void take(struct model *model, int rank, int index)
{
    struct message *message = &model->inbox[rank][index];

    message->is_taken = true;
    see(model, rank, (char)('0' + message->key.source));
    see(model, rank, (char)('a' + message->number));
    model->next[rank]++;
}

/* The answer to a choice of two. */
static bool says_no(struct model *model, int rank, bool is_there)
{
    const struct schedule_question question = {
        .choice = CHOICE_TEST, .rank = rank, .count = 2, .is_there = is_there};

    if (model->schedule != NULL)
        return (schedule_pick(model->schedule, &question) == 0) != is_there;
    model->counts[model->depth] = 2;
    return model->answers[model->depth++] == 0;
}

static void see_nothing(struct model *model, int rank)
{
    see(model, rank, 'n');
    model->is_looking[rank] = false;
    model->next[rank]++;
}

static bool look(struct model *model, int rank, const struct op *op)
{
    const struct match_key asked = asked_by(op);
    int i = 0;

    while (i < model->inbox_count[rank] && !is_first(model, rank, i, &asked))
        i++;
    if (!model->is_looking[rank] && says_no(model, rank, i < model->inbox_count[rank])) {
        see_nothing(model, rank);
        return true;
    }
    model->is_looking[rank] = i == model->inbox_count[rank];
    if (!model->is_looking[rank])
        take(model, rank, i);
    return !model->is_looking[rank];
}

/* Nothing else can happen. True: a rank goes on without what it looks for. */
static bool end_a_look(struct model *model)
{
    int rank = 0;

    while (rank < RANKS && !model->is_looking[rank])
        rank++;
    if (rank == RANKS || (model->schedule != NULL && schedule_gives_up(model->schedule)))
        return false;
    see_nothing(model, rank);
    return true;
}

static void act(struct model *model, int rank, const struct op *op)
{
    int *owner = &model->owners[op->cell];
    bool takes = op->kind != OP_GIVE && *owner == 0;

    if (op->kind == OP_TRY)
        see(model, rank, takes ? 'y' : 'n');
    if (takes) {
        see(model, rank, model->cells[op->cell]);
        model->cells[op->cell] = (char)('A' + rank * OPS + model->next[rank]);
        *owner = 1 + rank;
    }
    if (op->kind == OP_GIVE && *owner == 1 + rank)
        *owner = 0;
}

static void access_cell(struct model *model, int rank, const struct op *op)
{
    if (op->kind >= OP_TAKE) {
        act(model, rank, op);
        model->is_waiting[rank] = false;
        model->next[rank]++;
        return;
    }
    see(model, rank, model->cells[op->cell]);
    if (op->writes)
        model->cells[op->cell] = (char)('A' + rank * OPS + model->next[rank]);
    model->is_waiting[rank] = false;
    model->next[rank]++;
}

/* As in rank/thread/taken.c. */
static struct turn_access access_of_thread(const struct op *op)
{
    return (struct turn_access){.kind = TURN_MUTEX,
                                .object = (uint32_t)op->cell,
                                .from = op->kind == OP_GIVE,
                                .end = op->kind == OP_TAKE ? 1 : 2,
                                .writes = op->kind != OP_GIVE};
}

static struct turn_access access_of(const struct op *op)
{
    if (op->kind >= OP_TAKE)
        return access_of_thread(op);
    return (struct turn_access){.object = 1, .from = op->cell, .end = op->cell + 1,
                                .writes = op->writes};
}

/* Does one step of the rank that needs no choice; false: there is none. */
static bool step(struct model *model, int rank)
{
    const struct op *op = &model->program->ops[rank][model->next[rank]];
    struct turn_access access;
    struct match_key asked;
    int i;

    if (model->next[rank] == model->program->counts[rank] || model->is_waiting[rank])
        return false;
    if (op->kind == OP_SEND) {
        send(model, rank, op);
        model->next[rank]++;
        return true;
    }
    if (op->kind == OP_ACCESS || op->kind >= OP_TAKE) {
        model->is_waiting[rank] = true;
        access = access_of(op);
        if (model->schedule != NULL)
            schedule_note_access(model->schedule, op->kind >= OP_TAKE ? 0 : rank,
                                 op->kind >= OP_TAKE ? rank : 0, &access);
        return true;
    }
    if (op->kind == OP_LOOK)
        return look(model, rank, op);
    asked = asked_by(op);
    for (i = 0; asked.source != MPI_ANY_SOURCE && i < model->inbox_count[rank]; i++)
        if (is_first(model, rank, i, &asked)) {
            take(model, rank, i);
            return true;
        }
    return false;
}

/* An event, and the message that it takes; -1: none. */
struct candidate {
    struct schedule_event event;
    int index;
};

static int list_of_rank(struct model *model, int rank, struct candidate candidates[], int count)
{
    const struct op *op = &model->program->ops[rank][model->next[rank]];
    struct match_key asked;
    int i, source;

    if (model->next[rank] == model->program->counts[rank] || op->kind == OP_SEND ||
        op->kind == OP_LOOK)
        return count;
    if (op->kind == OP_TAKE && model->owners[op->cell] != 0)
        return count;
    if (op->kind == OP_ACCESS || op->kind >= OP_TAKE) {
        candidates[count++] = (struct candidate){{.rank = op->kind >= OP_TAKE ? 0 : rank,
                                                  .thread = op->kind >= OP_TAKE ? rank : 0,
                                                  .is_rest = true,
                                                  .is_access = true,
                                                  .access = access_of(op)}, -1};
        return count;
    }
    asked = asked_by(op);
    for (source = 0; source < RANKS; source++)
        for (i = 0; i < model->inbox_count[rank]; i++)
            if (model->inbox[rank][i].key.source == source && is_first(model, rank, i, &asked))
                candidates[count++] = (struct candidate){{.rank = rank,
                                                          .number = model->inbox[rank][i].number,
                                                          .sent = model->inbox[rank][i].key,
                                                          .asked = asked}, i};
    return count;
}

static int choose(struct model *model, const struct candidate candidates[], int count)
{
    struct schedule_event events[RANKS * RANKS];
    int i;

    for (i = 0; i < count; i++)
        events[i] = candidates[i].event;
    if (model->schedule != NULL)
        return schedule_pick_event(model->schedule, events, count);
    model->counts[model->depth] = count;
    return model->answers[model->depth++];
}

/* Runs to the end, or until the schedule repeats another one. */
static void go(struct model *model)
{
    struct candidate candidates[RANKS * RANKS];
    bool has_moved = true;
    int count, chosen, rank;

    memset(model->cells, '-', sizeof model->cells);
    for (;;) {
        while (has_moved)
            for (rank = 0, has_moved = false; rank < RANKS; rank++)
                while (step(model, rank))
                    has_moved = true;
        for (rank = 0, count = 0; rank < RANKS; rank++)
            count = list_of_rank(model, rank, candidates, count);
        has_moved = count == 0 && end_a_look(model);
        if (has_moved)
            continue;
        chosen = count > 0 ? choose(model, candidates, count) : -1;
        if (chosen < 0)
            break;
        rank = candidates[chosen].event.rank + candidates[chosen].event.thread;
        if (model->schedule != NULL && model->program->is_of_threads)
            schedule_note_made(model->schedule, 0, rank, &candidates[chosen].event.access);
        if (candidates[chosen].index >= 0)
            take(model, rank, candidates[chosen].index);
        else
            access_cell(model, rank, &model->program->ops[rank][model->next[rank]]);
        has_moved = true;
    }
    snprintf(model->outcome, sizeof model->outcome, "%s|%s|%s|%.*s", model->seen[0], model->seen[1],
             model->seen[2], CELLS, model->cells);
}

/* ---- outcomes -------------------------------------------------------------------------------- */

struct outcomes {
    int count;
    long runs;
    char each[OUTCOMES_MAX][TEXT_BYTES];
};

static bool has_outcome(const struct outcomes *outcomes, const char *text)
{
    int i = 0;

    while (i < outcomes->count && strcmp(outcomes->each[i], text) != 0)
        i++;
    return i < outcomes->count;
}

static void add_outcome(struct outcomes *outcomes, const char *text)
{
    outcomes->runs++;
    if (has_outcome(outcomes, text))
        return;
    cr_assert_lt(outcomes->count, OUTCOMES_MAX);
    strcpy(outcomes->each[outcomes->count++], text);
}

static void try_all_orders(const struct program *program, struct outcomes *outcomes)
{
    int answers[DEPTH_MAX] = {0}, counts[DEPTH_MAX], depth = 1;

    outcomes->count = 0;
    outcomes->runs = 0;
    while (depth > 0) {
        struct model model = {.program = program, .answers = answers, .counts = counts};

        go(&model);
        add_outcome(outcomes, model.outcome);
        depth = model.depth;
        while (depth > 0 && answers[depth - 1] + 1 == counts[depth - 1])
            answers[--depth] = 0;
        if (depth > 0)
            answers[depth - 1]++;
    }
}

static void explore(const struct program *program, struct outcomes *outcomes)
{
    struct schedule_values values = {0};
    struct schedule schedule = {.values = &values};

    outcomes->count = 0;
    outcomes->runs = 0;
    do {
        struct model model = {.program = program, .schedule = &schedule};

        schedule_begin_run(&schedule);
        go(&model);
        cr_assert_not(schedule.end.has_diverged);
        if (!schedule.end.is_redundant)
            add_outcome(outcomes, model.outcome);
        schedule_end_run(&schedule);
    } while (schedule_next(&schedule));
    schedule_free(&schedule);
}

static struct outcomes all, explored;

Test(schedule, reaches_each_outcome_that_all_orders_have, .timeout = 600)
{
    struct program program;
    long all_runs = 0, explored_runs = 0, outcomes = 0;
    int i;

    for (seed = 1; seed <= PROGRAMS; seed++) {
        drawn = 0;
        draw_program(&program);
        try_all_orders(&program, &all);
        explore(&program, &explored);
        for (i = 0; i < all.count; i++)
            cr_assert(has_outcome(&explored, all.each[i]), "program %lu: %s is not reached",
                      (unsigned long)seed, all.each[i]);
        cr_assert_eq(explored.count, all.count);
        cr_assert_leq(explored.runs, all.runs);
        all_runs += all.runs;
        explored_runs += explored.runs;
        outcomes += all.count;
    }
    cr_log_info("%ld orders, %ld schedules, %ld outcomes", all_runs, explored_runs, outcomes);
    cr_assert_lt(explored_runs, all_runs / 2);
}
