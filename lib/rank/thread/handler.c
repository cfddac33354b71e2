/* SPDX-License-Identifier: MIT */
#include "rank/thread/handler.h"

#include "base/sanitizer.h"

/* Where the outermost handler begins that the thread runs; 0: it runs none. Short, because there is
 * no static thread-local memory left in the library but in gaps. */
static _Thread_local volatile uint32_t place;

/* A stack has less than 32 GB, so these bits say which of two frames lies below the other. */
NOT_INSTRUMENTED static inline uint32_t place_of(const void *frame)
{
    return (uint32_t)((uintptr_t)frame >> 4) | 1;
}

/* Frames of a handler lie below its first one. After a handler that has left by siglongjmp, the
 * thread's own lie above it. */
NOT_INSTRUMENTED bool thread_is_in_handler(void)
{
    const uint32_t outermost = place;

    return outermost != 0 && (int32_t)(place_of(__builtin_frame_address(0)) - outermost) < 0;
}

NOT_INSTRUMENTED uint32_t thread_begin_handler(const void *frame)
{
    const uint32_t before = place;

    if (!thread_is_in_handler())
        place = place_of(frame);
    return before;
}

NOT_INSTRUMENTED void thread_end_handler(uint32_t before)
{
    place = before;
}
