/* SPDX-License-Identifier: MIT */
/* The thread-local variables of a library that the program opens, where they start with the address
 * of a private variable: of the library's, or of the program's.
 * ranks: 1 2 5
 * flags: -pthread -rdynamic
 * plugin: thread_local_part.c */
#include "../globals.h"

#include <dlfcn.h>
#include <pthread.h>

int program_variable = 100;

static int (*add)(int);

static void *add_in_thread(void *argument)
{
    add(*(int *)argument);
    return argument;
}

/* In a thread of its own; but see the limits in PRIVATE-GLOBALS.md. */
static void add_beside(int *amount)
{
#ifdef __SANITIZE_THREAD__
    expect(add_in_thread(amount) == amount);
#else
    pthread_t thread;

    expect(pthread_create(&thread, NULL, add_in_thread, amount) == 0);
    expect(pthread_join(thread, NULL) == 0);
#endif
}

int main(int argc, char **argv)
{
    static int amount = 1000;
    void *library;

    MPI_Init(&argc, &argv);
    library = dlopen("./thread_local_part.so", RTLD_NOW);
    expect(library != NULL);
    *(void **)&add = dlsym(library, "add");
    expect(add != NULL);
    expect(add(my_rank()) == 7 + my_rank());
    expect(program_variable == 101 + my_rank());
    meet();
    add_beside(&amount);
    meet();
    expect(add(0) == 1007 + my_rank());
    expect(program_variable == 1101 + my_rank());
    MPI_Finalize();
    return 0;
}
