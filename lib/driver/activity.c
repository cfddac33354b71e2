/* SPDX-License-Identifier: MIT */
#include "driver/activity.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/place.h"
#include "base/trace.h"
#include "check/call.h"
#include "p2p/describe.h"
#include "rank/signal.h"
#include "rank/sleeper.h"
#include "rank/world.h"

struct answer {
    struct trace trace;
    _Atomic(bool) is_there;
};

/* The handler and what the kernel puts under it. */
enum { FRAMES_OF_A_HANDLER = 2 };

/* How long ranks have for their answers: one whose thread has the signal blocked gives none. */
static const uint64_t patience_ns = 300000000;

/* ---- in the ranks' threads ------------------------------------------------------------------- */

static void give_answer(int number, siginfo_t *info, void *context)
{
    const ucontext_t *interrupted = context;
    struct rank *self = rank_self();
    struct answer *answer = NULL;
    int error = errno;

    (void)number;
    (void)info;
    if (self != NULL && rank_is_main_thread(self))
        answer = exchange_acq_rel(&self->answer, NULL); /* edge rank.answer */
    if (answer != NULL) {
        trace_take(&answer->trace, (uintptr_t)interrupted->uc_mcontext.gregs[REG_RIP]);
        store_release(&answer->is_there, true); /* edge rank.answer */
    }
    errno = error;
}

static void pass_question_on(int number)
{
    struct rank *self = rank_self();
    int error = errno;

    if (!rank_is_in_its_process(self)) {
        process_die_by(number); /* a child's, that a rank has made by fork */
        return;
    }
    store_release(&self->world->asked, number); /* edge world.asked */
    park_wake(&self->world->joiner);
    errno = error;
}

static void install(int number, const struct sigaction *action)
{
    struct sigaction before;

    if (process_sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
        process_sigaction(number, action, NULL);
}

void activity_install(void)
{
    struct sigaction gives = {.sa_flags = SA_SIGINFO | SA_RESTART};

    gives.sa_sigaction = give_answer;
    install(SIGURG, &gives);
}

void activity_listen(void)
{
    struct sigaction asks = {.sa_flags = SA_RESTART};
    sigset_t asking;

    asks.sa_handler = pass_question_on;
    sigemptyset(&asking);
    sigaddset(&asking, SIGQUIT);
    sigaddset(&asking, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &asking, NULL);
    install(SIGQUIT, &asks);
    install(SIGTERM, &asks);
}

/* ---- the stacks ------------------------------------------------------------------------------ */

static bool is_over(const struct rank *rank)
{
    return load_acquire(&rank->is_over); /* edge rank.over */
}

static void ask_all(struct world *world, struct answer *answers)
{
    int i;

    for (i = 0; i < world->started; i++) {
        struct rank *rank = &world->ranks[i];

        if (is_over(rank))
            continue;
        if (exchange_acq_rel(&rank->answer, &answers[i]) == NULL) /* edge rank.answer */
            pthread_kill(rank->thread, SIGURG);
    }
}

/* True when the handler will not come any more, or has come. */
static bool is_settled(struct rank *rank, const struct answer *answer, bool is_late)
{
    if (load_acquire(&answer->is_there)) /* edge rank.answer */
        return true;
    /* edge rank.answer */
    return is_late && exchange_acq_rel(&rank->answer, NULL) == answer;
}

static void await_answers(struct world *world, struct answer *answers)
{
    uint64_t start_ns = clock_ns();
    int i;

    for (i = 0; i < world->started; i++)
        while (!is_over(&world->ranks[i]) &&
               !is_settled(&world->ranks[i], &answers[i], clock_ns() - start_ns > patience_ns))
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/* ---- the words ------------------------------------------------------------------------------- */

/* The frames of the question itself are not the program's. */
static int find_start(const struct trace *trace, struct places *places)
{
    int frame = call_find(places, trace), i;

    for (i = 0; frame < 0 && i < trace->count; i++) {
        const char *function = places_find(places, trace->frames[i]).function;

        if (function != NULL && strcmp(function, "pass_question_on") == 0)
            frame = i + FRAMES_OF_A_HANDLER;
    }
    return frame < 0 ? 0 : frame;
}

static void tell_sleepers(struct rank *rank, const void *site, struct places *places, FILE *out)
{
    bool *awaited = memory_take_zeroed((size_t)rank->world->size * sizeof *awaited);
    const struct list *link;

    lock_take(&rank->sleepers_lock);
    if (list_is_empty(&rank->sleepers))
        fputs("runs\n", out);
    for (link = rank->sleepers.next; link != &rank->sleepers && awaited != NULL;
         link = link->next) {
        const struct sleeper *sleeper = container_of(link, struct sleeper, link);
        struct situation situation = {
            .rank = rank, .places = places, .words = out, .awaited = awaited, .site = site};

        if (sleeper->wait->describe != NULL)
            sleeper->wait->describe(sleeper->subject, &situation);
        else
            fputs("waits", out);
        fputc('\n', out);
    }
    lock_release(&rank->sleepers_lock);
    memory_give(awaited);
}

static void tell_rank(struct rank *rank, const struct answer *answer, struct places *places,
                      FILE *out)
{
    bool has_stack = load_acquire(&answer->is_there); /* edge rank.answer */
    int start = has_stack ? find_start(&answer->trace, places) : 0;

    if (is_over(rank)) {
        fprintf(out, "ended with exit status %d\n", rank->status);
        return;
    }
    tell_sleepers(rank, has_stack ? call_site(&answer->trace, start) : NULL, places, out);
    if (has_stack)
        trace_write(&answer->trace, start, places, out);
    describe_queues(rank, out);
}

/* Ranks with the same text share it. */
static void tell_groups(const struct world *world, char *texts[], FILE *out)
{
    bool *marks = memory_take((size_t)world->size * sizeof *marks);
    int i, k;

    for (i = 0; marks != NULL && i < world->started; i++) {
        if (texts[i] == NULL)
            continue;
        memset(marks, false, (size_t)world->size * sizeof *marks);
        for (k = world->started - 1; k >= i; k--) {
            if (texts[k] == NULL || strcmp(texts[k], texts[i]) != 0)
                continue;
            marks[k] = true;
            if (k == i)
                break;
            free(texts[k]);
            texts[k] = NULL;
        }
        fputs("  ", out);
        situation_list(out, world, marks);
        fprintf(out, ": %s", texts[i]);
        free(texts[i]);
    }
    memory_give(marks);
}

static void tell(struct world *world, const struct answer *answers, FILE *out)
{
    char **texts = memory_take_zeroed((size_t)world->size * sizeof *texts);
    struct places *places = places_open();
    size_t bytes;
    int i;

    fprintf(out, "heddle: what the %d ranks do\n", world->size);
    for (i = 0; texts != NULL && i < world->started; i++) {
        FILE *text = open_memstream(&texts[i], &bytes);

        if (text == NULL)
            continue;
        tell_rank(&world->ranks[i], &answers[i], places, text);
        fclose(text);
    }
    if (texts != NULL)
        tell_groups(world, texts, out);
    places_close(places);
    memory_give(texts);
}

char *activity_describe(struct world *world)
{
    struct answer *answers = memory_take_zeroed((size_t)world->size * sizeof *answers);
    char *text = NULL, *copy = NULL;
    size_t bytes;
    FILE *out = answers != NULL ? open_memstream(&text, &bytes) : NULL;

    if (out != NULL) {
        ask_all(world, answers);
        await_answers(world, answers);
        world_close_gate(world);
        tell(world, answers, out);
        world_open_gate(world);
        fclose(out);
        copy = memory_take_over(text);
    }
    memory_give(answers);
    return copy;
}

void activity_report(struct world *world)
{
    char *report = activity_describe(world);

    world_close_gate(world);
    if (world->report == NULL && load_relaxed(&world->abort_state) == ABORT_NONE)
        world->report = report;
    else
        memory_give(report);
    world_open_gate(world);
}

void activity_answer(struct world *world, int number)
{
    char *text = activity_describe(world);

    if (text != NULL)
        fputs(text, stderr);
    memory_give(text);
    if (number != SIGTERM)
        return;
    if (world->options.before_crash != NULL)
        world->options.before_crash(world);
    process_die_by(number);
}
