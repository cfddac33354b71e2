/* SPDX-License-Identifier: MIT */
/* Two operations that are in order, or touch other words, or may meet. */
#include "../operations.h"

TWO(fence_get_get, fence, GET(3, 1), GET(3, 1))
TWO(fence_get_read, fence, GET(3, 1), READ(3))
TWO(fence_read_get, fence, READ(3), GET(3, 1))
TWO(fence_add_add, fence, ADD(3, 1), ADD(3, 1))
TWO(fence_add_read, fence, ADD(3, 1), READ(3))
TWO(fence_swap_add, fence, SWAP(3), FETCH_ADD(3, 1))
TWO(fence_neighbours, fence, PUT(3, 1), PUT(4, 1))
TWO(fence_halves, fence, PUT(0, 32), PUT(32, 32))
TWO(fence_put_get_elsewhere, fence, PUT(3, 2), GET(5, 2))
TWO(fence_put_add_elsewhere, fence, PUT(0, 20), ADD(20, 20))
TWO(fence_many_adds, fence, ADD(0, 40), ADD(20, 40))
TWO(fence_nothing, fence, PUT(3, 0), PUT(3, 1))
ONE(fence_own_put_elsewhere, fence, PUT(3, 1), PUT(4, 1))
ONE(fence_own_add_add, fence, ADD(3, 1), ADD(3, 1))
ONE(fence_own_get_put_elsewhere, fence, GET(3, 1), PUT(4, 1))
NEXT(fence_next_put_put, fence, PUT(3, 1), PUT(3, 1))
NEXT(fence_next_put_get, fence, PUT(3, 1), GET(3, 1))
NEXT(fence_next_put_add, fence, PUT(3, 1), ADD(3, 1))
NEXT(fence_next_get_put, fence, GET(3, 1), PUT(3, 1))
TWO(start_get_get, start, GET(3, 1), GET(3, 1))
TWO(start_get_read, start, GET(3, 1), READ(3))
TWO(start_read_get, start, READ(3), GET(3, 1))
TWO(start_add_add, start, ADD(3, 1), ADD(3, 1))
TWO(start_add_read, start, ADD(3, 1), READ(3))
TWO(start_swap_add, start, SWAP(3), FETCH_ADD(3, 1))
TWO(start_neighbours, start, PUT(3, 1), PUT(4, 1))
TWO(start_halves, start, PUT(0, 32), PUT(32, 32))
TWO(start_put_get_elsewhere, start, PUT(3, 2), GET(5, 2))
TWO(start_put_add_elsewhere, start, PUT(0, 20), ADD(20, 20))
TWO(start_many_adds, start, ADD(0, 40), ADD(20, 40))
TWO(start_nothing, start, PUT(3, 0), PUT(3, 1))
ONE(start_own_put_elsewhere, start, PUT(3, 1), PUT(4, 1))
ONE(start_own_add_add, start, ADD(3, 1), ADD(3, 1))
ONE(start_own_get_put_elsewhere, start, GET(3, 1), PUT(4, 1))
NEXT(start_next_put_put, start, PUT(3, 1), PUT(3, 1))
NEXT(start_next_put_get, start, PUT(3, 1), GET(3, 1))
NEXT(start_next_put_add, start, PUT(3, 1), ADD(3, 1))
NEXT(start_next_get_put, start, GET(3, 1), PUT(3, 1))
TWO(all_get_get, all, GET(3, 1), GET(3, 1))
TWO(all_get_read, all, GET(3, 1), READ(3))
TWO(all_read_get, all, READ(3), GET(3, 1))
TWO(all_add_add, all, ADD(3, 1), ADD(3, 1))
TWO(all_add_read, all, ADD(3, 1), READ(3))
TWO(all_swap_add, all, SWAP(3), FETCH_ADD(3, 1))
TWO(all_neighbours, all, PUT(3, 1), PUT(4, 1))
TWO(all_halves, all, PUT(0, 32), PUT(32, 32))
TWO(all_put_get_elsewhere, all, PUT(3, 2), GET(5, 2))
TWO(all_put_add_elsewhere, all, PUT(0, 20), ADD(20, 20))
TWO(all_many_adds, all, ADD(0, 40), ADD(20, 40))
TWO(all_nothing, all, PUT(3, 0), PUT(3, 1))
ONE(all_own_put_elsewhere, all, PUT(3, 1), PUT(4, 1))
ONE(all_own_add_add, all, ADD(3, 1), ADD(3, 1))
ONE(all_own_get_put_elsewhere, all, GET(3, 1), PUT(4, 1))
NEXT(all_next_put_put, all, PUT(3, 1), PUT(3, 1))
NEXT(all_next_put_get, all, PUT(3, 1), GET(3, 1))
NEXT(all_next_put_add, all, PUT(3, 1), ADD(3, 1))
NEXT(all_next_get_put, all, GET(3, 1), PUT(3, 1))
TWO(lock_get_get, lock, GET(3, 1), GET(3, 1))
TWO(lock_get_read, lock, GET(3, 1), READ(3))
TWO(lock_read_get, lock, READ(3), GET(3, 1))
TWO(lock_add_add, lock, ADD(3, 1), ADD(3, 1))
TWO(lock_add_read, lock, ADD(3, 1), READ(3))
TWO(lock_swap_add, lock, SWAP(3), FETCH_ADD(3, 1))
TWO(lock_neighbours, lock, PUT(3, 1), PUT(4, 1))
TWO(lock_halves, lock, PUT(0, 32), PUT(32, 32))
TWO(lock_put_get_elsewhere, lock, PUT(3, 2), GET(5, 2))
TWO(lock_put_add_elsewhere, lock, PUT(0, 20), ADD(20, 20))
TWO(lock_many_adds, lock, ADD(0, 40), ADD(20, 40))
TWO(lock_nothing, lock, PUT(3, 0), PUT(3, 1))
ONE(lock_own_put_elsewhere, lock, PUT(3, 1), PUT(4, 1))
ONE(lock_own_add_add, lock, ADD(3, 1), ADD(3, 1))
ONE(lock_own_get_put_elsewhere, lock, GET(3, 1), PUT(4, 1))
NEXT(lock_next_put_put, lock, PUT(3, 1), PUT(3, 1))
NEXT(lock_next_put_get, lock, PUT(3, 1), GET(3, 1))
NEXT(lock_next_put_add, lock, PUT(3, 1), ADD(3, 1))
NEXT(lock_next_get_put, lock, GET(3, 1), PUT(3, 1))
TWO(all_flushed_put_put, all, (PUT(3, 1), FLUSH), PUT(3, 1))
TWO(all_flushed_put_get, all, (PUT(3, 1), FLUSH), GET(3, 1))
TWO(all_flushed_get_put, all, (GET(3, 1), FLUSH), PUT(3, 1))
TWO(all_flushed_add_put, all, (ADD(3, 1), FLUSH), PUT(3, 1))
ONE(all_own_flushed_put_put, all, (PUT(3, 1), FLUSH), PUT(3, 1))
ONE(all_own_flushed_put_get, all, (PUT(3, 1), FLUSH), GET(3, 1))
TWO(lock_flushed_put_put, lock, (PUT(3, 1), FLUSH), PUT(3, 1))
TWO(lock_flushed_put_get, lock, (PUT(3, 1), FLUSH), GET(3, 1))
TWO(lock_flushed_get_put, lock, (GET(3, 1), FLUSH), PUT(3, 1))
TWO(lock_flushed_add_put, lock, (ADD(3, 1), FLUSH), PUT(3, 1))
ONE(lock_own_flushed_put_put, lock, (PUT(3, 1), FLUSH), PUT(3, 1))
ONE(lock_own_flushed_put_get, lock, (PUT(3, 1), FLUSH), GET(3, 1))


/* A local flush, or the end of its request, completes what only reads (MPI 5.0, 12.3.5). */
#define FLUSH_LOCAL MPI_Win_flush_local(TARGET, win)
ONE(all_own_get_flushed_locally_put, all, (GET(3, 1), FLUSH_LOCAL), PUT(3, 1))
ONE(all_own_read_flushed_locally_put, all, (READ(3), FLUSH_LOCAL), PUT(3, 1))
ONE(lock_own_get_flushed_locally_put, lock, (GET(3, 1), MPI_Win_flush_local_all(win)), PUT(3, 1))
ONE(all_own_rget_waited_put, all, (RGET(3), WAIT), PUT(3, 1))
ONE(all_own_rget_waited_rput, all, (RGET(3), WAIT), (RPUT(3), WAIT))
ONE(all_own_rread_waited_put, all, (RREAD(3), WAIT), PUT(3, 1))
ONE(lock_own_rget_tested_put, lock, (RGET(3), TEST), PUT(3, 1))
ONE(all_own_rget_twice_put, all, (RGET(3), WAIT, RGET(3), WAIT), PUT(3, 1))

PROGRAMS(PROGRAM(fence_get_get),
         PROGRAM(fence_get_read),
         PROGRAM(fence_read_get),
         PROGRAM(fence_add_add),
         PROGRAM(fence_add_read),
         PROGRAM(fence_swap_add),
         PROGRAM(fence_neighbours),
         PROGRAM(fence_halves),
         PROGRAM(fence_put_get_elsewhere),
         PROGRAM(fence_put_add_elsewhere),
         PROGRAM(fence_many_adds),
         PROGRAM(fence_nothing),
         PROGRAM(fence_own_put_elsewhere),
         PROGRAM(fence_own_add_add),
         PROGRAM(fence_own_get_put_elsewhere),
         PROGRAM(fence_next_put_put),
         PROGRAM(fence_next_put_get),
         PROGRAM(fence_next_put_add),
         PROGRAM(fence_next_get_put),
         PROGRAM(start_get_get),
         PROGRAM(start_get_read),
         PROGRAM(start_read_get),
         PROGRAM(start_add_add),
         PROGRAM(start_add_read),
         PROGRAM(start_swap_add),
         PROGRAM(start_neighbours),
         PROGRAM(start_halves),
         PROGRAM(start_put_get_elsewhere),
         PROGRAM(start_put_add_elsewhere),
         PROGRAM(start_many_adds),
         PROGRAM(start_nothing),
         PROGRAM(start_own_put_elsewhere),
         PROGRAM(start_own_add_add),
         PROGRAM(start_own_get_put_elsewhere),
         PROGRAM(start_next_put_put),
         PROGRAM(start_next_put_get),
         PROGRAM(start_next_put_add),
         PROGRAM(start_next_get_put),
         PROGRAM(all_get_get),
         PROGRAM(all_get_read),
         PROGRAM(all_read_get),
         PROGRAM(all_add_add),
         PROGRAM(all_add_read),
         PROGRAM(all_swap_add),
         PROGRAM(all_neighbours),
         PROGRAM(all_halves),
         PROGRAM(all_put_get_elsewhere),
         PROGRAM(all_put_add_elsewhere),
         PROGRAM(all_many_adds),
         PROGRAM(all_nothing),
         PROGRAM(all_own_put_elsewhere),
         PROGRAM(all_own_add_add),
         PROGRAM(all_own_get_put_elsewhere),
         PROGRAM(all_next_put_put),
         PROGRAM(all_next_put_get),
         PROGRAM(all_next_put_add),
         PROGRAM(all_next_get_put),
         PROGRAM(lock_get_get),
         PROGRAM(lock_get_read),
         PROGRAM(lock_read_get),
         PROGRAM(lock_add_add),
         PROGRAM(lock_add_read),
         PROGRAM(lock_swap_add),
         PROGRAM(lock_neighbours),
         PROGRAM(lock_halves),
         PROGRAM(lock_put_get_elsewhere),
         PROGRAM(lock_put_add_elsewhere),
         PROGRAM(lock_many_adds),
         PROGRAM(lock_nothing),
         PROGRAM(lock_own_put_elsewhere),
         PROGRAM(lock_own_add_add),
         PROGRAM(lock_own_get_put_elsewhere),
         PROGRAM(lock_next_put_put),
         PROGRAM(lock_next_put_get),
         PROGRAM(lock_next_put_add),
         PROGRAM(lock_next_get_put),
         PROGRAM(all_flushed_put_put),
         PROGRAM(all_flushed_put_get),
         PROGRAM(all_flushed_get_put),
         PROGRAM(all_flushed_add_put),
         PROGRAM(all_own_flushed_put_put),
         PROGRAM(all_own_flushed_put_get),
         PROGRAM(lock_flushed_put_put),
         PROGRAM(lock_flushed_put_get),
         PROGRAM(lock_flushed_get_put),
         PROGRAM(lock_flushed_add_put),
         PROGRAM(lock_own_flushed_put_put),
         PROGRAM(lock_own_flushed_put_get),
         PROGRAM(all_own_get_flushed_locally_put),
         PROGRAM(all_own_read_flushed_locally_put),
         PROGRAM(lock_own_get_flushed_locally_put),
         PROGRAM(all_own_rget_waited_put),
         PROGRAM(all_own_rget_waited_rput),
         PROGRAM(all_own_rread_waited_put),
         PROGRAM(lock_own_rget_tested_put),
         PROGRAM(all_own_rget_twice_put))
