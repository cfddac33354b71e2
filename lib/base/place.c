/* SPDX-License-Identifier: MIT */
#include "base/place.h"

#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#ifdef HEDDLE_LIBDW
#include <elfutils/libdwfl.h>
#endif

#include "base/container.h"
#include "base/loader.h"
#include "base/symbol.h"

static const char *without_directories(const char *path)
{
    const char *slash = path != NULL ? strrchr(path, '/') : NULL;

    return slash != NULL ? slash + 1 : path;
}

#ifdef HEDDLE_LIBDW
static const char program_path[] = "/proc/self/exe";
static const char files_of_processes[] = "/proc/"; /* of programs, never of libraries */

/* The file may have been moved meanwhile, so it is opened by the other name. */
static void report_program(Dwfl *dwfl, uintptr_t start)
{
    char path[PATH_MAX] = "";
    bool is_named = readlink(program_path, path, sizeof path - 1) > 0;

    dwfl_report_elf(dwfl, program_path, is_named ? path : program_path,
                    open(program_path, O_RDONLY | O_CLOEXEC), start, false);
}

/* A copy of a program in memory (image/guest/guest_file.h) is named after the program. Returns
 * the file's own name, for which `target` has room. */
static const char *own_name(const char *path, char target[PATH_MAX])
{
    static const char prefix[] = "/memfd:", suffix[] = " (deleted)";
    ssize_t length = strncmp(path, files_of_processes, strlen(files_of_processes)) == 0
                         ? readlink(path, target, PATH_MAX - 1)
                         : 0;

    target[length > 0 ? length : 0] = '\0';
    if (strncmp(target, prefix, strlen(prefix)) != 0 || strstr(target, suffix) == NULL)
        return path;
    *strstr(target, suffix) = '\0';
    return target + strlen(prefix);
}

static int report_module(struct dl_phdr_info *info, size_t size, void *argument)
{
    const char *path = info->dlpi_name;
    char target[PATH_MAX];

    (void)size;
    if (path[0] == '\0')
        report_program(argument, info->dlpi_addr);
    else if (strchr(path, '/') != NULL) /* the vdso has no file */
        dwfl_report_elf(argument, path, own_name(path, target), open(path, O_RDONLY | O_CLOEXEC),
                        info->dlpi_addr, false);
    return 0;
}

/* Looks for separate debug information only for programs. That of libc and other libraries is
 * large, compressed, possibly on the network, and would be unpacked anew for each report. */
static int find_debuginfo(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
                          const char *path, const char *link, GElf_Word crc, char **found)
{
    if (strncmp(name, files_of_processes, strlen(files_of_processes)) != 0)
        return -1;
    return dwfl_standard_find_debuginfo(module, data, name, base, path, link, crc, found);
}

struct places *places_open(void)
{
    static const Dwfl_Callbacks callbacks = {
        .find_elf = dwfl_build_id_find_elf,
        .find_debuginfo = find_debuginfo,
        .section_address = dwfl_offline_section_address,
    };
    Dwfl *dwfl = dwfl_begin(&callbacks);

    if (dwfl != NULL) {
        dwfl_report_begin(dwfl);
        loader_walk(report_module, dwfl);
        dwfl_report_end(dwfl, NULL, NULL);
    }
    return (struct places *)dwfl;
}

void places_close(struct places *places)
{
    if (places != NULL)
        dwfl_end((Dwfl *)places);
}

/* Looks in every unit: some compilers (clang) write no table of the units' addresses. */
static const char *find_in_units(Dwfl_Module *module, uintptr_t address, int *number)
{
    Dwarf_Addr bias;
    Dwarf_Die *unit = dwfl_module_nextcu(module, NULL, &bias);
    Dwarf_Line *line;

    while (unit != NULL && dwarf_haspc(unit, address - bias) <= 0)
        unit = dwfl_module_nextcu(module, unit, &bias);
    line = unit != NULL ? dwarf_getsrc_die(unit, address - bias) : NULL;
    if (line == NULL || dwarf_lineno(line, number) != 0)
        return NULL;
    return dwarf_linesrc(line, NULL, NULL);
}

static struct place look_up_place(struct places *places, uintptr_t address)
{
    struct place place = {NULL, NULL, NULL, 0};
    Dwfl_Module *module = places != NULL ? dwfl_addrmodule((Dwfl *)places, address) : NULL;
    const char *path = NULL;
    Dwfl_Line *line;

    if (module == NULL)
        return place;
    place.function = dwfl_module_addrname(module, address);
    line = dwfl_module_getsrc(module, address);
    if (line != NULL)
        path = dwfl_lineinfo(line, NULL, &place.line, NULL, NULL, NULL);
    else
        path = find_in_units(module, address, &place.line);
    if (path == NULL)
        dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, &path, NULL);
    place.file = without_directories(path);
    place.path = path;
    return place;
}
#else
struct places *places_open(void)
{
    return NULL;
}

void places_close(struct places *places)
{
    (void)places;
}

static struct place look_up_place(struct places *places, uintptr_t address)
{
    struct place place = {NULL, NULL, NULL, 0};
    Dl_info info;

    (void)places;
    if (loader_owner((void *)address, &info)) {
        place.function = info.dli_sname;
        place.file = without_directories(info.dli_fname);
        place.path = info.dli_fname;
    }
    return place;
}
#endif

static const void *(*original_of)(const void *address);

void places_have_copies(const void *(*original)(const void *address))
{
    original_of = original;
}

struct place places_find(struct places *places, uintptr_t address)
{
    if (original_of != NULL)
        address = (uintptr_t)original_of((const void *)address);
    return look_up_place(places, address);
}

static bool is_fortran(const char *file)
{
    static const char *const suffixes[] = {".f", ".f90", ".f95", ".f03", ".f08", ".for"};
    const char *suffix = file != NULL ? strrchr(file, '.') : NULL;
    size_t i = 0;

    while (suffix != NULL && i < ARRAY_LENGTH(suffixes) && strcasecmp(suffix, suffixes[i]) != 0)
        i++;
    return suffix != NULL && i < ARRAY_LENGTH(suffixes);
}

/* gfortran appends an underscore to the names of procedures. */
static void drop_underscores(char *name)
{
    size_t length = strlen(name);

    while (length > 1 && name[length - 1] == '_')
        name[--length] = '\0';
}

const char *place_describe(struct places *places, const void *site, char text[])
{
    /* Look up the byte before the return address: the return address itself may belong to the next
     * line. */
    struct place place = places_find(places, (uintptr_t)site - 1);
    char name[SYMBOL_NAME_BYTES] = "?";

    if (place.function != NULL)
        symbol_name(place.function, name);
    if (is_fortran(place.file))
        drop_underscores(name);
    if (place.file != NULL && place.line > 0)
        snprintf(text, PLACE_TEXT_BYTES, "%s (%s:%d)", name, place.file, place.line);
    else if (place.file != NULL)
        snprintf(text, PLACE_TEXT_BYTES, "%s (%s)", name, place.file);
    else
        snprintf(text, PLACE_TEXT_BYTES, "%p", site);
    return text;
}

void place_describe_pair(const void *one, const void *other, struct place_pair *pair)
{
    struct places *places = places_open();

    place_describe(places, one, pair->one);
    place_describe(places, other, pair->other);
    places_close(places);
}

struct search {
    uint32_t lower_half;
    uintptr_t found;
};

static int search_module(struct dl_phdr_info *info, size_t size, void *argument)
{
    struct search *search = argument;
    int i;

    (void)size;
    for (i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + segment->p_vaddr;
        uintptr_t address = start + (uint32_t)(search->lower_half - (uint32_t)start);

        if (segment->p_type == PT_LOAD && segment->p_flags & PF_X &&
            address - start < segment->p_memsz) {
            search->found = address;
            return 1;
        }
    }
    return 0;
}

const void *place_complete(uint32_t lower_half)
{
    struct search search = {.lower_half = lower_half};

    loader_walk(search_module, &search);
    return (const void *)search.found;
}
