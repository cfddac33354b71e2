/* SPDX-License-Identifier: MIT */
#include "image/module/check.h"

#include <elf.h>
#include <link.h>
#include <string.h>

#include "base/loader.h"
#include "base/note.h"
#include "image/module/dynamic.h"
#include "image/module/uninstrumented.h"
#include "image/processor.h"
#include "image/slot.h"
#include "image/whole/single.h"

static const char *shown_path(const struct module *module)
{
    return module->is_executable ? "the program" : module->path;
}

struct search {
    const char *address;
    const char *path;
};

static int find_library(struct dl_phdr_info *info, size_t bytes, void *argument)
{
    struct search *search = argument;
    int i;

    (void)bytes;
    for (i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        const char *start = (const char *)info->dlpi_addr + header->p_vaddr;

        if (header->p_type == PT_LOAD && search->address >= start &&
            search->address < start + header->p_memsz)
            search->path = info->dlpi_name;
    }
    return search->path != NULL;
}

/* Walks the loader's list, because dladdr takes a lock that a caller must not wait for. */
static const char *library_of(const char *address)
{
    struct search search = {.address = address};

    loader_walk(find_library, &search);
    if (search.path == NULL)
        return "a library";
    return search.path[0] != '\0' ? search.path : "the program";
}

/* True for symbols that the linker makes and no module defines. */
static bool is_of_linker(const char *name)
{
    static const char *const names[] = {"end", "_end", "__end", "edata", "_edata", "__bss_start"};
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(names); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return strncmp(name, "__start_", strlen("__start_")) == 0 ||
           strncmp(name, "__stop_", strlen("__stop_")) == 0;
}

static int check_used_private(const struct heddle_record *record)
{
    const struct module *owner = module_of(record->address);

    if (is_of_linker(record->name) ||
        (owner != NULL && module_has_private(owner, record->address)))
        return 0;
    if (owner == NULL)
        return note(-1,
                    "variable '%s' (%s:%u) is private to each rank, but belongs to %s, which was "
                    "not compiled with Heddle's wrapper: compile that library with it, or let all "
                    "ranks share the variable (__attribute__((heddle_shared)), "
                    "-fheddle-shared=%s)",
                    record->name, record->file, record->line, library_of(record->address),
                    record->name);
    return note(-1,
                "variable '%s' (%s:%u) is private to each rank, but the part of %s that defines "
                "it was not compiled with Heddle's wrapper, or declares it shared: compile it "
                "with the wrapper, or let all ranks share it (__attribute__((heddle_shared)), "
                "-fheddle-shared=%s)",
                record->name, record->file, record->line, shown_path(owner), record->name);
}

/* Checks a private variable whose name another module may define as well, and whose definition
 * there may have won. */
static int check_private(const struct module *module, const struct heddle_record *record)
{
    const struct module *owner = module_of(record->address);

    if (owner == module || (owner != NULL && module_has_private(owner, record->address)))
        return 0;
    return note(-1,
                "variable '%s' of %s (%s:%u) is private to each rank, but %s has it too and was "
                "not compiled with Heddle's wrapper, at least not all of it",
                record->name, shown_path(module), record->file, record->line,
                owner != NULL ? shown_path(owner) : library_of(record->address));
}

/* Checks a variable that another module may define as well, and that is shared in that case. */
static int check_unless_used(const struct module *module, const struct heddle_record *record)
{
    if (module_of(record->address) == NULL &&
        uninstrumented_share(library_of(record->address), NULL, record->address, record->name))
        return 0;
    return check_private(module, record);
}

static int check_used_shared(const struct module *user, const struct heddle_record *record)
{
    const struct module *owner = module_of(record->address);

    if (owner == NULL || !module_has_private(owner, record->address))
        return 0;
    if (owner->is_whole)
        return note(-1,
                    "variable '%s' is declared shared (%s:%u, in %s), but each rank has a copy of "
                    "%s, which has it: do not declare it shared, or let all ranks share that "
                    "library (HEDDLE_SINGLE=%s)",
                    record->name, record->file, record->line, shown_path(user), owner->path,
                    single_file_of(owner->path));
    return note(-1,
                "variable '%s' is declared shared or without any pointer in it (%s:%u, in %s), "
                "but %s defines it private to each rank: declare it equally in both",
                record->name, record->file, record->line, shown_path(user), shown_path(owner));
}

static int check_written_shared(const struct heddle_record *record)
{
    if (module_of(record->address) != NULL)
        return 0;
    return note(-1,
                "variable '%s' (%s:%u) belongs to %s, which was not compiled with Heddle's "
                "wrapper: all ranks share it, and the program writes to it. Compile that library "
                "with the wrapper, or, if one value will do for all, say so (-fheddle-shared=%s)",
                record->name, record->file, record->line, library_of(record->address),
                record->name);
}

int check_module(const struct module *module)
{
    size_t i;
    int error = 0;

    if (!module->is_readable)
        return note(-1, "%s was compiled by another version of Heddle's wrapper: compile it again",
                    shown_path(module));
    if (!module->is_relocatable && module->is_whole)
        return note(-1, "%s is not position-independent, so its ranks cannot have copies of it: "
                        "compile and link it without -fno-pie, -no-pie and -static",
                    shown_path(module));
    if (module->is_whole && module_dynamic(module->dynamic, DT_TEXTREL) != NULL)
        return note(-1, "%s has addresses in its code, so ranks cannot have copies of it: compile "
                        "it with -fPIC, or with mpicc", shown_path(module));
    if (!module->is_relocatable)
        return note(-1, "%s is not position-independent, so its variables cannot be private: "
                        "link it without -no-pie and -static",
                    shown_path(module));
    for (i = 0; i < module->record_count && error == 0; i++) {
        const struct heddle_record *record = &module->records[i];

        if (record->address == NULL)
            continue; /* a weak, undefined symbol */
        if (record_kind(record) == RECORD_PRIVATE)
            error = check_private(module, record);
        else if (record_kind(record) == RECORD_PRIVATE_UNLESS_USED)
            error = check_unless_used(module, record);
        else if (record_kind(record) == RECORD_USED_PRIVATE)
            error = check_used_private(record);
        else if (record_kind(record) == RECORD_USED_SHARED)
            error = check_used_shared(module, record);
        else if (record_kind(record) == RECORD_WRITTEN_SHARED)
            error = check_written_shared(record);
    }
    return error;
}

static const struct module *registered(const struct dl_phdr_info *info)
{
    const struct module *module;

    for (module = module_first(); module != NULL; module = module_next(module))
        if ((ElfW(Addr))module->base == info->dlpi_addr)
            return module;
    return NULL;
}

/* True if the plugin recorded the variable. A module may also contain objects that were not
 * compiled with the wrapper, and variables that the module defines itself are checked when it is
 * linked (tools/uninstrumented.c). */
static bool has_record(const struct module *module, const char *name)
{
    size_t i;

    for (i = 0; module != NULL && i < module->record_count; i++)
        if (strcmp(module->records[i].name, name) == 0)
            return true;
    return false;
}

/* True for an object that the wrapper has linked: it registers itself, and is checked then. Until
 * then another thread may still be opening it, or the calling thread a library that needs it. */
static bool will_register(const struct dynamic_tables *tables)
{
    const struct rela_list *imports = &tables->rela;
    size_t i;

    for (i = 0; i < imports->count; i++) {
        const ElfW(Sym) *symbol = &tables->symbols[ELF64_R_SYM(imports->entries[i].r_info)];

        if (strcmp(tables->names + symbol->st_name, "heddle_register") == 0)
            return true;
    }
    return false;
}

static bool may_be_uninstrumented(const struct module *module, const ElfW(Sym) *symbol)
{
    return ELF64_ST_TYPE(symbol->st_info) != STT_FUNC &&
           (module == NULL || symbol->st_shndx == SHN_UNDEF);
}

static bool is_among(const char *const *names, size_t count, const char *name)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* True for variables that libraries believe to be libc's. Libraries see the originals: the first
 * rank's, or the process's own if no rank uses slot 0, as when a library reads its command line. */
static bool is_libc_variable(const char *name)
{
#define LIBC_VARIABLE(name) name,
#define GETOPT_VARIABLE(name)
    static const char *const names[] = {
#include "image/libc_variable.def"
    };
#define LIBC_VARIABLE(name)
#define GETOPT_VARIABLE(name) name,
    static const char *const getopt_names[] = {
#include "image/libc_variable.def"
    };

    return is_among(names, ARRAY_LENGTH(names), name) ||
           (slots_are_reserved() && is_among(getopt_names, ARRAY_LENGTH(getopt_names), name));
}

/* libc's own getopt shares variable names with the copy of getopt in the program, which interposes
 * it. */
static bool is_libc(const struct dl_phdr_info *info)
{
    return strstr(info->dlpi_name, "/libc.so.") != NULL;
}

static int check_uninstrumented_object(struct dl_phdr_info *info, size_t bytes, void *argument)
{
    const struct module *module = registered(info);
    const struct dynamic_tables tables = dynamic_tables_of(dynamic_section(info), info->dlpi_addr);
    int *error = argument;
    size_t i;

    (void)bytes;
    if (is_libc(info) || (module == NULL && will_register(&tables)) ||
        (module != NULL && module->is_whole))
        return 0;
    for (i = 0; i < tables.rela.count; i++) {
        const ElfW(Rela) *entry = &tables.rela.entries[i];
        const ElfW(Sym) *symbol = &tables.symbols[ELF64_R_SYM(entry->r_info)];
        const char *name = tables.names + symbol->st_name;
        int type = (int)ELF64_R_TYPE(entry->r_info);
        struct module *owner;
        const char *address;

        if ((type != R_GLOB_DAT && type != R_ADDRESS) ||
            !may_be_uninstrumented(module, symbol))
            continue;
        address = *(char **)(info->dlpi_addr + entry->r_offset);
        owner = module_of(address);
        if (owner == NULL || owner->is_whole || !module_has_private(owner, address) ||
            is_libc_variable(name) || has_record(module, name) ||
            (module == NULL && uninstrumented_share(info->dlpi_name, owner, address, name)))
            continue;
        *error = note(-1,
                      "%s was not compiled with Heddle's wrapper, or not all of it, but uses "
                      "variable '%s' of %s, which is private to each rank: compile it with the "
                      "wrapper, or let all ranks share the variable "
                      "(__attribute__((heddle_shared)), -fheddle-shared=%s)",
                      info->dlpi_name[0] != '\0' ? info->dlpi_name : "the program", name,
                      shown_path(owner), name);
        return 1;
    }
    return 0;
}

int check_uninstrumented(void)
{
    int error = 0;

    loader_walk(check_uninstrumented_object, &error);
    return error;
}
