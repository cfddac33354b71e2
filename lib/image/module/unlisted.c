/* SPDX-License-Identifier: MIT */
#include "image/module/unlisted.h"

#include <stdio.h>
#include <string.h>

#include "base/container.h"
#include "base/symbol.h"
#include "image/module/elf_file.h"

/* The table of all symbols, unless the file has been stripped: NULL. */
static const ElfW(Shdr) *find_symbols(const struct elf_file *file)
{
    size_t i;

    for (i = 0; i < file->count; i++)
        if (file->sections[i].sh_type == SHT_SYMTAB && file->sections[i].sh_link < file->count &&
            elf_file_has(file, &file->sections[i]) &&
            elf_file_is_text(file, &file->sections[file->sections[i].sh_link]))
            return &file->sections[i];
    return NULL;
}

/* True for a section of variables. What the loader relocates and makes read-only is another one, as
 * the plugin's tables are. */
static bool has_variables(const struct elf_file *file, const ElfW(Shdr) *section)
{
    const char *name = elf_file_name(file, section);

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
        const char *name = elf_file_text(file, &file->sections[table->sh_link], symbols[i].st_name);

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
    struct elf_file file;
    const ElfW(Shdr) *table;

    if (!elf_file_open(&file, path))
        return;
    table = find_symbols(&file);
    if (table != NULL)
        look_through(module, &file, table, unlisted);
    elf_file_close(&file);
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
