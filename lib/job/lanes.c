/* SPDX-License-Identifier: MIT */
#include "job/lanes.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/note.h"
#include "job/job.h"
#include "job/schedule.h"

/* Runs that have ended, and are asked for later, wait in lanes, too. */
enum { LANES_PER_RUN = 4 };

/* Lanes have two descriptors each, and a quarter of those that the process may have. */
enum { DESCRIPTORS_PER_LANE = 8 };

/* No run is begun ahead when outputs and logs have this many bytes. */
enum { BYTES_MAX = 1 << 30 };

/* Runs have so long to come to their own ends, and so leave no files behind. */
enum { GRACE_NS = 1000000000, STEP_NS = 200000 };

/* ---- one lane ------------------------------------------------------------------------------- */

static void note_end(struct lane *lane, int state)
{
    lane->child = 0;
    lane->result = (struct heddle_result){.status = WEXITSTATUS(state)};
    if (WIFSIGNALED(state))
        lane->result = (struct heddle_result){.status = STATUS_OF_SIGNALS + WTERMSIG(state),
                                              .signal = WTERMSIG(state)};
}

static void look_at_lane(struct lane *lane, int options)
{
    pid_t ended;
    int state;

    if (lane->child == 0)
        return;
    do
        ended = waitpid(lane->child, &state, options);
    while (ended < 0 && errno == EINTR);
    if (ended > 0)
        note_end(lane, state);
    else if (ended < 0)
        note_end(lane, W_EXITCODE(EXIT_FAILURE, 0));
}

void lane_await(struct lane *lane)
{
    look_at_lane(lane, 0);
}

static void end_lane(struct lane *lane)
{
    if (lane->child != 0)
        kill(lane->child, SIGKILL);
    lane_await(lane);
}

static void close_outputs(struct lane *lane)
{
    int i;

    for (i = 0; i < 2; i++) {
        if (lane->outputs[i] >= 0)
            close(lane->outputs[i]);
        lane->outputs[i] = -1;
    }
}

void lane_give(struct lane *lane)
{
    end_lane(lane);
    close_outputs(lane);
    schedule_log_clear(lane->log);
    lane->is_taken = false;
}

/* New files, as a process that an earlier run has left behind may still write to its own. */
static int open_outputs(struct lane *lane)
{
    close_outputs(lane);
    schedule_log_clear(lane->log);
    lane->outputs[0] = memfd_create("output", MFD_CLOEXEC);
    lane->outputs[1] = memfd_create("errors", MFD_CLOEXEC);
    if (lane->outputs[0] < 0 || lane->outputs[1] < 0)
        return note(-1, "the output of a run cannot be kept: %s", strerror(errno));
    return 0;
}

/* The child is killed when its parent ends, however that happens. */
pid_t lane_fork(struct lane *lane)
{
    pid_t parent = getpid();

    if (open_outputs(lane) != 0)
        return -1;
    fflush(NULL);
    lane->child = memory_fails() ? (errno = EAGAIN, -1) : fork();
    if (lane->child < 0) {
        lane->child = 0;
        return note(-1, "no process for a run: %s", strerror(errno));
    }
    if (lane->child != 0)
        return lane->child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAILURE);
    return 0;
}

static bool open_lane(struct lane *lane)
{
    *lane = (struct lane){.outputs = {-1, -1}, .log = schedule_log_create()};
    return lane->log != NULL;
}

static void close_lane(struct lane *lane)
{
    lane_give(lane);
    schedule_log_destroy(lane->log);
}

/* ---- all lanes ------------------------------------------------------------------------------ */

static bool open_another(struct lanes *lanes)
{
    if (lanes->count == lanes->room)
        return false;
    if (open_lane(&lanes->each[lanes->count])) {
        lanes->count++;
        return true;
    }
    lanes->room = lanes->count;
    return false;
}

void lanes_leave(struct lanes *lanes)
{
    int i;

    sigaction(SIGCHLD, &lanes->on_child, NULL);
    for (i = 0; i < lanes->count; i++)
        close_outputs(&lanes->each[i]);
}

static int count_lanes(int most)
{
    struct rlimit limit;
    int wanted = most > 1 ? LANES_PER_RUN * most : 1;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 &&
        limit.rlim_cur / DESCRIPTORS_PER_LANE < (rlim_t)wanted)
        wanted = (int)(limit.rlim_cur / DESCRIPTORS_PER_LANE);
    return wanted > 0 ? wanted : 1;
}

int lanes_open(struct lanes *lanes, int most)
{
    const int room = count_lanes(most);

    *lanes = (struct lanes){.most = most,
                            .room = room,
                            .each = memory_take_zeroed((size_t)room * sizeof lanes->each[0])};
    sigaction(SIGCHLD, &(struct sigaction){.sa_handler = SIG_DFL}, &lanes->on_child);
    if (lanes->each != NULL && open_another(lanes))
        return 0;
    return note(-1, "the schedules of the program cannot be explored: no memory");
}

struct lane *lanes_find(const struct lanes *lanes, uint64_t key)
{
    int i;

    for (i = 0; i < lanes->count; i++)
        if (lanes->each[i].is_taken && lanes->each[i].key == key)
            return &lanes->each[i];
    return NULL;
}

static int count_running(const struct lanes *lanes)
{
    int i, running = 0;

    for (i = 0; i < lanes->count; i++) {
        look_at_lane(&lanes->each[i], WNOHANG);
        running += lanes->each[i].child != 0;
    }
    return running;
}

void lanes_forget_turns(struct lanes *lanes)
{
    int i;

    for (i = 0; i < lanes->count; i++)
        lanes->each[i].turn = INT_MAX;
}

/* The run that goes on whose turn comes last; NULL: none goes on. */
static struct lane *find_unlikely(struct lanes *lanes)
{
    struct lane *last = NULL;
    int i;

    for (i = 0; i < lanes->count; i++)
        if (lanes->each[i].child != 0 && (last == NULL || lanes->each[i].turn > last->turn))
            last = &lanes->each[i];
    return last;
}

void lanes_end_unlikely(struct lanes *lanes)
{
    int running = count_running(lanes);
    struct lane *lane;

    while ((lane = find_unlikely(lanes)) != NULL &&
           (lane->turn == INT_MAX || running > lanes->most)) {
        lane_give(lane);
        running--;
    }
}

/* An empty lane, or else the one whose turn comes last. */
static struct lane *find_room(struct lanes *lanes)
{
    struct lane *last = &lanes->each[0];
    int i;

    for (i = 0; i < lanes->count; i++) {
        if (!lanes->each[i].is_taken)
            return &lanes->each[i];
        if (lanes->each[i].turn > last->turn)
            last = &lanes->each[i];
    }
    return open_another(lanes) ? &lanes->each[lanes->count - 1] : last;
}

static bool have_much(const struct lanes *lanes)
{
    struct stat file;
    off_t bytes = 0;
    int i, k;

    for (i = 0; i < lanes->count; i++) {
        bytes += (off_t)schedule_log_bytes(lanes->each[i].log);
        for (k = 0; k < 2; k++)
            if (lanes->each[i].outputs[k] >= 0 && fstat(lanes->each[i].outputs[k], &file) == 0)
                bytes += file.st_size;
    }
    return bytes >= BYTES_MAX;
}

struct lane *lanes_take(struct lanes *lanes, uint64_t key, int turn)
{
    struct lane *lane;

    if (turn > 0 && (count_running(lanes) >= lanes->most || have_much(lanes)))
        return NULL;
    lane = find_room(lanes);
    if (turn > 0 && lane->is_taken && lane->turn <= turn)
        return NULL;
    lane_give(lane);
    lane->is_taken = true;
    lane->turn = turn;
    lane->key = key;
    return lane;
}

static bool others_run(struct lanes *lanes, const struct lane *lane)
{
    int i;

    for (i = 0; i < lanes->count; i++) {
        look_at_lane(&lanes->each[i], WNOHANG);
        if (&lanes->each[i] != lane && lanes->each[i].child != 0)
            return true;
    }
    return false;
}

void lanes_end_others(struct lanes *lanes, const struct lane *lane)
{
    const struct timespec step = {.tv_nsec = STEP_NS};
    const uint64_t start_ns = clock_ns();
    int i;

    while (others_run(lanes, lane) && clock_ns() - start_ns < GRACE_NS)
        nanosleep(&step, NULL);
    for (i = 0; i < lanes->count; i++)
        if (&lanes->each[i] != lane)
            lane_give(&lanes->each[i]);
}

void lanes_close(struct lanes *lanes)
{
    lanes_end_others(lanes, NULL);
    while (lanes->count > 0)
        close_lane(&lanes->each[--lanes->count]);
    sigaction(SIGCHLD, &lanes->on_child, NULL);
    memory_give(lanes->each);
    lanes->each = NULL;
}
