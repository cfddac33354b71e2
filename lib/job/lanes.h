/* SPDX-License-Identifier: MIT */
/* Runs of a program that is explored, side by side: each in a child of the process, in a lane.
 *
 * The explorer asks for one run after the other, as if there were one lane. While it waits for one,
 * the runs that it is likely to ask for next go on in other lanes, and a run that is not asked for
 * is dropped. So the number of lanes decides how long an exploration takes: neither which schedules
 * are run, nor their order, nor which failure is the first, if runs do not disturb each other.
 *
 * A run starts with what the process has in memory when it starts. Its key (schedule_key) says
 * which schedule it has. What it has written, and its log, stay until its lane is given back.
 *
 * Owner: the thread that explores. No other thread runs. */
#ifndef JOB_LANES_H
#define JOB_LANES_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "heddle.h"

struct schedule_log;

struct lane {
    bool is_taken;
    int turn;    /* this many runs are likely to be asked for before this one */
    pid_t child; /* 0: its run has ended */
    uint64_t key;
    struct heddle_result result; /* of the run that has ended: its status and signal */
    struct schedule_log *log;
    int outputs[2]; /* files without names: what the run has written to 1 and 2; -1: none */
};

struct lanes {
    struct lane *each; /* [room], of which `count` are open */
    int count, room;
    int most; /* runs at one time */
    struct sigaction on_child; /* what the caller wants when a child ends */
};

/* Children are waited for until lanes_close, also where the caller ignores SIGCHLD. 0, or -1 with a
 * note. */
int lanes_open(struct lanes *lanes, int most);
/* Ends all runs. */
void lanes_close(struct lanes *lanes);

/* The lane of a run with that key; NULL: there is none. */
struct lane *lanes_find(const struct lanes *lanes, uint64_t key);
/* Marks all runs that were not asked for as unlikely, but for those whose turn is set anew. */
void lanes_forget_turns(struct lanes *lanes);
/* Drops those of them that still go on, and the least likely ones beyond `most`. */
void lanes_end_unlikely(struct lanes *lanes);
/* Takes a lane that is empty, or has a run that is the least likely one to be asked for, which is
 * dropped. NULL: as many runs as may go on do, all that there are come before that turn, or they
 * have much memory. Never for turn 0, which is asked for. */
struct lane *lanes_take(struct lanes *lanes, uint64_t key, int turn);
/* Returns 0 in the child and its number in the process; -1 with a note. */
pid_t lane_fork(struct lane *lane);
/* In the child: closes the files of all lanes, so that the run has as many descriptors as alone,
 * and does with SIGCHLD what the caller does. */
void lanes_leave(struct lanes *lanes);
/* Waits until its run has ended. */
void lane_await(struct lane *lane);
void lane_give(struct lane *lane);
/* Gives all lanes back but that one, which may be NULL. Kills runs that do not end soon. */
void lanes_end_others(struct lanes *lanes, const struct lane *lane);

#endif
