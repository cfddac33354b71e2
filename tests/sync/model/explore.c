/* SPDX-License-Identifier: MIT */
#include "explore.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coroutine.h"

enum { STEPS_MAX = 1000 };

struct step {
    int thread;
    struct op op;
    int choice, choices;
    unsigned enabled, to_try, tried; /* threads, as bits */
    unsigned asleep; /* threads that need not go on here: what follows is as an execution before */
    int old[THREADS_MAX]; /* its next load need not read one of this many first stores */
    struct past past; /* of the operation, itself included */
};

/* The steps after which later operations at the location come. */
struct order {
    struct past of_writes[STEPS_MAX + 1]; /* by the place in modification order */
    int writes;
    struct past of_reads;
    struct past of_kernel; /* sleeps and wakes */
    struct past of_sc;
};

static const struct model_program *program;
static struct outcome outcome;
static bool is_reduced;
static struct step steps[STEPS_MAX];
static struct order *orders[LOCATIONS_MAX];
static struct past of_barriers, of_all, of_sc_fences, of_sc_writes;
static int depth, known; /* steps so far; steps to be repeated */
static jmp_buf failing;

/* ---- reports --------------------------------------------------------------------------------- */

static void print_steps(void)
{
    static const char *const kinds[] = {"loads",  "stores", "updates", "sleeps",
                                        "wakes", "waits",  "fences",  "runs a barrier"};

    for (int i = 0; i < depth; i++)
        printf("  thread %d %s location %d: %llu%s at %p\n", steps[i].thread,
               kinds[steps[i].op.kind], steps[i].op.location,
               (unsigned long long)steps[i].op.value,
               steps[i].choice > 0 ? ", not the newest," : "", steps[i].op.site);
}

void explore_must_fit(bool fits, const char *what)
{
    if (fits)
        return;
    fprintf(stderr, "model: the program needs more %s\n", what);
    exit(2);
}

void model_fail(const char *format, ...)
{
    va_list arguments;

    printf("%s: thread %d: ", program->name, running);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    print_steps();
    _longjmp(failing, 1);
}

/* ---- orders ---------------------------------------------------------------------------------- */

static void join(struct past *past, const struct past *other)
{
    for (int i = 0; i < THREADS_MAX; i++)
        if (past->last[i] < other->last[i])
            past->last[i] = other->last[i];
}

static bool writes(const struct op *op)
{
    return op->kind == OP_STORE || op->kind == OP_UPDATE;
}

/* Such operations depend on stores and on each other, but loads do not depend on them. */
static bool is_of_kernel(const struct op *op)
{
    return op->kind == OP_SLEEP || op->kind == OP_WAKE;
}

/* fence_seq_cst, unlike compiler_fence. */
static bool is_sc_fence(const struct op *op)
{
    return op->kind == OP_FENCE && (op->orders & ORDER_SC);
}

static bool is_sc_write(const struct op *op)
{
    return writes(op) && (op->orders & ORDER_SC);
}

static bool are_dependent(const struct op *one, const struct op *other)
{
    if (one->kind == OP_BARRIER || other->kind == OP_BARRIER)
        return true;
    if (one->kind == OP_YIELD || other->kind == OP_YIELD)
        return writes(one) || writes(other);
    if (is_sc_fence(one) || is_sc_fence(other))
        return (is_sc_fence(one) || is_sc_write(one)) && (is_sc_fence(other) || is_sc_write(other));
    return one->location != NOWHERE && one->location == other->location &&
           (writes(one) || writes(other) || (is_of_kernel(one) && is_of_kernel(other)));
}

/* A load that comes after a store may also read what was there before. */
static bool needs_reversal(const struct op *earlier, const struct op *later)
{
    if (!are_dependent(earlier, later))
        return false;
    if (later->kind == OP_LOAD && earlier->kind != OP_BARRIER)
        return (later->orders & ORDER_SC) && (earlier->orders & ORDER_SC);
    return later->kind != OP_YIELD;
}

static bool comes_after(const struct past *past, int step)
{
    return past->last[steps[step].thread] > step;
}

/* The threads that can be first where what follows does not come after a step, and ends with the
 * next operation of `thread`. */
static unsigned first_threads(int after, int thread)
{
    const struct coroutine *self = &coroutines[thread];
    unsigned first = 0, seen = 0;
    bool is_first;
    int i, j;

    for (i = after + 1; i <= depth; i++) {
        const struct past *past = i < depth ? &steps[i].past : &self->past;
        int own = i < depth ? steps[i].thread : thread;

        if (i < depth && comes_after(past, after))
            continue;
        is_first = !(seen & 1u << own);
        for (j = after + 1; is_first && j < i; j++)
            if (!comes_after(&steps[j].past, after))
                is_first = !comes_after(past, j) &&
                           (i < depth || !are_dependent(&steps[j].op, &self->next));
        seen |= 1u << own;
        if (is_first)
            first |= 1u << own;
    }
    return first;
}

/* Where the thread's next operation could have come before an earlier step, one of the threads that
 * would then be first is tried there. */
static void plan(int thread)
{
    const struct coroutine *self = &coroutines[thread];
    struct past covered = {{0}};

    for (int i = depth - 1; is_reduced && i >= 0; i--) {
        struct step *step = &steps[i];
        unsigned first;

        if (step->thread == thread || comes_after(&self->past, i) || comes_after(&covered, i) ||
            !needs_reversal(&step->op, &self->next))
            continue;
        join(&covered, &step->past);
        first = first_threads(i, thread) & step->enabled;
        if (first == 0)
            step->to_try |= step->enabled;
        else if ((first & (step->to_try | step->asleep)) == 0)
            step->to_try |= 1u << __builtin_ctz(first);
    }
}

static struct order *order_at(int location)
{
    if (orders[location] == NULL)
        orders[location] = calloc(1, sizeof **orders);
    return orders[location];
}

static void forget_orders(void)
{
    for (int i = 0; i < LOCATIONS_MAX; i++)
        if (orders[i] != NULL) {
            orders[i]->writes = 0;
            memset(&orders[i]->of_reads, 0, sizeof(struct past));
            memset(&orders[i]->of_kernel, 0, sizeof(struct past));
            memset(&orders[i]->of_sc, 0, sizeof(struct past));
        }
    memset(&of_barriers, 0, sizeof of_barriers);
    memset(&of_all, 0, sizeof of_all);
    memset(&of_sc_fences, 0, sizeof of_sc_fences);
    memset(&of_sc_writes, 0, sizeof of_sc_writes);
}

/* The step comes after those on which it depends; a load after the store that it reads, which is
 * the choice-th before the newest. */
static void order_step(struct step *step)
{
    struct past *past = &coroutines[step->thread].past;
    struct order *order = step->op.location != NOWHERE ? order_at(step->op.location) : NULL;

    past->last[step->thread] = depth + 1;
    join(past, step->op.kind == OP_BARRIER ? &of_all : &of_barriers);
    if (is_sc_fence(&step->op))
        join(past, &of_sc_writes);
    if (is_sc_fence(&step->op) || is_sc_write(&step->op))
        join(past, &of_sc_fences);
    if (order != NULL && order->writes > step->choice)
        join(past, &order->of_writes[order->writes - 1 - step->choice]);
    if (order != NULL && (step->op.orders & ORDER_SC))
        join(past, &order->of_sc);
    if (order != NULL && (writes(&step->op) || is_of_kernel(&step->op)))
        join(past, &order->of_kernel);
    if (order != NULL && writes(&step->op)) {
        join(past, &order->of_reads);
        order->of_writes[order->writes++] = *past;
        if (step->op.orders & ORDER_SC)
            join(&order->of_sc, past);
    } else if (order != NULL) {
        join(is_of_kernel(&step->op) ? &order->of_kernel : &order->of_reads, past);
    }
    join(&of_all, past);
    if (is_sc_fence(&step->op))
        join(&of_sc_fences, past);
    if (is_sc_write(&step->op))
        join(&of_sc_writes, past);
    if (step->op.kind == OP_BARRIER)
        join(&of_barriers, past);
    step->past = *past;
}

/* ---- one execution --------------------------------------------------------------------------- */

static bool is_enabled(int thread)
{
    return coroutines[thread].state == STATE_READY &&
           (coroutines[thread].next.kind != OP_YIELD || memory_has_news(thread));
}

static unsigned enabled_threads(void)
{
    unsigned enabled = 0;

    for (int i = 1; i <= program->threads; i++)
        if (is_enabled(i))
            enabled |= 1u << i;
    return enabled;
}

/* A thread that sleeps at the step before stays asleep if nothing that was done there depends on
 * its operation. */
static unsigned still_asleep(void)
{
    const struct step *before = &steps[depth - 1];
    unsigned asleep = 0;

    for (int i = 1; is_reduced && depth > 0 && i <= program->threads; i++)
        if (((before->asleep | before->tried) & 1u << i) && i != before->thread &&
            coroutines[i].state == STATE_READY &&
            !are_dependent(&before->op, &coroutines[i].next))
            asleep |= 1u << i;
    return asleep;
}

/* A thread that slept before a load wakes up because of a store. It then reads that one or a later
 * one: to read an older one is as if it had gone on before the store, which has been tried. */
static void leave_old_out(struct step *step)
{
    const struct step *before = &steps[depth - 1];

    for (int i = 1; depth > 0 && i <= program->threads; i++) {
        const struct op *next = &coroutines[i].next;

        if (i == before->thread)
            continue;
        step->old[i] = before->old[i];
        if (((before->asleep | before->tried) & 1u << i) && next->kind == OP_LOAD &&
            next->location == before->op.location &&
            (before->op.kind == OP_STORE || before->op.kind == OP_UPDATE))
            step->old[i] = memory_stores(next->location) - 1;
    }
}

/* The thread of the step before goes on if it can. */
static int prefer(unsigned threads)
{
    if (depth > 0 && (threads & 1u << steps[depth - 1].thread))
        return steps[depth - 1].thread;
    return __builtin_ctz(threads);
}

int explore_choose(int count)
{
    if (running == 0)
        return 0;
    if (steps[depth].op.kind == OP_LOAD &&
        count > memory_stores(steps[depth].op.location) - steps[depth].old[running])
        count = memory_stores(steps[depth].op.location) - steps[depth].old[running];
    steps[depth].choices = count;
    return steps[depth].choice;
}

void explore_note(uint64_t value)
{
    if (running != 0)
        steps[depth].op.value = value;
}

void explore_note_load(void)
{
    if (running != 0)
        steps[depth].op.kind = OP_LOAD;
}

static bool is_over(void)
{
    for (int i = 1; i <= program->threads; i++)
        if (coroutines[i].state != STATE_OVER)
            return false;
    return true;
}

/* A thread sleeps if the location still has what it expects; a wake wakes those that sleep there,
 * or the first of them. */
static void sleep_or_wake(struct step *step)
{
    struct coroutine *self = &coroutines[step->thread];

    if (step->op.kind == OP_SLEEP &&
        memory_value(step->op.location, 0) == step->op.expected)
        self->state = STATE_ASLEEP;
    if (step->op.kind != OP_WAKE)
        return;
    for (int i = 1, woken = 0; i <= program->threads; i++)
        if (coroutines[i].state == STATE_ASLEEP && coroutines[i].next.kind == OP_SLEEP &&
            coroutines[i].next.location == step->op.location &&
            (uint64_t)woken < step->op.expected) {
            coroutines[i].state = STATE_READY;
            join(&coroutines[i].past, &step->past);
            coroutine_resume(i);
            woken++;
        }
}

static void do_step(void)
{
    struct step *step = &steps[depth];
    struct coroutine *self = &coroutines[step->thread];

    if (depth + 1 >= known) /* the execution before has planned for the steps that are repeated */
        plan(step->thread);
    step->op = self->next;
    step->choices = 1;
    if (step->op.kind == OP_SLEEP || step->op.kind == OP_WAKE) {
        order_step(step);
        sleep_or_wake(step);
        if (self->state == STATE_READY)
            coroutine_resume(step->thread);
    } else {
        coroutine_resume(step->thread);
        order_step(step);
    }
    depth++;
}

/* Threads whose operation has not been done, because they wait. */
static void plan_rest(void)
{
    for (int i = 1; i <= program->threads; i++)
        if (coroutines[i].state == STATE_READY)
            plan(i);
}

/* False: what follows is as an execution before. */
static bool run_threads(void)
{
    for (;;) {
        struct step *step = &steps[depth];
        unsigned enabled = enabled_threads(), asleep;

        if (is_over())
            return true;
        if (enabled == 0)
            model_fail("no thread can go on");
        explore_must_fit(depth < STEPS_MAX - 1, "steps");
        asleep = still_asleep();
        if (depth >= known) {
            if ((enabled & ~asleep) == 0) {
                plan_rest();
                return false;
            }
            *step = (struct step){.thread = prefer(enabled & ~asleep), .enabled = enabled,
                                  .asleep = asleep};
            step->to_try = is_reduced ? 1u << step->thread : enabled;
            if (is_reduced)
                leave_old_out(step);
        }
        do_step();
    }
}

static bool run_once(void)
{
    bool is_new;

    depth = 0;
    running = 0;
    forget_orders();
    memory_fork_again();
    for (int i = 1; i <= program->threads; i++)
        coroutine_begin(i, program->run);
    is_new = run_threads();
    if (is_new) {
        memory_join(program->threads);
        if (program->end != NULL)
            program->end();
    }
    return is_new;
}

/* ---- all executions -------------------------------------------------------------------------- */

/* Changes the last step that can be taken otherwise. False: there is none. */
static bool change(void)
{
    for (known = depth; known > 0; known--) {
        struct step *step = &steps[known - 1];
        unsigned others;

        if (step->choice + 1 < step->choices) {
            step->choice++;
            return true;
        }
        step->tried |= 1u << step->thread;
        others = step->to_try & ~step->tried & ~step->asleep & step->enabled;
        if (others != 0) {
            step->thread = __builtin_ctz(others);
            step->choice = 0;
            return true;
        }
    }
    return false;
}

void model_outcome(int number)
{
    outcome.outcomes |= UINT64_C(1) << number;
}

struct outcome explore(const struct model_program *explored, uint64_t executions_max,
                       bool is_to_be_reduced)
{
    outcome = (struct outcome){.is_complete = true};
    program = explored;
    is_reduced = is_to_be_reduced;
    known = 0;
    coroutine_init();
    if (_setjmp(failing) != 0) {
        outcome.has_failed = true;
        return outcome;
    }
    running = 0;
    memory_reset();
    program->begin();
    memory_fork();
    do {
        if (outcome.executions == executions_max) {
            outcome.is_complete = false;
            break;
        }
        outcome.executions++;
        outcome.cut += !run_once();
    } while (change());
    return outcome;
}
