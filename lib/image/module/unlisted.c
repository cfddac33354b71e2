/* SPDX-License-Identifier: MIT */
#include "image/module/unlisted.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "base/container.h"
#include "base/symbol.h"
#include "image/module/module_file.h"

/* A file whose sections lie within it. */
struct elf_file {
    const char *start;
    size_t bytes;
    const ElfW(Shdr) *sections;
    size_t count;
    const ElfW(Shdr) *names; /* of sections */
};

static bool has_range(const struct elf_file *file, uint64_t offset, uint64_t bytes)
{
    return offset <= file->bytes && bytes <= file->bytes - offset;
}

/* True for a table of texts that ends as one does. */
static bool is_text(const struct elf_file *file, const ElfW(Shdr) *table)
{
    return has_range(file, table->sh_offset, table->sh_size) && table->sh_size > 0 &&
           file->start[table->sh_offset + table->sh_size - 1] == '\0';
}

static bool read_sections(struct elf_file *file)
{
    const ElfW(Ehdr) *header = (const void *)file->start;

    if (file->bytes < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_shentsize != sizeof *file->sections ||
        !has_range(file, header->e_shoff, header->e_shnum * sizeof *file->sections))
        return false;
    file->sections = (const void *)(file->start + header->e_shoff);
    file->count = header->e_shnum;
    file->names = header->e_shstrndx < file->count ? &file->sections[header->e_shstrndx] : NULL;
    return file->names != NULL && is_text(file, file->names);
}

/* A name in a table of texts; "": there is none. */
static const char *section_name(const struct elf_file *file, const ElfW(Shdr) *table,
                                uint32_t place)
{
    return place < table->sh_size ? file->start + table->sh_offset + place : "";
}

/* The table of all symbols, unless the file has been stripped: NULL. */
static const ElfW(Shdr) *find_symbols(const struct elf_file *file)
{
    size_t i;

    for (i = 0; i < file->count; i++)
        if (file->sections[i].sh_type == SHT_SYMTAB && file->sections[i].sh_link < file->count &&
            has_range(file, file->sections[i].sh_offset, file->sections[i].sh_size) &&
            is_text(file, &file->sections[file->sections[i].sh_link]))
            return &file->sections[i];
    return NULL;
}

/* True for a section of variables. What the loader relocates and makes read-only is another one, as
 * the plugin's tables are. */
static bool has_variables(const struct elf_file *file, const ElfW(Shdr) *section)
{
    const char *name = section_name(file, file->names, section->sh_name);

    return (section->sh_flags & (SHF_WRITE | SHF_TLS)) == SHF_WRITE &&
           (strncmp(name, ".data", 5) == 0 || strncmp(name, ".bss", 4) == 0) &&
           strncmp(name, ".data.rel.ro", 12) != 0;
}

/* A module's variables that have a record are private, or known to be shared. */
static bool has_record(const struct module *module, const ElfW(Sym) *symbol)
{
    const char *address = (const char *)module->base + symbol->st_value;

    return module_has_private(module, address) || module_has_shared(module, address);
}

static bool is_stray(const struct module *module, const struct elf_file *file,
                     const ElfW(Sym) *symbol)
{
    return ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT && symbol->st_size > 0 &&
           symbol->st_shndx < file->count &&
           has_variables(file, &file->sections[symbol->st_shndx]) &&
           (module == NULL || !has_record(module, symbol));
}

static void add_unlisted(struct unlisted *unlisted, const struct module *module, const char *name)
{
    if (unlisted->count++ > 0)
        return;
    unlisted->module = module;
    snprintf(unlisted->first, sizeof unlisted->first, "%s", name);
}

/* A variable with a version is a copy of a library's. */
static bool is_known_name(const char *name)
{
    return symbol_is_of_compiler(name) || strchr(name, '@') != NULL ||
           strncmp(name, "heddle_", strlen("heddle_")) == 0;
}

/* Sources of the compiler's own objects, which are linked to all programs or to those for gcov,
 * gprof and with a static libgcc. */
static bool is_source_of_compiler(const char *name)
{
    static const char *const sources[] = {"crtstuff.c", "libgcov", "_gcov",
                                          "gcrt1",      "gmon",    "unwind-", "emutls"};
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(sources); i++)
        if (strncmp(name, sources[i], strlen(sources[i])) == 0)
            return true;
    return false;
}

static void look_through(const struct module *module, const struct elf_file *file,
                         const ElfW(Shdr) *table, struct unlisted *unlisted)
{
    const ElfW(Sym) *symbols = (const void *)(file->start + table->sh_offset);
    struct unlisted found = *unlisted;
    bool is_of_compiler = false;
    size_t i;

    for (i = 0; i < table->sh_size / sizeof *symbols; i++) {
        const char *name = section_name(file, &file->sections[table->sh_link], symbols[i].st_name);

        if (ELF64_ST_TYPE(symbols[i].st_info) == STT_FILE)
            is_of_compiler = is_source_of_compiler(name);
        if (strcmp(name, LINKED_BY_WRAPPER) == 0)
            return;
        if (is_stray(module, file, &symbols[i]) && !is_known_name(name) &&
            !(is_of_compiler && ELF64_ST_BIND(symbols[i].st_info) == STB_LOCAL))
            add_unlisted(&found, module, name);
    }
    *unlisted = found;
}

/* The module is NULL for a file that is none. */
static void look_into(const char *path, const struct module *module, struct unlisted *unlisted)
{
    int descriptor = module_file_open(path);
    off_t bytes = descriptor >= 0 ? module_file_bytes(descriptor) : 0;
    struct elf_file file = {.start = MAP_FAILED};
    const ElfW(Shdr) *table;

    if (bytes > 0) {
        file.bytes = (size_t)bytes;
        file.start = mmap(NULL, file.bytes, PROT_READ, MAP_PRIVATE, descriptor, 0);
    }
    if (descriptor >= 0)
        module_file_close(descriptor);
    if (file.start == MAP_FAILED)
        return;
    table = read_sections(&file) ? find_symbols(&file) : NULL;
    if (table != NULL)
        look_through(module, &file, table, unlisted);
    munmap((void *)(uintptr_t)file.start, file.bytes);
}

void unlisted_find(const struct module *module, struct unlisted *unlisted)
{
    look_into(module->is_executable ? "/proc/self/exe" : module->path, module, unlisted);
}

bool unlisted_are_in(const char *path)
{
    struct unlisted unlisted = {.count = 0};

    look_into(path, NULL, &unlisted);
    return unlisted.count > 0;
}
