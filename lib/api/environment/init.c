/* SPDX-License-Identifier: MIT */
/* MPI_Init and MPI_Finalize, and what a world needs before its first rank can call them. */
#include "api/environment/init.h"

#include <stdlib.h>
#include <stdio.h>

#include "api/argument/check.h"
#include "api/argument/local.h"
#include "api/error/raise.h"
#include "api/generated/process.h"
#include "api/observe/advice.h"
#include "api/observe/explain.h"
#include "api/window/window.h"
#include "base/memory.h"
#include "base/note.h"
#include "check/buffers.h"
#include "check/deadlock.h"
#include "check/leaks.h"
#include "check/reliance.h"
#include "coll/args.h"
#include "coll/request.h"
#include "coll/verify/unmatched.h"
#include "comm/port.h"
#include "image/image.h"
#include "io/description.h"
#include "io/file.h"
#include "libc/libc.h"
#include "object/object.h"
#include "p2p/channel.h"
#include "p2p/mailbox.h"
#include "p2p/p2p.h"
#include "rank/journal.h"
#include "rank/life.h"
#include "rank/observe/observer.h"
#include "rank/wait.h"
#include "rank/worlds/connected.h"
#include "rank/worlds/ending.h"
#include "rank/worlds/singleton.h"
#include "rma/freed.h"
#include "rma/reported.h"
#include "rma/touch.h"
#include "spawn/spawn.h"
#include "tool/tool.h"
#include "type/rank_types.h"

static int calling_rank(void)
{
    const struct rank *self = rank_self();

    return self != NULL ? self->world_rank : 0;
}

int init_world(struct world *world)
{
    if (!world_add_floor(world, &libc_floor))
        return note(-1, "no memory for the locales and signals of a job");
    if (!world_add_floor(world, &port_floor) || !world_add_floor(world, &mailbox_floor))
        return -1;
    world->store = store_create();
    if (world->store == NULL || !channel_registry_create(world))
        return note(-1, "no memory for the objects of a job%s", memory_hint());
    if (comm_open_world(world) != 0 || !world_add_floor(world, &leaks_floor))
        return -1;
    if (!world_add_floor(world, &descriptions_floor))
        return note(-1, "no memory for the files of a job%s", memory_hint());
    if (!world_add_floor(world, &explain_floor))
        return note(-1, "no memory for HEDDLE_EXPLAIN");
    if (!world_add_floor(world, &tool_floor))
        return note(-1, "no memory for the tools of a job");
    if (!world_add_floor(world, &reported_floor))
        return note(-1, "no memory for what ThreadSanitizer's reports say");
    if (!world_add_floor(world, &freed_floor))
        return -1;
    if (!world_add_floor(world, &reliance_floor))
        return note(-1, "no memory for HEDDLE_UNSAFE");
    store_tell_owner(world->store, calling_rank);
    world->deadlock.explain = deadlock_explain;
    world_add_progress(world, p2p_progress);
    world_add_progress(world, coll_progress);
    return 0;
}

void init_fini_world(struct world *world)
{
    int i;

    for (i = 0; i < world->size; i++) {
        local_destroy(&world->ranks[i]);
        files_end_rank(&world->ranks[i]);
        touches_free(&world->ranks[i]);
    }
    descriptions_close(world);
    leaks_close(world);
    channel_registry_destroy(world);
    comm_close_world(world);
    store_destroy(world->store);
    world->store = NULL;
}

static _Noreturn void refuse_without_rank(const struct call *call)
{
    fprintf(stderr,
            "heddle: %s was called by a thread that belongs to no rank: link the program with "
            "Heddle's mpicc, whose main starts the ranks, or call it in a job of heddle_run\n",
            call->name);
    exit(EXIT_FAILURE);
}

bool init_is_thread_level(int level)
{
    return level == MPI_THREAD_SINGLE || level == MPI_THREAD_FUNNELED ||
           level == MPI_THREAD_SERIALIZED || level == MPI_THREAD_MULTIPLE;
}

/* Opens messaging last: to close it would drop the messages that others have sent already. */
static int open_messaging(struct rank *self)
{
    int err = buffers_open(self);

    if (err != MPI_SUCCESS)
        return err;
    err = p2p_open(self);
    if (err != MPI_SUCCESS)
        buffers_close(self);
    else if (reliance_is_followed())
        reliance_open(self);
    return err;
}

int init_join(struct rank *self, int thread_level)
{
    struct local *local = local_of(self);
    int err = local != NULL ? MPI_SUCCESS : note(MPI_ERR_NO_MEM, "no memory for a rank");

    if (self->world->options.has_images)
        image_let_others_construct(self->slot);
    if (err != MPI_SUCCESS)
        return err;
    if (fetch_add_relaxed(&local->users, 1) == 0)
        err = open_messaging(self);
    if (err != MPI_SUCCESS) {
        fetch_add_relaxed(&local->users, -1);
        return err;
    }
    if (thread_level > self->thread_level)
        self->thread_level = thread_level;
    if (thread_level == MPI_THREAD_MULTIPLE && !guard_is_shared(&self->guard)) {
        guard_share(&self->guard);
        journal_stop(self);
    }
    p2p_decide_fast_path(self);
    return MPI_SUCCESS;
}

void init_leave(struct rank *self)
{
    if (fetch_add_relaxed(&local_of(self)->users, -1) > 1)
        return;
    freed_forget_rank(self); /* windows that are left are gone with MPI */
    buffers_close(self);
    p2p_close(self);
    rank_types_close(self);
}

static int open_rank(struct rank *self, int thread_level)
{
    int err = comm_open_predefined(self);

    if (err == MPI_SUCCESS)
        err = spawn_open_parent(self);
    if (err == MPI_SUCCESS)
        err = init_join(self, thread_level);
    if (err == MPI_SUCCESS) {
        local_of(self)->starter = pthread_self();
        rank_begin(self);
    } else {
        comm_close_predefined(self);
    }
    return err;
}

static int check_rank(const struct call *call)
{
    if (rank_self() == NULL && !singleton_is_allowed())
        refuse_without_rank(call);
    return check_self();
}

static int init(int thread_level)
{
    struct rank *self = rank_self();

    if (self->phase != RANK_BEFORE_INIT)
        return note(MPI_ERR_OTHER, "MPI has been initialized before%s",
                    self->phase == RANK_FINALIZED ? ", and finalized" : "");
    return open_rank(self, thread_level);
}

int api_init(const struct call *call, int *argc, char ***argv)
{
    int err = check_rank(call);

    (void)argc; /* mpiexec leaves nothing in them that would have to be taken out */
    (void)argv;
    if (err == MPI_SUCCESS)
        err = init(MPI_THREAD_SINGLE);
    return err == MPI_SUCCESS ? MPI_SUCCESS : raise_self(call, err);
}

int api_init_thread(const struct call *call, int *argc, char ***argv, int required, int *provided)
{
    int err = check_rank(call);

    (void)argc;
    (void)argv;
    if (err == MPI_SUCCESS)
        err = check_pointer(provided, "provided");
    if (err == MPI_SUCCESS && !init_is_thread_level(required))
        err = note(MPI_ERR_ARG, "required %d is no thread level", required);
    if (err == MPI_SUCCESS)
        err = init(required);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *provided = rank_self()->thread_level;
    return MPI_SUCCESS;
}

/* The attributes of MPI_COMM_SELF go first, while MPI can still be used. */
static int delete_attributes(struct rank *self)
{
    const struct holder holder = comm_holder(self->comm_self, MPI_COMM_SELF);

    return attributes_delete(&holder);
}

/* Raises it, and goes on: the others wait. */
static int find_unmatched(const struct call *call, struct rank *self)
{
    struct comm *comm;
    int err = unmatched_by_finalize(self, &comm);

    if (likely(err == MPI_SUCCESS))
        return MPI_SUCCESS;
    return comm != NULL ? raise_comm(call, comm, err) : raise_self(call, err);
}

static bool is_unfinished(void *subject)
{
    const struct world *world = subject;

    return !load_seq_cst(&world->ending.is_finished); /* edge world.finalized */
}

static void describe_others(void *subject, struct wait_report *wait_report)
{
    struct world *world = subject, *each;
    int i;

    fputs("the ranks of the other jobs that it is connected with to call MPI_Finalize",
          wait_report->words);
    for (each = connected_first(); each != NULL; each = connected_next(each))
        for (i = 0; each != world && i < each->size; i++)
            if (each->ranks[i].phase == RANK_ACTIVE)
                wait_report_await(wait_report, &each->ranks[i]);
    wait_report->needs_all = true;
}

/* All connected processes finalize together (MPI 5.0, 11.10.4). */
static void await_connected(struct rank *self)
{
    static const struct wait finished = {.is_pending = is_unfinished,
                                        .describe = describe_others};
    struct world *world = self->world;
    bool is_last = fetch_add_seq_cst(&world->ending.finalized, 1) + 1 == world->size;
    /* edge world.finalized */

    if (!connected_is_tied(world))
        return;
    if (is_last)
        ending_finish(world);
    rank_wait(self, &finished, world);
}

int api_finalize(const struct call *call)
{
    struct rank *self = rank_self();
    int err = check_active(), unmatched;

    if (err == MPI_SUCCESS && self->phase != RANK_ACTIVE)
        err = note(MPI_ERR_OTHER, self->phase == RANK_FINALIZED ? "called after MPI_Finalize"
                                                                : "called before MPI_Init");
    if (err == MPI_SUCCESS && advice_is_given())
        err = advice_on_finalize(call);
    if (err == MPI_SUCCESS)
        err = delete_attributes(self);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    observer_close(self);
    window_tell_open_epochs(self);
    unmatched = find_unmatched(call, self);
    /* A rank takes its messages apart only when no other may still receive them. */
    err = coll_barrier(&(struct coll_args){
                           .kind = COLL_FINALIZE, .call = call, .comm = self->comm_world},
                       NULL);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    await_connected(self);
    leaks_note(self, load_relaxed(&local_of(self)->users) > 1);
    init_leave(self);
    spawn_close_parent(self);
    comm_close_predefined(self);
    self->phase = RANK_FINALIZED;
    return unmatched;
}
