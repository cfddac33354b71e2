/* SPDX-License-Identifier: MIT */
/* Libraries that the program opens while its ranks map memory and start threads: one that opens
 * another in its constructor, one with much data, and one that does not exist.
 * ranks: 1 2 8 40
 * flags: -pthread
 * plugin: many_first.c
 * plugin: many_second.c
 * plugin: many_large.c
 * variant: thread; options: -O1; ranks: 2 8 64; flags: -fsanitize=thread; sanitizer: no */
#include "../globals.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>

enum { MAPPINGS = 30, MAPPING_BYTES = 3 << 20 };

static char *mappings[MAPPINGS];
static int threads_run;

static void *run(void *argument)
{
    threads_run++;
    return argument;
}

static void map_and_unmap(void)
{
    pthread_t thread;
    int i;

    for (i = 0; i < MAPPINGS; i++) {
        mappings[i] = mmap(NULL, MAPPING_BYTES, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        expect(mappings[i] != MAP_FAILED);
    }
    expect(pthread_create(&thread, NULL, run, NULL) == 0);
    expect(pthread_join(thread, NULL) == 0);
    for (i = 0; i < MAPPINGS; i += 2)
        munmap(mappings[i], MAPPING_BYTES);
}

static void *function(void *library, const char *name)
{
    void *found = dlsym(library, name);

    expect(found != NULL);
    return found;
}

static void check_first(void)
{
    void *library = dlopen("./many_first.so", RTLD_NOW);
    int (*sum)(int);

    expect(library != NULL);
    *(void **)&sum = function(library, "first_sum");
    expect(sum(my_rank()) == 100 + my_rank());
    expect(sum(1) == 101 + my_rank());
}

static void check_large(void)
{
    void *library = dlopen("./many_large.so", RTLD_NOW);
    int (*step)(int);

    expect(library != NULL);
    *(void **)&step = function(library, "large_step");
    expect(step(my_rank()) == my_rank());
    meet();
    expect(step(0) == my_rank());
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    map_and_unmap();
    if (my_rank() % 2 == 0)
        check_first();
    map_and_unmap();
    expect(dlopen("./no_such_library.so", RTLD_NOW) == NULL);
    if (my_rank() % 2 == 1)
        check_first();
    map_and_unmap();
    check_large();
    expect(threads_run == 3);
    MPI_Finalize();
    return 0;
}
