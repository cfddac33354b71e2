/* SPDX-License-Identifier: MIT */
/* The registry of everything that the members of a communicator agree on. Each of these takes a
 * sequence number of the board, and its number here is the lowest byte of the word by which records
 * of calls are compared (struct board_call). Members that take one number for different things
 * disagree, and both get an error.
 *
 * Numbers are never given twice. New kinds, such as those of windows and files, are added at the
 * end. */
#ifndef BOARD_AGREEMENT_H
#define BOARD_AGREEMENT_H

enum agreement {
    /* Collective operations (coll/args.h). */
    AGREE_BARRIER,
    AGREE_BCAST,
    AGREE_GATHER,
    AGREE_SCATTER,
    AGREE_ALLGATHER,
    AGREE_ALLTOALL,
    AGREE_REDUCE,
    AGREE_ALLREDUCE,
    AGREE_REDUCE_SCATTER,
    AGREE_SCAN,
    AGREE_EXSCAN,
    AGREE_NEIGHBOR_ALLGATHER,
    AGREE_NEIGHBOR_ALLTOALL,
    AGREE_FINALIZE, /* a barrier that no MPI_Barrier matches */

    /* Votes (comm/vote.h). */
    AGREE_COMM_DUP,
    AGREE_COMM_CREATE,
    AGREE_COMM_SPLIT,
    AGREE_INTERCOMM_CREATE,
    AGREE_INTERCOMM_MERGE,
    AGREE_TOPOLOGY_ORDER,
    AGREE_GRAPH_CREATE,
    AGREE_DIST_GRAPH_SIZES,
    AGREE_DIST_GRAPH_EDGES,

    /* A member's last call on a communicator. */
    AGREE_COMM_FREE,

    /* Collective operations that are barriers for those who make another call. */
    AGREE_COMM_DISCONNECT, /* before that last call */
    AGREE_SYNCHRONIZE,     /* before a blocking collective operation, if HEDDLE_SYNC_COLLECTIVES */

    /* Windows: votes, and barriers of the window. */
    AGREE_WIN_CREATE,
    AGREE_WIN_ALLOCATE,
    AGREE_WIN_ALLOCATE_SHARED,
    AGREE_WIN_CREATE_DYNAMIC,
    AGREE_WIN_FENCE,
    AGREE_WIN_FREE,

    /* Votes that follow the root of a call of chapter 11 (comm/port.h). */
    AGREE_COMM_ACCEPT,
    AGREE_COMM_CONNECT,
    /* A vote of a communicator, and what those that have opened the file agree on after that
     * (io/accord.h). */
    AGREE_FILE_OPEN,
    AGREE_FILE_CLOSE,
    AGREE_FILE_SIZE,
    AGREE_FILE_PREALLOCATE,
    AGREE_FILE_SYNC,
    AGREE_FILE_ATOMICITY,
    AGREE_FILE_SEEK,
    AGREE_FILE_HINTS,
    AGREE_FILE_VIEW,
    AGREE_FILE_READ,
    AGREE_FILE_WRITE,

    AGREE_COMM_SPAWN, /* as those of chapter 11 above (spawn/spawn.h) */

    AGREEMENTS
};

_Static_assert(AGREEMENTS <= 256, "a kind is one byte of a record's word");

#endif
