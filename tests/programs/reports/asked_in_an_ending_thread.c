/* SPDX-License-Identifier: MIT */
/* SIGQUIT asks for a report also when it comes to a thread that is about to end and belongs to no
 * rank any more: the job goes on. In a child that a rank has forked it ends the child.
 *
 * ranks: 2
 * options: -O1
 * flags: -pthread
 * sanitizer: no */
#define _GNU_SOURCE
#include <limits.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../must.h"

enum { THREADS = 20 };

static pthread_key_t key;

/* In each round of the destructors of a thread's own data; the library's own comes in between. */
static void ask_in_destructor(void *round)
{
    if ((intptr_t)round < PTHREAD_DESTRUCTOR_ITERATIONS)
        pthread_setspecific(key, (void *)((intptr_t)round + 1));
    syscall(SYS_tgkill, getpid(), gettid(), SIGQUIT);
}

static void *use_the_key(void *argument)
{
    pthread_setspecific(key, (void *)(intptr_t)1);
    return argument;
}

static void ask_in_child(void)
{
    int status = 0;
    pid_t child = fork();

    must(child >= 0);
    if (child == 0) {
        syscall(SYS_tgkill, getpid(), gettid(), SIGQUIT);
        _exit(0);
    }
    must(waitpid(child, &status, 0) == child);
    must(WIFSIGNALED(status) && WTERMSIG(status) == SIGQUIT);
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int i;

    MPI_Init(&argc, &argv);
    must(pthread_key_create(&key, ask_in_destructor) == 0);
    for (i = 0; i < THREADS; i++) {
        must(pthread_create(&thread, NULL, use_the_key, NULL) == 0);
        must(pthread_join(thread, NULL) == 0);
    }
    ask_in_child();
    MPI_Finalize();
    return 0;
}
