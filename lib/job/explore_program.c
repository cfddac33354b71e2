/* SPDX-License-Identifier: MIT */
#include "job/explore_program.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "job/explore.h"
#include "job/job.h"
#include "job/uncontrolled.h"

enum { PROGRESS_NS = 500000000, COPY_BYTES = 1 << 16 };

struct program_trial {
    struct trial trial;
    int (*run)(struct explored *explored, void *argument);
    void *argument;
    long runs;         /* that have begun */
    off_t input;       /* where the standard input stood at first; -1: it is no file */
    int outputs[2];    /* files without names: what the latest run has written to 1 and 2 */
    uint64_t told_ns;  /* when a line about progress was written */
    bool shows_progress;
};

/* ---- one run -------------------------------------------------------------------------------- */

static int empty_outputs(struct program_trial *program)
{
    int i;

    for (i = 0; i < 2; i++)
        if (ftruncate(program->outputs[i], 0) != 0 || lseek(program->outputs[i], 0, SEEK_SET) != 0)
            return note(-1, "the output of a run cannot be kept: %s", strerror(errno));
    return 0;
}

/* A process whose two outputs are one keeps their order. */
static bool are_one(void)
{
    struct stat out, err;

    return fstat(STDOUT_FILENO, &out) == 0 && fstat(STDERR_FILENO, &err) == 0 &&
           out.st_dev == err.st_dev && out.st_ino == err.st_ino;
}

static void redirect(const struct program_trial *program)
{
    bool has_one = are_one();

    dup2(program->outputs[0], STDOUT_FILENO);
    dup2(program->outputs[has_one ? 0 : 1], STDERR_FILENO);
    if (program->input >= 0)
        lseek(STDIN_FILENO, program->input, SEEK_SET);
}

/* The child is killed when its parent ends, however that happens. */
static _Noreturn void run_child(struct program_trial *program, struct explored *explored,
                                pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAILURE);
    if (program->runs > 1)
        redirect(program);
    exit(program->run(explored, program->argument));
}

static struct heddle_result await(pid_t child)
{
    int state;

    while (waitpid(child, &state, 0) < 0)
        if (errno != EINTR)
            return (struct heddle_result){.status = EXIT_FAILURE};
    if (!WIFSIGNALED(state))
        return (struct heddle_result){.status = WEXITSTATUS(state)};
    return (struct heddle_result){.status = STATUS_OF_SIGNALS + WTERMSIG(state),
                                  .signal = WTERMSIG(state)};
}

static int run_trial(struct trial *trial, struct explored *explored, struct heddle_result *result)
{
    struct program_trial *program = container_of(trial, struct program_trial, trial);
    pid_t parent = getpid(), child;

    if (empty_outputs(program) != 0)
        return -1;
    schedule_log_clear(trial->log);
    program->runs++;
    fflush(NULL);
    child = memory_fails() ? (errno = EAGAIN, -1) : fork();
    if (child < 0)
        return note(-1, "no process for a run: %s", strerror(errno));
    if (child == 0)
        run_child(program, explored, parent);
    *result = await(child);
    schedule_repeat(&explored->schedule, trial->log);
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

static void show_progress(struct trial *trial, long schedules)
{
    struct program_trial *program = container_of(trial, struct program_trial, trial);
    uint64_t now_ns = clock_ns();

    if (!program->shows_progress || now_ns - program->told_ns < PROGRESS_NS)
        return;
    program->told_ns = now_ns;
    fprintf(stderr, "\rheddle: %ld schedules pass", schedules);
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
        copy_output(program->outputs[0], stdout);
        copy_output(program->outputs[1], stderr);
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

static void describe_success(const struct explore_extent *extent)
{
    fprintf(stderr, "heddle: %s%ld schedules pass",
            explore_has_tried_all(extent) ? "all " : "", extent->number);
    if (extent->has_reached_most)
        fputs("; there are more (HEDDLE_EXPLORE)", stderr);
    if (extent->has_too_many)
        fprintf(stderr, "; %d or more things could happen next in one of them: there are more "
                        "schedules",
                SCHEDULE_EVENTS_MAX);
    if (extent->was_freed)
        fputs("; in some of them ranks waited for something other than each other, such as a file "
              "or a spawned job, and ran freely from there on: there may be more schedules",
              stderr);
    if (extent->uncontrolled != 0) {
        fputs("; nothing controls the order of ", stderr);
        uncontrolled_describe(stderr, extent->uncontrolled);
        fputs(": there may be more schedules", stderr);
    }
    fputs("\n", stderr);
}

/* Returns the status of the program. */
static int describe(const struct program_trial *program, const struct heddle_result *result,
                    const struct explore_order *order, const struct explore_extent *extent)
{
    if (program->shows_progress && program->told_ns != 0)
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

static int open_trial(struct program_trial *program)
{
    struct stat input;
    bool is_file = fstat(STDIN_FILENO, &input) == 0 && S_ISREG(input.st_mode);

    program->input = is_file ? lseek(STDIN_FILENO, 0, SEEK_CUR) : -1;
    program->outputs[0] = memfd_create("output", MFD_CLOEXEC);
    program->outputs[1] = memfd_create("errors", MFD_CLOEXEC);
    program->trial.log = schedule_log_create();
    program->shows_progress = isatty(STDERR_FILENO) == 1;
    if (program->outputs[0] < 0 || program->outputs[1] < 0 || program->trial.log == NULL)
        return note(-1, "the schedules of the program cannot be explored: no memory");
    return 0;
}

static void close_trial(struct program_trial *program)
{
    close(program->outputs[0]);
    close(program->outputs[1]);
    schedule_log_destroy(program->trial.log);
}

static int explore(struct program_trial *program, const struct explore_order *order)
{
    struct heddle_result result = {0};
    struct explore_extent extent;
    int status;

    if (open_trial(program) != 0 ||
        explore_run(&program->trial, order, &result, &extent) != 0) {
        fprintf(stderr, "heddle: %s\n", note_text());
        close_trial(program);
        return EXIT_FAILURE;
    }
    status = describe(program, &result, order, &extent);
    close_trial(program);
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
