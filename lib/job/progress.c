/* SPDX-License-Identifier: MIT */
#include "job/progress.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/container.h"
#include "base/knob.h"
#include "base/note.h"
#include "comm/context.h"
#include "object/object.h"
#include "rank/observe/counters.h"
#include "rank/observe/event.h"
#include "rank/sleep/waiter.h"
#include "rank/thread/thread.h"
#include "rank/world.h"
#include "rank/worlds/family.h"

/* Where a line stays, there are fewer of them. */
enum { RARER = 10, COLUMNS = 80 };

static const uint64_t second_ns = 1000000000;

/* Clears the rest of a terminal's line. */
static const char clear[] = "\033[K";

/* ---- in words -------------------------------------------------------------------------------- */

static const char *plural(uint64_t count)
{
    return count == 1 ? "s" : "";
}

/* "850 messages/s", "1.23 million messages/s", "45.6 MB/s". */
static int write_rate(char *text, size_t room, double rate, const char *const units[], int count)
{
    int unit = 0;

    while (rate >= 999.5 && unit + 1 < count) {
        rate /= 1000;
        unit++;
    }
    return snprintf(text, room, rate < 9.995 && unit > 0 ? "%.2f %s/s" :
                                rate < 99.95 && unit > 0 ? "%.1f %s/s" : "%.0f %s/s",
                    rate, units[unit]);
}

static size_t write_rates(const struct progress_facts *facts, char *text, size_t room)
{
    static const char *const messages[] = {"messages", "thousand messages", "million messages"};
    static const char *const bytes[] = {"B", "KB", "MB", "GB"};
    size_t length = (size_t)snprintf(text, room, "; ");

    length += (size_t)write_rate(text + length, room - length, facts->messages, messages,
                                 ARRAY_LENGTH(messages));
    length += (size_t)snprintf(text + length, room - length, ", ");
    length += (size_t)write_rate(text + length, room - length, facts->bytes, bytes,
                                 ARRAY_LENGTH(bytes));
    return length;
}

static void write_late(const struct progress_late *late, char *text, size_t room)
{
    size_t length = (size_t)snprintf(text, room, "; latest in collectives: %s", late->rank.text);

    if (late->others > 0)
        length += (size_t)snprintf(text + length, room - length, " and %d other%s", late->others,
                                   late->others == 1 ? "" : "s");
    length += (size_t)snprintf(text + length, room - length, ", %llu behind on %.*s",
                               (unsigned long long)late->behind, (int)sizeof late->comm.text,
                               late->comm.text);
    if (late->seconds > 0)
        snprintf(text + length, room - length, " for %llu s", (unsigned long long)late->seconds);
}

void progress_describe(const struct progress_facts *facts, char line[PROGRESS_BYTES])
{
    const int ended = facts->ranks - facts->running - facts->waiting;
    size_t length = (size_t)snprintf(
        line, PROGRESS_BYTES, "heddle: %d rank%s: %d run%s, %d wait%s", facts->ranks,
        facts->ranks == 1 ? "" : "s", facts->running, plural((uint64_t)facts->running),
        facts->waiting, plural((uint64_t)facts->waiting));

    if (ended > 0)
        length += (size_t)snprintf(line + length, PROGRESS_BYTES - length, ", %d %s ended", ended,
                                   ended == 1 ? "has" : "have");
    if (facts->has_rates)
        length += write_rates(facts, line + length, PROGRESS_BYTES - length);
    if (facts->late.behind > 0)
        write_late(&facts->late, line + length, PROGRESS_BYTES - length);
}

/* ---- the look -------------------------------------------------------------------------------- */

/* The findings of one look at all worlds of the job. */
struct sight {
    struct progress_facts facts;
    uint64_t messages, bytes;
    const void *context; /* in which the latest is late */
    const void *rank;
    uint64_t begun;
    uint32_t look; /* its number */
};

static uint64_t begun_at(const struct board *board, int seat)
{
    return load_relaxed(&board->members[seat].begun);
}

/* Finds the latest member, if it is later than those of communicators before. */
static void look_at_context(struct sight *sight, const struct context *context,
                            struct comm_words words)
{
    const struct board *board = load_acquire(&context->board); /* edge context.board */
    int seat, least = 0, most = 0, others = -1;

    for (seat = 1; board != NULL && seat < board->seats; seat++) {
        if (begun_at(board, seat) < begun_at(board, least))
            least = seat;
        if (begun_at(board, seat) > begun_at(board, most))
            most = seat;
    }
    if (board == NULL || begun_at(board, most) <= begun_at(board, least) + sight->facts.late.behind)
        return;
    sight->context = context;
    sight->rank = context_member(context, least);
    sight->begun = begun_at(board, least);
    for (seat = 0; seat < board->seats; seat++)
        others += begun_at(board, seat) == sight->begun;
    sight->facts.late.rank = rank_name(sight->rank);
    sight->facts.late.others = others > 0 ? others : 0;
    sight->facts.late.behind = begun_at(board, most) - sight->begun;
    sight->facts.late.comm = words;
}

/* True for the first of a communicator's members that comes to it in this look. Looks of two jobs
 * that a communicator ties may have the same number: then one of them leaves it out. */
static bool is_new(const struct sight *sight, struct context *context)
{
    if (load_relaxed(&context->look) == sight->look)
        return false;
    store_relaxed(&context->look, sight->look);
    return true;
}

/* The rank sleeps, so that its communicators stay as they are. */
static void look_at_comms(struct sight *sight, const struct rank *rank)
{
    const struct store *store = rank->world->store;
    int number, numbers = store_numbers(store, OBJECT_COMM);

    for (number = 0; number < numbers && rank->phase == RANK_ACTIVE; number++) {
        const struct comm *comm = object_of_rank(store, OBJECT_COMM, number, rank->world_rank);

        if (comm != NULL && comm != rank->comm_world && comm != rank->comm_self &&
            is_new(sight, comm->context))
            look_at_context(sight, comm->context, comm_describe(comm));
    }
}

static bool is_waiter(const struct rank *rank, pthread_t thread)
{
    const struct list *link;

    for (link = rank->waiters.next; link != &rank->waiters; link = link->next)
        if (pthread_equal(container_of(link, const struct waiter, link)->thread, thread))
            return true;
    return false;
}

static void look_at_rank(struct sight *sight, struct rank *rank)
{
    struct counters_sum messages = counters_of_event(rank, EVENT_MESSAGE);
    bool waits;

    sight->messages += messages.count;
    sight->bytes += messages.bytes + counters_of_event(rank, EVENT_PUT).bytes +
                   counters_of_event(rank, EVENT_GET).bytes +
                   counters_of_event(rank, EVENT_ACCUMULATE).bytes;
    sight->facts.ranks++;
    if (load_acquire(&rank->is_over)) /* edge rank.over */
        return;
    lock_take(&rank->waiters_lock);
    waits = is_waiter(rank, rank->thread);
    lock_release(&rank->waiters_lock);
    sight->facts.waiting += waits;
    sight->facts.running += !waits;
    if (waits && rank_list_threads(rank, NULL, 0) == 0)
        look_at_comms(sight, rank);
}

/* While its gate is closed, so that no rank wakes up. */
static void look_at_world(struct sight *sight, struct world *world)
{
    const struct context *context;
    int i;

    world_close_gate(world);
    context = comm_world_context(world);
    if (context != NULL)
        look_at_context(sight, context, (struct comm_words){"MPI_COMM_WORLD"});
    for (i = 0; i < world->size; i++)
        look_at_rank(sight, &world->ranks[i]);
    world_open_gate(world);
}

static void compare_late(struct progress *progress, struct sight *sight, uint64_t now_ns)
{
    if (sight->context != progress->late_context || sight->rank != progress->late_rank ||
        sight->begun != progress->late_begun)
        progress->late_since_ns = now_ns;
    progress->late_context = sight->context;
    progress->late_rank = sight->rank;
    progress->late_begun = sight->begun;
    sight->facts.late.seconds = (now_ns - progress->late_since_ns) / second_ns;
}

/* The sums become smaller when a spawned job is gone. */
static double rate(uint64_t now, uint64_t before, uint64_t ns)
{
    return now > before ? (double)(now - before) * (double)second_ns / (double)ns : 0;
}

static void look_at_ranks(struct progress *progress, struct world *root, char line[PROGRESS_BYTES])
{
    struct sight sight = {.facts = {.ranks = 0}, .look = ++progress->looks};
    uint64_t now_ns = clock_ns();
    struct world *world = NULL;

    look_at_world(&sight, root);
    while ((world = family_next(root, world)) != NULL)
        if (world->ending.stage == WORLD_RUNS)
            look_at_world(&sight, world);
    compare_late(progress, &sight, now_ns);
    if (progress->seen_ns != 0 && now_ns > progress->seen_ns) {
        sight.facts.has_rates = true;
        sight.facts.messages = rate(sight.messages, progress->messages, now_ns - progress->seen_ns);
        sight.facts.bytes = rate(sight.bytes, progress->bytes, now_ns - progress->seen_ns);
    }
    if (progress->seen_ns != 0)
        progress->seen_ns = now_ns;
    progress->messages = sight.messages;
    progress->bytes = sight.bytes;
    progress_describe(&sight.facts, line);
}

/* ---- writing --------------------------------------------------------------------------------- */

bool progress_is_live(void)
{
    return knobs.progress != 0 && isatty(STDERR_FILENO);
}

static size_t columns(void)
{
    struct winsize size;

    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col
                                                                            : COLUMNS;
}

/* The cursor stays at the beginning of the line, where what comes next replaces it. */
static void write_live(const char *line)
{
    char text[PROGRESS_BYTES + 2 * sizeof clear];
    int length = snprintf(text, sizeof text, "\r%.*s%s\r", (int)columns() - 1, line, clear);
    ssize_t written = write(STDERR_FILENO, text, (size_t)length);

    (void)written; /* a line less is no reason to end a job */
}

static void write_line(struct progress *progress, const char *line, bool is_live)
{
    lock_take(&progress->lock);
    if (!progress->is_over && is_live)
        write_live(line);
    else if (!progress->is_over)
        fprintf(stderr, "%s%s\n", progress_is_live() ? clear : "", line);
    lock_release(&progress->lock);
}

static uint64_t interval_ns(void)
{
    return (uint64_t)knobs.progress * (progress_is_live() ? 1 : RARER) * second_ns;
}

int progress_begin(struct progress *progress, struct world *world)
{
    for (int i = 0; i < world->size; i++)
        if (!counters_begin(&world->ranks[i]))
            return note(-1, "no memory to count what rank %d sends", i);
    progress->seen_ns = clock_ns();
    progress->due_ns = progress->seen_ns + interval_ns();
    return 0;
}

uint64_t progress_tick(struct progress *progress, struct world *world)
{
    uint64_t now_ns = clock_ns();
    char line[PROGRESS_BYTES];

    if (now_ns < progress->due_ns)
        return progress->due_ns - now_ns;
    look_at_ranks(progress, world, line);
    write_line(progress, line, progress_is_live());
    progress->due_ns = clock_ns() + interval_ns();
    return interval_ns();
}

void progress_tell(struct progress *progress, struct world *world)
{
    char line[PROGRESS_BYTES];

    look_at_ranks(progress, world, line);
    write_line(progress, line, false);
}

void progress_end(struct progress *progress)
{
    lock_take(&progress->lock);
    if (!progress->is_over && progress_is_live())
        write_live("");
    progress->is_over = true;
    lock_release(&progress->lock);
}
