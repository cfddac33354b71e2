/* SPDX-License-Identifier: MIT */
/* Libraries that ranks open while another thread unmaps memory above the place where libraries
 * belong. The loader maps them there, where they cannot be copied, and they are opened again.
 * ranks: 4
 * flags: -pthread
 * plugin: many_first.c
 * plugin: many_second.c
 * variant: thread; options: -O1; ranks: 24; flags: -fsanitize=thread; sanitizer: no */
#define _GNU_SOURCE
#include "../globals.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { PIECE_BYTES = 128 << 10, PIECES = 2000, LIBRARIES = 6 };

/* Mapped before the library chooses the places of copies, and so above those of libraries. */
__attribute__((heddle_shared)) static char *above;

static const struct timespec pause_between = {.tv_nsec = 20000};
static atomic_int awaited, opened; /* libraries */

__attribute__((no_sanitize("thread"))) static void map_above(void)
{
    above = (char *)syscall(SYS_mmap, NULL, (size_t)PIECES * PIECE_BYTES, PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0L);
}

__attribute__((section(".preinit_array"), used, heddle_shared)) static void (*const early)(void) =
    map_above;

/* Bypasses ThreadSanitizer, which would take longer than the loader. */
static void *unmap(void *argument)
{
    int i;

    for (i = 0; i < PIECES; i++) {
        while (atomic_load(&awaited) == atomic_load(&opened))
            if (atomic_load(&opened) == LIBRARIES)
                return argument;
        syscall(SYS_munmap, above + (long)i * PIECE_BYTES, PIECE_BYTES);
        nanosleep(&pause_between, NULL);
    }
    return argument;
}

static void copy_file(const char *from, const char *to)
{
    char command[200];

    snprintf(command, sizeof command, "cp %s %s", from, to);
    expect(system(command) == 0);
}

static void open_library(int number)
{
    char name[64];
    int (*draw)(void);
    void *library;

    snprintf(name, sizeof name, "./unmapping_%d.so", number);
    if (my_rank() == 0)
        copy_file("many_second.so", name);
    atomic_fetch_add(&awaited, 1);
    meet();
    library = dlopen(name, RTLD_NOW);
    expect(library != NULL);
    *(void **)&draw = dlsym(library, "second_number");
    expect(draw() == 99);
    expect(draw() == 100);
    atomic_fetch_add(&opened, 1);
}

static void open_first(void)
{
    void *library = dlopen("./many_first.so", RTLD_NOW);
    int (*sum)(int);

    expect(library != NULL);
    *(void **)&sum = dlsym(library, "first_sum");
    expect(sum(my_rank()) == 100 + my_rank());
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int i;

    MPI_Init(&argc, &argv);
    expect(above != MAP_FAILED);
    if (my_rank() == 0)
        expect(pthread_create(&thread, NULL, unmap, NULL) == 0);
    for (i = 0; i < LIBRARIES; i++)
        open_library(i);
    open_first();
    if (my_rank() == 0)
        expect(pthread_join(thread, NULL) == 0);
    MPI_Finalize();
    return 0;
}
