/* SPDX-License-Identifier: MIT */
#include "image/guest/guest_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/note.h"
#include "base/page.h"
#include "image/processor.h"

enum { NAME_BYTES_MAX = 200 /* the system allows 249 */ };

/* The executable in memory; what is written there does not reach the file. */
struct executable {
    const char *path;
    char *bytes;
    size_t length;
    Elf64_Ehdr *head;
    Elf64_Phdr *headers;
    Elf64_Dyn *dynamic;
    size_t dynamic_count;
    char *names;
    size_t names_bytes;
    Elf64_Sym *symbols;
    size_t symbol_count;
    char *new_names; /* to be appended; NULL: none */
    size_t new_names_bytes;
};

static int refuse(const struct executable *file, const char *why)
{
    return note(-1, "%s cannot run beside another program: %s", file->path, why);
}

/* ---- reading --------------------------------------------------------------------------------- */

static void *at(const struct executable *file, uint64_t offset, uint64_t bytes)
{
    return offset <= file->length && bytes <= file->length - offset ? file->bytes + offset : NULL;
}

static Elf64_Phdr *header_of(const struct executable *file, uint32_t type)
{
    int i;

    for (i = 0; i < file->head->e_phnum; i++)
        if (file->headers[i].p_type == type)
            return &file->headers[i];
    return NULL;
}

/* The bytes that the loader would map at that address. */
static void *mapped(const struct executable *file, uint64_t address, uint64_t bytes)
{
    int i;

    for (i = 0; i < file->head->e_phnum; i++) {
        const Elf64_Phdr *header = &file->headers[i];

        if (header->p_type == PT_LOAD && address >= header->p_vaddr &&
            address - header->p_vaddr < header->p_filesz)
            return at(file, header->p_offset + (address - header->p_vaddr), bytes);
    }
    return NULL;
}

static Elf64_Dyn *entry_of(const struct executable *file, Elf64_Sxword tag)
{
    size_t i;

    for (i = 0; i < file->dynamic_count && file->dynamic[i].d_tag != DT_NULL; i++)
        if (file->dynamic[i].d_tag == tag)
            return &file->dynamic[i];
    return NULL;
}

static uint64_t value_of(const struct executable *file, Elf64_Sxword tag)
{
    const Elf64_Dyn *entry = entry_of(file, tag);

    return entry != NULL ? entry->d_un.d_val : 0;
}

/* Every defined symbol is in a chain of the hash table, and the last chain ends with the last
 * symbol. */
static size_t count_hashed(const struct executable *file, uint64_t address)
{
    const uint32_t *table = mapped(file, address, 4 * sizeof *table), *chain;
    uint64_t buckets_at, chains_at;
    uint32_t last = 0, i;

    if (table == NULL)
        return 0;
    buckets_at = address + 4 * sizeof *table + table[2] * sizeof(uint64_t);
    chains_at = buckets_at + table[0] * sizeof *table;
    for (i = 0; i < table[0]; i++) {
        const uint32_t *bucket = mapped(file, buckets_at + i * sizeof *bucket, sizeof *bucket);

        if (bucket != NULL && *bucket > last)
            last = *bucket;
    }
    if (last < table[1])
        return table[1];
    while ((chain = mapped(file, chains_at + (last - table[1]) * sizeof *chain, sizeof *chain)) !=
               NULL && (*chain & 1) == 0)
        last++;
    return (size_t)last + 1;
}

static size_t count_symbols(const struct executable *file)
{
    const uint32_t *plain = mapped(file, value_of(file, DT_HASH), 2 * sizeof *plain);

    if (entry_of(file, DT_HASH) != NULL && plain != NULL)
        return plain[1];
    return entry_of(file, DT_GNU_HASH) != NULL ? count_hashed(file, value_of(file, DT_GNU_HASH))
                                               : 0;
}

static bool read_dynamic(struct executable *file)
{
    const Elf64_Phdr *dynamic = header_of(file, PT_DYNAMIC);

    if (dynamic == NULL)
        return false;
    file->dynamic = at(file, dynamic->p_offset, dynamic->p_filesz);
    file->dynamic_count = file->dynamic != NULL ? dynamic->p_filesz / sizeof *file->dynamic : 0;
    file->names_bytes = value_of(file, DT_STRSZ);
    file->names = mapped(file, value_of(file, DT_STRTAB), file->names_bytes);
    file->symbol_count = count_symbols(file);
    file->symbols =
        mapped(file, value_of(file, DT_SYMTAB), file->symbol_count * sizeof *file->symbols);
    return file->names != NULL && file->symbols != NULL;
}

static int read_head(struct executable *file)
{
    file->head = at(file, 0, sizeof *file->head);
    if (file->head == NULL || memcmp(file->head->e_ident, ELFMAG, SELFMAG) != 0)
        return refuse(file, memcmp(file->bytes, "#!", 2) == 0
                                ? "it is a script; name the program that it starts"
                                : "it is no executable");
    if (file->head->e_ident[EI_CLASS] != ELFCLASS64 || file->head->e_machine != PROCESSOR)
        return refuse(file, "it is for another kind of processor; compile it for this one");
    file->headers =
        at(file, file->head->e_phoff, (uint64_t)file->head->e_phnum * sizeof *file->headers);
    if (file->headers == NULL)
        return refuse(file, "it is damaged; link it again");
    return 0;
}

static int map(struct executable *file)
{
    int descriptor = open(file->path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    void *bytes = MAP_FAILED;

    if (descriptor < 0)
        return refuse(file, strerror(errno));
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size >= 2)
        bytes = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor,
                     0);
    close(descriptor);
    if (bytes == MAP_FAILED)
        return refuse(file, "it is no executable");
    file->bytes = bytes;
    file->length = (size_t)status.st_size;
    return 0;
}

/* ---- checking -------------------------------------------------------------------------------- */

static const char *name_at(const struct executable *file, uint64_t place)
{
    return place < file->names_bytes &&
                   memchr(file->names + place, '\0', file->names_bytes - place) != NULL
               ? file->names + place
               : "";
}

static bool needs(const struct executable *file, const char *beginning)
{
    size_t i;

    for (i = 0; i < file->dynamic_count && file->dynamic[i].d_tag != DT_NULL; i++)
        if (file->dynamic[i].d_tag == DT_NEEDED &&
            strncmp(name_at(file, file->dynamic[i].d_un.d_val), beginning, strlen(beginning)) == 0)
            return true;
    return false;
}

static const Elf64_Sym *find_defined(const struct executable *file, const char *name)
{
    size_t i;

    for (i = 0; i < file->symbol_count; i++)
        if (file->symbols[i].st_shndx != SHN_UNDEF &&
            strcmp(name_at(file, file->symbols[i].st_name), name) == 0)
            return &file->symbols[i];
    return NULL;
}

static int check_kind(const struct executable *file)
{
    if (!HAS_GUESTS)
        return refuse(file, "on this processor a job runs one program only");
    if (file->head->e_type != ET_DYN)
        return refuse(file, "it is not position-independent; link it without -no-pie and -static");
    if (file->dynamic == NULL || header_of(file, PT_INTERP) == NULL)
        return refuse(file, "it is linked statically, or a library; link it with mpicc and without "
                            "-static");
    if (find_defined(file, "PMPI_Init") != NULL)
        return refuse(file, "it contains the MPI library; link it with the shared one");
    if (find_defined(file, "heddle_program") != NULL)
        return 0;
    return refuse(file, needs(file, "libmpi_abi.so.1")
                            ? "it was linked without the flags of Heddle's mpicc, or by an older "
                              "one, and ranks have copies of such a program only where it is the "
                              "only one (with any words for each of its parts); link it again with "
                              "mpicc"
                            : "it was not linked by Heddle's mpicc; link it with that");
}

/* True if the loader would look for the variable where it puts those of libraries. */
static bool is_of_tls(uint32_t type)
{
    return type == R_DTPMOD || type == R_DTPOFF || type == R_TLSDESC;
}

static bool is_own(const struct executable *file, size_t symbol)
{
    return symbol == 0 ||
           (symbol < file->symbol_count && file->symbols[symbol].st_shndx != SHN_UNDEF);
}

/* Copies of a library's variable are only found by a program that was there first. */
static int check_relocation(const struct executable *file, const Elf64_Rela *relocation)
{
    size_t symbol = ELF64_R_SYM(relocation->r_info);
    uint32_t type = (uint32_t)ELF64_R_TYPE(relocation->r_info);
    const char *name = symbol < file->symbol_count
                           ? name_at(file, file->symbols[symbol].st_name) : "";

    if (type == R_COPY)
        return note(-1, "%s cannot run beside another program: it has a copy of variable '%s' of a "
                        "library, because a part of it was not compiled by mpicc; compile that "
                        "part by mpicc or with -fPIC", file->path, name);
    if (is_of_tls(type) && is_own(file, symbol))
        return refuse(file, "it asks the loader for its thread-local variables; link it as other "
                            "executables are");
    return 0;
}

static int check_relocations(const struct executable *file)
{
    uint64_t bytes = value_of(file, DT_RELASZ);
    const Elf64_Rela *relocations = mapped(file, value_of(file, DT_RELA), bytes);
    size_t i;

    for (i = 0; relocations != NULL && i < bytes / sizeof *relocations; i++)
        if (check_relocation(file, &relocations[i]) != 0)
            return -1;
    return 0;
}

static int check(struct executable *file)
{
    if (read_head(file) != 0)
        return -1;
    if (header_of(file, PT_DYNAMIC) != NULL && !read_dynamic(file))
        return refuse(file, "it is damaged; link it again");
    return check_kind(file) != 0 ? -1 : check_relocations(file);
}

static void find_facts(const struct executable *file, struct guest_facts *facts)
{
    const Elf64_Phdr *header = header_of(file, PT_TLS);
    const Elf64_Sym *displacement = find_defined(file, "heddle_displacement");

    *facts = (struct guest_facts){
        .tls_alignment = header != NULL && header->p_align > 1 ? header->p_align : 1,
        .needs_asan = needs(file, "libasan.so"),
        .needs_tsan = needs(file, "libtsan.so"),
    };
    if (header == NULL)
        return;
    facts->tls_bytes = (header->p_memsz + facts->tls_alignment - 1) & -facts->tls_alignment;
    if (displacement != NULL)
        facts->displacement = facts->tls_bytes - displacement->st_value;
}

/* ---- changing -------------------------------------------------------------------------------- */

static void clear_flag(const struct executable *file)
{
    Elf64_Dyn *flags = entry_of(file, DT_FLAGS_1);

    if (flags != NULL)
        flags->d_un.d_val &= ~(uint64_t)DF_1_PIE;
}

/* Does what the loader would do for a process's first executable: some code reads the distance of a
 * variable to the thread pointer from memory. */
static void settle_distances(const struct executable *file, size_t tls_bytes)
{
    uint64_t bytes = value_of(file, DT_RELASZ);
    Elf64_Rela *relocations = mapped(file, value_of(file, DT_RELA), bytes), *one;
    uint64_t *place;

    for (one = relocations; one != NULL && one < relocations + bytes / sizeof *one; one++) {
        size_t symbol = ELF64_R_SYM(one->r_info);

        place = mapped(file, one->r_offset, sizeof *place);
        if (ELF64_R_TYPE(one->r_info) != R_TPOFF || !is_own(file, symbol) || place == NULL)
            continue;
        *place = file->symbols[symbol].st_value + (uint64_t)one->r_addend - tls_bytes;
        one->r_info = ELF64_R_INFO(0, R_NONE);
    }
}

/* A library that names one of these variables is then refused by the loader, which does not know
 * where the variable lies. The displacement is found in the process's first executable. */
static void hide_tls_symbols(const struct executable *file)
{
    size_t i;

    for (i = 0; i < file->symbol_count; i++)
        if (ELF64_ST_TYPE(file->symbols[i].st_info) == STT_TLS)
            file->symbols[i].st_shndx = SHN_UNDEF;
}

/* The text with `directory` for each $ORIGIN; NULL: no memory. */
static char *expand(const char *text, const char *directory)
{
    static const char *const words[] = {"$ORIGIN", "${ORIGIN}"};
    char *made = NULL;
    size_t bytes, i;
    FILE *stream = memory_open_stream(&made, &bytes);

    if (stream == NULL)
        return NULL;
    while (*text != '\0') {
        for (i = 0; i < 2 && strncmp(text, words[i], strlen(words[i])) != 0; i++)
            continue;
        if (i < 2) {
            fputs(directory, stream);
            text += strlen(words[i]);
        } else {
            fputc(*text++, stream);
        }
    }
    fclose(stream);
    return memory_take_over(made);
}

/* Moves the entry's path to the end of the new names. */
static int expand_entry(struct executable *file, Elf64_Dyn *entry, const char *directory)
{
    const char *old = entry != NULL ? name_at(file, entry->d_un.d_val) : "";
    char *text, *grown;
    size_t bytes, used = file->new_names != NULL ? file->new_names_bytes : file->names_bytes;

    if (strstr(old, "ORIGIN") == NULL)
        return 0;
    text = expand(old, directory);
    bytes = text != NULL ? strlen(text) + 1 : 0;
    grown = text != NULL ? memory_grow(file->new_names, used + bytes) : NULL;
    if (grown != NULL) {
        if (file->new_names == NULL)
            memcpy(grown, file->names, used);
        memcpy(grown + used, text, bytes);
        entry->d_un.d_val = used;
        file->new_names = grown;
        file->new_names_bytes = used + bytes;
    }
    memory_give(text);
    return grown != NULL ? 0 : note(-1, "no memory for program %s", file->path);
}

static int expand_paths(struct executable *file)
{
    char directory[PATH_MAX];

    if (realpath(file->path, directory) == NULL)
        return refuse(file, strerror(errno));
    *strrchr(directory, '/') = '\0';
    if (expand_entry(file, entry_of(file, DT_RPATH), directory) != 0)
        return -1;
    return expand_entry(file, entry_of(file, DT_RUNPATH), directory);
}

/* The header by which the loader maps the new names, behind everything else. */
static Elf64_Phdr header_of_names(const struct executable *file)
{
    Elf64_Phdr made = {.p_type = PT_LOAD, .p_flags = PF_R, .p_align = page_bytes()};
    int i;

    for (i = 0; i < file->head->e_phnum; i++)
        if (file->headers[i].p_type == PT_LOAD &&
            file->headers[i].p_vaddr + file->headers[i].p_memsz > made.p_vaddr)
            made.p_vaddr = file->headers[i].p_vaddr + file->headers[i].p_memsz;
    made.p_vaddr = made.p_paddr = page_whole(made.p_vaddr);
    made.p_offset = page_whole(file->length);
    made.p_filesz = made.p_memsz = file->new_names_bytes;
    return made;
}

/* Leaves out what only the process's first executable needs, which makes room for new headers. */
static void change_headers(const struct executable *file)
{
    Elf64_Phdr *variables;
    Elf64_Phdr names = header_of_names(file);
    int i, kept = 0, count = file->head->e_phnum;

    for (i = 0; i < count; i++)
        if (file->headers[i].p_type != PT_PHDR && file->headers[i].p_type != PT_INTERP)
            file->headers[kept++] = file->headers[i];
    for (i = kept; i < count; i++)
        file->headers[i] = (Elf64_Phdr){.p_type = PT_NULL};
    if (file->new_names != NULL && kept < count) {
        file->headers[kept++] = names; /* the loader wants those that it maps in ascending order */
        entry_of(file, DT_STRTAB)->d_un.d_ptr = names.p_vaddr;
        entry_of(file, DT_STRSZ)->d_un.d_val = names.p_memsz;
    }
    variables = header_of(file, PT_TLS);
    if (variables != NULL && kept < count) {
        file->headers[kept] = *variables;
        file->headers[kept].p_type = PT_GUEST_TLS;
    } else if (variables != NULL) {
        variables->p_type = PT_GUEST_TLS;
    }
}

static bool write_all(int descriptor, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(descriptor, bytes, length);

        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

static int write_copy(const struct executable *file)
{
    size_t length = strlen(file->path);
    int descriptor =
        memfd_create(file->path + (length > NAME_BYTES_MAX ? length - NAME_BYTES_MAX : 0),
                     MFD_CLOEXEC);
    bool is_whole = descriptor >= 0 && write_all(descriptor, file->bytes, file->length);

    if (is_whole && file->new_names != NULL)
        is_whole = lseek(descriptor, (off_t)page_whole(file->length), SEEK_SET) > 0 &&
                   write_all(descriptor, file->new_names, file->new_names_bytes);
    if (is_whole)
        return descriptor;
    note(-1, "program %s cannot be copied into memory: %s", file->path, strerror(errno));
    if (descriptor >= 0)
        close(descriptor);
    return -1;
}

int guest_file_copy(const char *path, struct guest_facts *facts)
{
    struct executable file = {.path = path};
    int descriptor = -1;

    if (map(&file) != 0)
        return -1;
    if (check(&file) == 0) {
        find_facts(&file, facts);
        clear_flag(&file);
        settle_distances(&file, facts->tls_bytes);
        hide_tls_symbols(&file);
        if (expand_paths(&file) == 0) {
            change_headers(&file);
            descriptor = write_copy(&file);
        }
    }
    memory_give(file.new_names);
    munmap(file.bytes, file.length);
    return descriptor;
}
