/* SPDX-License-Identifier: MIT */
/* Blocks of memory that the program has allocated from the heap: their sizes, and the calls that
 * allocated them, for checks of buffers; and functions to be called at their end.
 *
 * Nothing of it costs anything in a process that does not ask for it. blocks_record and
 * blocks_follow lead the program's calls of malloc, free and the like here
 * (image/module/instead.h), from then on, as long as the process runs.
 *
 *   ownership   records are the process's, because the heap is. A record goes with its block
 *   certainty   a block that was freed unseen would leave a record behind. That may be in an object
 *               that was opened later: blocks_are_certain finds out before anything is reported,
 *               and forgets all then. Pointers to free in initial data are led, too, but not one
 *               that the program got before from dlsym, or kept from before. The newest record of
 *               an address counts. A child that the process makes by fork records nothing
 *   many ranks  blocks lie in a hash table of many locks, by the part of the address space in which
 *               they begin (block_table.h). A malloc takes some 70 ns more, a free 30 to 70 ns; of
 *               4 million blocks that are freed in any order, 560 ns. A block takes 50 bytes
 *   loader      no lock of ours is held while the loader is called, whose locks a constructor holds
 *               that calls MPI
 *   leaves out  programs with another allocator than the C library's, or under a sanitizer, and
 *               those of which each rank has a copy of the code: nothing is recorded there
 *
 * Without memory for a record nothing is known of that block.
 *
 * Edges
 *   blocks.ready     blocks_record publishes the table to the threads that allocate
 *   blocks.follower  blocks_follow publishes its argument to the threads that free. */
#ifndef CHECK_BLOCKS_H
#define CHECK_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct heap_block {
    uintptr_t start;
    size_t bytes; /* that were asked for */
    const void *site; /* of the call */
    uint64_t number; /* in the order of allocation */
};

/* Records blocks from now on; the second call does nothing. */
void blocks_record(void);

/* The block that has the address. False: none is known. */
bool blocks_find(uintptr_t address, struct heap_block *found);

/* False: what blocks_find has said of the block of that number may be wrong. */
bool blocks_are_certain(uint64_t number);

/* Is called at the end of blocks, in the thread that ends them, before that. */
struct blocks_follower {
    bool (*cares)(const void *block); /* for that block, is `ended` to be called? */
    uint64_t (*now)(void); /* is read before a block may be moved */
    void (*ended)(uintptr_t start, size_t bytes, uint64_t at, const char *function,
                  const void *site);
};

/* Calls of free and realloc call the follower from now on; there is one. The size of a block is 1
 * if the allocator does not know sizes. */
void blocks_follow(const struct blocks_follower *follower);

#endif
