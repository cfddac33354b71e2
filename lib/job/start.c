/* SPDX-License-Identifier: MIT */
/* Starts the process's job: from the process's main to the ranks' mains and back.
 *
 * The start object that mpicc links calls heddle_main in place of main. heddle_main reads the plan,
 * makes a world, runs the program's main once for each rank and returns the job's exit status. A
 * program that is linked without it is started by start_without_wrapper (libc_start.c). */
#include "job/start.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/environment/init.h"
#include "base/container.h"
#include "base/knob.h"
#include "base/machine.h"
#include "base/memory.h"
#include "base/note.h"
#include "base/sanitizer.h"
#include "base/tsan.h"
#include "check/buffers.h"
#include "check/contents.h"
#include "check/leaks.h"
#include "image/guest/guest.h"
#include "image/image.h"
#include "image/module/objects.h"
#include "image/whole/valgrind_file.h"
#include "job/activity.h"
#include "job/bindings.h"
#include "job/crash.h"
#include "job/environment.h"
#include "job/explore_program.h"
#include "job/explored.h"
#include "job/job.h"
#include "job/journals.h"
#include "job/shared.h"
#include "job/spawn.h"
#include "job/stacks.h"
#include "job/verdict.h"
#include "job/views.h"
#include "libc/directory.h"
#include "rank/abort.h"
#include "rank/name.h"
#include "rank/worlds/ending.h"

static struct job *job_of(const struct world *world)
{
    return world->options.argument;
}

static uint64_t tick(struct world *world)
{
    return progress_tick(&job_of(world)->progress, world);
}

/* The ranks may go on meanwhile, and the views have what they have done until then. */
static void answer(struct world *world, int number)
{
    if (number == SIGTERM) {
        views_write_timeline(job_of(world)->title);
        views_tell();
    }
    progress_tell(&job_of(world)->progress, world);
    activity_answer(world, number);
}

static void before_crash(struct world *world)
{
    output_flush(&job_of(world)->output);
    journals_tell_crash(world);
}

/* Prints the abort's sentence last, after the report. */
void job_end_process(struct world *world)
{
    int status = world->abort.status & STATUS_MASK;

    explored_note_abort(world);
    verdict_keep_abort(world);
    progress_end(&job_of(world)->progress);
    views_write(world, job_of(world)->title);
    output_flush(&job_of(world)->output);
    rank_current = NULL; /* what follows is the job's, not a rank's, and _exit ends the process */
    if (world->abort.report != NULL)
        fputs(world->abort.report, stderr);
    fprintf(stderr, "%s\n", world->abort.text);
    verdict_tell(world, status);
    journals_tell(world, true, stderr, "heddle: ");
    views_tell();
    output_flush(&job_of(world)->output);
    if (status == 0 && world->abort.status != 0)
        status = EXIT_FAILURE;
    valgrind_files_remove();
    _exit(status);
}

static const struct plan_part *part_of_rank(const struct plan *plan, int rank)
{
    const struct plan_part *part = plan->part;

    while (rank >= part->ranks)
        rank -= part++->ranks;
    return part;
}

static void enter_directory(const struct rank *self, const char *directory)
{
    bool has_own = directory_make_own(self) == 0;

    if (directory == NULL || (has_own && chdir(directory) == 0))
        return;
    world_abort(self->world, EXIT_FAILURE, "%s cannot work in directory %s: %s",
                rank_name(self).text, directory, strerror(errno));
}

/* The name marks the end of the user's frames in backtraces. */
static __attribute__((noinline)) int run_user_main(struct rank *self, void *argument)
{
    const struct job *job = argument;
    const struct guest *guest = image_guest(self->slot);
    heddle_user_main *user_main = guest != NULL ? guest->program->main : job->user_main;
    heddle_user_main *own_main =
        (heddle_user_main *)image_function(self->slot, (void *)(uintptr_t)user_main);
    int status = own_main(self->argc, self->argv, self->environment);

    __asm__ volatile(""); /* no tail call: this frame stays */
    return status & STATUS_MASK;
}

static void bind(const struct rank *self)
{
    const struct machine *machine = self->world->machine;

    if (machine != NULL && machine_bind(machine, self->core) != 0)
        fprintf(stderr, "heddle: %s is not bound: %s\n", rank_name(self).text, note_text());
}

static const char *directory_of(const struct rank *self, const struct job *job)
{
    return offspring_of(self->world) != NULL ? offspring_part(self)->wdir
                                             : part_of_rank(&job->plan, self->world_rank)->wdir;
}

static void prepare_rank(struct rank *self, void *argument)
{
    struct job *job = argument;

    if (offspring_of(self->world) != NULL)
        family_await_release(self);
    bind(self);
    enter_directory(self, directory_of(self, job));
    if (input_give(&job->input, input_end_of(self), self) != 0)
        world_abort(self->world, EXIT_FAILURE, "%s", note_text());
}

static int run_rank(struct rank *self, void *argument)
{
    alignas(16) char signal_stack[CRASH_STACK_BYTES];

    crash_use_stack(signal_stack);
    return run_user_main(self, argument);
}

static int give_arguments(struct world *world, const struct plan *plan)
{
    int i;

    for (i = 0; i < world->size; i++) {
        const struct plan_part *part = part_of_rank(plan, i);

        world->ranks[i].appnum = (int)(part - plan->part);
        world->ranks[i].argc = part->argc;
        world->ranks[i].argv = arguments_copy(part->argc, part->argv);
        if (world->ranks[i].argv == NULL)
            return note(-1, "no memory for the arguments of rank %d", i);
    }
    return 0;
}

static int give_environments_of_part(struct world *world, const struct plan_part *part, int first)
{
    struct environment *common = environment_create(environ, part);
    bool has_all = common != NULL;
    int i;

    for (i = first; i < first + part->ranks && has_all; i++) {
        world->ranks[i].environment = environment_make(common, i, world->size);
        has_all = world->ranks[i].environment != NULL;
    }
    environment_destroy(common);
    return has_all ? 0 : note(-1, "no memory for the environment of rank %d", i);
}

static int give_environments(struct world *world, const struct plan *plan)
{
    const struct plan_part *part = plan->part;
    int first;

    for (first = 0; first < world->size; first += part++->ranks) {
        if (part->env_count > 0 && !image_has_environments())
            return note(-1, "%s: the ranks share one environment, for the program was compiled "
                            "without private globals", part->env[0]);
        if (give_environments_of_part(world, part, first) != 0)
            return -1;
    }
    return 0;
}

/* Assigns cores in order, so that successive ranks share most. If ranks outnumber the cores,
 * successive ranks share a core. */
static void choose_cores(struct world *world, struct job *job)
{
    if (knobs.bind == 0)
        return;
    job->machine = machine_read((enum machine_unit)knobs.bind);
    world->machine = job->machine;
    if (world->machine == NULL)
        fprintf(stderr, "heddle: ranks are not bound: %s\n", note_text());
    for (int i = 0; world->machine != NULL && i < world->size; i++)
        world->ranks[i].core = world->size <= world->machine->core_count
                                   ? i
                                   : (int)((int64_t)i * world->machine->core_count / world->size);
}

/* Opens the programs, if mpiexec's line has several. */
static int open_programs(struct world *world, const struct plan *plan)
{
    const struct guest *guest;
    int i;

    for (i = 0; i < world->size; i++) {
        const char *file = part_of_rank(plan, i)->file;

        if (file != NULL && guest_open(file, &guest) != 0)
            return -1;
        if (file != NULL)
            image_settle(world->ranks[i].slot, guest);
    }
    return 0;
}

static struct output_style style_of(const struct job *job, const char *pattern)
{
    return (struct output_style){
        .has_labels = job->plan.label,
        .has_times = knobs.timestamp != 0,
        .clears = progress_is_live(),
        .pattern = pattern,
    };
}

static int prepare_start(struct world *world, struct job *job, struct explored *explored)
{
    if (open_programs(world, &job->plan) != 0 || init_world(world) != 0 ||
        give_arguments(world, &job->plan) != 0 || give_environments(world, &job->plan) != 0 ||
        input_open(&job->input, world->size) != 0)
        return -1;
    if (output_open(&job->output, world, style_of(job, knobs.outfile_pattern),
                    style_of(job, knobs.errfile_pattern)) != 0)
        return -1;
    if (views_begin(world) != 0)
        return -1;
    if (world->options.tick != NULL && progress_begin(&job->progress, world) != 0)
        return -1;
    if (explored != NULL && !explored_prepare(explored, world))
        return note(-1, "no memory for the turns of the ranks");
    if (explored == NULL && journals_begin(world, job->title, job->replayed, true) != 0)
        return -1;
    choose_cores(world, job);
    if (knobs.report_bindings != 0)
        bindings_print(world);
    crash_install();
    stacks_install();
    activity_listen(world);
    return world_start(world);
}

static void await_job(struct world *world, unsigned timeout_s)
{
    uint64_t timeout_ns = timeout_s > 0 ? (uint64_t)timeout_s * 1000000000u : PARK_FOREVER;

    if (!world_join(world, timeout_ns)) {
        int ranks, running;

        activity_report(world);
        family_count(world, &ranks, &running);
        world_abort_hung(world, STATUS_TIMED_OUT,
                         "heddle: the job has not ended within its %u seconds: %d of %d ranks "
                         "still run",
                         timeout_s, running, ranks);
    }
}

/* The status of a job that would end with the given one. */
static int print_leaks(const struct world *world, int status)
{
    char *leaks = leaks_describe(world, knobs.leaks > 1);
    bool are_a_failure = leaks != NULL && status == 0 && knobs.leaks > 2;

    if (leaks != NULL)
        fputs(leaks, stderr);
    leaks_keep(world);
    if (are_a_failure)
        fputs("heddle: the job ends with status 1 (HEDDLE_LEAKS=3)\n", stderr);
    memory_give(leaks);
    return are_a_failure ? EXIT_FAILURE : status;
}

int job_tell(struct world *world, int status)
{
    status = print_leaks(world, status);
    ending_await(world, WORLD_REPORTED);
    status = verdict_tell(world, status);
    if (status == 0 && explored_relies_on_buffers(world))
        status = FINDING_STATUS;
    journals_tell(world, status != 0, stderr, "heddle: ");
    views_write(world, job_of(world)->title);
    views_tell();
    return status;
}

/* A failure to write the last of the output is in no rank's status, so the job's status has it. */
static int tell_lost_output(const struct job *job, int status)
{
    int error = output_flush(&job->output);

    if (error == 0)
        return status;
    fprintf(stderr, "heddle: standard output could not be written, and is incomplete: %s\n",
            strerror(error));
    return status != 0 ? status : EXIT_FAILURE;
}

/* The ranks run under a schedule, or if there is none, as they like. */
static int run_job(struct job *job, struct explored *explored)
{
    const struct world_options options = {
        .ranks = job->plan.ranks,
        .stack_bytes = (size_t)knobs.stack_kb * 1024,
        .finds_leaks = (int)knobs.leaks,
        .watches_buffers = buffers_choose(),
        .diverts = buffers_are_to_be_diverted(),
        .has_images = true,
        .prepare = prepare_rank,
        .main = run_rank,
        .argument = job,
        .end_process = job_end_process,
        .before_crash = before_crash,
        .answer = answer,
        .tick = knobs.progress != 0 && explored == NULL ? tick : NULL,
        .spawn = offspring_make,
        .tell = offspring_tell,
        .drop = offspring_drop,
    };
    char **process_environment = environ; /* the first rank's environment replaces it meanwhile */
    struct world *world;
    int i, status;

    contents_begin();
    image_claim(job->plan.ranks);
    if (world_create(&options, &world) != 0)
        return -1;
    if (prepare_start(world, job, explored) != 0)
        return -1; /* ranks may be running: the process ends with all it has */
    activity_leave_to_ranks();
    await_job(world, job->plan.timeout_s);
    progress_end(&job->progress);
    status = tell_lost_output(job, world_status(world));
    ending_await(world, WORLD_ENDED);
    status = job_tell(world, status);
    environ = process_environment;
    for (i = 0; i < world->size; i++) {
        memory_give(world->ranks[i].argv);
        memory_give(world->ranks[i].environment);
    }
    input_close(&job->input);
    activity_end();
    init_fini_world(world);
    world_destroy(world);
    machine_give(job->machine);
    return status;
}

/* Returns the status of the process, and says why the job could not be run. */
static int run_as_process(struct explored *explored, void *argument)
{
    int status = run_job(argument, explored);

    if (status >= 0)
        return status;
    fprintf(stderr, "heddle: %s\n", note_text());
    _exit(EXIT_FAILURE);
}

/* Sanitizers know the addresses of a program's variables, and no copies of them. */
static bool refuse_sanitizer(const struct job *job)
{
    if (job->plan.ranks < 2 || (&__asan_init == NULL && !tsan_is_there()))
        return false;
    fprintf(stderr, "heddle: %s was compiled with a sanitizer, but not by mpicc: its %d ranks "
                    "cannot have copies of it; compile it with mpicc and the sanitizer's option\n",
            job->title, job->plan.ranks);
    return true;
}

static void make_title(struct job *job)
{
    size_t length = 0;
    int i;

    snprintf(job->title, TITLE_BYTES, "%s", program_invocation_short_name);
    for (i = 0; i < job->plan.parts && length < TITLE_BYTES; i++)
        if (job->plan.part[i].file != NULL)
            length += (size_t)snprintf(job->title + length, TITLE_BYTES - length, "%s%s",
                                       length > 0 ? " : " : "",
                                       strrchr(job->plan.part[i].file, '/') + 1);
}

static int run_ranks(heddle_user_main *user_main, int argc, char **argv, char **envp,
                     bool is_wrapped)
{
    struct job job = {.user_main = user_main};
    int default_ranks = is_wrapped && objects_name_mpi() ? 0 : 1;
    int status;

    if (!knob_read_environment(envp))
        return EXIT_FAILURE;
    if (plan_read(argc, argv, default_ranks, &job.plan) != 0) {
        fprintf(stderr, "heddle: %s\n", note_text());
        return EXIT_FAILURE;
    }
    make_title(&job);
    explore_program_check_record(job.title);
    knob_unset_texts();
    job.replayed = explore_program_take_file(job.title);
    if (job.plan.launcher != NULL) {
        if (job.plan.launcher_rank != 0)
            return EXIT_SUCCESS;
        fprintf(stderr,
                "heddle: started by %s as %d processes: the first one runs all %d ranks; to make "
                "each process a rank, put that MPI's libmpi_abi.so.1 first in LD_LIBRARY_PATH\n",
                job.plan.launcher, job.plan.launcher_size, job.plan.ranks);
    }
    if (!is_wrapped && refuse_sanitizer(&job)) {
        plan_drop(&job.plan);
        return EXIT_FAILURE;
    }
    shared_tell(&job, is_wrapped);
    status = explore_program_is_wanted(job.title) ? explore_program(job.title, run_as_process, &job)
                                                  : run_as_process(NULL, &job);
    plan_drop(&job.plan);
    return status;
}

__attribute__((visibility("default")))
int heddle_main(heddle_user_main *user_main, int argc, char **argv, char **envp)
{
    return run_ranks(user_main, argc, argv, envp, true);
}

static void drop_first(const char *variable, const char *ends)
{
    const char *value = getenv(variable), *rest = value + strcspn(value, ends);

    if (*rest == '\0')
        unsetenv(variable);
    else
        setenv(variable, rest + 1, 1);
}

/* mpiexec has the loader load the library before all others (foreign_lead_to_library). Programs
 * that ranks start are not to inherit that. */
static void drop_preload(void)
{
    static const char name[] = "/libmpi_abi.so.1";
    const char *preloaded = getenv("LD_PRELOAD"), *folders = getenv("LD_LIBRARY_PATH");
    size_t first = preloaded != NULL ? strcspn(preloaded, ": ") : 0;
    bool is_name = first == strlen(name + 1) && strncmp(preloaded, name + 1, first) == 0;

    if (!is_name && (first < strlen(name) ||
                     strncmp(preloaded + first - strlen(name), name, strlen(name)) != 0))
        return;
    drop_first("LD_PRELOAD", ": ");
    if (is_name && folders != NULL && memchr(folders, ' ', strcspn(folders, ":;")) != NULL)
        drop_first("LD_LIBRARY_PATH", ":;");
}

int start_without_wrapper(heddle_user_main *user_main, int argc, char **argv, char **envp)
{
    drop_preload();
    return run_ranks(user_main, argc, argv, envp, false);
}
