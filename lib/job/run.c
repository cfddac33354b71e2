/* SPDX-License-Identifier: MIT */
/* heddle_run: a whole job inside a program that goes on after it.
 *
 * The calling thread makes a world, starts its ranks in slots of their own, joins them and destroys
 * the world. If the job ends early, its ranks are unwound: they leave their stacks by longjmp as
 * soon as they are in MPI. A rank that never enters MPI is left behind with its world, whose memory
 * and slots are then not used again. */
#include "job/run.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/environment/init.h"
#include "api/generated/process.h"
#include "base/call.h"
#include "base/knob.h"
#include "base/memory.h"
#include "base/must.h"
#include "base/note.h"
#include "base/place.h"
#include "check/buffers.h"
#include "comm/context.h"
#include "image/guest/guest.h"
#include "image/image.h"
#include "job/activity.h"
#include "job/crash.h"
#include "job/environment.h"
#include "job/explore.h"
#include "job/explore_program.h"
#include "job/explored.h"
#include "job/faults.h"
#include "job/job.h"
#include "job/journals.h"
#include "job/recorded.h"
#include "job/spawn.h"
#include "job/stacks.h"
#include "job/summarized.h"
#include "job/threads.h"
#include "object/object.h"
#include "rank/abort.h"
#include "rank/name.h"
#include "rank/observe/counters.h"
#include "rank/worlds/ending.h"
#include "timeline/timeline.h"

/* A timeout longer than a year counts as none. */
enum { FAIL_TEXT_BYTES = 1800, FAIL_PLACE_BYTES = 256, TIMEOUT_MAX_S = 366 * 24 * 3600 };

/* After a timeout, ranks have a tenth of it to enter MPI, within these bounds. */
static const uint64_t grace_least_ns = 50000000, grace_most_ns = 5000000000;

static struct user_run *run_of(const struct world *world)
{
    return world->options.argument;
}

static void init_process(void)
{
    knob_read_environment(environ);
    explore_check_knob();
    explore_program_check_record(NULL);
    crash_install();
    stacks_install();
}

/* ---- in the rank's thread ---------------------------------------------------------------- */

/* The name marks the end of the user's frames in backtraces. */
static __attribute__((noinline)) int run_user_function(const struct user_run *run)
{
    char *argument = run->argument;
    int status;

    if (argument != NULL)
        argument += run->options.argument_stride * (size_t)heddle_rank();
    status = run->function(argument);

    __asm__ volatile(""); /* no tail call: this frame stays */
    return status;
}

static int run_with_init(struct rank *self, const struct user_run *run)
{
    static const struct call call = {.name = "heddle_run"};
    struct faults faults;
    int provided, status;

    (void)api_init_thread(&call, NULL, NULL, run->options.thread_level, &provided);
    faults_begin(&faults, self, &run->options.faults);
    status = run_user_function(run);
    store_relaxed(&self->has_returned, true);
    faults_end(self, &run->options.faults);
    if (self->phase == RANK_ACTIVE)
        (void)api_finalize(&call);
    return status;
}

/* The main of another program, which a rank of the job has spawned. */
static __attribute__((noinline)) int run_user_main(struct rank *self, const struct guest *guest)
{
    int status = guest->program->main(self->argc, self->argv, self->environment);

    __asm__ volatile(""); /* no tail call: this frame stays */
    return status;
}

static int run_rank(struct rank *self, void *argument)
{
    alignas(16) char signal_stack[CRASH_STACK_BYTES];
    const struct user_run *run = argument;
    const struct guest *guest = image_guest(self->slot);

    crash_use_stack(signal_stack);
    if (guest != NULL)
        return run_user_main(self, guest);
    return run->options.leaves_init ? run_user_function(run) : run_with_init(self, run);
}

static void prepare_rank(struct rank *self, void *argument)
{
    (void)argument;
    if (offspring_of(self->world) != NULL)
        family_await_release(self);
}

/* ---- in the thread that runs the job ----------------------------------------------------- */

static int give_environments(struct world *world)
{
    static const struct plan_part no_part = {0};
    struct environment *common = environment_create(environ, &no_part);
    bool has_all = common != NULL;
    int i;

    for (i = 0; i < world->size && has_all; i++) {
        world->ranks[i].environment = environment_make(common, i, world->size);
        has_all = world->ranks[i].environment != NULL;
    }
    environment_destroy(common);
    return has_all ? 0 : note(-1, "no memory for the environments of a job");
}

static const char *name_of_run(const struct heddle_options *options)
{
    return options->name != NULL ? options->name : "heddle";
}

static int prepare_run(struct world *world)
{
    int i;

    if (init_world(world) != 0)
        return -1;
    if (!recorded_prepare(world))
        return note(-1, "no memory for what a job's ranks record");
    if (run_of(world)->explored != NULL && !explored_prepare(run_of(world)->explored, world))
        return note(-1, "no memory for the turns of a job's ranks");
    if (run_of(world)->explored == NULL &&
        journals_begin(world, name_of_run(&run_of(world)->options), explore_find_replay_file(),
                       false) != 0)
        return -1;
    if (run_of(world)->options.wants_summary && timeline_begin(world, 0, true) != 0)
        return -1;
    for (i = 0; i < world->size; i++) {
        struct rank *rank = &world->ranks[i];

        rank->argc = 1;
        rank->argv = run_of(world)->argv;
        if (run_of(world)->options.has_no_counters)
            continue;
        if (!counters_begin(rank))
            return note(-1, "no memory for rank %d", i);
    }
    return give_environments(world);
}

/* Frees the job. Its heap frees what the job has not given back. */
static void drop_world(const struct world_options *options, struct world *world)
{
    struct heap *before = memory_use(options->heap);
    int i;

    for (i = 0; i < options->ranks; i++)
        image_empty(options->first_slot + i);
    image_release(options->first_slot, options->ranks);
    if (world != NULL) {
        timeline_end(world);
        context_forget_groups(world);
        store_destroy(world->store);
    }
    world_destroy(world);
    memory_use(before);
    heap_destroy(options->heap);
}

static struct world *make_world(struct world_options *options, const struct user_run *given)
{
    struct heap *before = memory_use(options->heap);
    struct user_run *run = memory_take(sizeof *run);
    struct world *world = NULL;
    bool is_made = false;

    if (run != NULL) {
        *run = *given;
        options->argument = run;
        is_made = world_create(options, &world) == 0 && prepare_run(world) == 0;
    } else {
        note(-1, "no memory for a job");
    }
    memory_use(before);
    if (is_made)
        return world;
    drop_world(options, world);
    return NULL;
}

/* Waits for the ranks, and aborts the job on a timeout. Returns true if all ranks have ended. */
static bool await_world(struct world *world)
{
    double own = run_of(world)->options.timeout;
    double timeout = own > 0 ? own : (double)knobs.timeout;
    uint64_t timeout_ns =
        timeout > 0 && timeout < TIMEOUT_MAX_S ? (uint64_t)(timeout * 1e9) : PARK_FOREVER;
    struct heap *before;
    uint64_t grace_ns;
    int ranks, running;

    if (world_join(world, timeout_ns))
        return true;
    family_count(world, &ranks, &running);
    before = memory_use(world->options.heap);
    activity_report(world);
    memory_use(before);
    world_abort_hung(world, STATUS_TIMED_OUT,
                     "the job has not ended within its %g seconds: %d of %d ranks still run",
                     timeout, running, ranks);
    family_abort(world);
    grace_ns = timeout_ns / 10;
    if (grace_ns > grace_most_ns)
        grace_ns = grace_most_ns;
    return world_join(world, grace_ns > grace_least_ns ? grace_ns : grace_least_ns);
}

/* Adds to the result where the choices of a job that has failed are. False: no memory. */
static bool tell_journals(const struct world *world, struct heddle_result *result)
{
    const struct heddle_options *options = &run_of(world)->options;
    bool has_failed = result->status != 0 || (options->explore_fails != NULL &&
                                              options->explore_fails());
    char *lines;
    size_t bytes;
    FILE *out;
    bool is_explained = true;

    if (!journals_are_kept(world))
        return true;
    out = memory_open_stream(&lines, &bytes);
    if (out == NULL)
        return false;
    journals_tell(world, has_failed, out, "");
    fclose(out);
    if (bytes > 0) {
        lines[bytes - 1] = '\0'; /* the end of the last line */
        is_explained = result_explain(result, lines);
    }
    memory_give(memory_take_over(lines));
    return is_explained;
}

static int run_world(struct world *world, struct heddle_result *result)
{
    const struct world_options options = world->options;
    const struct heddle_options forbidden = run_of(world)->options;
    bool is_over, is_described, is_alone, is_gone;

    /* A job that cannot start is aborted, so the result describes it. */
    (void)world_start(world);
    is_over = await_world(world);
    is_alone = is_over && threads_await(world);
    if (!is_over)
        family_leave(world);
    is_gone = ending_await(world, is_alone ? WORLD_ENDED : WORLD_LEFT);
    explored_note_abort(world);
    is_described = result_fill(result, world, is_over);
    if (is_described && explored_relies_on_buffers(world))
        result_forbid_reliance(result);
    if (is_described && forbidden.forbids_findings)
        result_forbid_findings(result);
    if (is_described && (forbidden.forbids_leaks || forbidden.forbids_findings))
        result_forbid_leaks(result);
    if (is_described && forbidden.wants_summary)
        summarized_take(result, world);
    if (is_described)
        faults_tell(&run_of(world)->options.faults, world, result);
    if (is_described && is_over && !is_alone)
        threads_blame(world, result);
    if (is_described && is_over && recorded_take(result, world) != 0) {
        heddle_result_free(result);
        is_described = false;
    }
    if (is_described)
        is_described = tell_journals(world, result);
    if (is_gone && ending_await(world, WORLD_REPORTED))
        drop_world(&options, world);
    return is_described ? 0 : note(-1, "no memory for the result of a job");
}

static int choose_watch(const struct user_run *run)
{
    static const int watches[] = {
        [HEDDLE_BUFFERS_ARE_AN_ERROR] = BUFFERS_ARE_AN_ERROR,
        [HEDDLE_BUFFERS_ARE_TOLD] = BUFFERS_ARE_REPORTED,
        [HEDDLE_BUFFERS_PASS] = BUFFERS_PASS,
    };

    return knobs.buffers != BUFFERS_AS_THE_JOB_IS ? (int)knobs.buffers
                                                  : watches[run->options.buffers];
}

int run_job(int ranks, const struct user_run *run, struct heddle_result *result)
{
    struct world_options options = {
        .ranks = ranks,
        .stack_bytes = run->options.stack_bytes,
        .heap = heap_create(),
        .finds_leaks = 1,
        .watches_buffers = choose_watch(run),
        .diverts = buffers_are_to_be_diverted(),
        .survives_faults = run->options.survives_faults != 0,
        .has_images = true,
        .prepare = prepare_rank,
        .main = run_rank,
        .before_crash = journals_tell_crash,
        .spawn = offspring_make,
        .tell = offspring_tell,
        .drop = offspring_drop,
    };
    struct world *world;

    if (options.heap == NULL)
        return note(-1, "no memory for a job");
    options.first_slot = image_reserve(ranks);
    if (options.first_slot < 0) {
        heap_destroy(options.heap);
        return -1;
    }
    world = make_world(&options, run);
    return world != NULL ? run_world(world, result) : -1;
}

static int run_as_asked(int ranks, struct user_run *run, struct heddle_result *result)
{
    return explore_is_wanted(&run->options) ? explore_job(ranks, run, result)
                                            : run_job(ranks, run, result);
}

static int check(const struct heddle_options *options, int ranks, heddle_function *function)
{
    if (rank_self() != NULL)
        return note(-1, "heddle_run was called by rank %d: a rank cannot start a job",
                    rank_self()->world_rank);
    if (ranks < 1 || ranks >= IMAGE_SLOTS_MAX)
        return note(-1, "ranks %d is outside 1..%d", ranks, IMAGE_SLOTS_MAX - 1);
    if (function == NULL)
        return note(-1, "function is NULL");
    if (!(options->timeout >= 0))
        return note(-1, "timeout %g is negative or not a number", options->timeout);
    if (!init_is_thread_level(options->thread_level))
        return note(-1, "thread_level %d is none of MPI_THREAD_...", options->thread_level);
    if (options->buffers < HEDDLE_BUFFERS_ARE_AN_ERROR || options->buffers > HEDDLE_BUFFERS_PASS)
        return note(-1, "buffers %d is none of HEDDLE_BUFFERS_...", options->buffers);
    if (options->faults.rank < HEDDLE_EVERY_RANK || options->faults.rank >= ranks)
        return note(-1, "faults.rank %d is neither HEDDLE_EVERY_RANK nor one of the %d ranks",
                    options->faults.rank, ranks);
    if (options->leaves_init && (options->faults.memory != 0 || options->faults.order != 0))
        return note(-1, "faults begin after MPI_Init, which leaves_init leaves to the function");
    return explore_check(options);
}

/* Reads options of another heddle.h. An earlier header has fewer; what a later header adds must be
 * zero. */
static int read_options(const void *given, size_t bytes, struct heddle_options *options)
{
    const char *more = (const char *)given + sizeof *options;
    size_t i;

    *options = (struct heddle_options){0};
    if (given == NULL)
        return 0;
    memcpy(options, given, bytes < sizeof *options ? bytes : sizeof *options);
    for (i = 0; sizeof *options + i < bytes; i++)
        if (more[i] != 0)
            return note(-1, "an option of a later heddle.h is set that this library does not know");
    return 0;
}

__attribute__((visibility("default")))
int heddle_run_sized(const struct heddle_options *options, size_t options_bytes, int ranks,
                     heddle_function *function, void *argument, struct heddle_result *result,
                     size_t result_bytes, size_t rank_result_bytes)
{
    static pthread_once_t process_is_ready = PTHREAD_ONCE_INIT;
    struct user_run run = {.function = function,
                           .argument = argument,
                           .argv = {program_invocation_name, NULL}};
    struct heddle_result own;
    int status;

    pthread_once(&process_is_ready, init_process);
    if (read_options(options, options_bytes, &run.options) != 0 ||
        check(&run.options, ranks, function) != 0 || run_as_asked(ranks, &run, &own) != 0)
        result_refuse(&own);
    status = own.status;
    if (result != NULL) {
        result_hand_over(&own, result, result_bytes, rank_result_bytes);
    } else {
        result_print(&own, run.options.name != NULL ? run.options.name : "heddle");
        heddle_result_free(&own);
    }
    return status;
}

/* ---- for the functions of ranks ---------------------------------------------------------- */

__attribute__((visibility("default"))) int heddle_rank(void)
{
    return rank_self() != NULL ? rank_self()->world_rank : -1;
}

__attribute__((visibility("default"))) struct heddle_counters heddle_sent(void)
{
    return rank_self() != NULL ? counters_of(rank_self()) : (struct heddle_counters){0};
}

__attribute__((visibility("default")))
void heddle_fail(const char *file, int line, const char *format, ...)
{
    char text[FAIL_TEXT_BYTES];
    char place[FAIL_PLACE_BYTES] = "";
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (file != NULL)
        snprintf(place, sizeof place, "%s:%d: ", file, line);
    if (rank_is_in_its_process(rank_self()))
        world_abort(rank_self()->world, EXIT_FAILURE, "%s: %s%s",
                    rank_name(rank_self()).text, place, text);
    fprintf(stderr, "%s%s\n", place, text);
    abort();
}

__attribute__((visibility("default")))
const char *heddle_place(const void *address, char *text, size_t bytes)
{
    struct places *places = places_open();
    char place[PLACE_TEXT_BYTES];

    snprintf(text, bytes, "%s", place_describe(places, address, place));
    places_close(places);
    return text;
}

__attribute__((visibility("default")))
void heddle_expect_range_(const char *file, int line, const char *what, uint64_t sent,
                          uint64_t least, uint64_t most)
{
    if (rank_self() != NULL && !counters_are_kept(rank_self()))
        heddle_fail(file, line, "nothing is counted: the job has the option has_no_counters");
    if (sent < least || sent > most)
        heddle_fail(file, line, "%llu %s, expected %llu to %llu", (unsigned long long)sent, what,
                    (unsigned long long)least, (unsigned long long)most);
}
