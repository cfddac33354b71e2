/* SPDX-License-Identifier: MIT */
#include "tools/listing.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/container.h"
#include "base/memory.h"
#include "image/processor.h"
#include "image/record.h"

/* A file that is being read. */
struct reader {
    int file;
    Elf *elf;
    struct listing *listing;
    struct names *names; /* if set, collect names instead of a listing */
    Elf_Scn *records;
    GElf_Shdr records_header;
    Elf_Scn *symbols; /* the fuller of the file's symbol tables */
    GElf_Shdr symbols_header;
};

static struct variable *add_variable(struct listing *listing)
{
    if (listing->count == listing->capacity) {
        size_t capacity = 2 * listing->capacity + 64;
        struct variable *grown = memory_grow(listing->variables, capacity * sizeof *grown);

        if (grown == NULL)
            abort();
        listing->variables = grown;
        listing->capacity = capacity;
    }
    listing->variables[listing->count] = (struct variable){0};
    return &listing->variables[listing->count++];
}

static void drop_variable(struct variable *variable)
{
    memory_give(variable->name);
    memory_give(variable->file);
    memory_give(variable->unit);
}

static char *copy_text(const char *text)
{
    return text != NULL ? memory_copy_text(text) : NULL;
}

/* ---- the file's memory image --------------------------------------------------------------- */

/* Returns where the bytes of this address lie in the mapped file, or NULL if the file does not have
 * all of them. */
static char *bytes_at(const struct reader *reader, uint64_t address, size_t count)
{
    size_t headers, i, size;
    char *file = elf_rawfile(reader->elf, &size);
    GElf_Phdr header;

    if (elf_getphdrnum(reader->elf, &headers) != 0)
        return NULL;
    for (i = 0; i < headers; i++)
        if (gelf_getphdr(reader->elf, (int)i, &header) != NULL && header.p_type == PT_LOAD &&
            address >= header.p_vaddr && address + count <= header.p_vaddr + header.p_filesz &&
            header.p_offset + header.p_filesz <= size)
            return file + header.p_offset + (address - header.p_vaddr);
    return NULL;
}

static const char *text_at(const struct reader *reader, const char *address)
{
    return bytes_at(reader, (uint64_t)(uintptr_t)address, 1);
}

typedef void section_visitor(struct reader *reader, Elf_Scn *section, const GElf_Shdr *header);

static void for_each_section(struct reader *reader, section_visitor *visit)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header;

    while ((section = elf_nextscn(reader->elf, section)) != NULL)
        if (gelf_getshdr(section, &header) != NULL)
            visit(reader, section, &header);
}

static void find_records(struct reader *reader, Elf_Scn *section, const GElf_Shdr *header)
{
    size_t names;
    const char *name;

    if (elf_getshdrstrndx(reader->elf, &names) != 0)
        return;
    name = elf_strptr(reader->elf, names, header->sh_name);
    if (name != NULL && strcmp(name, "heddle_records") == 0) {
        reader->records = section;
        reader->records_header = *header;
    }
}

/* ---- records --------------------------------------------------------------------------------- */

/* Relocates the records as the dynamic linker would for a base address of zero. */
static void relocate_records(struct reader *reader, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *data = header->sh_type == SHT_RELA ? elf_getdata(section, NULL) : NULL;
    const GElf_Shdr *records = &reader->records_header;
    size_t count = data != NULL && header->sh_entsize > 0 ? data->d_size / header->sh_entsize : 0;
    size_t i;

    for (i = 0; i < count; i++) {
        GElf_Rela entry;
        uint64_t value;
        char *where;

        if (gelf_getrela(data, (int)i, &entry) == NULL || entry.r_offset < records->sh_addr ||
            entry.r_offset >= records->sh_addr + records->sh_size)
            continue;
        /* A variable that is found by name may belong to another module; its address stays 0. */
        value = GELF_R_TYPE(entry.r_info) == R_RELATIVE ? (uint64_t)entry.r_addend : 0;
        where = bytes_at(reader, entry.r_offset, sizeof value);
        if (where != NULL)
            memcpy(where, &value, sizeof value);
    }
}

static const char *reason_of(unsigned kind)
{
    switch (kind & RECORD_REASON_MASK) {
    case RECORD_BY_ATTRIBUTE:
        return "attribute heddle_shared";
    case RECORD_BY_NAME:
        return "option shared";
    case RECORD_BY_PATH:
        return "option shared-path";
    default:
        return NULL;
    }
}

/* True for files that are part of every program: replacements of libc and libgfortran. */
static bool is_ours(const char *file)
{
    return file != NULL && (strstr(file, "lib/runtime/program/") != NULL ||
                            strstr(file, "lib/runtime/fortran/") != NULL);
}

static void add_record(struct reader *reader, const struct heddle_record *record)
{
    unsigned kind = record->kind & RECORD_KIND_MASK;
    const char *file = text_at(reader, record->file);
    struct variable *variable;

    if (kind != RECORD_PRIVATE && kind != RECORD_PRIVATE_UNLESS_USED && kind != RECORD_SHARED)
        return;
    variable = add_variable(reader->listing);
    variable->name = copy_text(text_at(reader, record->name));
    variable->file = copy_text(file);
    variable->line = record->line;
    variable->address = (uint64_t)(uintptr_t)record->address;
    variable->is_private = kind != RECORD_SHARED;
    variable->is_ours = is_ours(file);
    variable->why = kind == RECORD_PRIVATE_UNLESS_USED ? "unless a library has it, too"
                    : variable->is_private             ? NULL
                                                       : reason_of(record->kind);
}

static void read_records(struct reader *reader,
                         void (*take)(struct reader *, const struct heddle_record *))
{
    size_t count = reader->records_header.sh_size / sizeof(struct heddle_record), i;
    const char *bytes;

    for_each_section(reader, relocate_records);
    bytes = bytes_at(reader, reader->records_header.sh_addr, reader->records_header.sh_size);
    for (i = 0; bytes != NULL && i < count; i++) {
        struct heddle_record record;

        memcpy(&record, bytes + i * sizeof record, sizeof record);
        take(reader, &record);
    }
}

/* ---- variables that only the symbol table has ---------------------------------------------- */

static int compare_places(const void *one, const void *other)
{
    const struct variable *a = one, *b = other;

    return (a->address > b->address) - (a->address < b->address);
}

static void sort_by_place(struct listing *listing)
{
    if (listing->count > 0)
        qsort(listing->variables, listing->count, sizeof *listing->variables, compare_places);
}

/* Finds a variable among the first `sorted` ones, which are sorted. Returns NULL if it is not
 * there. */
static struct variable *find_at(const struct listing *listing, size_t sorted, uint64_t address)
{
    struct variable key = {.address = address};

    if (sorted == 0)
        return NULL;
    return bsearch(&key, listing->variables, sorted, sizeof key, compare_places);
}

static bool is_known_variable(const struct reader *reader, size_t sorted, const char *name,
                              uint64_t address)
{
    size_t i;

    if (find_at(reader->listing, sorted, address) != NULL)
        return true;
    for (i = 0; i < sorted; i++) /* found by name: the file does not have its address */
        if (reader->listing->variables[i].address == 0 && name != NULL &&
            strcmp(reader->listing->variables[i].name, name) == 0)
            return true;
    return false;
}

/* True for symbols of the compiler's start files and of ours. */
static bool is_of_start_files(const char *name, const char *unit)
{
    static const char *const names[] = {"__dso_handle", "_DYNAMIC", "_GLOBAL_OFFSET_TABLE_",
                                        "__TMC_END__", "begin_first"};
    size_t i;

    if (unit != NULL && strcmp(unit, "crtstuff.c") == 0)
        return true;
    for (i = 0; i < ARRAY_LENGTH(names); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return strncmp(name, "heddle_", strlen("heddle_")) == 0 ||
           strncmp(name, "DW.ref.", strlen("DW.ref.")) == 0; /* a pointer for exception handling */
}

static const char *why_shared(const struct reader *reader, const GElf_Sym *symbol)
{
    if (GELF_ST_TYPE(symbol->st_info) == STT_TLS)
        return "thread-local: each thread's own";
    return reader->records != NULL ? "its file was not compiled with Heddle's plugin"
                                   : "the library was not compiled with Heddle's wrapper";
}

static bool is_writable(const struct reader *reader, const GElf_Sym *symbol)
{
    Elf_Scn *section = elf_getscn(reader->elf, symbol->st_shndx);
    size_t names;
    const char *name;
    GElf_Shdr header;

    if (symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= SHN_LORESERVE || section == NULL ||
        gelf_getshdr(section, &header) == NULL || (header.sh_flags & SHF_WRITE) == 0 ||
        elf_getshdrstrndx(reader->elf, &names) != 0)
        return false;
    name = elf_strptr(reader->elf, names, header.sh_name);
    return name == NULL || (strncmp(name, ".data.rel.ro", strlen(".data.rel.ro")) != 0 &&
                            strcmp(name, "heddle_records") != 0);
}

static void read_symbols(struct reader *reader, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t count = header->sh_entsize > 0 ? header->sh_size / header->sh_entsize : 0, i;
    size_t known = reader->listing->count;
    const char *unit = NULL;

    sort_by_place(reader->listing);
    for (i = 0; data != NULL && i < count; i++) {
        struct variable *variable;
        const char *name;
        GElf_Sym symbol;
        int type;

        if (gelf_getsym(data, (int)i, &symbol) == NULL)
            continue;
        type = GELF_ST_TYPE(symbol.st_info);
        name = elf_strptr(reader->elf, header->sh_link, symbol.st_name);
        if (type == STT_FILE)
            unit = name;
        if (name != NULL && strcmp(name, "heddle_main_runs_once") == 0)
            reader->listing->runs_main_once |= symbol.st_shndx != SHN_UNDEF;
        if ((type != STT_OBJECT && type != STT_TLS) || symbol.st_size == 0 || name == NULL ||
            !is_writable(reader, &symbol) || is_of_start_files(name, unit) ||
            (type == STT_OBJECT && is_known_variable(reader, known, name, symbol.st_value)))
            continue;
        variable = add_variable(reader->listing);
        variable->name = copy_text(name);
        variable->unit = GELF_ST_BIND(symbol.st_info) == STB_LOCAL ? copy_text(unit) : NULL;
        variable->address = type == STT_OBJECT ? symbol.st_value : 0;
        variable->why = why_shared(reader, &symbol);
    }
}

static void choose_symbols(struct reader *reader, Elf_Scn *section, const GElf_Shdr *header)
{
    if (header->sh_type != SHT_SYMTAB &&
        (header->sh_type != SHT_DYNSYM || reader->symbols != NULL))
        return;
    reader->symbols = section;
    reader->symbols_header = *header;
}

/* ---- source lines of variables without a record -------------------------------------------- */

static void give_place(struct reader *reader, Dwarf_Die *die)
{
    struct listing *listing = reader->listing;
    struct variable *found;
    Dwarf_Attribute attribute;
    Dwarf_Op *operations;
    size_t count;
    int line = 0;

    if (dwarf_attr(die, DW_AT_location, &attribute) == NULL ||
        dwarf_getlocation(&attribute, &operations, &count) != 0 || count == 0 ||
        operations[0].atom != DW_OP_addr)
        return;
    found = find_at(listing, listing->count, operations[0].number);
    if (found == NULL || found->file != NULL || dwarf_decl_line(die, &line) != 0)
        return;
    found->file = copy_text(dwarf_decl_file(die));
    found->line = (unsigned)line;
}

static void walk(struct reader *reader, Dwarf_Die *first)
{
    Dwarf_Die die = *first, child;

    do {
        if (dwarf_tag(&die) == DW_TAG_variable)
            give_place(reader, &die);
        else if (dwarf_child(&die, &child) == 0)
            walk(reader, &child);
    } while (dwarf_siblingof(&die, &die) == 0);
}

/* Drops further names of one variable, and Heddle's own variables. */
static void drop_surplus(struct listing *listing)
{
    size_t kept = 0, i;

    for (i = 0; i < listing->count; i++) {
        struct variable *variable = &listing->variables[i];

        if (variable->is_ours ||
            (kept > 0 && variable->address != 0 &&
             variable->address == listing->variables[kept - 1].address)) {
            drop_variable(variable);
        } else {
            listing->variables[kept++] = *variable;
        }
    }
    listing->count = kept;
}

static void read_places(struct reader *reader)
{
    Dwarf *debug = dwarf_begin_elf(reader->elf, DWARF_C_READ, NULL);
    Dwarf_Off offset = 0, next;
    size_t header_bytes;
    Dwarf_Die unit;

    sort_by_place(reader->listing);
    drop_surplus(reader->listing);
    while (debug != NULL &&
           dwarf_nextcu(debug, offset, &next, &header_bytes, NULL, NULL, NULL) == 0) {
        if (dwarf_offdie(debug, offset + header_bytes, &unit) != NULL)
            walk(reader, &unit);
        offset = next;
    }
    if (debug != NULL)
        dwarf_end(debug);
}

/* ---- whole files ----------------------------------------------------------------------------- */

static int open_file(const char *path, struct reader *reader)
{
    elf_version(EV_CURRENT);
    reader->file = open(path, O_RDONLY | O_CLOEXEC);
    reader->elf = reader->file >= 0 ? elf_begin(reader->file, ELF_C_READ_MMAP_PRIVATE, NULL) : NULL;
    if (reader->elf != NULL && elf_kind(reader->elf) == ELF_K_ELF)
        return 0;
    reader->listing->error = reader->file < 0 ? "cannot be read" : "is not a program or library";
    return -1;
}

static void close_file(struct reader *reader)
{
    if (reader->elf != NULL)
        elf_end(reader->elf);
    if (reader->file >= 0)
        close(reader->file);
}

int listing_read(const char *path, struct listing *listing)
{
    struct reader reader = {.listing = listing};
    int error;

    *listing = (struct listing){0};
    error = open_file(path, &reader);
    if (error == 0) {
        for_each_section(&reader, find_records);
        for_each_section(&reader, choose_symbols);
        listing->has_records = reader.records != NULL;
        if (reader.records != NULL)
            read_records(&reader, add_record);
        if (reader.symbols != NULL)
            read_symbols(&reader, reader.symbols, &reader.symbols_header);
        read_places(&reader);
    }
    close_file(&reader);
    return error;
}

void listing_drop(struct listing *listing)
{
    size_t i;

    for (i = 0; i < listing->count; i++)
        drop_variable(&listing->variables[i]);
    memory_give(listing->variables);
    *listing = (struct listing){0};
}

static void add_global_name(struct reader *reader, const struct heddle_record *record)
{
    unsigned kind = record->kind & RECORD_KIND_MASK;
    const char *name = text_at(reader, record->name);

    if ((kind == RECORD_PRIVATE || kind == RECORD_PRIVATE_UNLESS_USED ||
         kind == RECORD_USED_PRIVATE) &&
        (record->kind & RECORD_GLOBAL) != 0 && name != NULL)
        names_add(reader->names, name);
}

int listing_read_global_names(const char *path, struct names *names)
{
    struct listing none = {0};
    struct reader reader = {.listing = &none, .names = names};
    int error = open_file(path, &reader);

    if (error == 0) {
        for_each_section(&reader, find_records);
        if (reader.records != NULL)
            read_records(&reader, add_global_name);
        names_sort(names);
    }
    close_file(&reader);
    return error;
}

bool listing_has_interpreter(const char *path)
{
    struct listing none = {0};
    struct reader reader = {.listing = &none};
    bool has_one = false;
    GElf_Phdr header;
    size_t count = 0, i;

    if (open_file(path, &reader) == 0 && elf_getphdrnum(reader.elf, &count) == 0)
        for (i = 0; i < count; i++)
            if (gelf_getphdr(reader.elf, (int)i, &header) != NULL && header.p_type == PT_INTERP)
                has_one = true;
    close_file(&reader);
    return has_one;
}
