/* SPDX-License-Identifier: MIT */
/* How much memory a board takes. */
#include <criterion/criterion.h>

#include "base/container.h"
#include "base/sanitizer.h"
#include "board/board.h"

#if IS_FOR_THREAD_SANITIZER || IS_FOR_ADDRESS_SANITIZER
/* Its header does not come with every compiler that has it. */
size_t __sanitizer_get_current_allocated_bytes(void);
#elif defined(HEDDLE_JEMALLOC)
#include <jemalloc/jemalloc.h>
#else
#include <malloc.h>
#endif

/* What the calling thread has taken so far, by whichever allocator there is. */
static uint64_t bytes_taken(void)
{
#if IS_FOR_THREAD_SANITIZER || IS_FOR_ADDRESS_SANITIZER
    return __sanitizer_get_current_allocated_bytes();
#elif defined(HEDDLE_JEMALLOC)
    uint64_t taken = 0;
    size_t bytes = sizeof taken;

    cr_assert_eq(mallctl("thread.allocated", &taken, &bytes, NULL, 0), 0);
    return taken;
#else
    const struct mallinfo2 info = mallinfo2();

    return info.uordblks + info.hblkhd;
#endif
}

/* A board that all members have used, slots too. */
static uint64_t bytes_of_board(int seats, bool is_oversubscribed)
{
    uint64_t before = bytes_taken(), after;
    struct board *board = board_create(seats, is_oversubscribed);

    cr_assert_not_null(board);
    for (int seat = 0; seat < seats; seat++)
        cr_assert_not_null(board_slot(board, seat, 1));
    after = bytes_taken();
    board_destroy(board);
    return after - before;
}

Test(board_memory, is_taken_for_each_member_but_not_for_each_pair)
{
    static const int sizes[] = {8, 16, 17, 33, 64, 65, 256, 257, 512, 4096};

    for (int oversubscribed = 0; oversubscribed < 2; oversubscribed++) {
        const int few = oversubscribed ? 5 : 2; /* who have the most sequence numbers */
        const uint64_t each = bytes_of_board(few, oversubscribed) / (uint64_t)few;

        cr_assert_gt(each, SLOT_BYTES);
        for (size_t i = 0; i < ARRAY_LENGTH(sizes); i++) {
            uint64_t bytes = bytes_of_board(sizes[i], oversubscribed);

            cr_assert_leq(bytes, each * (uint64_t)sizes[i],
                          "%d members: %llu bytes, %d: %llu each", sizes[i],
                          (unsigned long long)bytes, few, (unsigned long long)each);
        }
    }
}
