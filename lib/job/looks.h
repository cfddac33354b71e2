/* SPDX-License-Identifier: MIT */
/* Looks: what calls that do not wait, such as MPI_Test and MPI_Iprobe, say in an explored job.
 *
 * A look is a choice of two answers. If what it looks for is there, the usual answer is yes, and
 * the other is no. If it is not, the usual answer is no, and the other is to let other ranks go on
 * until it is there; a run in which it does not come ends, because no is tried as well.
 *
 * A loop that polls repeats a look, and between two of its rounds the rank has done nothing but
 * look in vain. Then a yes of the earlier round is a yes of the later one, and only that is tried:
 * a loop that does nothing else has one outcome, and one run. Runs in which it says no again and
 * again to what is there end early. So it is not tried how often a loop looks, but whether what
 * comes behind a look, after up to LOOKS_IN_A_ROW of them, can go wrong.
 *
 * Looks are fair: after LOOKS_IN_A_ROW noes in a row, or in a loop that does other things as well
 * after LOOKS_ROUNDS, a look says yes as soon as it can, and no if nothing else can happen in the
 * job.
 *
 * Owner: the rank. */
#ifndef JOB_LOOKS_H
#define JOB_LOOKS_H

#include "job/schedule.h"
#include "rank/choice.h"

enum { LOOKS_IN_A_ROW = 10, LOOKS_ROUNDS = 3 };

/* Looks for the same, of the same place. */
struct look_place {
    const void *site;
    uint64_t about;
    long changes; /* of the rank, at the latest look */
    int noes;     /* in a row, without a change */
    int rounds;   /* with changes between them */
    int node;     /* of the latest look, whose other answer was yes; -1: it had none */
    bool was_there; /* the latest look said no by choice */
};

struct looks {
    struct look_place *places; /* of looks that have said no since they last said yes */
    int count, room;
    long changes; /* calls other than looks that said no */
};

/* The rank begins a call. */
static inline void looks_note_call(struct looks *looks)
{
    looks->changes++;
}

/* The answer of the rank, which has the turn: 1 for yes, 0 for no, -1: the run is to end. */
int looks_answer(struct looks *looks, struct schedule *schedule, struct rank *self,
                 const struct look *look);

void looks_free(struct looks *looks);

#endif
