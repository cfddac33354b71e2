/* SPDX-License-Identifier: MIT */
#include "job/explore.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "job/schedule.h"
#include "mpi_types.h"
#include "p2p/held.h"
#include "rank/turns.h"
#include "rank/world.h"

/* Candidates of one node; runs in which a failed schedule is made as usual as it can be. */
enum { EVENTS_MAX = 512, TRIES_MAX = 100 };

struct explorer {
    struct chooser chooser; /* of a rank in the function */
    struct chooser ending;  /* of a rank behind it */
    struct schedule schedule;
    bool has_too_many; /* candidates for EVENTS_MAX */
    bool was_freed;    /* the latest run: its turns have ended, and ranks ran as they liked */
    bool has_failed;   /* the latest run */
    bool is_over;      /* nothing more is to be tried */
    /* The candidates of the node that is being decided. */
    struct held_event held[EVENTS_MAX];
    struct schedule_event events[EVENTS_MAX];
};

/* ---- in a job ------------------------------------------------------------------------------- */

static struct schedule_event event_of(const struct held_event *held)
{
    return (struct schedule_event){.rank = held->receiver->world_rank,
                                   .number = held->number,
                                   .sent = held->sent,
                                   .asked = held->asked,
                                   .is_probed = held->is_probed,
                                   .site = held->site};
}

/* Adds what could happen next in a rank. Returns how many events there are then. */
static int add_events(struct explorer *explorer, struct rank *rank, int count)
{
    int end = count + held_events(rank, explorer->held + count, EVENTS_MAX - count);

    for (; count < end; count++)
        explorer->events[count] = event_of(&explorer->held[count]);
    if (!turns_is_at_rest(rank) || count == EVENTS_MAX)
        return count;
    explorer->held[count].receiver = rank;
    explorer->events[count] = (struct schedule_event){.rank = rank->world_rank, .is_rest = true};
    return count + 1;
}

/* Lists what could happen next, by ranks. */
static int list_events(struct explorer *explorer, struct world *world)
{
    int count = 0, i;

    for (i = 0; i < world->size && count < EVENTS_MAX; i++)
        count = add_events(explorer, &world->ranks[i], count);
    explorer->has_too_many |= count == EVENTS_MAX;
    return count;
}

static void end_run(struct world *world)
{
    world_abort(world, EXIT_FAILURE, "the schedule ends here");
}

static struct rank *decide(struct world *world, void *subject)
{
    struct explorer *explorer = subject;
    struct heap *before = memory_use(NULL);
    int count = list_events(explorer, world);
    int chosen = count > 0 ? schedule_pick_event(&explorer->schedule, explorer->events, count) : 0;

    memory_use(before);
    explorer->was_freed |= count == 0;
    if (count == 0)
        return NULL;
    if (chosen < 0)
        end_run(world);
    if (!explorer->events[chosen].is_rest)
        held_choose(&explorer->held[chosen]);
    return explorer->held[chosen].receiver;
}

/* A test says yes when it can, and a send waits in all of a run or in none of it. */
static int answer_usually(const struct explorer *explorer, const struct choice_point *point)
{
    return point->kind == CHOICE_BUFFERING && explorer->schedule.sends_wait ? 1 : point->preset;
}

static int pick(struct chooser *chooser, const struct choice_point *point)
{
    struct explorer *explorer = container_of(chooser, struct explorer, chooser);
    struct rank *self = rank_self();
    struct heap *before;
    int chosen;

    if (!turns_are_taken(self) ||
        (point->kind != CHOICE_COMPLETION && point->kind != CHOICE_LOCK))
        return answer_usually(explorer, point);
    before = memory_use(NULL);
    chosen = schedule_pick(&explorer->schedule, point->kind, self->world_rank, point->count);
    memory_use(before);
    if (chosen < 0)
        end_run(self->world);
    return chosen;
}

static int pick_usual(struct chooser *chooser, const struct choice_point *point)
{
    (void)chooser;
    return point->preset;
}

static bool pass(struct chooser *chooser, const struct turn *turn)
{
    (void)chooser;
    return turns_pass(turn->rank, turn->kind);
}

static void note_arrival(const struct rank *self, const struct match_key *sent, void *subject)
{
    struct explorer *explorer = subject;
    struct heap *before = memory_use(NULL);

    schedule_note_arrival(&explorer->schedule, self->world_rank, sent);
    memory_use(before);
}

bool explore_prepare(struct explorer *explorer, struct world *world)
{
    return turns_create(world, decide, explorer);
}

void explore_begin(struct explorer *explorer, struct rank *self)
{
    if (!held_begin(self, note_arrival, explorer))
        world_abort(self->world, MPI_ERR_NO_MEM, "no memory to hold messages");
    choice_set(self, &explorer->chooser);
    turns_enter(self);
}

void explore_end(struct explorer *explorer, struct rank *self)
{
    choice_set(self, &explorer->ending);
    held_end(self);
}

/* ---- results ------------------------------------------------------------------------------- */

static const char *name_of(const struct heddle_options *options)
{
    return options->name != NULL ? options->name : "heddle";
}

/* Puts the lines behind a text of the result, which may be NULL. */
static int append(char **text, const char *lines)
{
    const char *old = *text != NULL ? *text : "";
    size_t bytes = strlen(old) + strlen(lines) + sizeof "\n  ";
    char *longer = memory_take(bytes);

    if (longer == NULL)
        return -1;
    snprintf(longer, bytes, "%s%s%s", old, *text != NULL ? "\n  " : "", lines);
    memory_give(*text);
    *text = longer;
    return 0;
}

/* Says of the failed job in which schedule it has failed, where frameworks look. */
static int describe_failure(const struct explorer *explorer, const struct user_run *run,
                            long number, struct heddle_result *result)
{
    char *words = schedule_describe(&explorer->schedule, name_of(&run->options), number);
    int err = words != NULL ? append(&result->faults, words) : -1;

    if (err == 0 && result->status != 0 && result->text == NULL)
        result->text = memory_copy_text("a rank has failed");
    if (err == 0 && result->status != 0)
        err = append(&result->text, words);
    memory_give(words);
    return err == 0 ? 0 : note(-1, "no memory to describe the schedule of a job");
}

/* ---- runs ----------------------------------------------------------------------------------- */

/* Runs the job once. */
static int run_once(struct explorer *explorer, int ranks, const struct user_run *run,
                    struct heddle_result *result)
{
    int err;

    explorer->has_too_many = explorer->was_freed = false;
    schedule_begin_run(&explorer->schedule);
    if (run->options.explore_begins != NULL)
        run->options.explore_begins();
    err = run_job(ranks, run, result);
    if (err == 0 && result->status == 0 && schedule_has_ended_early(&explorer->schedule))
        explorer->schedule.has_strayed = true;
    explorer->has_failed = err == 0 && !explorer->schedule.is_redundant &&
                           !explorer->schedule.has_strayed &&
                           (result->status != 0 || (run->options.explore_fails != NULL &&
                                                    run->options.explore_fails()));
    if (err == 0 && explorer->schedule.has_no_memory) {
        heddle_result_free(result);
        return note(-1, "no memory to explore the schedules of a job");
    }
    return err;
}

static int say_that_it_strayed(struct explorer *explorer, struct heddle_result *result)
{
    explorer->is_over = true;
    memory_give(result->text);
    result->status = EXIT_FAILURE;
    result->text = memory_copy_text(
        "the job did not repeat itself: what it does depends on more than its messages, such as "
        "time, random numbers, other threads or what an earlier run has left, so its schedules "
        "cannot be explored");
    return result->text != NULL ? 0 : -1;
}

/* A list of answers to follow, and how many jobs may still be tried. */
struct shrinking {
    int *answers;
    int count;
    int tries;
};

static int take_answers(const struct schedule *schedule, struct shrinking *shrinking)
{
    int i;

    shrinking->answers = memory_take(((size_t)schedule->depth + 1) * sizeof(int));
    if (shrinking->answers == NULL)
        return -1;
    shrinking->count = schedule->depth;
    for (i = 0; i < schedule->depth; i++)
        shrinking->answers[i] = schedule->nodes[i].chosen;
    return 0;
}

/* Does the job still fail with the usual answer at that place? */
static int try_usual(struct explorer *explorer, int ranks, const struct user_run *run,
                     struct shrinking *shrinking, int index)
{
    int answer = shrinking->answers[index];
    struct heddle_result result;

    shrinking->answers[index] = 0;
    if (run_once(explorer, ranks, run, &result) != 0)
        return -1;
    if (!explorer->has_failed)
        shrinking->answers[index] = answer;
    heddle_result_free(&result);
    return 0;
}

/* Replaces the result by that of a run with as few unusual choices as can be found. */
static int shrink(struct explorer *explorer, int ranks, const struct user_run *run,
                  struct heddle_result *result)
{
    struct shrinking shrinking = {.tries = TRIES_MAX};
    int err = take_answers(&explorer->schedule, &shrinking), i;

    heddle_result_free(result);
    explorer->schedule.answers = shrinking.answers;
    explorer->schedule.answers_count = shrinking.count;
    for (i = 0; err == 0 && i < shrinking.count && shrinking.tries > 0; i++)
        if (shrinking.answers[i] != 0) {
            shrinking.tries--;
            err = try_usual(explorer, ranks, run, &shrinking, i);
        }
    if (err == 0)
        err = run_once(explorer, ranks, run, result);
    explorer->schedule.answers = NULL;
    memory_give(shrinking.answers);
    return err;
}

/* The job has failed: describes it, made as usual as it can be. */
static int end_with_failure(struct explorer *explorer, int ranks, const struct user_run *run,
                            long number, struct heddle_result *result)
{
    explorer->is_over = true;
    if (shrink(explorer, ranks, run, result) != 0)
        return -1;
    return explorer->has_failed ? describe_failure(explorer, run, number, result)
                                : say_that_it_strayed(explorer, result);
}

/* Runs the usual schedule with standard sends that wait for their receives, which the standard
 * allows and programs that lean on buffers do not survive. */
static int run_with_waiting_sends(struct explorer *explorer, int ranks, const struct user_run *run,
                                  struct heddle_result *result)
{
    const struct schedule kept = explorer->schedule;
    int err;

    heddle_result_free(result);
    explorer->schedule = (struct schedule){.sends_wait = true};
    err = run_once(explorer, ranks, run, result);
    if (err == 0 && explorer->has_failed)
        err = end_with_failure(explorer, ranks, run, 2, result);
    schedule_free(&explorer->schedule);
    explorer->schedule = kept;
    return err;
}

/* How many schedules there were, and whether they are all. */
struct extent {
    long number, most;
    bool is_cut_off, has_more;
};

/* Runs the job once and finds what is to be run next. The result stays that of an earlier run if
 * this one only repeats another. */
static int run_next(struct explorer *explorer, int ranks, const struct user_run *run,
                    struct extent *extent, struct heddle_result *result)
{
    struct heddle_result next;

    if (run_once(explorer, ranks, run, &next) != 0)
        return -1;
    extent->is_cut_off |= explorer->has_too_many || (explorer->was_freed && next.status == 0);
    if (explorer->schedule.is_redundant) {
        heddle_result_free(&next);
    } else {
        extent->number++;
        heddle_result_free(result);
        *result = next;
    }
    if (explorer->schedule.has_strayed)
        return say_that_it_strayed(explorer, result);
    if (explorer->has_failed)
        return end_with_failure(explorer, ranks, run, extent->number, result);
    if (extent->number == 1 && !explorer->schedule.is_redundant) {
        extent->number++;
        if (run_with_waiting_sends(explorer, ranks, run, result) != 0)
            return -1;
    }
    if (explorer->is_over)
        return 0;
    schedule_end_run(&explorer->schedule);
    extent->has_more = schedule_next(&explorer->schedule);
    extent->is_cut_off |= extent->has_more && extent->most > 0 && extent->number >= extent->most;
    return 0;
}

/* Explores until a schedule fails, all are done, or `most` are (0: any number). The result is that
 * of the last schedule. */
static int explore(struct explorer *explorer, int ranks, const struct user_run *run, long most,
                   struct heddle_result *result)
{
    struct extent extent = {.most = most, .has_more = true};

    *result = (struct heddle_result){0};
    while (extent.has_more && !extent.is_cut_off && !explorer->is_over)
        if (run_next(explorer, ranks, run, &extent, result) != 0)
            return -1;
    result->schedules = extent.number;
    result->has_all_schedules = !extent.is_cut_off && !explorer->is_over;
    return 0;
}

/* ---- the option ----------------------------------------------------------------------------- */

/* Returns how many schedules the option asks for, or without one the knob; 0: all of them; -1: the
 * option is wrong. */
static long read_most(const char *text)
{
    char *end;
    long most;

    if (text == NULL)
        return knobs.explore;
    if (strcmp(text, "all") == 0)
        return 0;
    most = strtol(text, &end, 10);
    return *end == '\0' && most > 0 ? most : -1;
}

bool explore_is_wanted(const struct heddle_options *options)
{
    return options->explore != NULL ||
           (knobs.explore != 0 && options->thread_level != MPI_THREAD_MULTIPLE &&
            !options->leaves_init && options->faults.order == 0);
}

int explore_check(const struct heddle_options *options)
{
    if (options->explore == NULL)
        return 0;
    if (read_most(options->explore) < 0)
        return note(-1, "explore \"%s\" is neither \"all\" nor a number of schedules",
                    options->explore);
    if (options->thread_level == MPI_THREAD_MULTIPLE)
        return note(-1, "explore needs a thread_level below MPI_THREAD_MULTIPLE: the order of a "
                        "rank's threads cannot be explored");
    if (options->leaves_init || options->faults.order != 0)
        return note(-1, "explore goes together neither with leaves_init nor with faults.order");
    return 0;
}

/* The answers for this job in HEDDLE_REPLAY; NULL: they are for another one, or for none. */
static const char *find_replay(const struct heddle_options *options)
{
    const char *text = secure_getenv("HEDDLE_REPLAY");
    size_t length = strlen(name_of(options));

    return text != NULL && strncmp(text, name_of(options), length) == 0 && text[length] == ':'
               ? text + length + 1
               : NULL;
}

/* Runs the one schedule that the text describes. */
static int replay(struct explorer *explorer, int ranks, const struct user_run *run,
                  const char *text, struct heddle_result *result)
{
    int *answers = memory_take((strlen(text) + 1) * sizeof *answers), count = 0, err;

    if (answers == NULL)
        return note(-1, "no memory to repeat a schedule");
    explorer->schedule.sends_wait = *text == 'w';
    text += explorer->schedule.sends_wait;
    while (*text != '\0') {
        char *end;

        text += *text == '.';
        answers[count++] = (int)strtol(text, &end, 10);
        if (end == text) {
            memory_give(answers);
            return note(-1, "HEDDLE_REPLAY is not a list of numbers at \"%s\"", text);
        }
        text = end;
    }
    explorer->schedule.answers = answers;
    explorer->schedule.answers_count = count;
    err = run_once(explorer, ranks, run, result);
    if (err == 0 && explorer->has_failed)
        err = describe_failure(explorer, run, 1, result);
    if (err == 0)
        result->schedules = 1;
    explorer->schedule.answers = NULL;
    memory_give(answers);
    return err;
}

int explore_job(int ranks, struct user_run *run, struct heddle_result *result)
{
    struct explorer *explorer = memory_take_zeroed(sizeof *explorer);
    const char *text = find_replay(&run->options);
    int err;

    if (explorer == NULL)
        return note(-1, "no memory to explore the schedules of a job");
    explorer->chooser = (struct chooser){
        .pick = pick, .pass = pass, .repeats = true, .holds_messages = true};
    explorer->ending = (struct chooser){.pick = pick_usual, .pass = pass};
    run->explorer = explorer;
    err = text != NULL
              ? replay(explorer, ranks, run, text, result)
              : explore(explorer, ranks, run, read_most(run->options.explore), result);
    schedule_free(&explorer->schedule);
    memory_give(explorer);
    return err;
}
