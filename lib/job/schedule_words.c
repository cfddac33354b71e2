/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "base/memory.h"
#include "base/place.h"
#include "base/shell.h"
#include "job/schedule_picture.h"
#include "mpi_types.h"

enum { LINES_MAX = 20 };

static void write_message(const struct schedule_event *event, FILE *out)
{
    fprintf(out, "the message from source %d with tag %d", event->sent.source, event->sent.tag);
}

static void write_window_access(const struct turn_access *access, FILE *out)
{
    if (access->from < 0)
        fputs("takes a lock of a window", out);
    else
        fprintf(out, "%s memory of member %d of a window", access->writes ? "changes" : "reads",
                access->target);
}

/* Words for each enum turn_object from TURN_MUTEX on: the object, and how a thread acts on it. */
static const struct {
    const char *wait, *take, *share, *give, *attempt;
} thread_words[] = {
    {"waits for a mutex", "locks a mutex", "locks a mutex", "unlocks a mutex",
     "tries to lock a mutex"},
    {"waits for a read-write lock", "locks a read-write lock to write",
     "locks a read-write lock to read", "unlocks a read-write lock",
     "tries to lock a read-write lock"},
    {"waits for a semaphore", "takes from a semaphore", "takes from a semaphore",
     "posts a semaphore", "looks at a semaphore"},
    {"waits at a condition", "wakes a waiter of a condition", "begins to wait for a condition",
     "", ""},
    {"waits for another thread's pthread_once", "comes to pthread_once", "", "", ""},
    {"waits for a critical section or lock of OpenMP", "enters a critical section or takes a lock",
     "", "leaves a critical section or gives a lock back", "tries to take a lock"},
    {"waits for its part of the work", "asks for its part of the work", "", "", ""},
    {"waits for tasks of OpenMP", "takes a task", "", "", "creates a task"},
    {"waits for its turn", "calls MPI", "calls MPI", "calls MPI", "calls MPI"},
};

const char *schedule_words_of_wait(const struct turn_access *access)
{
    return thread_words[access->kind - TURN_MUTEX].wait;
}

static const char *words_of_act(const struct turn_access *access)
{
    const char *const *words = &thread_words[access->kind - TURN_MUTEX].take;

    if (access->from == 1)
        return words[2];
    if (access->end == 2)
        return words[3];
    return words[!access->writes];
}

static void write_rank_access(const struct turn_access *access, FILE *out)
{
    switch (access->kind) {
    case TURN_WINDOW:
        write_window_access(access, out);
        break;
    case TURN_POINTER:
        fprintf(out, "%s the shared pointer of a file", access->writes ? "moves" : "reads");
        break;
    case TURN_PORT:
        fputs("comes to a port", out);
        break;
    case TURN_NAME:
        fprintf(out, "%s", access->writes ? "changes published names" : "looks up a name");
        break;
    default:
        fputs(words_of_act(access), out);
        break;
    }
}

static void write_access(const struct schedule_event *event, struct places *places, FILE *out)
{
    char place[PLACE_TEXT_BYTES];

    write_rank_access(&event->access, out);
    if (event->site != NULL)
        fprintf(out, " in %s", place_describe(places, event->site, place));
}

static void write_event(const struct schedule_event *event, struct places *places, FILE *out)
{
    char place[PLACE_TEXT_BYTES];

    if (event->is_access) {
        write_access(event, places, out);
        return;
    }
    if (event->is_rest) {
        fputs("looks which of its requests are done", out);
        return;
    }
    fprintf(out, event->is_probed ? "a probe" : "a receive");
    fputs(event->asked.source == MPI_ANY_SOURCE ? " from any source" : "", out);
    if (event->site != NULL)
        fprintf(out, " in %s", place_describe(places, event->site, place));
    fputs(event->is_probed ? " finds " : " takes ", out);
    write_message(event, out);
}

/* Writes what could have happened in the same rank instead. */
static void write_others(const struct schedule_node *node, FILE *out)
{
    const struct schedule_event *chosen = &node->events[node->chosen];
    const char *before = ", not the one from source";
    int i;

    for (i = 0; i < node->count; i++) {
        const struct schedule_event *other = &node->events[i];

        if (i == node->chosen || other->rank != chosen->rank || other->is_rest || chosen->is_rest)
            continue;
        fprintf(out, "%s %d", before, other->sent.source);
        if (other->sent.tag != chosen->sent.tag)
            fprintf(out, " with tag %d", other->sent.tag);
        before = " or";
    }
}

static void write_thread(int rank, int thread, FILE *out)
{
    if (thread != 0)
        fprintf(out, "thread %d of ", thread);
    fprintf(out, "rank %d", rank);
}

/* Writes the thread that would usually have gone on first, if that is another one. */
static void write_usual_rank(const struct schedule_node *node, struct places *places, FILE *out)
{
    const struct schedule_event *usual = &node->events[0], *chosen = &node->events[node->chosen];

    if (usual->rank == chosen->rank && usual->thread == chosen->thread)
        return;
    fputs(", before ", out);
    write_thread(usual->rank, usual->thread, out);
    fputs(" ", out);
    if (usual->is_access)
        write_access(usual, places, out);
    else
        fputs("goes on", out);
}

/* The answer to a yes or no that is not the usual one. */
static const char *unusual_answer(const struct schedule_question *question)
{
    if (question->choice == CHOICE_CANCEL)
        return " comes too late";
    if (question->choice == CHOICE_SOME)
        return " leaves out a request that is done";
    return question->is_there ? " says no, although it could say yes"
                              : " says yes, because others have gone on before";
}

static void write_unusual(const struct schedule_question *question, struct places *places,
                          FILE *out)
{
    char place[PLACE_TEXT_BYTES];

    fputs(question->name != NULL ? question->name : "a call", out);
    if (question->site != NULL)
        fprintf(out, " in %s", place_describe(places, question->site, place));
    fputs(unusual_answer(question), out);
}

static void write_choice(const struct schedule_node *node, struct places *places, FILE *out)
{
    if (node->question.choice == CHOICE_SIGNAL)
        fprintf(out, "number %d of %d threads that wait is woken", node->chosen + 1, node->count);
    else if (node->question.choice == CHOICE_TASK)
        fprintf(out, "number %d of %d tasks that are ready runs", node->chosen + 1, node->count);
    else if (node->question.choice == CHOICE_LOCK)
        fprintf(out, "number %d of %d that wait gets a lock", node->chosen + 1, node->count);
    else if (node->question.choice != CHOICE_COMPLETION)
        write_unusual(&node->question, places, out);
    else
        fprintf(out, "number %d of %d requests that are done is reported", node->chosen + 1,
                node->count);
}

static void write_node(const struct schedule_node *node, struct places *places, FILE *out)
{
    const struct schedule_event *event = &node->events[node->chosen];

    fputs("\n    ", out);
    if (node->is_event)
        write_thread(event->rank, event->thread, out);
    else
        write_thread(node->question.rank, node->question.thread, out);
    fputs(": ", out);
    if (!node->is_event) {
        write_choice(node, places, out);
        return;
    }
    write_event(&node->events[node->chosen], places, out);
    write_others(node, out);
    write_usual_rank(node, places, out);
}

void schedule_write_choice(const struct schedule_node *node, struct places *places, FILE *out)
{
    const int thread =
        node->is_event ? node->events[node->chosen].thread : node->question.thread;

    if (thread != 0)
        fprintf(out, "thread %d: ", thread);
    if (node->is_event)
        write_event(&node->events[node->chosen], places, out);
    else
        write_choice(node, places, out);
}

/* Others have it, too, so its order matters only to a rank that wants the lock alone. */
static bool is_shared_lock(const struct schedule_node *node)
{
    const struct schedule_event *event = &node->events[node->chosen];

    return node->is_event && event->is_access && event->access.kind == TURN_WINDOW &&
           event->access.from < 0 && !event->access.writes;
}

/* Returns the number of lines. */
static int write_fault(const struct schedule_fault *fault, struct places *places, FILE *out)
{
    char place[PLACE_TEXT_BYTES];

    fprintf(out, ", in which\n    rank %d: %s in %s fails on purpose", fault->rank, fault->name,
            place_describe(places, fault->site, place));
    return 1;
}

static void write_lines(const struct schedule *schedule, FILE *out)
{
    struct places *places = places_open();
    int lines = 0, i;

    if (schedule->sends_wait)
        fputs(", in which standard sends wait for their receives", out);
    if (schedule->fault.name != NULL)
        lines += write_fault(&schedule->fault, places, out);
    for (i = 0; i < schedule->depth; i++) {
        if (schedule->nodes[i].chosen == 0 || is_shared_lock(&schedule->nodes[i]))
            continue;
        if (lines++ == 0)
            fputs(schedule->sends_wait ? ", and" : ", in which", out);
        if (lines > LINES_MAX) {
            fputs("\n    ...", out);
            break;
        }
        write_node(&schedule->nodes[i], places, out);
    }
    places_close(places);
    if (lines == 0 && !schedule->sends_wait)
        fputs(", in which all choices are the usual ones", out);
}

/* Writes the answers of the run, without the usual ones at its end, as HEDDLE_REPLAY has them. */
static void write_answers(const struct schedule *schedule, const char *name, FILE *out)
{
    bool is_usual = !schedule->sends_wait && schedule->fault.at == 0;
    int count = schedule->depth, i;

    while (count > 0 && schedule->nodes[count - 1].chosen == 0)
        count--;
    shell_write_text(out, name);
    fputs(schedule->sends_wait ? ":w" : ":", out);
    if (schedule->fault.at > 0)
        fprintf(out, "f%d", schedule->fault.at);
    for (i = 0; i < count; i++)
        fprintf(out, "%s%d", i > 0 || !is_usual ? "." : "", schedule->nodes[i].chosen);
}

char *schedule_describe(const struct schedule *schedule, const char *name, long number,
                        bool is_drawn)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = memory_open_stream(&text, &bytes);

    if (out == NULL)
        return NULL;
    fprintf(out, "in schedule %ld", number);
    write_lines(schedule, out);
    if (is_drawn)
        schedule_draw_text(schedule, out);
    fputs("\n  to repeat it, run it with HEDDLE_REPLAY='", out);
    write_answers(schedule, name, out);
    fputs("'", out);
    fclose(out);
    return memory_take_over(text);
}
