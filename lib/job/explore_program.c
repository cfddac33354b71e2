/* SPDX-License-Identifier: MIT */
#include "job/explore_program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/cpu.h"
#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "job/explore.h"
#include "job/job.h"
#include "job/lanes.h"
#include "job/schedule_reach.h"
#include "job/uncontrolled.h"

enum { PROGRESS_NS = 500000000, COPY_BYTES = 1 << 16 };

struct program_trial {
    struct trial trial;
    int (*run)(struct explored *explored, void *argument);
    void *argument;
    long runs;          /* that have been asked for */
    off_t input;        /* where the standard input stood at first; -1: it is no file */
    struct lanes lanes;
    struct lane *latest; /* of the run that was asked for last; NULL: none yet */
    uint64_t reported_ns; /* when a line about progress was written */
    bool shows_progress;
};

/* ---- one run -------------------------------------------------------------------------------- */

/* A process whose two outputs are one keeps their order. */
static bool are_one(void)
{
    struct stat out, err;

    return fstat(STDOUT_FILENO, &out) == 0 && fstat(STDERR_FILENO, &err) == 0 &&
           out.st_dev == err.st_dev && out.st_ino == err.st_ino;
}

/* The place in a file is that of all processes that share it. */
static bool open_input(const struct program_trial *program)
{
    const bool is_file = program->input >= 0;
    int own = open(is_file ? "/proc/self/fd/0" : "/dev/null", O_RDONLY | O_CLOEXEC);

    if (own < 0 && (!is_file || program->lanes.most > 1))
        return false;
    if (own > STDIN_FILENO) {
        dup2(own, STDIN_FILENO);
        close(own);
    }
    return !is_file || lseek(STDIN_FILENO, program->input, SEEK_SET) >= 0;
}

static void redirect(struct program_trial *program, const struct lane *lane)
{
    bool has_one = are_one();

    dup2(lane->outputs[0], STDOUT_FILENO);
    dup2(lane->outputs[has_one ? 0 : 1], STDERR_FILENO);
    lanes_leave(&program->lanes);
    if (!open_input(program)) {
        fprintf(stderr, "heddle: the standard input of a run cannot be opened: %s\n",
                strerror(errno));
        exit(EXIT_FAILURE);
    }
}

/* Runs the schedule in the lane. 0, or -1 with a note. */
static int start(struct program_trial *program, struct lane *lane, struct explored *explored,
                 const struct schedule *schedule)
{
    pid_t child = lane_fork(lane);

    if (child != 0)
        return child > 0 ? 0 : -1;
    explored->schedule = *schedule;
    explored->schedule.log = lane->log;
    if (program->runs > 1)
        redirect(program, lane);
    else
        lanes_leave(&program->lanes);
    exit(program->run(explored, program->argument));
}

/* Starts the run, which has that turn, if it has not been started. False: there is no room. */
static bool start_ahead(struct program_trial *program, struct explored *explored,
                        const struct schedule *schedule, int turn)
{
    const uint64_t key = schedule_key(schedule);
    struct lane *lane = lanes_find(&program->lanes, key);

    if (lane != NULL)
        return true;
    lane = lanes_take(&program->lanes, key, turn);
    if (lane == NULL)
        return false;
    if (start(program, lane, explored, schedule) == 0)
        return true;
    lane_give(lane);
    return false;
}

/* Gives the run its turn, if it has been started. */
static bool set_turn(struct program_trial *program, struct explored *explored,
                     const struct schedule *schedule, int turn)
{
    struct lane *lane = lanes_find(&program->lanes, schedule_key(schedule));

    (void)explored;
    if (lane != NULL && lane->turn > turn)
        lane->turn = turn;
    return true;
}

/* Calls it for the runs that are likely to be asked for behind the one with that schedule, until it
 * returns false. */
static void look_ahead(struct program_trial *program, struct explored *explored,
                       bool (*visit)(struct program_trial *program, struct explored *explored,
                                     const struct schedule *schedule, int turn))
{
    struct schedule_ahead ahead = program->trial.ahead;
    struct schedule next;
    int turn = 1;

    if (!schedule_copy(&next, &explored->schedule))
        return;
    while (turn < program->lanes.room && schedule_go_ahead(&next, &ahead)) {
        schedule_begin_run(&next);
        if (!visit(program, explored, &next, turn++))
            break;
    }
    schedule_free(&next);
}

/* Lets the runs go on that are likely to be asked for, and no others. */
static void go_ahead(struct program_trial *program, struct explored *explored)
{
    if (program->trial.ahead.way == SCHEDULE_ALONE)
        return;
    look_ahead(program, explored, set_turn);
    lanes_end_unlikely(&program->lanes);
    look_ahead(program, explored, start_ahead);
}

/* Starts the run that is asked for once more, when nothing else can have used up the processes. */
static bool start_alone(struct program_trial *program, struct lane *lane,
                        struct explored *explored)
{
    if (program->trial.ahead.way == SCHEDULE_ALONE)
        return false;
    lanes_end_others(&program->lanes, lane);
    program->trial.ahead.way = SCHEDULE_ALONE;
    return start(program, lane, explored, &explored->schedule) == 0;
}

/* Starts the run that is asked for, if it has not been started. NULL: a note says why not. */
static struct lane *take_lane(struct program_trial *program, struct explored *explored)
{
    const uint64_t key = schedule_key(&explored->schedule);
    struct lane *lane;

    if (program->latest != NULL)
        lane_give(program->latest);
    program->latest = NULL;
    if (program->trial.ahead.way == SCHEDULE_ALONE)
        lanes_end_others(&program->lanes, NULL);
    lanes_forget_turns(&program->lanes);
    lane = lanes_find(&program->lanes, key);
    if (lane == NULL) {
        lane = lanes_take(&program->lanes, key, 0);
        if (start(program, lane, explored, &explored->schedule) != 0 &&
            !start_alone(program, lane, explored))
            return NULL;
    }
    lane->turn = 0;
    return lane;
}

static int run_trial(struct trial *trial, struct explored *explored, struct heddle_result *result)
{
    struct program_trial *program = container_of(trial, struct program_trial, trial);
    struct lane *lane;

    program->runs++;
    lane = take_lane(program, explored);
    if (lane == NULL)
        return -1;
    program->latest = lane;
    go_ahead(program, explored);
    trial->was_beside = trial->ahead.way != SCHEDULE_ALONE;
    lane_await(lane);
    *result = lane->result;
    schedule_repeat(&explored->schedule, lane->log);
    return 0;
}

/* Runs the program in this process. */
static int run_here(struct trial *trial, struct explored *explored, struct heddle_result *result)
{
    struct program_trial *program = container_of(trial, struct program_trial, trial);

    *result = (struct heddle_result){.status = program->run(explored, program->argument)};
    return 0;
}

/* ---- what the user sees --------------------------------------------------------------------- */

static void show_progress(struct trial *trial, long schedules, const struct schedule *latest)
{
    const struct schedule_reach reach = schedule_reach(latest);
    struct program_trial *program = container_of(trial, struct program_trial, trial);
    uint64_t now_ns = clock_ns();

    if (!program->shows_progress || now_ns - program->reported_ns < PROGRESS_NS)
        return;
    program->reported_ns = now_ns;
    fprintf(stderr, "\rheddle: %ld schedule%s; the latest has %d choices, %d with alternatives",
            schedules, schedules == 1 ? " passes" : "s pass", reach.depth, reach.branches);
    if (reach.left > 0)
        fprintf(stderr, "; %ld more to try so far", reach.left);
    fputs("\33[K", stderr);
}

static void copy_output(int from, FILE *to)
{
    char *bytes = memory_take(COPY_BYTES);
    ssize_t count;
    off_t at = 0;

    while (bytes != NULL && (count = pread(from, bytes, COPY_BYTES, at)) > 0) {
        fwrite(bytes, 1, (size_t)count, to);
        at += count;
    }
    fflush(to);
    memory_give(bytes);
}

static void describe_failure(const struct program_trial *program,
                             const struct heddle_result *result,
                             const struct explore_extent *extent)
{
    if (!extent->is_usual) {
        copy_output(program->latest->outputs[0], stdout);
        copy_output(program->latest->outputs[1], stderr);
    }
    if (extent->verdict != NULL)
        fprintf(stderr, "heddle: the program %s ", extent->verdict);
    else
        fprintf(stderr, "heddle: the program ends with status %d ", result->status);
    fprintf(stderr, "%s\n", result->faults != NULL ? result->faults : "");
}

static void describe_faults(const struct explore_extent *extent)
{
    long calls = extent->number - 1;

    if (calls == 0)
        fputs("heddle: the program has no call that can fail on purpose", stderr);
    else if (calls == 1)
        fputs("heddle: 1 call failed, and the program noticed", stderr);
    else
        fprintf(stderr,
                "heddle: %ld calls failed, one in each run, and each time the program noticed",
                calls);
    if (extent->was_freed)
        fputs("; ranks waited for something other than each other, such as a file or a spawned "
              "job, and ran freely from there on: no call failed then",
              stderr);
    fputs("\n", stderr);
}

static void describe_count(const struct explore_extent *extent)
{
    const bool are_all = explore_has_tried_all(extent);

    if (extent->number == 1)
        fprintf(stderr, "heddle: %s schedule passes", are_all ? "the only" : "1");
    else
        fprintf(stderr, "heddle: %s%ld schedules pass", are_all ? "all " : "", extent->number);
}

static void describe_success(const struct explore_extent *extent)
{
    describe_count(extent);
    if (extent->has_reached_most)
        fputs("; there are more (HEDDLE_EXPLORE)", stderr);
    if (extent->has_too_many)
        fprintf(stderr, "; %d or more things could happen next in one of them: there are more "
                        "schedules",
                SCHEDULE_EVENTS_MAX);
    if (extent->has_dropped)
        fputs("; there are more, which were not kept", stderr);
    if (extent->was_freed)
        fputs("; in some of them ranks waited for something other than each other, such as a file "
              "or a spawned job, and ran freely from there on: there may be more schedules",
              stderr);
    if (extent->stuck[0] != '\0')
        fprintf(stderr, "; %s", extent->stuck);
    if (extent->uncontrolled != 0) {
        fputs("; nothing controls the order of ", stderr);
        uncontrolled_describe(stderr, extent->uncontrolled);
        fputs(": there may be more schedules", stderr);
    }
    if (extent->sources.count > 0) {
        fputs("; not controlled: ", stderr);
        sources_describe(stderr, &extent->sources);
        fputs(": another run may go another way", stderr);
    }
    fputs("\n", stderr);
}

/* Returns the status of the program. */
static int describe(const struct program_trial *program, const struct heddle_result *result,
                    const struct explore_order *order, const struct explore_extent *extent)
{
    if (program->shows_progress && program->reported_ns != 0)
        fputs("\r\33[K", stderr);
    if (extent->has_failed) {
        describe_failure(program, result, extent);
        return result->status;
    }
    if (result->status != 0) {
        fprintf(stderr, "heddle: %s\n", result->text != NULL ? result->text : "no memory");
        return EXIT_FAILURE;
    }
    if (order->is_of_faults)
        describe_faults(extent);
    else
        describe_success(extent);
    return EXIT_SUCCESS;
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* Do runs write a report to one file? */
static bool have_one_report(void)
{
    const struct knob *knob;
    int i;

    for (i = 0; (knob = knob_at(i)) != NULL; i++)
        if (knob->is_file && *knob->text != NULL && knob->text != &knobs.record &&
            knob->text != &knobs.explore_picture)
            return true;
    return knobs.check != NULL && strchr(knobs.check, ':') != NULL;
}

static int count_lanes(const struct program_trial *program)
{
    const bool is_unreadable = program->input >= 0 && access("/proc/self/fd/0", R_OK) != 0;

    if (have_one_report() || is_unreadable)
        return 1;
    return knobs.explore_jobs > 0 ? (int)knobs.explore_jobs : cpu_count();
}

static int open_trial(struct program_trial *program)
{
    struct stat input;
    bool is_file = fstat(STDIN_FILENO, &input) == 0 && S_ISREG(input.st_mode);
    int most;

    program->input = is_file ? lseek(STDIN_FILENO, 0, SEEK_CUR) : -1;
    program->shows_progress = isatty(STDERR_FILENO) == 1;
    most = count_lanes(program);
    program->trial.may_go_ahead = most > 1;
    return lanes_open(&program->lanes, most);
}

static int explore(struct program_trial *program, const struct explore_order *order)
{
    struct heddle_result result = {0};
    struct explore_extent extent;
    int status;

    if (open_trial(program) != 0 ||
        explore_run(&program->trial, order, &result, &extent) != 0) {
        fprintf(stderr, "heddle: %s\n", note_text());
        lanes_close(&program->lanes);
        return EXIT_FAILURE;
    }
    status = describe(program, &result, order, &extent);
    lanes_close(&program->lanes);
    heddle_result_free(&result);
    return status;
}

/* Repeats one schedule in this process, as a debugger wants it. A run that an abort or a signal
 * ends takes the process with it. */
static int replay(struct program_trial *program)
{
    const struct explore_order none = {0};
    struct heddle_result result = {0};
    struct explore_extent extent;
    int status = EXIT_FAILURE;

    if (explore_run(&program->trial, &none, &result, &extent) != 0)
        fprintf(stderr, "heddle: %s\n", note_text());
    else if (extent.has_failed || result.text != NULL)
        status = describe(program, &result, &none, &extent);
    else
        status = result.status;
    heddle_result_free(&result);
    return status;
}

const char *explore_program_take_file(const char *title)
{
    const char *path = explore_find_replay(title) == NULL ? explore_find_replay_file() : NULL;

    if (path != NULL)
        unsetenv("HEDDLE_REPLAY"); /* the text stays in memory */
    return path;
}

void explore_program_check_record(const char *title)
{
    if (knobs.record == NULL)
        return;
    if (explore_find_replay_file() != NULL ||
        (title != NULL && explore_find_replay(title) != NULL))
        fputs("heddle: HEDDLE_RECORD: a run that HEDDLE_REPLAY repeats is not recorded\n", stderr);
    else if (knobs.explore != NULL)
        fputs("heddle: HEDDLE_RECORD: runs of an exploration are not recorded\n", stderr);
}

bool explore_program_is_wanted(const char *title)
{
    return knobs.explore != NULL || explore_find_replay(title) != NULL;
}

int explore_program(const char *title, int (*run)(struct explored *explored, void *argument),
                    void *argument)
{
    struct program_trial program = {
        .trial = {.name = title, .run = run_trial, .passed = show_progress},
        .run = run,
        .argument = argument,
    };
    struct explore_order order;

    if (explore_find_replay(title) != NULL) {
        program.trial.run = run_here;
        return replay(&program);
    }
    if (!explore_read(knobs.explore, &order)) {
        fprintf(stderr,
                "heddle: HEDDLE_EXPLORE: \"%s\" is " EXPLORE_NO_ORDER "\n",
                knobs.explore);
        return EXIT_FAILURE;
    }
    return explore(&program, &order);
}
