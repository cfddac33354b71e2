/* SPDX-License-Identifier: MIT */
#include "job/journal_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/note.h"

enum { GROWTH = 1 << 18 };

static const char magic[8] = {'h', 'e', 'd', 'd', 'l', 'e', 'J', '1'};

static struct journal_page *page_at(const struct journal_file *file, uint64_t number)
{
    return (struct journal_page *)(void *)((char *)file->head + number * JOURNAL_PAGE_BYTES);
}

/* ---- writing -------------------------------------------------------------------------------- */

/* Makes a new file of that name. Devices and the like are left alone. */
static int create_anew(const char *path, bool replaces)
{
    struct stat old;

    if (replaces && lstat(path, &old) == 0) {
        if (!S_ISREG(old.st_mode) && !S_ISLNK(old.st_mode))
            return errno = S_ISDIR(old.st_mode) ? EISDIR : ENOTSUP, -1;
        if (unlink(path) != 0)
            return -1;
    }
    return open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

/* Pages that are there when they are written cost a rank less than faults. */
static void prepare_pages(const struct journal_file *file, size_t bytes)
{
#ifdef MADV_POPULATE_WRITE
    if (file->head != NULL)
        (void)madvise((char *)file->head + file->bytes, bytes - file->bytes, MADV_POPULATE_WRITE);
#else
    (void)file;
    (void)bytes;
#endif
}

/* The kernel ends a process that makes a file larger than its limit. */
static bool is_beyond_limit(size_t bytes)
{
    struct rlimit limit;

    return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
           bytes > limit.rlim_cur;
}

/* Returns 0, or an errno. */
static int grow(struct journal_file *file, size_t bytes)
{
    int err;

    if (is_beyond_limit(bytes))
        return EFBIG;
    do
        err = posix_fallocate(file->descriptor, (off_t)file->bytes, (off_t)(bytes - file->bytes));
    while (err == EINTR);
    if (err != 0)
        return err;
    prepare_pages(file, bytes);
    file->bytes = bytes;
    return 0;
}

static int map(struct journal_file *file)
{
    void *memory;

    if (memory_fails())
        return ENOMEM;
    memory = mmap(NULL, file->bytes_max, PROT_READ | PROT_WRITE, MAP_SHARED, file->descriptor, 0);
    if (memory == MAP_FAILED)
        return errno;
    file->head = memory;
    return 0;
}

int journal_file_create(struct journal_file *file, const char *path, bool replaces,
                        const char *name, int ranks, size_t bytes_max)
{
    int err;

    *file = (struct journal_file){.bytes_max = bytes_max,
                                  .descriptor = create_anew(path, replaces)};
    if (file->descriptor < 0)
        return errno;
    err = grow(file, bytes_max < GROWTH ? bytes_max : GROWTH);
    if (err == 0)
        err = map(file);
    if (err != 0) {
        unlink(path);
        journal_file_close(file);
        return err;
    }
    memcpy(file->head->magic, magic, sizeof magic);
    file->head->ranks = (uint32_t)ranks;
    snprintf(file->head->name, sizeof file->head->name, "%s", name);
    store_relaxed(&file->head->pages, 1);
    return 0;
}

/* Returns the number of another page; 0: there is no room. Under the lock. */
static uint64_t take_page(struct journal_file *file)
{
    const uint64_t number = load_relaxed(&file->head->pages);
    const size_t end = (size_t)(number + 1) * JOURNAL_PAGE_BYTES;
    size_t wanted = file->bytes + GROWTH;
    int err = 0;

    if (wanted > file->bytes_max)
        wanted = file->bytes_max;
    if (end > file->bytes_max)
        err = ENOBUFS;
    else if (end > file->bytes)
        err = grow(file, wanted);
    if (err != 0) {
        store_relaxed(&file->head->why_full, (uint32_t)err);
        return 0;
    }
    store_relaxed(&file->head->pages, number + 1);
    return number;
}

bool journal_file_turn(struct journal_file *file, struct journal *journal)
{
    struct journal_page *page;
    uint64_t number;

    if (load_relaxed(&file->head->why_full) != 0)
        return false;
    lock_take(&file->lock);
    number = take_page(file);
    lock_release(&file->lock);
    if (number == 0)
        return false;
    page = page_at(file, number);
    page->rank = (uint32_t)journal->rank;
    journal->why_full = &file->head->why_full;
    journal->next = page->entries;
    journal->end = page->entries + JOURNAL_PAGE_ENTRIES;
    return true;
}

void journal_file_end(struct journal_file *file)
{
    const off_t bytes = (off_t)(load_relaxed(&file->head->pages) * JOURNAL_PAGE_BYTES);

    if (ftruncate(file->descriptor, bytes) != 0)
        return; /* it stays longer than its pages, which its head counts */
}

/* ---- reading -------------------------------------------------------------------------------- */

static bool is_sound(const struct journal_file *file)
{
    const struct journal_head *head = file->head;
    uint64_t pages = load_relaxed(&head->pages), number;

    if (memcmp(head->magic, magic, sizeof magic) != 0 || pages == 0 ||
        pages > file->bytes / JOURNAL_PAGE_BYTES ||
        memchr(head->name, '\0', sizeof head->name) == NULL)
        return false;
    for (number = 1; number < pages; number++)
        if (page_at(file, number)->rank >= head->ranks)
            return false;
    return true;
}

int journal_file_open(struct journal_file *file, const char *path)
{
    struct stat info;
    void *memory;

    *file = (struct journal_file){.descriptor = open(path, O_RDONLY | O_CLOEXEC)};
    if (file->descriptor < 0 || fstat(file->descriptor, &info) != 0) {
        note(-1, "HEDDLE_REPLAY: %s cannot be read: %s", path, strerror(errno));
        journal_file_close(file);
        return -1;
    }
    file->bytes = file->bytes_max = (size_t)info.st_size;
    memory = S_ISREG(info.st_mode) && file->bytes >= JOURNAL_PAGE_BYTES
                 ? mmap(NULL, file->bytes, PROT_READ, MAP_PRIVATE, file->descriptor, 0)
                 : MAP_FAILED;
    if (memory != MAP_FAILED)
        file->head = memory;
    if (file->head != NULL && is_sound(file))
        return 0;
    journal_file_close(file);
    return note(-1, "HEDDLE_REPLAY: %s is neither a file that HEDDLE_RECORD has written nor the "
                    "answers that an exploration has printed, or it is damaged",
                path);
}

/* The room that a rank's entries take. */
struct extent {
    long events;
    uint32_t receives; /* one more than the highest number */
};

/* Hands each entry of the rank to the function, which returns false for one that is none. */
static bool visit(const struct journal_file *file, const struct journal *journal,
                  bool (*see)(uint64_t entry, void *subject), void *subject)
{
    const uint64_t pages = load_relaxed(&file->head->pages);
    uint64_t number, entry;
    int i;

    for (number = 1; number < pages; number++) {
        const struct journal_page *page = page_at(file, number);

        for (i = 0; i < JOURNAL_PAGE_ENTRIES && (int)page->rank == journal->rank; i++) {
            entry = load_relaxed(&page->entries[i]);
            if (entry != 0 && !see(entry, subject))
                return false;
        }
    }
    return true;
}

static bool count(uint64_t entry, void *subject)
{
    struct extent *extent = subject;
    const enum journal_kind kind = journal_kind_of(entry);
    const uint32_t behind = journal_number_of(entry) + journal_repeats_of(entry) + 1;

    if (kind == JOURNAL_RECEIVE && extent->receives < behind)
        extent->receives = behind;
    extent->events += kind != JOURNAL_RECEIVE;
    return kind > JOURNAL_NOTHING && kind < JOURNAL_KINDS &&
           journal_value_of(entry) >= JOURNAL_CANCELLED;
}

struct filling {
    uint64_t *events;
    int32_t *sources;
    long count;
};

static bool keep_entry(uint64_t entry, void *subject)
{
    struct filling *filling = subject;
    uint32_t i;

    if (journal_kind_of(entry) != JOURNAL_RECEIVE)
        filling->events[filling->count++] = entry;
    for (i = 0; journal_kind_of(entry) == JOURNAL_RECEIVE && i <= journal_repeats_of(entry); i++)
        filling->sources[journal_number_of(entry) + i] = journal_source_of(entry) + 2;
    return true;
}

int journal_file_read(const struct journal_file *file, const char *path, struct journal *journal)
{
    struct extent extent = {0};
    struct filling filling = {0};

    if (!visit(file, journal, count, &extent))
        return note(-1, "HEDDLE_REPLAY: %s is damaged", path);
    filling.events = memory_take_zeroed((size_t)(extent.events + 1) * sizeof *filling.events);
    filling.sources = memory_take_zeroed((size_t)(extent.receives + 1) * sizeof *filling.sources);
    journal->events = filling.events;
    journal->sources = filling.sources;
    if (filling.events == NULL || filling.sources == NULL)
        return note(-1, "no memory for what HEDDLE_REPLAY repeats");
    visit(file, journal, keep_entry, &filling);
    journal->events_count = extent.events;
    journal->sources_count = extent.receives;
    return 0;
}

void journal_file_free(struct journal *journal)
{
    memory_give((void *)(uintptr_t)journal->events);
    memory_give((void *)(uintptr_t)journal->sources);
}

void journal_file_close(struct journal_file *file)
{
    if (file->head != NULL)
        munmap(file->head, file->bytes_max);
    if (file->descriptor >= 0)
        close(file->descriptor);
    *file = (struct journal_file){.descriptor = -1};
}
