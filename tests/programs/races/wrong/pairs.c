/* SPDX-License-Identifier: MIT */
/* Two operations that touch the same word, and nothing orders them. */
#include "../operations.h"

TWO(fence_put_put, fence, PUT(3, 1), PUT(3, 1))
TWO(fence_put_get, fence, PUT(3, 1), GET(3, 1))
TWO(fence_get_put, fence, GET(3, 1), PUT(3, 1))
TWO(fence_put_add, fence, PUT(3, 1), ADD(3, 1))
TWO(fence_add_put, fence, ADD(3, 1), PUT(3, 1))
TWO(fence_add_get, fence, ADD(3, 1), GET(3, 1))
TWO(fence_get_add, fence, GET(3, 1), FETCH_ADD(3, 1))
TWO(fence_swap_put, fence, SWAP(3), PUT(3, 1))
TWO(fence_put_read, fence, PUT(3, 1), READ(3))
TWO(fence_other_type, fence, ADD(3, 1), ADD_INTS(3, 1))
TWO(fence_one_word_of_many, fence, PUT(0, 40), PUT(39, 1))
TWO(fence_long_ones, fence, PUT(0, 33), GET(32, 30))
ONE(fence_own_put_put, fence, PUT(3, 1), PUT(3, 1))
ONE(fence_own_put_get, fence, PUT(3, 1), GET(3, 1))
ONE(fence_own_put_add, fence, PUT(3, 1), ADD(3, 1))
ONE(fence_own_results, fence, FETCH_ADD(3, 1), FETCH_ADD(5, 1))
TWO(start_put_put, start, PUT(3, 1), PUT(3, 1))
TWO(start_put_get, start, PUT(3, 1), GET(3, 1))
TWO(start_get_put, start, GET(3, 1), PUT(3, 1))
TWO(start_put_add, start, PUT(3, 1), ADD(3, 1))
TWO(start_add_put, start, ADD(3, 1), PUT(3, 1))
TWO(start_add_get, start, ADD(3, 1), GET(3, 1))
TWO(start_get_add, start, GET(3, 1), FETCH_ADD(3, 1))
TWO(start_swap_put, start, SWAP(3), PUT(3, 1))
TWO(start_put_read, start, PUT(3, 1), READ(3))
TWO(start_other_type, start, ADD(3, 1), ADD_INTS(3, 1))
TWO(start_one_word_of_many, start, PUT(0, 40), PUT(39, 1))
TWO(start_long_ones, start, PUT(0, 33), GET(32, 30))
ONE(start_own_put_put, start, PUT(3, 1), PUT(3, 1))
ONE(start_own_put_get, start, PUT(3, 1), GET(3, 1))
ONE(start_own_put_add, start, PUT(3, 1), ADD(3, 1))
ONE(start_own_results, start, FETCH_ADD(3, 1), FETCH_ADD(5, 1))
TWO(all_put_put, all, PUT(3, 1), PUT(3, 1))
TWO(all_put_get, all, PUT(3, 1), GET(3, 1))
TWO(all_get_put, all, GET(3, 1), PUT(3, 1))
TWO(all_put_add, all, PUT(3, 1), ADD(3, 1))
TWO(all_add_put, all, ADD(3, 1), PUT(3, 1))
TWO(all_add_get, all, ADD(3, 1), GET(3, 1))
TWO(all_get_add, all, GET(3, 1), FETCH_ADD(3, 1))
TWO(all_swap_put, all, SWAP(3), PUT(3, 1))
TWO(all_put_read, all, PUT(3, 1), READ(3))
TWO(all_other_type, all, ADD(3, 1), ADD_INTS(3, 1))
TWO(all_one_word_of_many, all, PUT(0, 40), PUT(39, 1))
TWO(all_long_ones, all, PUT(0, 33), GET(32, 30))
ONE(all_own_put_put, all, PUT(3, 1), PUT(3, 1))
ONE(all_own_put_get, all, PUT(3, 1), GET(3, 1))
ONE(all_own_put_add, all, PUT(3, 1), ADD(3, 1))
ONE(all_own_results, all, FETCH_ADD(3, 1), FETCH_ADD(5, 1))
TWO(lock_put_put, lock, PUT(3, 1), PUT(3, 1))
TWO(lock_put_get, lock, PUT(3, 1), GET(3, 1))
TWO(lock_get_put, lock, GET(3, 1), PUT(3, 1))
TWO(lock_put_add, lock, PUT(3, 1), ADD(3, 1))
TWO(lock_add_put, lock, ADD(3, 1), PUT(3, 1))
TWO(lock_add_get, lock, ADD(3, 1), GET(3, 1))
TWO(lock_get_add, lock, GET(3, 1), FETCH_ADD(3, 1))
TWO(lock_swap_put, lock, SWAP(3), PUT(3, 1))
TWO(lock_put_read, lock, PUT(3, 1), READ(3))
TWO(lock_other_type, lock, ADD(3, 1), ADD_INTS(3, 1))
TWO(lock_one_word_of_many, lock, PUT(0, 40), PUT(39, 1))
TWO(lock_long_ones, lock, PUT(0, 33), GET(32, 30))
ONE(lock_own_put_put, lock, PUT(3, 1), PUT(3, 1))
ONE(lock_own_put_get, lock, PUT(3, 1), GET(3, 1))
ONE(lock_own_put_add, lock, PUT(3, 1), ADD(3, 1))
ONE(lock_own_results, lock, FETCH_ADD(3, 1), FETCH_ADD(5, 1))


/* A put may still be under way at its target then. */
ONE(lock_own_rput_waited_put, lock, (RPUT(3), WAIT), PUT(3, 1))
ONE(lock_own_rget_put, lock, RGET(3), (PUT(3, 1), WAIT))
ONE(all_own_put_flushed_locally_put, all, (PUT(3, 1), MPI_Win_flush_local(TARGET, win)), PUT(3, 1))

PROGRAMS(PROGRAM(fence_put_put),
         PROGRAM(fence_put_get),
         PROGRAM(fence_get_put),
         PROGRAM(fence_put_add),
         PROGRAM(fence_add_put),
         PROGRAM(fence_add_get),
         PROGRAM(fence_get_add),
         PROGRAM(fence_swap_put),
         PROGRAM(fence_put_read),
         PROGRAM(fence_other_type),
         PROGRAM(fence_one_word_of_many),
         PROGRAM(fence_long_ones),
         PROGRAM(fence_own_put_put),
         PROGRAM(fence_own_put_get),
         PROGRAM(fence_own_put_add),
         PROGRAM(fence_own_results),
         PROGRAM(start_put_put),
         PROGRAM(start_put_get),
         PROGRAM(start_get_put),
         PROGRAM(start_put_add),
         PROGRAM(start_add_put),
         PROGRAM(start_add_get),
         PROGRAM(start_get_add),
         PROGRAM(start_swap_put),
         PROGRAM(start_put_read),
         PROGRAM(start_other_type),
         PROGRAM(start_one_word_of_many),
         PROGRAM(start_long_ones),
         PROGRAM(start_own_put_put),
         PROGRAM(start_own_put_get),
         PROGRAM(start_own_put_add),
         PROGRAM(start_own_results),
         PROGRAM(all_put_put),
         PROGRAM(all_put_get),
         PROGRAM(all_get_put),
         PROGRAM(all_put_add),
         PROGRAM(all_add_put),
         PROGRAM(all_add_get),
         PROGRAM(all_get_add),
         PROGRAM(all_swap_put),
         PROGRAM(all_put_read),
         PROGRAM(all_other_type),
         PROGRAM(all_one_word_of_many),
         PROGRAM(all_long_ones),
         PROGRAM(all_own_put_put),
         PROGRAM(all_own_put_get),
         PROGRAM(all_own_put_add),
         PROGRAM(all_own_results),
         PROGRAM(lock_put_put),
         PROGRAM(lock_put_get),
         PROGRAM(lock_get_put),
         PROGRAM(lock_put_add),
         PROGRAM(lock_add_put),
         PROGRAM(lock_add_get),
         PROGRAM(lock_get_add),
         PROGRAM(lock_swap_put),
         PROGRAM(lock_put_read),
         PROGRAM(lock_other_type),
         PROGRAM(lock_one_word_of_many),
         PROGRAM(lock_long_ones),
         PROGRAM(lock_own_put_put),
         PROGRAM(lock_own_put_get),
         PROGRAM(lock_own_put_add),
         PROGRAM(lock_own_results),
         PROGRAM(lock_own_rput_waited_put),
         PROGRAM(lock_own_rget_put),
         PROGRAM(all_own_put_flushed_locally_put))
