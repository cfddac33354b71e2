/* SPDX-License-Identifier: MIT */
#include "tools/uninstrumented.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/container.h"
#include "base/memory.h"
#include "base/symbol.h"
#include "image/record.h"

enum { FILE_COLUMN = 50 };

/* An object, or all members of an archive with one name. */
struct linker_input {
    const char *path;
    const char *member; /* NULL: the file itself */
    const struct names *names;
    const struct shared_by_choice *choice;
    bool is_uninstrumented; /* has been reported */
};

/* ---- one object ------------------------------------------------------------------------------ */

typedef bool section_test(Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
                          struct linker_input *input);

/* True if the test is true for any section. */
static bool any_section(Elf *elf, section_test *test, struct linker_input *input)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header;

    while ((section = elf_nextscn(elf, section)) != NULL)
        if (gelf_getshdr(section, &header) != NULL && test(elf, section, &header, input))
            return true;
    return false;
}

static bool begins(Elf *elf, const GElf_Shdr *header, const char *prefix)
{
    const char *name = NULL;
    size_t names;

    if (elf_getshdrstrndx(elf, &names) == 0)
        name = elf_strptr(elf, names, header->sh_name);
    return name != NULL && strncmp(name, prefix, strlen(prefix)) == 0;
}

static bool is_mark(Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
                    struct linker_input *input)
{
    (void)section;
    (void)input;
    return begins(elf, header, UNIT_SECTION);
}

/* True for variables that all code believes to be libc's, and for which the first rank's copy is
 * good enough. */
static bool is_libc_variable(const char *name)
{
#define LIBC_VARIABLE(name) name,
#define GETOPT_VARIABLE(name)
    static const char *const names[] = {
#include "image/libc_variable.def"
    };
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(names); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void report_input(const struct linker_input *input, const char *name, bool defines)
{
    fprintf(stderr,
            "error: %s%s%s%s was not compiled with Heddle's wrapper, but %s variable '%s', which "
            "is private to each rank: compile it with the wrapper, or let all ranks share the "
            "variable (__attribute__((heddle_shared)), -fheddle-shared=%s)\n",
            input->path, input->member != NULL ? "(" : "",
            input->member != NULL ? input->member : "", input->member != NULL ? ")" : "",
            defines ? "defines" : "uses", name, name);
}

static bool is_private(const struct linker_input *input, const char *name)
{
    return name != NULL && !is_libc_variable(name) && names_have(input->names, name);
}

static bool names_private(Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
                          struct linker_input *input)
{
    Elf_Data *data = header->sh_type == SHT_SYMTAB ? elf_getdata(section, NULL) : NULL;
    size_t count = data != NULL && header->sh_entsize > 0 ? data->d_size / header->sh_entsize : 0;
    size_t i;

    for (i = header->sh_info; i < count; i++) { /* skip local symbols */
        const char *name;
        GElf_Sym symbol;
        int type;

        if (gelf_getsym(data, (int)i, &symbol) == NULL)
            continue;
        type = GELF_ST_TYPE(symbol.st_info);
        name = elf_strptr(elf, header->sh_link, symbol.st_name);
        if (type == STT_FUNC || type == STT_TLS || !is_private(input, name))
            continue;
        report_input(input, name, symbol.st_shndx != SHN_UNDEF);
        return true;
    }
    return false;
}

/* Tests an object of -flto, which may have its symbols only in a table for the linker's plugin:
 * name, group, kind, visibility, size, number. */
static bool names_private_for_lto(Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
                                  struct linker_input *input)
{
    enum { KIND_UNDEFINED = 2, KIND_COMMON = 4, BYTES_BEHIND_KIND = 1 + 8 + 4 };
    Elf_Data *data = begins(elf, header, ".gnu.lto_.symtab.") ? elf_getdata(section, NULL) : NULL;
    const char *name = data != NULL ? data->d_buf : NULL;
    const char *end = name != NULL ? name + data->d_size : NULL;

    while (name < end) {
        const char *group = name + strlen(name) + 1;
        const char *kind = group + strlen(group) + 1;

        if (is_private(input, name)) {
            report_input(input, name, *kind < KIND_UNDEFINED || *kind == KIND_COMMON);
            return true;
        }
        name = kind + 1 + BYTES_BEHIND_KIND;
    }
    return false;
}

struct found {
    const char *first; /* the first one's name */
    size_t count;
};

typedef bool symbol_test(Elf *elf, const GElf_Sym *symbol, const char *name,
                         const struct linker_input *input);

/* Finds the symbols of which the test is true, in a section that has a table of symbols. */
static struct found find_symbols(Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
                                 const struct linker_input *input, symbol_test *is_one)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t total = data != NULL && header->sh_entsize > 0 ? data->d_size / header->sh_entsize : 0;
    struct found found = {NULL, 0};
    size_t i;

    for (i = 1; i < total; i++) {
        GElf_Sym symbol;
        const char *name = gelf_getsym(data, (int)i, &symbol) != NULL
                               ? elf_strptr(elf, header->sh_link, symbol.st_name)
                               : NULL;

        if (name == NULL || !is_one(elf, &symbol, name, input))
            continue;
        if (found.count++ == 0)
            found.first = name;
    }
    return found;
}

/* ---- an object's own variables --------------------------------------------------------------- */

/* True for sections of variables, but for tables that are not written after the start. */
static bool has_variables(Elf *elf, const GElf_Sym *symbol)
{
    static const char *const tables[] = {".data.rel.ro",   ".init_array", ".fini_array",
                                         ".preinit_array", ".ctors",      ".dtors"};
    Elf_Scn *section = elf_getscn(elf, symbol->st_shndx);
    GElf_Shdr header;
    size_t i;

    if (symbol->st_shndx == SHN_COMMON)
        return true;
    if (symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= SHN_LORESERVE || section == NULL ||
        gelf_getshdr(section, &header) == NULL || (header.sh_flags & SHF_WRITE) == 0)
        return false;
    for (i = 0; i < ARRAY_LENGTH(tables); i++)
        if (begins(elf, &header, tables[i]))
            return false;
    return true;
}

/* A static variable in a function has a number behind its name, which no option has. */
static bool is_chosen(const struct shared_by_choice *choice, const char *name)
{
    char plain[SYMBOL_NAME_BYTES];
    size_t length = strcspn(name, ".");

    if (length >= sizeof plain)
        return false;
    memcpy(plain, name, length);
    plain[length] = '\0';
    return names_have(&choice->shared, plain);
}

static void tell_own(const struct linker_input *input, const char *first, size_t count)
{
    char name[SYMBOL_NAME_BYTES], more[64] = "";

    if (count > 1)
        snprintf(more, sizeof more, " and %zu other variable%s", count - 1, count == 2 ? "" : "s");
    fprintf(stderr,
            "note: all ranks will share %s%s of %s%s%s%s, which was not compiled with Heddle's "
            "wrapper: compile it with the wrapper, or, if one value will do for all, say so when "
            "linking (-fheddle-shared=%.*s)\n",
            symbol_name(first, name), more, input->path, input->member != NULL ? "(" : "",
            input->member != NULL ? input->member : "", input->member != NULL ? ")" : "",
            (int)strcspn(first, "."), first);
}

static bool is_own(Elf *elf, const GElf_Sym *symbol, const char *name,
                   const struct linker_input *input)
{
    return GELF_ST_TYPE(symbol->st_info) == STT_OBJECT && symbol->st_size > 0 &&
           !symbol_is_of_compiler(name) && has_variables(elf, symbol) &&
           !is_chosen(input->choice, name);
}

/* Tests an object's own variables, which all ranks share. */
static bool has_own(Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
                    struct linker_input *input)
{
    struct found found = {NULL, 0};

    if (header->sh_type == SHT_SYMTAB)
        found = find_symbols(elf, section, header, input, is_own);
    if (found.count > 0)
        tell_own(input, found.first, found.count);
    return found.count > 0;
}

/* The compiler's, the system's and our own objects: people cannot compile them again. */
static bool is_of_system(const struct linker_input *input)
{
    static const char *const folders[] = {"/usr/", "/lib/", "/lib64/", "/nix/store/"};
    const char *known = input->choice->known;
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(folders); i++)
        if (strncmp(input->path, folders[i], strlen(folders[i])) == 0)
            return true;
    return strstr(input->path, "/lib/gcc/") != NULL ||
           (known != NULL && strncmp(input->path, known, strlen(known)) == 0);
}

static void look_at(Elf *elf, struct linker_input *input)
{
    GElf_Ehdr header;

    if (gelf_getehdr(elf, &header) == NULL)
        return;
    if (header.e_type != ET_REL || any_section(elf, is_mark, NULL))
        return;
    if (any_section(elf, names_private, input) || any_section(elf, names_private_for_lto, input))
        input->is_uninstrumented = true;
    else if (!is_of_system(input))
        any_section(elf, has_own, input);
}

static void look_at_member(Elf *elf, struct linker_input *input)
{
    const Elf_Arhdr *header = elf_getarhdr(elf);

    if (header != NULL && header->ar_name != NULL && strcmp(header->ar_name, input->member) == 0)
        look_at(elf, input);
}

/* Examines a file of the linker's map. A file that no longer exists was the linker's own temporary
 * one. */
static void look_into(struct linker_input *input)
{
    int file = open(input->path, O_RDONLY | O_CLOEXEC);
    Elf *whole = file >= 0 ? elf_begin(file, ELF_C_READ_MMAP, NULL) : NULL, *member;
    Elf_Cmd next = ELF_C_READ_MMAP;

    if (whole != NULL && elf_kind(whole) == ELF_K_AR && input->member != NULL) {
        while ((member = elf_begin(file, next, whole)) != NULL) {
            look_at_member(member, input);
            next = elf_next(member);
            elf_end(member);
        }
    } else if (whole != NULL && elf_kind(whole) == ELF_K_ELF) {
        look_at(whole, input);
    }
    if (whole != NULL)
        elf_end(whole);
    if (file >= 0)
        close(file);
}

/* ---- what was linked ------------------------------------------------------------------------- */

/* Reads the linker's map. Returns NULL if it cannot be read. */
static char *read_file(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    off_t bytes = file >= 0 ? lseek(file, 0, SEEK_END) : -1;
    char *text = bytes >= 0 ? memory_take((size_t)bytes + 1) : NULL;

    if (text != NULL)
        text[pread(file, text, (size_t)bytes, 0) == bytes ? bytes : 0] = '\0';
    if (file >= 0)
        close(file);
    return text;
}

/* Returns the file that a line of the table names. A line has a symbol and a file, or only a file,
 * and possibly a remark. */
static char *file_of(char *line)
{
    char *remark = strstr(line, " (symbol from plugin)");

    if (remark != NULL)
        *remark = '\0';
    if (strlen(line) > FILE_COLUMN && line[FILE_COLUMN - 1] == ' ')
        return line + FILE_COLUMN;
    return strrchr(line, ' ') != NULL ? strrchr(line, ' ') + 1 : NULL;
}

static int read_map(const char *path, struct names *files)
{
    char *text = read_file(path), *line, *file;
    char *rest = text != NULL ? strstr(text, "\nCross Reference Table\n") : NULL;

    while ((line = strsep(&rest, "\n")) != NULL)
        if ((file = file_of(line)) != NULL)
            names_add(files, file);
    names_sort(files);
    memory_give(text);
    return text != NULL ? 0 : -1;
}

/* Tests an entry of the map: "archive(member)" or a file. */
static bool is_strange(char *file, const struct names *names, const struct shared_by_choice *choice)
{
    struct linker_input input = {.path = file, .names = names, .choice = choice};
    size_t length = strlen(file);
    char *member = strrchr(file, '(');

    if (member != NULL && file[length - 1] == ')') {
        file[length - 1] = '\0';
        *member = '\0';
        input.member = member + 1;
    }
    look_into(&input);
    return input.is_uninstrumented;
}

int uninstrumented_tell(const char *map, const struct names *names,
                        const struct shared_by_choice *choice)
{
    struct names files = {0};
    int count = 0;
    size_t i;

    elf_version(EV_CURRENT);
    if (read_map(map, &files) != 0)
        return -1;
    for (i = 0; i < files.count; i++)
        count += is_strange(files.names[i], names, choice);
    names_drop(&files);
    return count;
}
