/* SPDX-License-Identifier: MIT */
#include "rank/thread/stack.h"

#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "base/container.h"
#include "base/memory.h"
#include "base/page.h"

/* WARM_BYTES of each kept stack stay in memory, and KEPT_MAX are kept: 4 MiB in all. Stacks of more
 * than KEPT_BYTES_MAX are not kept, because addresses can run out, too. */
enum { WARM_BYTES = 64 << 10, KEPT_MAX = 64, KEPT_BYTES_MAX = 1 << 30 };

enum { BYTES_WHEN_UNLIMITED = 64 << 20 };

static struct {
    pthread_mutex_t lock;
    struct stack *kept; /* the latest first: it is the warmest */
    int count;
} stacks = {.lock = PTHREAD_MUTEX_INITIALIZER};

size_t stack_usual_bytes(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return BYTES_WHEN_UNLIMITED;
    return limit.rlim_cur;
}

/* The description of a stack lies at its upper end, in a line of its own. */
static size_t usable_bytes(size_t bytes)
{
    size_t whole = bytes > STACK_BYTES_MIN ? bytes : STACK_BYTES_MIN;

    return page_whole(whole) - CACHE_LINE;
}

static struct stack *take_kept(size_t bytes)
{
    struct stack **link = &stacks.kept, *stack;

    pthread_mutex_lock(&stacks.lock);
    while (*link != NULL && (*link)->bytes != bytes)
        link = &(*link)->next;
    stack = *link;
    if (stack != NULL) {
        *link = stack->next;
        stacks.count--;
    }
    pthread_mutex_unlock(&stacks.lock);
    return stack;
}

/* The program's file says whether code lies on its stacks: that of GNU C's nested functions does,
 * when a program takes their address. */
static int protection(void)
{
    const ElfW(Phdr) *header = (const ElfW(Phdr) *)getauxval(AT_PHDR);
    size_t left = header != NULL ? getauxval(AT_PHNUM) : 0;

    for (; left > 0; left--, header++)
        if (header->p_type == PT_GNU_STACK && (header->p_flags & PF_X))
            return PROT_READ | PROT_WRITE | PROT_EXEC;
    return PROT_READ | PROT_WRITE;
}

static struct stack *make(size_t bytes)
{
    size_t whole = page_bytes() + bytes + CACHE_LINE;
    struct stack *stack;
    char *start;

    if (memory_fails())
        return NULL;
    start = mmap(NULL, whole, protection(),
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
    if (mprotect(start, page_bytes(), PROT_NONE) != 0) {
        munmap(start, whole);
        return NULL;
    }
    stack = (struct stack *)(void *)(start + page_bytes() + bytes);
    stack->lowest = start + page_bytes();
    stack->bytes = bytes;
    return stack;
}

static void unmake(struct stack *stack)
{
    munmap(stack->lowest - page_bytes(), page_bytes() + stack->bytes + CACHE_LINE);
}

struct stack *stack_take(size_t bytes)
{
    struct stack *stack;

    if (bytes > SIZE_MAX / 2)
        return NULL;
    stack = take_kept(usable_bytes(bytes));
    return stack != NULL ? stack : make(usable_bytes(bytes));
}

static bool keep(struct stack *stack)
{
    bool has_room;

    pthread_mutex_lock(&stacks.lock);
    has_room = stacks.count < KEPT_MAX && stack->bytes <= KEPT_BYTES_MAX;
    if (has_room) {
        stacks.count++;
        stack->next = stacks.kept;
        stacks.kept = stack;
    }
    pthread_mutex_unlock(&stacks.lock);
    return has_room;
}

void stack_give(struct stack *stack)
{
    if (stack == NULL)
        return;
    madvise(stack->lowest, stack->bytes + CACHE_LINE - WARM_BYTES, MADV_DONTNEED);
    if (!keep(stack))
        unmake(stack);
}
