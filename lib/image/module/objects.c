/* SPDX-License-Identifier: MIT */
#include "image/module/objects.h"

#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#include "base/container.h"
#include "base/loader.h"
#include "base/memory.h"
#include "base/symbol.h"
#include "image/module/dynamic.h"
#include "image/module/module.h"
#include "image/module/module_file.h"
#include "image/module/unlisted.h"
#include "image/whole/single.h"

enum {
    /* The C compiler's own variables in each object take fewer bytes. With fewer, an object has
     * variables if its symbols name one. */
    MUTABLE_BYTES_MIN = 64,
    SECTIONS_MAX = 4096,
    NAMES_BYTES_MAX = 1 << 20,
    SYMBOLS_BYTES_MAX = 1 << 24,
};

/* ---- names of functions that an object needs ------------------------------------------------- */

static bool holds(const struct dl_phdr_info *object, const void *address)
{
    const char *at = address;
    int i;

    for (i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &object->dlpi_phdr[i];
        const char *start = (const char *)object->dlpi_addr + header->p_vaddr;

        if (header->p_type == PT_LOAD && at >= start && at < start + header->p_memsz)
            return true;
    }
    return false;
}

/* Symbols that the object needs stand before those that its hash table has. */
static uint32_t needed_symbols(const struct dynamic_tables *tables)
{
    if (tables->gnu_hash != NULL)
        return tables->gnu_hash[1];
    return tables->hash != NULL ? tables->hash[1] : 0;
}

static bool is_of_mpi(const char *name)
{
    return strncmp(name, "MPI_", 4) == 0 || strncmp(name, "PMPI_", 5) == 0 ||
           strncmp(name, "mpi_", 4) == 0 || strncmp(name, "pmpi_", 5) == 0;
}

static int names_mpi(struct dl_phdr_info *object, size_t bytes, void *unused)
{
    const ElfW(Dyn) *dynamic = dynamic_section(object);
    const struct dynamic_tables tables = dynamic_tables_of(dynamic, object->dlpi_addr);
    uint32_t i;

    (void)bytes;
    (void)unused;
    if (dynamic == NULL)
        return 0;
    if (holds(object, (const void *)(uintptr_t)objects_name_mpi)) /* the library itself */
        return object->dlpi_name[0] == '\0';
    if (tables.symbols == NULL || tables.names == NULL)
        return 0;
    for (i = 0; i < needed_symbols(&tables); i++)
        if (tables.symbols[i].st_shndx == SHN_UNDEF &&
            is_of_mpi(tables.names + tables.symbols[i].st_name))
            return 1;
    return 0;
}

bool objects_name_mpi(void)
{
    return loader_walk(names_mpi, NULL) != 0;
}

/* ---- mutable variables of an object ---------------------------------------------------------- */

static bool read_all(int file, void *to, size_t bytes, off_t from)
{
    return module_file_read(file, to, bytes, from) == (ssize_t)bytes;
}

static bool is_mutable(const ElfW(Shdr) *section, const char *name)
{
    return (section->sh_flags & (SHF_WRITE | SHF_TLS)) == SHF_WRITE &&
           (strncmp(name, ".data", 5) == 0 || strncmp(name, ".bss", 4) == 0) &&
           strncmp(name, ".data.rel.ro", 12) != 0;
}

static uint64_t sum_mutable(const ElfW(Shdr) *sections, int count, const char *names,
                            size_t names_bytes)
{
    uint64_t sum = 0;
    int i;

    for (i = 0; i < count; i++)
        if (sections[i].sh_name < names_bytes &&
            is_mutable(&sections[i], names + sections[i].sh_name))
            sum += sections[i].sh_size;
    return sum;
}

/* True if one of the symbols that others can name is a mutable variable. */
static bool names_mutable(const ElfW(Sym) *symbols, size_t count, const ElfW(Shdr) *sections,
                          int sections_count, const char *names)
{
    size_t i;

    for (i = 0; i < count; i++) {
        int section = symbols[i].st_shndx;

        if (ELF64_ST_TYPE(symbols[i].st_info) == STT_OBJECT && section < sections_count &&
            is_mutable(&sections[section], names + sections[section].sh_name))
            return true;
    }
    return false;
}

/* In a small object, names distinguish its variables from the compiler's. */
static bool shows_mutable(int file, const ElfW(Shdr) *sections, int count, const char *names,
                          size_t names_bytes)
{
    ElfW(Sym) *symbols;
    bool shows = false;
    int i;

    for (i = 0; i < count && !shows; i++) {
        size_t bytes = sections[i].sh_size;

        if (sections[i].sh_name >= names_bytes)
            return false;
        if (sections[i].sh_type != SHT_DYNSYM || bytes > SYMBOLS_BYTES_MAX)
            continue;
        symbols = memory_take(bytes + 1);
        shows = symbols != NULL && read_all(file, symbols, bytes, (off_t)sections[i].sh_offset) &&
                names_mutable(symbols, bytes / sizeof *symbols, sections, count, names);
        memory_give(symbols);
    }
    return shows;
}

/* The bytes of the object's variables, as its file says; 0 also if that cannot be read. */
static uint64_t mutable_bytes(int file)
{
    ElfW(Ehdr) header;
    ElfW(Shdr) *sections = NULL;
    char *names = NULL;
    size_t bytes = 0;
    uint64_t sum = 0;

    if (read_all(file, &header, sizeof header, 0) && header.e_shnum > header.e_shstrndx &&
        header.e_shnum <= SECTIONS_MAX && header.e_shentsize == sizeof *sections)
        sections = memory_take(header.e_shnum * sizeof *sections);
    if (sections != NULL &&
        read_all(file, sections, header.e_shnum * sizeof *sections, (off_t)header.e_shoff))
        bytes = sections[header.e_shstrndx].sh_size;
    if (bytes > 0 && bytes <= NAMES_BYTES_MAX)
        names = memory_take_zeroed(bytes + 1);
    if (names != NULL &&
        read_all(file, names, bytes, (off_t)sections[header.e_shstrndx].sh_offset))
        sum = sum_mutable(sections, header.e_shnum, names, bytes);
    if (sum > 0 && sum < MUTABLE_BYTES_MIN &&
        shows_mutable(file, sections, header.e_shnum, names, bytes))
        sum = MUTABLE_BYTES_MIN;
    memory_give(names);
    memory_give(sections);
    return sum;
}

/* ---- objects whose variables all ranks share ------------------------------------------------- */

struct shared_objects {
    char *text;
    size_t bytes;
    int count;
};

static bool is_of_the_system(const char *path)
{
    static const char *const directories[] = {"/lib/", "/lib32/", "/lib64/", "/usr/lib/",
                                              "/usr/lib64/", "/usr/libexec/"};
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(directories); i++)
        if (strncmp(path, directories[i], strlen(directories[i])) == 0)
            return true;
    return strchr(path, '/') == NULL; /* the kernel's own */
}

/* Compilers' libraries lie elsewhere if the compiler does, as in /opt. */
static bool is_of_compilers(const char *path)
{
    return single_is_of_process(path) || single_is_of_wrapped(path);
}

static bool is_module(const struct dl_phdr_info *object)
{
    const struct module *module;
    bool is_found = false;

    modules_lock();
    for (module = module_first(); module != NULL && !is_found; module = module_next(module))
        is_found = module->is_whole ? module->base == (ptrdiff_t)object->dlpi_addr
                                    : module->record_count > 0 && holds(object, module->records);
    modules_unlock();
    return is_found;
}

bool objects_has_variables(const char *path)
{
    int file = module_file_open(path);
    uint64_t bytes = file >= 0 ? mutable_bytes(file) : 0;

    if (file >= 0)
        module_file_close(file);
    return bytes >= MUTABLE_BYTES_MIN || (bytes > 0 && unlisted_are_in(path));
}

static bool is_shared(const struct dl_phdr_info *object)
{
    if (is_of_the_system(object->dlpi_name) || is_of_compilers(object->dlpi_name) ||
        is_module(object) || holds(object, (const void *)(uintptr_t)objects_name_mpi))
        return false;
    return objects_has_variables(object->dlpi_name);
}

static int add_if_shared(struct dl_phdr_info *object, size_t bytes, void *argument)
{
    struct shared_objects *found = argument;
    size_t used = strlen(found->text);
    const char *name = strrchr(object->dlpi_name, '/');

    (void)bytes;
    if (!is_shared(object))
        return 0;
    found->count++;
    if (used + strlen(name) + 2 < found->bytes)
        snprintf(found->text + used, found->bytes - used, "%s%s", used > 0 ? ", " : "", name + 1);
    return 0;
}

int objects_name_shared(char *text, size_t bytes)
{
    struct shared_objects found = {.text = text, .bytes = bytes};

    *text = '\0';
    loader_walk(add_if_shared, &found);
    return found.count;
}

int objects_name_strays(char name[], char *path, size_t bytes)
{
    struct unlisted unlisted = {.count = 0};
    const struct module *module;

    modules_lock();
    for (module = module_first(); module != NULL; module = module_next(module))
        if (module->record_count > 0 &&
            (module->is_executable || !is_of_the_system(module->path)) &&
            !is_of_compilers(module->path))
            unlisted_find(module, &unlisted);
    if (unlisted.count > 0)
        snprintf(path, bytes, "%s",
                 unlisted.module->is_executable ? "the program" : unlisted.module->path);
    modules_unlock();
    if (unlisted.count > 0)
        symbol_name(unlisted.first, name);
    return unlisted.count;
}
