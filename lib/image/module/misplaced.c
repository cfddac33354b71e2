/* SPDX-License-Identifier: MIT */
#include "image/module/misplaced.h"

#include <pthread.h>
#include <time.h>

#include "base/loader.h"
#include "base/sanitizer.h"

enum { MISPLACED_MAX = 64, LOOKS_MAX = 10000, LOOK_NS = 1000000 };

static struct {
    pthread_mutex_t lock;
    const ElfW(Dyn) *list[MISPLACED_MAX];
    size_t count;
} misplaced = {.lock = PTHREAD_MUTEX_INITIALIZER};

bool misplaced_add(const ElfW(Dyn) *dynamic)
{
    bool has_room;

    pthread_mutex_lock(&misplaced.lock);
    has_room = misplaced.count < MISPLACED_MAX;
    if (has_room)
        misplaced.list[misplaced.count++] = dynamic;
    pthread_mutex_unlock(&misplaced.lock);
    return has_room;
}

static bool has(const ElfW(Dyn) *dynamic)
{
    size_t i = 0;

    while (i < misplaced.count && misplaced.list[i] != dynamic)
        i++;
    return i < misplaced.count;
}

void misplaced_forget(const ElfW(Dyn) *dynamic)
{
    size_t i, kept = 0;

    pthread_mutex_lock(&misplaced.lock);
    for (i = 0; i < misplaced.count; i++)
        if (misplaced.list[i] != dynamic)
            misplaced.list[kept++] = misplaced.list[i];
    misplaced.count = kept;
    pthread_mutex_unlock(&misplaced.lock);
}

/* No instrumentation: ThreadSanitizer does not know the lock that the loader writes under. */
NOT_INSTRUMENTED bool misplaced_are_among(const struct needed *libraries)
{
    bool is_found = false;
    size_t i;

    pthread_mutex_lock(&misplaced.lock);
    for (i = 0; i < libraries->count && misplaced.count > 0 && !is_found; i++)
        is_found = has(libraries->maps[i]->l_ld);
    pthread_mutex_unlock(&misplaced.lock);
    return is_found;
}

/* The part of the list that the loader still has. */
struct present {
    const ElfW(Dyn) *list[MISPLACED_MAX];
    size_t count;
};

static int note_present(struct dl_phdr_info *info, size_t bytes, void *argument)
{
    struct present *present = argument;
    int i;

    (void)bytes;
    for (i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Dyn) *dynamic =
            (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);

        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC && has(dynamic))
            present->list[present->count++] = dynamic;
    }
    return 0;
}

/* Keeps those that are present. The loader adds none meanwhile, because its list is held. */
static int look_for_misplaced(void *unused)
{
    struct present present = {.count = 0};
    size_t i;

    (void)unused;
    pthread_mutex_lock(&misplaced.lock);
    loader_walk(note_present, &present);
    for (i = 0; i < present.count; i++)
        misplaced.list[i] = present.list[i];
    misplaced.count = present.count;
    pthread_mutex_unlock(&misplaced.lock);
    return (int)present.count;
}

bool misplaced_await_end(int tries)
{
    struct timespec pause = {.tv_nsec = (long)tries * LOOK_NS};
    int looks = 0;

    do {
        nanosleep(&pause, NULL);
        pause.tv_nsec = LOOK_NS;
    } while (loader_hold(look_for_misplaced, NULL) > 0 && ++looks < LOOKS_MAX);
    return looks < LOOKS_MAX;
}
