/* SPDX-License-Identifier: MIT */
#include "job/journals.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/container.h"
#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "base/shell.h"
#include "job/journal_file.h"
#include "job/uncontrolled.h"
#include "rank/abort.h"
#include "rank/floor.h"
#include "rank/world.h"

/* Files that jobs of one name leave in one folder. */
enum { FILES_OF_A_NAME = 1000 };

#define BEFORE_WHERE "heddle: "

struct journals {
    struct journal_file file;
    char *path;
    char *where;       /* BEFORE_WHERE and the line that says where the choices are; NULL: none */
    uint32_t why_full; /* of the file that is followed (struct journal_head) */
    bool is_of_program;
    int ranks;
    struct journal each[];
};

static struct journals *journals_of(const struct world *world)
{
    return load_relaxed(&world->local[FLOOR_JOURNALS]);
}

/* ---- the ranks ------------------------------------------------------------------------------ */

static bool turn(struct journal *journal)
{
    return journal_file_turn(journal->owner, journal);
}

static int pick_usual(struct chooser *chooser, const struct choice_point *point)
{
    (void)chooser;
    return point->preset;
}

/* Notes what a rank that follows its journal does, and lets no other rank run. */
static bool note_turn(struct chooser *chooser, const struct turn *turn)
{
    struct journal *journal = container_of(chooser, struct journal, chooser);
    const unsigned left_out = unrecorded_of_turn(turn);

    if (left_out != 0)
        fetch_or_relaxed(&journal->left_out, left_out);
    return false;
}

/* The machine's clock, which shows another time than in the run that the journal has. */
static uint64_t note_time(struct chooser *chooser, const struct rank *rank, uint64_t slept_ns)
{
    struct journal *journal = container_of(chooser, struct journal, chooser);

    (void)rank;
    if (slept_ns == 0)
        fetch_or_relaxed(&journal->left_out, UNRECORDED_TIMES);
    return clock_ns();
}

static void begin_rank(struct rank *self)
{
    self->journal = &journals_of(self->world)->each[self->world_rank];
    if (self->journal->follows)
        choice_set(self, &self->journal->chooser);
}

static void give_journals(struct journals *journals)
{
    int i;

    for (i = 0; i < journals->ranks; i++)
        journal_file_free(&journals->each[i]);
    journal_file_close(&journals->file);
    memory_give(journals->path);
    memory_give(journals->where);
    memory_give(journals);
}

/* The ranks are gone. */
static void destroy_journals(struct world *world)
{
    struct journals *journals = journals_of(world);

    if (journals == NULL)
        return;
    if (!journals->each[0].follows)
        journal_file_end(&journals->file);
    give_journals(journals);
}

static const struct floor journals_floor = {.begin = begin_rank, .destroy = destroy_journals};

static struct journals *make_journals(const struct world *world, bool is_of_program)
{
    struct journals *journals =
        memory_take_zeroed(sizeof *journals + (size_t)world->size * sizeof journals->each[0]);
    int i;

    if (journals == NULL) {
        note(-1, "no memory for the journals of a job");
        return NULL;
    }
    journals->file.descriptor = -1;
    journals->is_of_program = is_of_program;
    journals->ranks = world->size;
    for (i = 0; i < world->size; i++)
        journals->each[i] = (struct journal){
            .rank = i, .owner = &journals->file, .turn = turn,
            .chooser = {.pick = pick_usual, .pass = note_turn, .clock = note_time}};
    return journals;
}

static int open_of_world(struct world *world, struct journals *journals)
{
    if (!world_add_floor(world, &journals_floor)) {
        give_journals(journals);
        return note(-1, "no memory for the journals of a job");
    }
    store_relaxed(&world->local[FLOOR_JOURNALS], journals);
    return 0;
}

/* ---- writing -------------------------------------------------------------------------------- */

/* The n-th name of a file for the job; a program's has the name that the user has given. A colon
 * would end the name of a job in HEDDLE_REPLAY. */
static char *name_file(const struct journals *journals, const char *job, int n)
{
    const size_t bytes = strlen(knobs.record) + strlen(job) + sizeof "..1000";
    char *path = memory_take(bytes), *at;

    if (path == NULL || journals->is_of_program) {
        if (path != NULL)
            snprintf(path, bytes, "%s", knobs.record);
        return path;
    }
    snprintf(path, bytes, n > 1 ? "%s.%s.%d" : "%s.%s", knobs.record, job, n);
    for (at = path + strlen(knobs.record); *at != '\0'; at++)
        if (*at == '/' || *at == ':')
            *at = '.';
    return path;
}

/* Returns 0, or an errno. */
static int create_file(struct journals *journals, const char *job)
{
    const size_t bytes_max = (size_t)knobs.record_kb * 1024;
    int err = EEXIST, n;

    for (n = 1; err == EEXIST && n <= FILES_OF_A_NAME; n++) {
        memory_give(journals->path);
        journals->path = name_file(journals, job, n);
        if (journals->path == NULL)
            return ENOMEM;
        err = journal_file_create(&journals->file, journals->path, journals->is_of_program, job,
                                  journals->ranks, bytes_max);
        if (journals->is_of_program)
            break;
    }
    return err;
}

static bool make_where(struct journals *journals)
{
    size_t bytes;
    FILE *out = memory_open_stream(&journals->where, &bytes);

    if (out == NULL)
        return false;
    fprintf(out, BEFORE_WHERE "the choices of this run are in %s; to repeat them, run it with "
                              "HEDDLE_REPLAY='", journals->path);
    shell_write_text(out, journals->path);
    fputs("'\n", out);
    fclose(out);
    journals->where = memory_take_over(journals->where);
    return journals->where != NULL;
}

static int begin_writing(struct world *world, const char *name, bool is_program)
{
    struct journals *journals = make_journals(world, is_program);
    int err;

    if (journals == NULL)
        return -1;
    err = create_file(journals, name);
    if (err == 0 && make_where(journals))
        return open_of_world(world, journals);
    if (err == 0) {
        unlink(journals->path);
        err = ENOMEM;
    }
    fprintf(stderr, "heddle: HEDDLE_RECORD: %s cannot be written: %s; nothing is recorded\n",
            journals->path != NULL ? journals->path : knobs.record, strerror(err));
    give_journals(journals);
    return 0;
}

/* ---- following ------------------------------------------------------------------------------ */

static int read_all(struct journals *journals, const char *path)
{
    int i, err = 0;

    journals->path = memory_copy_text(path);
    if (journals->path == NULL)
        return note(-1, "no memory for what HEDDLE_REPLAY repeats");
    for (i = 0; i < journals->ranks && err == 0; i++) {
        journals->each[i].follows = true;
        journals->each[i].path = journals->path;
        err = journal_file_read(&journals->file, path, &journals->each[i]);
    }
    return err;
}

/* A program may have been renamed, or built once more in another way, so it goes on. */
static void compare_names(const struct journal_file *file, const char *path, const char *name)
{
    if (strncmp(file->head->name, name, JOURNAL_NAME_BYTES - 1) != 0)
        fprintf(stderr, "heddle: HEDDLE_REPLAY: %s was written by \"%s\", and this is \"%s\": it "
                        "is followed as far as it fits\n", path, file->head->name, name);
}

static int follow_journal(struct world *world, const struct journal_file *file, const char *path,
                          bool is_program)
{
    struct journals *journals;

    if ((int)file->head->ranks != world->size)
        return note(-1, "HEDDLE_REPLAY: %s is of a job of %d ranks, and this one has %d", path,
                    (int)file->head->ranks, world->size);
    journals = make_journals(world, is_program);
    if (journals == NULL)
        return -1;
    journals->file = *file;
    journals->why_full = load_relaxed(&file->head->why_full);
    if (read_all(journals, path) != 0) {
        journals->file = (struct journal_file){.descriptor = -1};
        give_journals(journals);
        return -1;
    }
    journals->file = (struct journal_file){.descriptor = -1};
    return open_of_world(world, journals);
}

static int begin_following(struct world *world, const char *path, const char *name,
                           bool is_program)
{
    struct journal_file file;
    int err;

    if (journal_file_open(&file, path) != 0)
        return -1;
    if (is_program)
        compare_names(&file, path, name);
    err = is_program || strcmp(file.head->name, name) == 0
              ? follow_journal(world, &file, path, is_program)
              : 0;
    journal_file_close(&file);
    return err;
}

/* ---- the job -------------------------------------------------------------------------------- */

int journals_begin(struct world *world, const char *name, const char *replayed, bool is_program)
{
    if (replayed != NULL)
        return begin_following(world, replayed, name, is_program);
    return knobs.record != NULL ? begin_writing(world, name, is_program) : 0;
}

static bool some_stopped(const struct journals *journals)
{
    bool has_stopped = false;
    int i;

    for (i = 0; i < journals->ranks && !has_stopped; i++)
        has_stopped = load_relaxed(&journals->each[i].has_stopped);
    return has_stopped;
}

static void tell_full(const char *path, int why_full, FILE *out, const char *before)
{
    if (why_full == ENOBUFS)
        fprintf(out, "%s%s is full, and has nothing of what came later (HEDDLE_RECORD_KB)\n",
                before, path);
    else if (why_full == EOVERFLOW)
        fprintf(out, "%s%s ends where a rank had received %d messages of any source\n", before,
                path, JOURNAL_NUMBERS);
    else if (why_full != 0)
        fprintf(out, "%s%s could not be made larger, and has nothing of what came later: %s\n",
                before, path, strerror(why_full));
}

static void tell_gaps(const struct journals *journals, FILE *out, const char *before)
{
    if (some_stopped(journals))
        fprintf(out, "%s%s has nothing of ranks with MPI_THREAD_MULTIPLE, whose calls have no "
                     "order\n", before, journals->path);
    tell_full(journals->path, (int)load_relaxed(&journals->file.head->why_full), out, before);
}

static void tell_written(const struct journals *journals, bool has_failed, FILE *out,
                         const char *before)
{
    if (has_failed)
        fprintf(out, "%s%s", before, journals->where + strlen(BEFORE_WHERE));
    if (has_failed || journals->is_of_program)
        tell_gaps(journals, out, before);
    else
        unlink(journals->path);
}

static void tell_stopped(const struct journals *journals, FILE *out, const char *before)
{
    if (some_stopped(journals))
        fprintf(out, "%swhat ranks with MPI_THREAD_MULTIPLE do was not repeated from %s, because "
                     "their calls have no order\n", before, journals->path);
}

static void tell_left_out(const struct journals *journals, FILE *out, const char *before)
{
    unsigned left_out = 0;
    int i;

    for (i = 0; i < journals->ranks; i++)
        left_out |= load_relaxed(&journals->each[i].left_out);
    if (left_out == 0)
        return;
    fprintf(out, "%s%s has nothing of ", before, journals->path);
    if ((left_out & ~UNRECORDED_VALUES) != 0) {
        fputs("the order of ", out);
        uncontrolled_describe(out, left_out & ~UNRECORDED_VALUES);
    }
    if ((left_out & UNRECORDED_VALUES) != 0) {
        fputs((left_out & ~UNRECORDED_VALUES) != 0 ? ", and nothing of " : "", out);
        uncontrolled_describe(out, left_out & UNRECORDED_VALUES);
    }
    fputs(", so these were not repeated\n", out);
}

static void tell_hung(const struct journals *journals, FILE *out, const char *before)
{
    fprintf(out, "%sthe run repeated the choices in %s: if the recorded run did not hang, the "
                 "program is another one, or depends on more than MPI, such as time\n",
            before, journals->path);
    tell_full(journals->path, (int)journals->why_full, out, before);
}

/* All ranks have come to their ends. */
static void tell_left(const struct journals *journals, FILE *out, const char *before)
{
    long left = 0;
    int i, first = 0;

    for (i = 0; i < journals->ranks; i++) {
        if (left == 0)
            first = i;
        if (!load_relaxed(&journals->each[i].has_stopped))
            left += journal_count_left(&journals->each[i]);
    }
    if (left > 0)
        fprintf(out, "%sthe run did not come to all choices in %s (left over: %ld, first of rank "
                     "%d): the program is another one, or depends on more than MPI, such as time\n",
                before, journals->path, left, first);
}

static void tell_followed(const struct world *world, const struct journals *journals, FILE *out,
                          const char *before)
{
    tell_stopped(journals, out, before);
    tell_left_out(journals, out, before);
    if (world->abort.has_hung)
        tell_hung(journals, out, before);
    else if (!world_is_aborted(world))
        tell_left(journals, out, before);
}

bool journals_are_kept(const struct world *world)
{
    return journals_of(world) != NULL;
}

void journals_tell(const struct world *world, bool has_failed, FILE *out, const char *before)
{
    const struct journals *journals = journals_of(world);

    if (journals == NULL)
        return;
    if (!journals->each[0].follows)
        tell_written(journals, has_failed, out, before);
    else if (has_failed || journals->is_of_program)
        tell_followed(world, journals, out, before);
    else
        tell_followed(world, journals, stderr, "heddle: ");
}

void journals_tell_crash(struct world *world)
{
    const struct journals *journals = journals_of(world);

    if (journals != NULL && journals->where != NULL &&
        write(STDERR_FILENO, journals->where, strlen(journals->where)) < 0)
        return;
}
