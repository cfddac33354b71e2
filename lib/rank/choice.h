/* SPDX-License-Identifier: MIT */
/* Choices that the standard leaves open, and places where a rank can hand control on: a rank's
 * chooser answers, and without a chooser the answer is the library's default. So a run can be
 * varied and, as far as the choices below decide it, repeated.
 *
 * A place that has a choice to make describes it in a record, struct choice_point, and asks
 * choice_ask. It lists candidates only when choice_is_open: without a chooser a choice costs one
 * test, in a place that is not on a message's fast path.
 *
 * Chosen here are the kinds of enum choice. The order of coming decides the rest: a lock that is
 * free, the order of puts and accumulates, of the shared pointer of a file and of calls at ports
 * (enum turn_object), which of several members votes last, and what has come when a call looks. A
 * chooser that hands control on (`pass`) decides these, too, because it decides which rank runs.
 * Neither asked for nor handed on are a cancel that does the matching for a receiver
 * (p2p/cancel.c), the work of threads that the library creates (rank/thread/helper.h), and what the
 * program itself leaves open: its variables, clocks and files. A chooser sees calls of libc
 * that ask for random numbers and the time of day, and that open files (TURN_SOURCE).
 *
 * Control is handed on at the head and the end of each call that is not quick (api/entry/quick.h),
 * in rank_wait, and in short waits for another thread (rank_pause, rank_yield). A rank is in
 * no guard then, and holds no lock of the library but the one of accumulates, for which
 * others wait by rank_pause. So a scheduler may let one rank run at a time. tests/tidy/doors.txt
 * lists the places that match messages, take a shared pointer, or wait by themselves. */
#ifndef RANK_CHOICE_H
#define RANK_CHOICE_H

#include <stdio.h>

#include "base/call.h"
#include "base/container.h"
#include "rank/rank.h"

struct match_key;
struct places;
struct taker;

enum choice {
    CHOICE_WILDCARD,   /* which message, each from another source, a wildcard receive takes */
    CHOICE_PROBE,      /* the same of a probe; what a matched probe takes */
    CHOICE_COMPLETION, /* which of the requests that are done Waitany and Testany report */
    CHOICE_SOME,       /* 0: Waitsome and Testsome report the request, which is done; 1: later */
    CHOICE_TEST,       /* 0: a call that looks whether something is done says yes; 1: later */
    CHOICE_BUFFERING,  /* 0: a standard send is buffered; 1: it waits for its receive */
    CHOICE_LOCK,       /* which rank, of those that wait for it, gets a lock (rank/lock.h) */
    CHOICE_PORT,       /* which rank, of those that wait at a port, a rank meets */
    CHOICE_CANCEL,     /* 0: a cancel succeeds; 1: it comes too late */
    CHOICE_SIGNAL,     /* which thread, of those that wait for a condition, is woken */
    CHOICE_TASK,       /* which task of OpenMP, of those that are ready, a thread runs */
    CHOICES,
};

enum { CHOICE_NO_NUMBER = -1 };

/* A candidate, or the subject of a yes or no. A number that does not apply is CHOICE_NO_NUMBER. */
struct choice_candidate {
    int number;  /* a message's source or receiver, a request's place in its array, a rank */
    int tag;     /* of a message */
    int nth;     /* the message's number among those that its sender has sent, from 1 on */
    int origin;  /* choice_ask writes the place in which the caller listed it */
};

struct choice_point {
    enum choice kind;
    struct choice_candidate *candidates; /* NULL: a yes or no, about `subject` */
    int count;
    int preset; /* the default: the answer without a chooser */
    struct choice_candidate subject;
    const void *site; /* of the call that has left it open; NULL: the call that is under way */

    /* Filled in by choice_ask. */
    const struct rank *rank;
    const char *name; /* of the call, in its own site; NULL: not known */
};

/* Where a rank hands control on. */
enum turn_kind {
    TURN_CALL,   /* it begins a call of MPI, */
    TURN_RETURN, /* or ends one */
    TURN_WAIT,   /* it waits in rank_wait: nothing has moved */
    TURN_POLL,   /* it makes progress for a call that does not wait, and nothing has moved */
    TURN_PAUSE,  /* it waits until another thread has finished a step */
    TURN_CHOOSE, /* it is about to choose among what is done */
    TURN_ACCESS, /* or to access what others access, too */
    TURN_STAND,  /* or to act on an object that the threads of its rank share, */
    TURN_BLOCK,  /* or waits for what another thread of its rank does */
    TURN_NAP,    /* it sleeps, or yields, again at one place */
    /* The next four let no other rank run. */
    TURN_OUTSIDE, /* it has met a rank of a world that takes no turns */
    TURN_FILE,    /* it accesses a file in an order that no turn decides */
    TURN_CANCEL,  /* it cancels a send, which may be matched by then */
    TURN_THREAD,  /* it has a thread that takes no turns */
    TURN_OPENMP,  /* the same of OpenMP: not of GCC's, or in a team that is not known */
    TURN_STUCK,   /* the turns end, because of a thread */
    TURN_SOURCE,  /* it uses a source that no choice decides: no other rank is let run */
};

enum turn_object {
    TURN_WINDOW,  /* bytes of a window, or its lock */
    TURN_POINTER, /* the shared pointer of a file */
    TURN_PORT,    /* the queue of one side at ports: the sides meet in any order */
    TURN_NAME,    /* names that are published */
    TURN_MUTEX,   /* an object of the threads of one rank, which is its target, from here on; */
    TURN_RWLOCK,
    TURN_SEMAPHORE,
    TURN_CONDITION,
    TURN_ONCE,
    TURN_PART,    /* a lock or a critical part of OpenMP */
    TURN_WORK,    /* what a team of OpenMP has left to do, */
    TURN_TASK,    /* and its tasks */
    TURN_CALLS,   /* their calls of MPI */
};

/* Does the access belong to a thread, rather than to its rank? */
static inline bool turn_is_of_threads(enum turn_object kind)
{
    return kind >= TURN_MUTEX;
}

/* How a thread acts on an object, in the bytes of its access: two that take it exclude each other,
 * unless they share it, one that tries to sees whether another one has given it back, and to take
 * and to give back cannot be done at one time. */
enum turn_way { TURN_TAKE, TURN_SHARE, TURN_GIVE, TURN_TRY };

/* The reason for which a thread waits. The thread that has the turn asks, so is_pending changes
 * nothing. */
struct turn_block {
    bool (*is_pending)(void *subject);
    void *subject;
    bool is_timed; /* the wait ends when nothing else can happen in the job */
    bool is_open;  /* a signal handler, or another process, may end it */
    const void *site; /* of the call */
    const char *words; /* "waits for a condition"; NULL: the access says it */
    struct taker *(*holder)(void *subject); /* the one that can end it; NULL: not known */
};

/* A thread that had the turn did something by which the turns end. */
struct turn_stuck {
    const struct taker *taker;
    const char *words; /* "waited for something" */
    const void *site;  /* where it last took its turn; NULL: it has just begun */
    bool is_call;      /* rather the site of the call that is meant */
    const char *advice; /* NULL: none */
};

/* An access to something that other ranks can access. Kind, object and target say what that is, in
 * the same way in each run of a job. Files whose group has the same first rank count as one object,
 * as all ports do, and all names: numbers in the order of making could differ between runs. */
struct turn_access {
    enum turn_object kind;
    uint32_t object; /* a window's context; the first rank of a file's group */
    int target;      /* a member, a side of ports; -1: all of them */
    int64_t from, end; /* bytes of a window; [0, 1) of anything else */
    bool writes;
    bool has_place; /* its place among others is written in journals (rank/journal_place.h) */
    const void *site; /* of the call; NULL: the same as ever */
};

/* A thread uses something beside MPI that may give it other values in the next run. */
enum turn_source_kind {
    FROM_RANDOM, /* random numbers of the system, or one of its devices for them */
    FROM_TIME,   /* the time of day */
    FROM_FILE,   /* a file that it opens; ranks may share it */
};

struct turn_source {
    enum turn_source_kind kind;
    const char *function;
    const void *site;
    uint64_t device, file; /* which file it is */
    bool writes;           /* it is opened to be written, too */
};

struct turn {
    enum turn_kind kind;
    struct rank *rank;
    const struct turn_access *access; /* NULL unless the kind is TURN_ACCESS or TURN_STAND */
    const struct turn_block *block;   /* NULL unless it is TURN_STAND or TURN_BLOCK */
    const struct turn_stuck *stuck;   /* NULL unless it is TURN_STUCK */
    const struct turn_source *source; /* NULL unless it is TURN_SOURCE */
    const struct call *call; /* the one under way in this thread; its name is NULL if there is none,
                              * or it made another one */
};

/* A look of a call that does not wait (rank_look). */
struct look {
    bool (*is_pending)(void *subject); /* once false it stays so */
    void *subject;
    uint64_t about; /* a number of what is looked for, to distinguish two looks of one place */
};

struct chooser {
    /* Returns the number of a candidate: at least 0, below point->count, which is at least 2. Runs
     * in the rank's thread, maybe inside of the rank's guard or a lock, and must not block. */
    int (*pick)(struct chooser *chooser, const struct choice_point *point);
    /* Lets others run. Returns true when they had a chance and it is the caller's turn again, false
     * if it has let none run: the caller then waits as it would without a chooser. May block, but
     * returns when the rank's world is aborted. NULL: false. */
    bool (*pass)(struct chooser *chooser, const struct turn *turn);
    /* Candidates stand in an order that does not depend on time, by their numbers, so that equal
     * answers choose the same ones again. Otherwise they stand as they have come. */
    bool repeats;
    /* True if it chooses messages (CHOICE_WILDCARD, CHOICE_PROBE), so the rank holds them
     * (p2p/held.h). */
    bool holds_messages;
    /* A message has come to the rank, which holds it. NULL: the chooser does not see it. */
    void (*arrived)(struct chooser *chooser, const struct rank *rank,
                    const struct match_key *sent);
    /* Answers a look, and may let others run before. NULL: rank_look_once does, which asks `pick`
     * whether what is done is said to be done (CHOICE_TEST). */
    bool (*look)(struct chooser *chooser, struct rank *rank, const struct look *look);
    /* The rank reads the clock, or has slept for that many nanoseconds. Returns what the clock
     * shows. NULL: it is the machine's. */
    uint64_t (*clock)(struct chooser *chooser, const struct rank *rank, uint64_t slept_ns);
    /* Is the call, which the rank begins, to fail on purpose? NULL: none is. */
    bool (*fails)(struct chooser *chooser, const struct rank *rank, const struct call *call);
};

/* From here on the chooser answers; NULL: the default. By the rank, between calls of MPI. The fast
 * path of messages makes no choices, so it is not taken until p2p_decide_fast_path. */
void choice_set(struct rank *self, struct chooser *chooser);

static inline bool choice_is_open(const struct rank *self)
{
    return unlikely(self->chooser != NULL);
}

/* Asks the rank's chooser, if there are two candidates at least, and returns the number of one. The
 * candidates may stand in another order then. */
int choice_ask(struct rank *self, struct choice_point *point);

/* CHOICE_TEST: what is done may be reported as not done, for some time. */
static inline bool choice_says_yes(struct rank *self)
{
    struct choice_point point = {
        .kind = CHOICE_TEST, .count = 2, .subject = {.number = CHOICE_NO_NUMBER}};

    return !choice_is_open(self) || choice_ask(self, &point) == 0;
}

/* Writes a point and its answer: "receive from any source at master.c:31 in rank 0 took the message
 * of rank 2, tag 5, its 3rd". */
void choice_describe(FILE *out, struct places *places, const struct choice_point *point,
                     int answer);

/* The clock of the calling thread's rank, which has slept for so long, in nanoseconds. */
uint64_t choice_clock(uint64_t slept_ns);

/* ---- lists of candidates --------------------------------------------------------------------- */

enum { CHOICE_FEW = 16 };

struct choice_list {
    int count, room;
    struct choice_candidate *all;
    struct choice_candidate few[CHOICE_FEW];
};

/* An empty list with room for that many. Without memory it has less, and some candidates are never
 * chosen. */
void choice_list_open(struct choice_list *list, long most);
void choice_list_close(struct choice_list *list);
void choice_list_add(struct choice_list *list, int number, int tag, int nth);
/* Asks, and closes the list. Returns the one that was chosen; the list is not empty. */
struct choice_candidate choice_list_ask(struct rank *self, struct choice_list *list,
                                        enum choice kind, const void *site);

/* ---- handing control on ---------------------------------------------------------------------- */

/* The rank's chooser has `pass`. */
bool turn_pass_on(struct rank *self, enum turn_kind kind);

/* Lets others run; true: they had a chance. */
static inline bool turn_pass(struct rank *self, enum turn_kind kind)
{
    return choice_is_open(self) && self->chooser->pass != NULL && turn_pass_on(self, kind);
}

/* As turn_pass, with TURN_ACCESS. Behind the access stands turns_end_access (rank/turns.h). */
bool turn_pass_access(struct rank *self, const struct turn_access *access);

/* With TURN_STAND, and with TURN_BLOCK. True: the thread goes on by its turn. A block that is timed
 * may be there still. */
bool turn_stand(struct rank *self, const struct turn_access *access,
                const struct turn_block *block);
bool turn_block(struct rank *self, const struct turn_block *block);

/* With TURN_STUCK, of a thread of the rank. */
void turn_tell_stuck(struct rank *rank, const struct turn_stuck *stuck);

/* With TURN_SOURCE, by the calling thread, if it is of a rank with a chooser. */
void turn_tell_source(const struct turn_source *source);

/* As turn_pass_access, for an object that is no window, accessed by the call under way: fills in
 * bytes and site. */
bool turn_await(struct rank *self, struct turn_access access);

/* Do the accesses touch the same bytes, and does one write? */
bool turn_accesses_meet(const struct turn_access *one, const struct turn_access *other);

/* The call that the calling thread makes; its name is NULL if that is not known. */
struct call choice_call(const struct rank *self);

/* At the head and at the end of a call that is not quick, if calls_are_followed. The call is to
 * fail on purpose if turn_begin returns true. */
bool turn_begin(const struct call *call);
void turn_end(void);

#endif
