/* SPDX-License-Identifier: MIT */
/* The tree of all schedules of a job whose ranks take turns (rank/turns.h), one schedule at a time.
 *
 * A schedule is a list of nodes. A node is a choice in a job: which event happens next when the job
 * is at rest, or which of its candidates a call takes (rank/choice.h). Candidate 0 is the usual
 * one. A run follows the list, and adds nodes behind its end. schedule_next then changes the last
 * node that has a candidate left to try, and cuts the list off behind it.
 *
 * Two events commute if they happen in different ranks and are not accesses to the same bytes one
 * of which writes, or if neither message could go to the receive of the other. One order of events
 * that commute is tried: a run that would only change such an order is cut off by sleep sets
 * (Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, 1996, chapter 5).
 * A node first tries the events of one rank. It tries those of other ranks, too, if a message that
 * came later could have gone to the same receive (dynamic partial-order reduction: Flanagan and
 * Godefroid, POPL 2005). Without their clocks messages that could only come later count as well,
 * which may add runs and loses none.
 *
 * Looks of calls that do not wait, such as MPI_Test, are choices, not events: a no is possible at
 * any time, so it commutes with all that others do, and a yes is a wait (job/looks.h).
 *
 * An act of a thread on an object of its rank's threads (rank/thread/taken.h) commutes with all but
 * the acts of other threads on that object. A thread may have to wait for its object, so the order
 * of two acts may be open although one was there first: that is noticed when the act is made.
 *
 * Owner: the thread that runs the jobs between two runs; in a run the one that has the turn. */
#ifndef JOB_SCHEDULE_H
#define JOB_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "job/sources.h"
#include "p2p/envelope.h"
#include "rank/choice.h"

enum { SCHEDULE_EVENTS_MAX = 512 }; /* candidates of one node */

/* A message that could be next, or a rank that could go on from turns_rest. */
struct schedule_event {
    int rank;
    int thread; /* of the rank, that could go on (rank/turns.h); 0 for a message */
    uint32_t number; /* of the message (p2p/held.h) */
    struct match_key sent, asked;
    bool is_rest;   /* no message */
    bool is_access; /* but that one */
    struct turn_access access;
    bool is_probed; /* by a probe */
    const void *site; /* of the receive; NULL: not known */

    bool is_wanted; /* to be tried */
    bool is_tried;
    bool is_asleep; /* tried elsewhere in another order */
};

/* A choice that is no event. */
struct schedule_question {
    enum choice choice;
    int rank, thread;
    int count;        /* of the answers; 0 is the usual one */
    bool is_there;    /* CHOICE_TEST: what is looked for is there, so the usual answer is yes */
    const char *name; /* of the call; NULL: not known */
    const void *site;
};

struct schedule_node {
    bool is_event; /* the candidates are events */
    struct schedule_question question; /* else */
    int count, chosen;
    struct schedule_event *events; /* [count]; for a choice only is_wanted and is_tried count */
    struct schedule_event *sleep;  /* [sleep_count] */
    int sleep_count;
    uint64_t history; /* of a number of schedules: a hash of what it and all before it offer */
};

/* A message has come to the rank, or a thread of it has come to an access. */
struct schedule_arrival {
    int rank, thread;
    int depth; /* nodes that the run had passed */
    struct match_key sent;
    int sender; /* in the world; -1: not known */
    bool is_access;
    bool is_made; /* the thread makes the access, for which it may have had to wait */
    struct turn_access access;
};

/* Random schedules (job/schedule_chance.c). */
enum { SCHEDULE_DEMOTIONS = 2 };

struct schedule_chain {
    int rank, thread, source;
    uint32_t context;
};

struct schedule_chance {
    bool is_wanted;
    uint64_t seed; /* of this run */
    int longest;   /* of the runs so far, in events, */
    int length;    /* and of those that count already (schedule_draw) */
    int passed;    /* events of this run */
    struct schedule_chain demoted[SCHEDULE_DEMOTIONS];
    int demoted_count;
};

/* A call that fails on purpose. */
struct schedule_fault {
    int at;           /* its number among the calls that can fail, from 1 on; 0: none fails */
    int calls;        /* such calls of this run */
    int rank;         /* that has made it */
    const char *name; /* of its function; NULL: it has not come */
    const void *site;
};

/* A value that a rank has shown (heddle_same). */
struct schedule_value {
    int rank;
    bool is_shown; /* in this run, too */
    uint64_t hash; /* of all bytes */
    unsigned char head[8];
};

/* The values of the first run that has shown them, by ranks in the order in which each showed
 * them. */
struct schedule_values {
    struct schedule_value *each;
    int count, room;
};

/* A number of schedules (job/schedule_bound.c). */
struct schedule_answers {
    int lists; /* that begin with them */
    int each[];
};

struct schedule_list {
    struct schedule_answers *before; /* the answers of a run; the first count - 1 belong to it */
    int count;
    int last;       /* the answer behind them */
    int deviations; /* answers that are not the usual ones */
    uint64_t history; /* of the node of the last answer */
};

struct schedule_bound {
    struct schedule_list *lists; /* [count], from `next` on to be run, in this order */
    int count, room, next;
    long most;      /* lists that are still wanted */
    uint64_t *keys; /* [keys_room], of all lists that were found; 0: none */
    size_t keys_count, keys_room;
    bool has_dropped; /* there were more lists than were kept */
};

enum { SCHEDULE_STUCK_BYTES = 320 };

/* How a run goes, and has ended: zero at its beginning. */
struct schedule_end {
    bool is_redundant;  /* it was cut off: it repeats another one in a different order */
    bool has_diverged;  /* it did not repeat the list */
    bool has_too_many;  /* candidates for SCHEDULE_EVENTS_MAX */
    bool was_freed;     /* its turns have ended, and ranks ran as they liked */
    bool has_no_memory;
    bool differs;       /* a value that a rank has shown is not that of an earlier run */
    /* Any thread may write these: */
    _Atomic(bool) has_hung; /* a deadlock, a livelock or a timeout has ended it */
    _Atomic(unsigned) uncontrolled; /* what it did in an order that no choice decides
                                     * (job/uncontrolled.h) */
    char stuck[SCHEDULE_STUCK_BYTES]; /* why its turns have ended early; empty: they have not.
                                       * By the thread that has taken the turn. */
};

/* How schedules follow each other, as far as it is known before they are run. */
struct schedule_ahead {
    enum schedule_way {
        SCHEDULE_ALONE, /* none follows */
        SCHEDULE_BY_TREE,
        SCHEDULE_BY_CHANCE,
        SCHEDULE_BY_FAULTS,
    } way;
    uint64_t seed;
    int taken;   /* lists behind that of the run that is asked for */
    long number; /* of schedules before this one */
    long most;   /* 0: any number */
};

struct schedule_log;

struct schedule {
    struct schedule_node *nodes;
    int count, room;
    int depth; /* of the nodes those that this run has passed */
    struct schedule_arrival *arrivals;
    int arrivals_count, arrivals_room;
    int *answers; /* of a schedule to be followed: [answers_count]; then 0. NULL: explore */
    int answers_count;
    uint64_t history; /* that the run has to repeat, with a bound: of the node of the last answer */
    struct schedule_chance chance; /* answers, if it is wanted */
    struct schedule_bound *bound;  /* the owner's: the run is one of a number of schedules; NULL: it
                                    * is not */
    bool sends_wait;    /* standard sends are not buffered */
    bool is_followed;   /* the run fails if its sends rely on buffers (job/explored.h) */
    struct schedule_end end;
    struct schedule_fault fault;
    struct schedule_values *values; /* the owner's */
    struct sources *sources; /* the owner's, of all runs; NULL: they are not kept */
    struct schedule_log *log; /* gets the schedule's input (schedule_repeat); NULL: nothing */
};

/* The candidates of an event; the memory is the caller's. Returns the number of the chosen one, or
 * -1: there is none, or the run is to end (is_redundant, has_diverged or has_no_memory). */
int schedule_pick_event(struct schedule *schedule, const struct schedule_event events[],
                        int count);
/* Returns the number of the chosen answer, or -1. */
int schedule_pick(struct schedule *schedule, const struct schedule_question *question);

/* The node's second answer is not to be tried: a later node has the same one. */
void schedule_spare(struct schedule *schedule, int node);
/* Every run that could follow is tried elsewhere. True: the run is to end (is_redundant); false: it
 * goes on all the same, by answers or by chance. */
bool schedule_gives_up(struct schedule *schedule);

/* Is the call, which the rank begins, to fail on purpose? */
bool schedule_fails(struct schedule *schedule, int rank, const struct call *call);
void schedule_note_fault(struct schedule *schedule, const struct schedule_fault *fault);

/* The run's turns end, because a thread waits for something else (rank/turns.h). */
void schedule_note_stuck(struct schedule *schedule, const char *text);

/* The run has done that (job/uncontrolled.h). By any rank, also without a turn. */
void schedule_note_uncontrolled(struct schedule *schedule, unsigned uncontrolled);
/* The run has used that, in its turns. */
void schedule_note_source(struct schedule *schedule, const struct source *source);
/* A deadlock, a livelock or a timeout ends the run. By any thread. */
void schedule_note_hang(struct schedule *schedule);

/* A message has come to the rank, from the rank `sender` of its world or -1; the rank has come to
 * an access. */
void schedule_note_arrival(struct schedule *schedule, int rank, const struct match_key *sent,
                           int sender);
void schedule_note_access(struct schedule *schedule, int rank, int thread,
                          const struct turn_access *access);
/* The thread makes the access. What happened since it came to it could have happened later. */
void schedule_note_made(struct schedule *schedule, int rank, int thread,
                        const struct turn_access *access);

/* Returns the value that the rank has shown in an earlier run at this time, which may be an equal
 * one; NULL: none. */
const struct schedule_value *schedule_compare(struct schedule *schedule,
                                              const struct schedule_value *value);
void schedule_free_values(struct schedule_values *values);

void schedule_begin_run(struct schedule *schedule);
/* Has the run come to its end before the end of the list that it was to repeat? */
bool schedule_has_ended_early(const struct schedule *schedule);
/* Repeats to the schedule the input of its copy in another process, which wrote the log. */
void schedule_repeat(struct schedule *schedule, const struct schedule_log *log);
/* Finds what the run has shown to be worth trying. */
void schedule_end_run(struct schedule *schedule);
/* Goes on to the next schedule. False: all have been tried. */
bool schedule_next(struct schedule *schedule);
void schedule_free(struct schedule *schedule);

/* Notes the history of a node that the run comes to. False: it is not the one that the list comes
 * from, so the run does not repeat what it has to. */
bool schedule_keeps_history(const struct schedule *schedule, struct schedule_node *node);
/* Adds the lists that the run has shown to be worth trying (schedule_end_run). That many are
 * wanted at most: what comes far behind them is dropped. */
void schedule_spread(struct schedule *schedule, long most);
/* Goes on to the next list. False: there is none. */
bool schedule_next_list(struct schedule *schedule);
/* Gives the schedule the nth list from the next one on, which stays there. False: there is none. */
bool schedule_take(struct schedule *schedule, int nth);
void schedule_free_bound(struct schedule_bound *bound);

/* Copies what decides how a run goes, and shares the values. False: no memory, and nothing is to be
 * freed. */
bool schedule_copy(struct schedule *copy, const struct schedule *schedule);
/* Goes from a schedule that has not been run to the one behind it, if a run of it shows nothing
 * new. False: there is none, or it is not known. */
bool schedule_go_ahead(struct schedule *schedule, struct schedule_ahead *ahead);
/* A number that two schedules share only if their runs are the same, as far as it is their choices
 * that decide that. */
uint64_t schedule_key(const struct schedule *schedule);

/* Draws the answers of the next run, the number-th of that seed. What earlier runs have shown
 * counts from the next power of two on, so that runs can go side by side. */
void schedule_draw(struct schedule *schedule, uint64_t seed, long number);
int chance_pick_event(struct schedule_chance *chance, const struct schedule_event events[],
                      int count);
int chance_pick(const struct schedule_chance *chance, int depth, int candidates);

/* Makes a log that a child of this process can write. NULL: no memory. */
struct schedule_log *schedule_log_create(void);
void schedule_log_destroy(struct schedule_log *log);
/* Gives the memory of a long one back. */
void schedule_log_clear(struct schedule_log *log);
size_t schedule_log_bytes(const struct schedule_log *log);
/* Notes the schedule's input, if it has a log. */
void schedule_log_events(const struct schedule *schedule, const struct schedule_event events[],
                         int count);
void schedule_log_question(const struct schedule *schedule,
                           const struct schedule_question *question);
void schedule_log_spared(const struct schedule *schedule, int node);
void schedule_log_end(const struct schedule *schedule);
void schedule_log_stuck(const struct schedule *schedule);
void schedule_log_uncontrolled(const struct schedule *schedule, unsigned uncontrolled);
void schedule_log_source(const struct schedule *schedule, const struct source *source);
void schedule_log_hang(const struct schedule *schedule);
void schedule_log_fault(const struct schedule *schedule);
void schedule_log_arrival(const struct schedule *schedule,
                          const struct schedule_arrival *arrival);
void schedule_log_value(const struct schedule *schedule, const struct schedule_value *value);

/* Describes the schedule of the latest run, the number-th, in lines: its unusual choices, and the
 * value of HEDDLE_REPLAY that repeats it in the job of that name; between them a picture, if it is
 * to be drawn. The caller frees the text; NULL: no memory. */
char *schedule_describe(const struct schedule *schedule, const char *name, long number,
                        bool is_drawn);
/* Says of a thread that waits for such an access: "waits for a mutex". */
const char *schedule_words_of_wait(const struct turn_access *access);
/* Writes in words the event or the unusual answer that the node has chosen. */
void schedule_write_choice(const struct schedule_node *node, struct places *places, FILE *out);

#endif
