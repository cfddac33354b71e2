/* SPDX-License-Identifier: MIT */
#include "job/explore.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "base/report_file.h"
#include "job/schedule_picture.h"
#include "job/uncontrolled.h"
#include "mpi_types.h"

/* Runs in which a failed schedule is made as usual as it can be. */
enum { TRIES_MAX = 100 };

struct explorer {
    struct trial *trial;
    struct explored explored;
    struct schedule_bound bound; /* of a number of schedules */
    struct explore_extent extent;
    bool has_failed; /* the latest run */
    bool runs_alone; /* runs at one time would disturb each other, or have done so */
    bool is_over;    /* nothing more is to be tried */
};

/* ---- results ------------------------------------------------------------------------------- */

/* Draws the schedule into the file that the user has asked for. */
static void draw(const struct explorer *explorer, long number)
{
    struct report_file picture;
    char title[200];

    if (knobs.explore_picture == NULL)
        return;
    snprintf(title, sizeof title, "%s, schedule %ld", explorer->trial->name, number);
    if (report_file_open(&picture, "the picture of a schedule", knobs.explore_picture))
        schedule_draw_svg(&explorer->explored.schedule, title, picture.out);
    report_file_close(&picture);
}

/* Says of the failed job in which schedule it has failed, where frameworks look. */
static int describe_failure(const struct explorer *explorer, long number,
                            struct heddle_result *result)
{
    char *words = schedule_describe(&explorer->explored.schedule, explorer->trial->name, number,
                                    isatty(STDERR_FILENO) == 1);
    bool is_explained = words != NULL && result_explain(result, words);

    draw(explorer, number);
    memory_give(words);
    return is_explained ? 0 : note(-1, "no memory to describe the schedule of a job");
}

/* ---- runs ----------------------------------------------------------------------------------- */

/* Returns in words what is wrong with a run in which a call has failed; NULL: nothing. */
static const char *judge(const struct explorer *explorer, const struct heddle_result *result)
{
    const struct trial *trial = explorer->trial;

    if (load_relaxed(&explorer->explored.schedule.end.has_hung))
        return "hangs";
    if (result->signal != 0)
        return "crashes";
    if (result->status == 0 && (trial->fails == NULL || !trial->fails()))
        return "loses the error";
    return !result->is_aborted && result->leaks != NULL ? "does not free all that it has made"
                                                        : NULL;
}

static int try_once(struct explorer *explorer, struct heddle_result *result)
{
    struct schedule *schedule = &explorer->explored.schedule;
    struct trial *trial = explorer->trial;
    unsigned uncontrolled;
    int err;

    schedule_begin_run(schedule);
    sources_forget_files(&explorer->explored.files);
    if (trial->begins != NULL)
        trial->begins();
    err = trial->run(trial, &explorer->explored, result);
    explorer->extent.sources = explorer->explored.sources;
    uncontrolled = load_relaxed(&schedule->end.uncontrolled);
    explorer->extent.uncontrolled |= uncontrolled & UNCONTROLLED_ALL;
    explorer->runs_alone |= (uncontrolled & DISTURBED_BY_OTHER_RUNS) != 0;
    if (schedule->end.stuck[0] != '\0')
        memcpy(explorer->extent.stuck, schedule->end.stuck, sizeof explorer->extent.stuck);
    else if (err == 0 && result->status == 0 && schedule_has_ended_early(schedule))
        schedule->end.has_diverged = true;
    explorer->has_failed = err == 0 && !schedule->end.is_redundant && !schedule->end.has_diverged &&
                           (result->status != 0 || (trial->fails != NULL && trial->fails()));
    if (err == 0 && schedule->end.has_no_memory) {
        heddle_result_free(result);
        return note(-1, "no memory to explore the schedules of a job");
    }
    return err;
}

/* Is the latest run one that ends the exploration? */
static bool is_the_end(const struct explorer *explorer, const struct heddle_result *result)
{
    const struct schedule *schedule = &explorer->explored.schedule;

    if (schedule->end.has_diverged || schedule->end.differs)
        return true;
    if (schedule->fault.at == 0 || schedule->fault.name == NULL)
        return explorer->has_failed;
    return judge(explorer, result) != NULL;
}

/* Says what follows the run that is next, if others may go on beside it. */
static void go_ahead(struct explorer *explorer, enum schedule_way way,
                     const struct explore_order *order)
{
    explorer->trial->ahead = (struct schedule_ahead){
        .way = explorer->trial->may_go_ahead && !explorer->runs_alone ? way : SCHEDULE_ALONE,
        .number = explorer->extent.number,
        .seed = order->seed,
        .most = order->most};
}

/* Runs the job once. What others ran beside is run once more without them when it would end the
 * exploration: if it does not come again, the job does not repeat itself, unless it has done what
 * other runs are known to disturb. */
static int run_once(struct explorer *explorer, struct heddle_result *result)
{
    struct trial *trial = explorer->trial;
    struct schedule *schedule = &explorer->explored.schedule, before;
    const int values = explorer->explored.values.count;
    const unsigned uncontrolled = explorer->extent.uncontrolled;
    bool is_disturbed;
    int err;

    if (trial->ahead.way != SCHEDULE_ALONE && !schedule_copy(&before, schedule))
        trial->ahead.way = SCHEDULE_ALONE;
    if (trial->ahead.way == SCHEDULE_ALONE)
        return try_once(explorer, result);
    err = try_once(explorer, result);
    trial->ahead.way = SCHEDULE_ALONE;
    if (err != 0 || !trial->was_beside || !is_the_end(explorer, result)) {
        schedule_free(&before);
        return err;
    }
    is_disturbed = explorer->runs_alone;
    explorer->runs_alone = true;
    heddle_result_free(result);
    schedule_free(schedule);
    *schedule = before;
    explorer->explored.values.count = values;
    explorer->extent.uncontrolled = uncontrolled;
    err = try_once(explorer, result);
    if (err == 0 && !is_disturbed && !is_the_end(explorer, result))
        schedule->end.has_diverged = true;
    return err;
}

/* NULL: no memory. */
static char *describe_divergence(const struct sources *sources)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = memory_open_stream(&text, &bytes);

    if (out == NULL)
        return NULL;
    fputs("the job did not repeat itself: what it does depends on more than its messages, such as "
          "time, random numbers, other threads or what another run has left or does at the same "
          "time (HEDDLE_EXPLORE_JOBS=1 ends that), so its schedules cannot be explored", out);
    if (sources->count > 0) {
        fputs("; not controlled: ", out);
        sources_describe(out, sources);
    }
    fclose(out);
    return memory_take_over(text);
}

static int say_that_it_diverged(struct explorer *explorer, struct heddle_result *result)
{
    explorer->is_over = true;
    explorer->extent.has_failed = false; /* the text is the report */
    memory_give(result->text);
    result->status = EXIT_FAILURE;
    result->text = describe_divergence(&explorer->extent.sources);
    return result->text != NULL ? 0 : -1;
}

/* The answers of the latest run become those to be followed. */
static int keep_answers(struct schedule *schedule)
{
    int *answers = memory_take(((size_t)schedule->depth + 1) * sizeof(int)), i;

    if (answers == NULL)
        return note(-1, "no memory to explore the schedules of a job");
    for (i = 0; i < schedule->depth; i++)
        answers[i] = schedule->nodes[i].chosen;
    memory_give(schedule->answers);
    schedule->answers = answers;
    schedule->answers_count = schedule->depth;
    schedule->bound = NULL;
    return 0;
}

/* Does the job still fail with the usual answer at that place? */
static int try_usual(struct explorer *explorer, int index)
{
    int *answers = explorer->explored.schedule.answers;
    int answer = answers[index];
    struct heddle_result result;

    answers[index] = 0;
    if (run_once(explorer, &result) != 0)
        return -1;
    if (!explorer->has_failed)
        answers[index] = answer;
    heddle_result_free(&result);
    return 0;
}

/* Does the job still fail when standard sends are buffered? The run is not followed: it would fail
 * because its sends rely on buffers, which the failure without them has shown. */
static int try_buffers(struct explorer *explorer)
{
    struct schedule *schedule = &explorer->explored.schedule;
    struct heddle_result result;

    schedule->sends_wait = schedule->is_followed = false;
    if (run_once(explorer, &result) != 0)
        return -1;
    schedule->sends_wait = !explorer->has_failed;
    heddle_result_free(&result);
    return 0;
}

/* Replaces the result by that of a run with as few unusual choices as can be found. */
static int shrink(struct explorer *explorer, struct heddle_result *result)
{
    struct schedule *schedule = &explorer->explored.schedule;
    int err = keep_answers(schedule), tries = TRIES_MAX, i;

    heddle_result_free(result);
    if (err == 0 && schedule->sends_wait)
        err = try_buffers(explorer);
    for (i = 0; err == 0 && i < schedule->answers_count && tries > 0; i++)
        if (schedule->answers[i] != 0) {
            tries--;
            err = try_usual(explorer, i);
        }
    return err == 0 ? run_once(explorer, result) : err;
}

/* The job has failed: describes it, made as usual as it can be. */
static int end_with_failure(struct explorer *explorer, long number, struct heddle_result *result)
{
    explorer->is_over = true;
    explorer->extent.has_failed = true;
    if (shrink(explorer, result) != 0)
        return -1;
    return explorer->has_failed ? describe_failure(explorer, number, result)
                                : say_that_it_diverged(explorer, result);
}

/* Runs the usual schedule with standard sends that wait for their receives, which the standard
 * allows and programs that lean on buffers do not survive. */
static int run_with_waiting_sends(struct explorer *explorer, struct heddle_result *result)
{
    struct schedule *schedule = &explorer->explored.schedule;
    const struct schedule kept = *schedule;
    int err;

    heddle_result_free(result);
    *schedule = (struct schedule){
        .sends_wait = true, .values = kept.values, .sources = kept.sources};
    err = run_once(explorer, result);
    if (err == 0 && explorer->has_failed)
        err = end_with_failure(explorer, ++explorer->extent.number, result);
    else
        explorer->extent.number++;
    schedule_free(schedule);
    *schedule = kept;
    return err;
}

/* Goes on to the schedule that is to be run next; false: there is none. A run that was not
 * controlled cannot be varied; a random schedule does not depend on it. */
static bool prepare_next(struct explorer *explorer, const struct explore_order *order)
{
    struct explore_extent *extent = &explorer->extent;
    struct schedule *schedule = &explorer->explored.schedule;
    bool has_more = order->is_by_chance || (!extent->was_freed && !extent->has_too_many);

    if (order->is_by_chance) {
        schedule_draw(schedule, order->seed, extent->number);
    } else if (has_more) {
        schedule_end_run(schedule);
        if (schedule->bound != NULL)
            schedule_spread(schedule, order->most > extent->number
                                          ? order->most - extent->number
                                          : 1);
        has_more = schedule->bound != NULL ? schedule_next_list(schedule)
                                           : schedule_next(schedule);
        extent->has_dropped |= !has_more && explorer->bound.has_dropped;
    }
    schedule->is_followed = true;
    go_ahead(explorer, order->is_by_chance ? SCHEDULE_BY_CHANCE : SCHEDULE_BY_TREE, order);
    extent->has_reached_most = has_more && order->most > 0 && extent->number >= order->most;
    return has_more && !extent->has_reached_most;
}

/* Runs the job once. The result stays that of an earlier run if this one only repeats another. */
static int run_next(struct explorer *explorer, const struct explore_order *order,
                    struct heddle_result *result)
{
    struct schedule *schedule = &explorer->explored.schedule;
    struct explore_extent *extent = &explorer->extent;
    struct heddle_result next;

    if (run_once(explorer, &next) != 0)
        return -1;
    extent->has_too_many |= schedule->end.has_too_many;
    extent->was_freed |= schedule->end.was_freed && next.status == 0;
    if (schedule->end.is_redundant) {
        heddle_result_free(&next);
    } else {
        extent->number++;
        heddle_result_free(result);
        *result = next;
    }
    if (schedule->end.has_diverged)
        return say_that_it_diverged(explorer, result);
    extent->is_usual = explorer->has_failed && extent->number == 1;
    if (explorer->has_failed)
        return end_with_failure(explorer, extent->number, result);
    if (explorer->trial->passed != NULL)
        explorer->trial->passed(explorer->trial, extent->number, schedule);
    return extent->number == 1 && !schedule->end.is_redundant && order->most != 1
               ? run_with_waiting_sends(explorer, result)
               : 0;
}

/* ---- faults --------------------------------------------------------------------------------- */

static int end_with_fault(struct explorer *explorer, struct heddle_result *result)
{
    char text[80];

    explorer->is_over = explorer->extent.has_failed = true;
    if (result->status == 0)
        result->status = EXIT_FAILURE;
    if (result->text == NULL) {
        snprintf(text, sizeof text, "a call fails, and the job %s",
                 explorer->extent.verdict);
        result->text = memory_copy_text(text);
    }
    return describe_failure(explorer, explorer->extent.number, result);
}

/* Runs the job with the next call that fails. If there is none, it was the usual run once more. */
static int try_fault(struct explorer *explorer, const struct explore_order *order,
                     struct heddle_result *result)
{
    struct schedule *schedule = &explorer->explored.schedule;

    heddle_result_free(result);
    schedule->fault.at++;
    go_ahead(explorer, SCHEDULE_BY_FAULTS, order);
    if (run_once(explorer, result) != 0)
        return -1;
    if (schedule->end.has_diverged)
        return say_that_it_diverged(explorer, result);
    if (schedule->fault.name == NULL) {
        explorer->is_over = true;
        return explorer->has_failed ? say_that_it_diverged(explorer, result) : 0;
    }
    explorer->extent.number++;
    explorer->extent.verdict = judge(explorer, result);
    return explorer->extent.verdict != NULL ? end_with_fault(explorer, result) : 0;
}

/* Lets each call that can fail do so in one run, all of them under the usual schedule. */
static int explore_faults(struct explorer *explorer, const struct explore_order *order,
                          struct heddle_result *result)
{
    struct explore_extent *extent = &explorer->extent;
    int err = explore_read_answers(&explorer->explored.schedule, "");

    explorer->explored.schedule.is_followed = false;
    if (err == 0)
        err = run_once(explorer, result);
    extent->number = 1;
    extent->is_usual = true;
    extent->has_failed = err == 0 && explorer->has_failed;
    extent->was_freed = explorer->explored.schedule.end.was_freed;
    if (extent->has_failed)
        err = describe_failure(explorer, 1, result);
    while (err == 0 && !extent->has_failed && !explorer->is_over) {
        extent->is_usual = false;
        err = try_fault(explorer, order, result);
    }
    result->schedules = extent->number;
    result->has_all_schedules = err == 0 && result->status == 0 && !extent->was_freed;
    return err;
}

/* ---- the whole ------------------------------------------------------------------------------ */

bool explore_has_tried_all(const struct explore_extent *extent)
{
    return !extent->has_reached_most && !extent->was_freed && !extent->has_too_many &&
           !extent->has_dropped && extent->uncontrolled == 0 && extent->sources.count == 0;
}

/* Explores until a schedule fails, or all that are wanted have been run. */
static int explore(struct explorer *explorer, const struct explore_order *order,
                   struct heddle_result *result)
{
    *result = (struct heddle_result){0};
    if (order->most > 0 && !order->is_by_chance)
        explorer->explored.schedule.bound = &explorer->bound;
    do {
        if (run_next(explorer, order, result) != 0)
            return -1;
    } while (!explorer->is_over && prepare_next(explorer, order));
    result->schedules = explorer->extent.number;
    result->has_all_schedules =
        !explorer->is_over && !order->is_by_chance && explore_has_tried_all(&explorer->extent);
    return 0;
}

static int say_that_no_call_failed(struct explorer *explorer, struct heddle_result *result)
{
    const struct schedule_fault *fault = &explorer->explored.schedule.fault;
    char text[160];

    snprintf(text, sizeof text,
             "HEDDLE_REPLAY lets call %d fail, but the job makes only %d calls that can fail: it "
             "is not the job that was explored",
             fault->at, fault->calls);
    explorer->extent.has_failed = false; /* the text is the report, not how the job has ended */
    memory_give(result->text);
    result->status = EXIT_FAILURE;
    result->text = memory_copy_text(text);
    return result->text != NULL ? 0 : note(-1, "no memory to repeat a schedule");
}

/* Runs the one schedule that the text describes. */
static int replay(struct explorer *explorer, const char *text, struct heddle_result *result)
{
    const struct schedule_fault *fault = &explorer->explored.schedule.fault;
    int err = explore_read_answers(&explorer->explored.schedule, text);

    if (err == 0)
        err = run_once(explorer, result);
    explorer->extent = (struct explore_extent){
        .number = 1, .has_failed = explorer->has_failed, .is_usual = true};
    if (err == 0 && fault->at > 0 && fault->name == NULL)
        return say_that_no_call_failed(explorer, result);
    if (err == 0 && fault->name != NULL)
        explorer->extent.verdict = judge(explorer, result);
    if (err == 0 && explorer->extent.verdict != NULL)
        err = end_with_fault(explorer, result);
    else if (err == 0 && explorer->has_failed)
        err = describe_failure(explorer, 1, result);
    if (err == 0)
        result->schedules = 1;
    return err;
}

int explore_run(struct trial *trial, const struct explore_order *order,
                struct heddle_result *result, struct explore_extent *extent)
{
    struct explorer *explorer = memory_take_zeroed(sizeof *explorer);
    const char *text = explore_find_replay(trial->name);
    int err;

    if (explorer == NULL)
        return note(-1, "no memory to explore the schedules of a job");
    explored_init(&explorer->explored);
    explorer->trial = trial;
    if (text != NULL)
        err = replay(explorer, text, result);
    else
        err = order->is_of_faults ? explore_faults(explorer, order, result)
                                  : explore(explorer, order, result);
    *extent = explorer->extent;
    explored_fini(&explorer->explored);
    schedule_free_bound(&explorer->bound);
    memory_give(explorer);
    return err;
}
