/* SPDX-License-Identifier: MIT */
/* A log of a schedule's input in a run, for the process that goes on after it. The log lies
 * in memory that both processes have, so it is there however the run has ended. */
#include <string.h>
#include <sys/mman.h>

#include "base/memory.h"
#include "job/schedule.h"

/* The kernel gives memory only to what is written. */
enum { LOG_BYTES = 1 << 28, KEPT_BYTES = 1 << 20 };

enum entry_kind {
    ENTRY_EVENTS,
    ENTRY_QUESTION,
    ENTRY_SPARED,
    ENTRY_END,
    ENTRY_FAULT,
    ENTRY_ARRIVAL,
    ENTRY_VALUE,
    ENTRY_SOURCE,
};

/* Behind one of ENTRY_EVENTS follow `count` events. */
struct entry {
    enum entry_kind kind;
    struct schedule_question question;
    int count, node;
    struct schedule_fault fault;
    struct schedule_arrival arrival;
    struct schedule_value value;
    struct source source;
};

struct schedule_log {
    size_t bytes; /* that are complete */
    bool is_full;
    _Atomic(unsigned) uncontrolled;
    _Atomic(bool) has_hung;
    char stuck[SCHEDULE_STUCK_BYTES];
    alignas(16) unsigned char entries[];
};

struct schedule_log *schedule_log_create(void)
{
    void *log = memory_fails() ? MAP_FAILED
                               : mmap(NULL, LOG_BYTES, PROT_READ | PROT_WRITE,
                                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return log != MAP_FAILED ? log : NULL;
}

void schedule_log_destroy(struct schedule_log *log)
{
    if (log != NULL)
        munmap(log, LOG_BYTES);
}

size_t schedule_log_bytes(const struct schedule_log *log)
{
    return log->bytes;
}

void schedule_log_clear(struct schedule_log *log)
{
    if (log->bytes > KEPT_BYTES - sizeof *log)
        madvise((char *)log + KEPT_BYTES, LOG_BYTES - KEPT_BYTES, MADV_REMOVE);
    log->bytes = 0;
    log->is_full = false;
    store_relaxed(&log->uncontrolled, 0);
    store_relaxed(&log->has_hung, false);
    log->stuck[0] = '\0';
}

static void append_entry(struct schedule_log *log, const struct entry *entry,
                         const struct schedule_event events[], int count)
{
    size_t more = (size_t)count * sizeof events[0];

    log->is_full |= offsetof(struct schedule_log, entries) + log->bytes + sizeof *entry + more >
                    LOG_BYTES;
    if (log->is_full)
        return;
    memcpy(log->entries + log->bytes, entry, sizeof *entry);
    if (more > 0)
        memcpy(log->entries + log->bytes + sizeof *entry, events, more);
    log->bytes += sizeof *entry + more;
}

void schedule_log_events(const struct schedule *schedule, const struct schedule_event events[],
                         int count)
{
    const struct entry entry = {.kind = ENTRY_EVENTS, .count = count};

    if (schedule->log != NULL)
        append_entry(schedule->log, &entry, events, count);
}

void schedule_log_question(const struct schedule *schedule,
                           const struct schedule_question *question)
{
    const struct entry entry = {.kind = ENTRY_QUESTION, .question = *question};

    if (schedule->log != NULL)
        append_entry(schedule->log, &entry, NULL, 0);
}

void schedule_log_spared(const struct schedule *schedule, int node)
{
    const struct entry entry = {.kind = ENTRY_SPARED, .node = node};

    if (schedule->log != NULL)
        append_entry(schedule->log, &entry, NULL, 0);
}

void schedule_log_end(const struct schedule *schedule)
{
    const struct entry entry = {.kind = ENTRY_END};

    if (schedule->log != NULL)
        append_entry(schedule->log, &entry, NULL, 0);
}

void schedule_log_stuck(const struct schedule *schedule)
{
    if (schedule->log != NULL)
        memcpy(schedule->log->stuck, schedule->end.stuck, sizeof schedule->end.stuck);
}

void schedule_log_uncontrolled(const struct schedule *schedule, unsigned uncontrolled)
{
    if (schedule->log != NULL)
        fetch_or_relaxed(&schedule->log->uncontrolled, uncontrolled);
}

void schedule_log_hang(const struct schedule *schedule)
{
    if (schedule->log != NULL)
        store_relaxed(&schedule->log->has_hung, true);
}

void schedule_log_fault(const struct schedule *schedule)
{
    const struct entry entry = {.kind = ENTRY_FAULT, .fault = schedule->fault};

    if (schedule->log != NULL)
        append_entry(schedule->log, &entry, NULL, 0);
}

void schedule_log_arrival(const struct schedule *schedule, const struct schedule_arrival *arrival)
{
    const struct entry entry = {.kind = ENTRY_ARRIVAL, .arrival = *arrival};

    if (schedule->log != NULL)
        append_entry(schedule->log, &entry, NULL, 0);
}

void schedule_log_value(const struct schedule *schedule, const struct schedule_value *value)
{
    const struct entry entry = {.kind = ENTRY_VALUE, .value = *value};

    if (schedule->log != NULL)
        append_entry(schedule->log, &entry, NULL, 0);
}

void schedule_log_source(const struct schedule *schedule, const struct source *source)
{
    const struct entry entry = {.kind = ENTRY_SOURCE, .source = *source};

    if (schedule->log != NULL)
        append_entry(schedule->log, &entry, NULL, 0);
}

static void repeat_arrival(struct schedule *schedule, const struct schedule_arrival *arrival)
{
    if (arrival->is_made)
        schedule_note_made(schedule, arrival->rank, arrival->thread, &arrival->access);
    else if (arrival->is_access)
        schedule_note_access(schedule, arrival->rank, arrival->thread, &arrival->access);
    else
        schedule_note_arrival(schedule, arrival->rank, &arrival->sent, arrival->sender);
}

/* Returns the bytes of the entry. */
static size_t repeat_entry(struct schedule *schedule, const unsigned char *at)
{
    const struct entry *entry = (const void *)at;

    switch (entry->kind) {
    case ENTRY_EVENTS:
        schedule_pick_event(schedule, (const void *)(entry + 1), entry->count);
        return sizeof *entry + (size_t)entry->count * sizeof(struct schedule_event);
    case ENTRY_QUESTION:
        schedule_pick(schedule, &entry->question);
        break;
    case ENTRY_SPARED:
        schedule_spare(schedule, entry->node);
        break;
    case ENTRY_END:
        (void)schedule_gives_up(schedule);
        break;
    case ENTRY_FAULT:
        schedule_note_fault(schedule, &entry->fault);
        break;
    case ENTRY_ARRIVAL:
        repeat_arrival(schedule, &entry->arrival);
        break;
    case ENTRY_VALUE:
        schedule_compare(schedule, &entry->value);
        break;
    case ENTRY_SOURCE:
        schedule_note_source(schedule, &entry->source);
        break;
    }
    return sizeof *entry;
}

void schedule_repeat(struct schedule *schedule, const struct schedule_log *log)
{
    struct schedule_log *own = schedule->log;
    size_t at = 0;

    schedule->log = NULL;
    while (at < log->bytes && !schedule->end.is_redundant && !schedule->end.has_diverged &&
           !schedule->end.has_no_memory)
        at += repeat_entry(schedule, log->entries + at);
    schedule_note_uncontrolled(schedule, load_relaxed(&log->uncontrolled));
    if (load_relaxed(&log->has_hung))
        schedule_note_hang(schedule);
    if (log->stuck[0] != '\0')
        schedule_note_stuck(schedule, log->stuck);
    schedule->end.has_no_memory |= log->is_full;
    schedule->log = own;
}
