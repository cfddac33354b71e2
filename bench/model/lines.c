/* SPDX-License-Identifier: MIT */
#include "lines.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Lines of a run of lines that are moved between two looks at the other threads' times. */
enum { LINES_AT_ONCE = 8, WORDS = PROCESSORS_MAX / 64, NOBODY = -1 };
enum { RUNS = 4, ELEMENTS_AT_ONCE = 8 };

struct line {
    uintptr_t number; /* the address by LINE_BYTES; 0: the place is free */
    int owner;        /* who has the only copy; NOBODY */
    bool is_dirty;    /* the owner has written it */
    int last;         /* who has it and got it last; NOBODY: it is in memory */
    bool is_shared;   /* two processors have touched it */
    int64_t ready;    /* when the latest store to it can be seen */
    int64_t busy;     /* until when it serves another processor */
    uint64_t stamp;   /* what `last` had filled when it touched the line last */
    uint64_t copies[WORDS];
    uint64_t watchers[WORDS];
};

static struct line *table;
static size_t places, used;
static int64_t cluster_busy[PROCESSORS_MAX], socket_busy[PROCESSORS_MAX];

static bool has(const uint64_t *set, int number)
{
    return set[number / 64] >> number % 64 & 1;
}

static void add_to(uint64_t *set, int number)
{
    set[number / 64] |= (uint64_t)1 << number % 64;
}

static bool is_empty_but(const uint64_t *set, int number)
{
    uint64_t rest = 0;
    int i;

    for (i = 0; i < WORDS; i++)
        rest |= i == number / 64 ? set[i] & ~((uint64_t)1 << number % 64) : set[i];
    return rest == 0;
}

/* No memset: the model replaces it. */
static void clear(uint64_t *set)
{
    int i;

    for (i = 0; i < WORDS; i++)
        set[i] = 0;
}

static int count_of(const uint64_t *set)
{
    int count = 0, i;

    for (i = 0; i < WORDS; i++)
        count += __builtin_popcountll(set[i]);
    return count;
}

static struct line *take_table(size_t wanted)
{
    void *block = mmap(NULL, wanted * sizeof(struct line), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (block == MAP_FAILED) {
        fprintf(stderr, "model: there is no memory for %zu cache lines\n", wanted);
        exit(2);
    }
    return block;
}

static struct line *place_of(struct line *in, size_t size, uintptr_t number)
{
    size_t i = number * 0x9e3779b97f4a7c15u >> 20 & (size - 1);

    while (in[i].number != 0 && in[i].number != number)
        i = (i + 1) & (size - 1);
    return &in[i];
}

static void grow(void)
{
    struct line *old = table;
    size_t old_places = places, i;

    places *= 2;
    table = take_table(places);
    for (i = 0; i < old_places; i++)
        if (old[i].number != 0)
            *place_of(table, places, old[i].number) = old[i];
    munmap(old, old_places * sizeof *old);
}

static struct line *line_of(uintptr_t number)
{
    struct line *line = place_of(table, places, number);

    if (line->number != 0)
        return line;
    if (++used > places / 2) {
        grow();
        line = place_of(table, places, number);
    }
    line->number = number;
    line->owner = line->last = NOBODY;
    return line;
}

void lines_forget(void)
{
    if (table != NULL)
        munmap(table, places * sizeof *table);
    places = (size_t)1 << 20;
    used = 0;
    table = take_table(places);
    memset(cluster_busy, 0, sizeof cluster_busy);
    memset(socket_busy, 0, sizeof socket_busy);
}

/* A line that has not been used for as long as it takes to fill the cache has left it. */
static bool has_left(const struct line *line, const struct processor *self, int64_t bytes)
{
    return (int64_t)(self->filled - line->stamp) * LINE_BYTES > bytes;
}

static int nearest(const struct line *line, const struct processor *self)
{
    int best = NOBODY, i;
    enum place place = PLACES;

    for (i = 0; i < turns_machine->processors; i++)
        if (i != self->number && has(line->copies, i) &&
            machine_place(turns_machine, i, self->number) < place) {
            place = machine_place(turns_machine, i, self->number);
            best = i;
        }
    return best;
}

/* Where the processor would get the line from. */
static enum place find_line(const struct line *line, const struct processor *self)
{
    const struct machine *machine = turns_machine;
    int from;

    if (has(line->copies, self->number)) {
        if (line->last != self->number || !has_left(line, self, machine->own_bytes))
            return PLACE_OWN;
        return has_left(line, self, machine->cluster_bytes / machine->cluster) ? PLACE_MEMORY
                                                                               : PLACE_SHARED;
    }
    if (line->owner != NOBODY)
        return machine_place(machine, line->owner, self->number);
    from = nearest(line, self);
    if (from == NOBODY)
        return PLACE_MEMORY;
    return machine_place(machine, from, self->number) == PLACE_CLUSTER
               ? PLACE_SHARED
               : machine_place(machine, from, self->number);
}

/* A cache or memory that passes lines one by one makes those that come at the same time wait. */
static int64_t pass(int64_t *busy, int64_t at, int64_t time)
{
    int64_t begin = at > *busy ? at : *busy;

    *busy = begin + time;
    return begin - at;
}

static int64_t pass_through(const struct processor *self, enum place place)
{
    const struct machine *machine = turns_machine;
    int cluster = self->number / machine->cluster, socket = self->number / machine->socket;

    if (place == PLACE_OWN)
        return 0;
    if (place == PLACE_MEMORY)
        return pass(&socket_busy[socket], self->now, machine->socket_line);
    return pass(&cluster_busy[cluster], self->now, machine->cluster_line);
}

/* The processor gets a copy; with `writes` the only one. Returns the time that this takes from now
 * on. `is_next`: the line follows the one before, so that it has been asked for already. */
static int64_t fetch(struct processor *self, struct line *line, bool writes, bool is_next)
{
    const struct machine *machine = turns_machine;
    enum place place = find_line(line, self);
    bool is_last_copy = is_empty_but(line->copies, self->number);
    bool is_old = line->ready + machine->latency[place] <= self->now;
    int64_t time = 0;
    int i;

    if (place == PLACE_OWN && (!writes || is_last_copy)) {
        if (line->last == self->number)
            line->stamp = self->filled;
        if (writes) {
            line->owner = self->number;
            line->is_dirty = true;
        }
        return is_next ? machine->stream[PLACE_OWN] : 0;
    }
    self->has_moved |= place != PLACE_OWN || writes;
    if (line->ready > self->now && line->owner != self->number)
        time = line->ready - self->now;
    if (!is_last_copy || place != PLACE_OWN)
        time += pass(&line->busy, self->now + time, machine->occupied);
    if (place == PLACE_OWN) { /* others have copies, too, which they give up */
        int from = nearest(line, self);

        place = machine_place(machine, from, self->number);
    } else {
        time += pass_through(self, place);
        self->filled++;
    }
    self->moves[place]++;
    time += is_next ? machine->stream[place] : machine->latency[place];
    if (!writes && !is_next && is_old)
        time -= machine->latency[place] * machine->overlap / 100;
    if (writes) {
        int others = count_of(line->copies) - (has(line->copies, self->number) ? 1 : 0);

        time += others > 1 ? (others - 1) * machine->told : 0;
        clear(line->copies);
        line->owner = self->number;
        line->is_dirty = true;
        line->ready = self->now + time;
        for (i = 0; i < PROCESSORS_MAX; i++)
            if (has(line->watchers, i))
                turns_rouse(i, self->now + time);
        clear(line->watchers);
    } else if (place == PLACE_MEMORY) {
        line->owner = self->number;
        line->is_dirty = false;
    } else if (machine->migrates && line->owner != NOBODY && line->is_dirty) {
        clear(line->copies);
        line->owner = self->number;
        line->is_dirty = false;
    } else if (place != PLACE_OWN) {
        line->owner = NOBODY;
    }
    line->is_shared |= line->last != NOBODY && line->last != self->number;
    line->last = self->number;
    line->stamp = self->filled;
    add_to(line->copies, self->number);
    return time;
}

static void see(struct processor *self, const struct line *line)
{
    int i;

    for (i = 0; i < self->seen_count; i++)
        if (self->seen[i] == line->number)
            return;
    if (self->seen_count < (int)(sizeof self->seen / sizeof self->seen[0]))
        self->seen[self->seen_count++] = line->number;
}

/* `is_next`: the access is of a run, and the first one to its line. */
static void touch_line(struct processor *self, uintptr_t number, enum use use, bool is_next)
{
    const struct machine *machine = turns_machine;
    struct line *line = line_of(number);
    int64_t time;

    if (line->is_shared || (line->last != NOBODY && line->last != self->number)) {
        turns_await(self);
        line = line_of(number);
    }
    if (use == UPDATE) {
        lines_drain(self);
        self->now += fetch(self, line, true, false);
        self->now += machine->update * self->scale / 100;
        line->ready = self->now;
        return;
    }
    if (use == LOAD) {
        self->now += fetch(self, line, false, is_next);
        see(self, line);
        return;
    }
    time = fetch(self, line, true, is_next);
    if (time == 0)
        return;
    /* The store waits for its line in the store buffer, and the thread goes on. */
    if (self->stores_done < self->now)
        self->stores_done = self->now;
    self->stores_done = self->now + time > self->stores_done ? self->now + time
                                                             : self->stores_done;
    line->ready = self->stores_done;
    if (self->stores_done - self->now > machine->buffered)
        self->now = self->stores_done - machine->buffered;
}

/* A loop over an array takes several elements at once. */
static bool goes_on(struct processor *self, uintptr_t address, size_t bytes)
{
    int i;

    for (i = 0; i < RUNS; i++)
        if (self->runs[i] == address) {
            self->runs[i] += bytes;
            return true;
        }
    self->runs[self->run] = address + bytes;
    self->run = (self->run + 1) % RUNS;
    return false;
}

void lines_touch(struct processor *self, const volatile void *address, size_t bytes, enum use use)
{
    uintptr_t first = (uintptr_t)address / LINE_BYTES;
    uintptr_t last = ((uintptr_t)address + (bytes > 0 ? bytes - 1 : 0)) / LINE_BYTES, number;

    int64_t access = turns_machine->access * self->scale / 100;
    bool is_run = goes_on(self, (uintptr_t)address, bytes);

    self->now += is_run ? access / ELEMENTS_AT_ONCE : access;
    for (number = first; number <= last; number++)
        touch_line(self, number, use, is_run && number * LINE_BYTES >= (uintptr_t)address);
}

void lines_copy(struct processor *self, void *target, const void *from, size_t bytes)
{
    const struct machine *machine = turns_machine;
    uintptr_t to_line = (uintptr_t)target / LINE_BYTES, from_line = (uintptr_t)from / LINE_BYTES;
    uintptr_t count = ((uintptr_t)target % LINE_BYTES + bytes + LINE_BYTES - 1) / LINE_BYTES, i;

    self->now += (machine->call + machine->access) * self->scale / 100;
    if (bytes == 0)
        return;
    for (i = 0; i < count; i++) {
        int64_t read = 0, written;

        if (i % LINES_AT_ONCE == 0)
            turns_await(self);
        if (from != NULL)
            read = fetch(self, line_of(from_line + i), false, i > 0);
        written = fetch(self, line_of(to_line + i), true, true);
        self->now += read > written ? read : written;
    }
    if (from != NULL && ((uintptr_t)from % LINE_BYTES + bytes - 1) / LINE_BYTES >= count)
        fetch(self, line_of(from_line + count), false, true);
}

int lines_watch(struct processor *self)
{
    int i;

    for (i = 0; i < self->seen_count; i++)
        if (!has(line_of(self->seen[i])->copies, self->number))
            return false;
    for (i = 0; i < self->seen_count; i++)
        add_to(line_of(self->seen[i])->watchers, self->number);
    return true;
}

void lines_drain(struct processor *self)
{
    if (self->stores_done > self->now)
        self->now = self->stores_done;
}
