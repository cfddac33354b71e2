/* SPDX-License-Identifier: MIT */
#include "check/descriptions.h"

#include <stdlib.h>
#include <string.h>

#include "base/loader.h"
#include "base/memory.h"
#include "image/described.h"
#include "image/module/elf_file.h"
#include "sync/lock.h"

struct entry {
    uintptr_t address;
    const char *text;
};

/* A call whose function hands out the memory. */
struct allocator {
    uintptr_t site; /* 0: a free place */
    size_t bytes; /* from the stack pointer to where its function returns to */
};

static struct {
    struct lock lock; /* protects the reading */
    _Atomic(bool) are_read;
    /* Constant after that. */
    struct entry *entries; /* ascending by their addresses */
    size_t count, capacity;
    struct allocator *allocators; /* a hash table by their sites, with many free places, or NULL */
    size_t places; /* of it: a power of 2 */
} descriptions;

/* ---- entries --------------------------------------------------------------------------------- */

static bool add(uintptr_t address, const char *text)
{
    if (descriptions.count == descriptions.capacity) {
        size_t capacity = 2 * descriptions.capacity + 256;
        struct entry *entries =
            memory_grow(descriptions.entries, capacity * sizeof *entries);

        if (entries == NULL)
            return false;
        descriptions.entries = entries;
        descriptions.capacity = capacity;
    }
    descriptions.entries[descriptions.count++] = (struct entry){address, text};
    return true;
}

/* Reads a section, of which it keeps a copy. The linker has put 0 where it has dropped code. */
static void read_section(const char *section, size_t bytes, uintptr_t base)
{
    char *copy = memory_take(bytes + 1);
    size_t at = 0;
    uint64_t address;

    if (copy == NULL)
        return;
    memcpy(copy, section, bytes);
    copy[bytes] = '\0';
    while (at + sizeof address < bytes) {
        memcpy(&address, copy + at, sizeof address);
        at += sizeof address;
        if (address != 0 && !add(base + address, copy + at))
            return;
        at += strlen(copy + at) + 1;
    }
}

static int read_module(struct dl_phdr_info *info, size_t size, void *nothing)
{
    const char *path = info->dlpi_name[0] != '\0' ? info->dlpi_name : "/proc/self/exe";
    const ElfW(Shdr) *section;
    struct elf_file file;

    (void)size, (void)nothing;
    if (strchr(path, '/') == NULL || !elf_file_open(&file, path))
        return 0;
    section = elf_file_section(&file, DESCRIBED_SECTION);
    if (section != NULL && (section->sh_flags & SHF_COMPRESSED) == 0)
        read_section(file.start + section->sh_offset, section->sh_size, info->dlpi_addr);
    elf_file_close(&file);
    return 0;
}

static int compare_entries(const void *left, const void *right)
{
    const struct entry *one = left, *other = right;

    return (one->address > other->address) - (one->address < other->address);
}

/* ---- allocators ------------------------------------------------------------------------------ */

static struct allocator *place_of(uintptr_t site)
{
    size_t i = (size_t)((uint64_t)site * UINT64_C(0x9E3779B97F4A7C15) >> 32);

    for (;; i++) {
        struct allocator *place = &descriptions.allocators[i & (descriptions.places - 1)];

        if (place->site == site || place->site == 0)
            return place;
    }
}

static bool is_allocator(const struct entry *entry)
{
    return entry->text[0] == DESCRIBED_ALLOCATOR && entry->text[1] == ' ';
}

/* Without memory no function is one. */
static void note_allocators(void)
{
    size_t count = 0, i;

    for (i = 0; i < descriptions.count; i++)
        count += is_allocator(&descriptions.entries[i]);
    if (count == 0)
        return;
    descriptions.places = 1;
    while (descriptions.places < 4 * count)
        descriptions.places *= 2;
    descriptions.allocators =
        memory_take_zeroed(descriptions.places * sizeof *descriptions.allocators);
    if (descriptions.allocators == NULL)
        return;
    for (i = 0; i < descriptions.count; i++)
        if (is_allocator(&descriptions.entries[i]))
            *place_of(descriptions.entries[i].address) =
                (struct allocator){descriptions.entries[i].address,
                                   strtoull(descriptions.entries[i].text + 2, NULL, 10)};
}

static void read_all(void)
{
    struct heap *before = memory_use(NULL);

    lock_take(&descriptions.lock);
    if (!load_relaxed(&descriptions.are_read)) {
        loader_walk(read_module, NULL);
        if (descriptions.count > 0)
            qsort(descriptions.entries, descriptions.count, sizeof *descriptions.entries,
                  compare_entries);
        note_allocators();
        store_release(&descriptions.are_read, true); /* edge descriptions.are_read */
    }
    lock_release(&descriptions.lock);
    memory_use(before);
}

void descriptions_read(void)
{
    if (!load_acquire(&descriptions.are_read)) /* edge descriptions.are_read */
        read_all();
}

/* How many entries lie before that address. */
static size_t count_before(uintptr_t address)
{
    size_t low = 0, high;

    descriptions_read();
    high = descriptions.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (descriptions.entries[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- answers --------------------------------------------------------------------------------- */

/* The rest behind that word and a blank. NULL: the text does not begin so. */
static const char *behind(const char *text, const char *word)
{
    const size_t length = strlen(word);

    return strncmp(text, word, length) == 0 && text[length] == ' ' ? text + length + 1 : NULL;
}

static const char *find(const void *site, enum described kind, const char *name)
{
    const char kinds[] = {(char)kind, '\0'};
    size_t i = count_before((uintptr_t)site);
    const char *text;

    for (; i < descriptions.count && descriptions.entries[i].address == (uintptr_t)site; i++) {
        text = behind(descriptions.entries[i].text, kinds);
        if (text != NULL && name != NULL)
            text = behind(text, name);
        if (text != NULL)
            return text;
    }
    return NULL;
}

const char *description_of_argument(const void *site, const char *name)
{
    return find(site, DESCRIBED_ARGUMENT, name);
}

const char *description_of_local(const void *site, const char *name)
{
    const char *text = find(site, DESCRIBED_LOCAL, name);

    if (text != NULL && name == NULL) {
        text = strchr(text, ' ');
        return text != NULL ? text + 1 : NULL;
    }
    return text;
}

const char *description_of_allocation(const void *site)
{
    return find(site, DESCRIBED_ALLOCATION, NULL);
}

const void *descriptions_allocating_call(const void *site, uintptr_t stack)
{
    enum { FUNCTIONS_MAX = 8 };
    const struct allocator *found;
    const uintptr_t *place;
    int i;

    if (!load_acquire(&descriptions.are_read) || /* edge descriptions.are_read */
        descriptions.allocators == NULL)
        return site;
    for (i = 0; i < FUNCTIONS_MAX; i++) {
        found = place_of((uintptr_t)site);
        if (found->site == 0)
            return site;
        place = (const uintptr_t *)(stack + found->bytes);
        site = (const void *)*place;
        stack = (uintptr_t)(place + 1);
    }
    return site;
}

/* Several units may have a variable in common, and declare it in several lengths. */
bool description_of_variable(uintptr_t address, struct described_variable *found)
{
    size_t i = count_before(address + 1);
    uintptr_t start = i > 0 ? descriptions.entries[i - 1].address : 0;
    bool is_found = false;

    for (; i > 0 && descriptions.entries[i - 1].address == start; i--) {
        const char *text = behind(descriptions.entries[i - 1].text, "v");
        char *end;
        size_t bytes = text != NULL ? strtoull(text, &end, 10) : 0;

        if (address - start >= bytes || (is_found && bytes <= found->bytes))
            continue;
        *found = (struct described_variable){start, bytes, end + 1};
        is_found = true;
    }
    return is_found;
}
