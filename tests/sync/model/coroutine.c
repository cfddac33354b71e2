/* SPDX-License-Identifier: MIT */
#include "coroutine.h"

#include <link.h>
#include <string.h>

struct coroutine coroutines[THREADS_MAX];
int running;

static void (*body_of_all)(int thread);
static ucontext_t explorer;
static jmp_buf back;
static unsigned char *locals_here;
static size_t local_bytes;
static unsigned char locals_at_first[LOCAL_BYTES_MAX];

static int find_locals(struct dl_phdr_info *info, size_t bytes, void *subject)
{
    (void)bytes, (void)subject;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS) {
            locals_here = info->dlpi_tls_data;
            local_bytes = info->dlpi_phdr[i].p_memsz;
        }
    return 1; /* the program is the first */
}

void coroutine_init(void)
{
    dl_iterate_phdr(find_locals, NULL);
    explore_must_fit(local_bytes <= LOCAL_BYTES_MAX, "thread-local memory");
    memcpy(locals_at_first, locals_here, local_bytes);
}

static void swap_locals(unsigned char *out, const unsigned char *in)
{
    if (out != NULL)
        memcpy(out, locals_here, local_bytes);
    memcpy(locals_here, in, local_bytes);
}

static void body(void)
{
    body_of_all(running);
    coroutines[running].state = STATE_OVER;
    _longjmp(back, 1);
}

void coroutine_resume(int thread)
{
    struct coroutine *coroutine = &coroutines[thread];

    running = thread;
    swap_locals(NULL, coroutine->locals);
    if (_setjmp(back) == 0) {
        if (coroutine->has_begun)
            _longjmp(coroutine->resume, 1);
        coroutine->has_begun = true;
        setcontext(&coroutine->first);
    }
    swap_locals(coroutine->locals, locals_at_first);
    running = 0;
}

void coroutine_begin(int thread, void (*run)(int thread))
{
    struct coroutine *coroutine = &coroutines[thread];

    body_of_all = run;
    coroutine->state = STATE_READY;
    coroutine->has_begun = false;
    memset(&coroutine->past, 0, sizeof coroutine->past);
    memcpy(coroutine->locals, locals_at_first, local_bytes);
    getcontext(&coroutine->first);
    coroutine->first.uc_stack.ss_sp = coroutine->stack;
    coroutine->first.uc_stack.ss_size = STACK_BYTES;
    coroutine->first.uc_link = &explorer;
    makecontext(&coroutine->first, body, 0);
    coroutine_resume(thread);
}

int explore_self(void)
{
    return running;
}

void explore_stop(const struct op *op)
{
    if (running == 0)
        return;
    coroutines[running].next = *op;
    if (_setjmp(coroutines[running].resume) == 0)
        _longjmp(back, 1);
}
