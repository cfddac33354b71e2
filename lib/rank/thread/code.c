/* SPDX-License-Identifier: MIT */
#include "rank/thread/code.h"

#include <string.h>
#include <sys/auxv.h>

#include "base/container.h"
#include "base/loader.h"

bool code_is_part_of_program(void)
{
    return code_is_own(getauxval(AT_PHDR));
}

static const char *file_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

static bool begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

bool code_is_of_openmp(void *(*start)(void *))
{
    static const char *const names[] = {"libgomp.so", "libomp.so", "libiomp5.so"};
    const void *code;
    Dl_info owner;
    size_t i = 0;

    memcpy(&code, &start, sizeof code);
    if (!loader_owner(code, &owner))
        return false;
    while (i < ARRAY_LENGTH(names) && !begins_with(file_of(owner.dli_fname), names[i]))
        i++;
    return i < ARRAY_LENGTH(names);
}

/* C++'s library locks what programs give it, too. */
static const struct {
    const char *name;
    bool is_code;
} known[] = {{"libjemalloc", true}, {"jemalloc.so", true}, {"libgcc_s", true},
             {"libdw", true},       {"libelf", true},      {"libstdc++", false}};

static void note_range(struct libraries *libraries, const struct dl_phdr_info *module,
                       bool is_code)
{
    struct library_range range = {.from = UINTPTR_MAX, .is_code = is_code};
    int i;

    for (i = 0; i < module->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &module->dlpi_phdr[i];
        uintptr_t from = module->dlpi_addr + part->p_vaddr;

        if (part->p_type == PT_LOAD && range.from > from)
            range.from = from;
        if (part->p_type == PT_LOAD && range.end < from + part->p_memsz)
            range.end = from + part->p_memsz;
    }
    if ((size_t)libraries->count < ARRAY_LENGTH(libraries->ranges))
        libraries->ranges[libraries->count++] = range;
}

static int note_library(struct dl_phdr_info *module, size_t bytes, void *libraries)
{
    size_t i;

    (void)bytes;
    for (i = 0; i < ARRAY_LENGTH(known); i++)
        if (begins_with(file_of(module->dlpi_name), known[i].name))
            note_range(libraries, module, known[i].is_code);
    return 0;
}

void libraries_find(struct libraries *libraries)
{
    loader_walk(note_library, libraries);
}

bool libraries_have(const struct libraries *libraries, uintptr_t site, uintptr_t object)
{
    int i;

    for (i = 0; i < libraries->count; i++) {
        const struct library_range *range = &libraries->ranges[i];

        if ((range->is_code && site >= range->from && site < range->end) ||
            (object >= range->from && object < range->end))
            return true;
    }
    return false;
}
