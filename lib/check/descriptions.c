/* SPDX-License-Identifier: MIT */
#include "check/descriptions.h"

#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/loader.h"
#include "base/memory.h"
#include "image/described.h"
#include "sync/lock.h"

struct entry {
    uintptr_t address;
    const char *text;
};

static struct {
    struct lock lock; /* protects the reading */
    _Atomic(bool) are_read;
    /* Constant after that. */
    struct entry *entries; /* ascending by their addresses */
    size_t count, capacity;
} descriptions;

/* ---- files ----------------------------------------------------------------------------------- */

/* A file in memory. */
struct mapped_file {
    const char *start;
    size_t bytes;
};

static bool file_open(struct mapped_file *file, const char *path)
{
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    void *start = MAP_FAILED;

    if (descriptor < 0)
        return false;
    if (fstat(descriptor, &status) == 0 && status.st_size > (off_t)sizeof(ElfW(Ehdr))) {
        file->bytes = (size_t)status.st_size;
        start = mmap(NULL, file->bytes, PROT_READ, MAP_PRIVATE, descriptor, 0);
    }
    close(descriptor);
    file->start = start;
    return start != MAP_FAILED;
}

/* NULL: the file is shorter than that. */
static const void *bytes_at(const struct mapped_file *file, size_t offset, size_t bytes)
{
    return offset <= file->bytes && bytes <= file->bytes - offset ? file->start + offset : NULL;
}

/* The section's own bytes. NULL: there is none, or a compressed one. */
static const char *find_section(const struct mapped_file *file, size_t *bytes)
{
    const ElfW(Ehdr) *header = bytes_at(file, 0, sizeof *header);
    const ElfW(Shdr) *sections, *names;
    const char *texts;
    size_t i;

    if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
        return NULL;
    sections = bytes_at(file, header->e_shoff, header->e_shnum * sizeof *sections);
    if (sections == NULL || header->e_shstrndx >= header->e_shnum)
        return NULL;
    names = &sections[header->e_shstrndx];
    texts = bytes_at(file, names->sh_offset, names->sh_size);
    for (i = 0; texts != NULL && i < header->e_shnum; i++)
        if (sections[i].sh_name + sizeof DESCRIBED_SECTION <= names->sh_size &&
            memcmp(texts + sections[i].sh_name, DESCRIBED_SECTION, sizeof DESCRIBED_SECTION) == 0 &&
            (sections[i].sh_flags & SHF_COMPRESSED) == 0) {
            *bytes = sections[i].sh_size;
            return bytes_at(file, sections[i].sh_offset, *bytes);
        }
    return NULL;
}

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
    const char *section;
    struct mapped_file file;
    size_t bytes;

    (void)size, (void)nothing;
    if (strchr(path, '/') == NULL || !file_open(&file, path))
        return 0;
    section = find_section(&file, &bytes);
    if (section != NULL)
        read_section(section, bytes, info->dlpi_addr);
    munmap((void *)(uintptr_t)file.start, file.bytes);
    return 0;
}

static int compare_entries(const void *left, const void *right)
{
    const struct entry *one = left, *other = right;

    return (one->address > other->address) - (one->address < other->address);
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
        store_release(&descriptions.are_read, true); /* edge descriptions.are_read */
    }
    lock_release(&descriptions.lock);
    memory_use(before);
}

/* How many entries lie before that address. */
static size_t count_before(uintptr_t address)
{
    size_t low = 0, high;

    if (!load_acquire(&descriptions.are_read)) /* edge descriptions.are_read */
        read_all();
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

const char *description_of_allocation(const void *site)
{
    return find(site, DESCRIBED_ALLOCATION, NULL);
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
