/* SPDX-License-Identifier: MIT */
/* An ELF file in memory, whose tables of sections and of their names lie within it. Opening one is
 * system calls alone (image/module/module_file.h), so a lock may be held meanwhile. */
#ifndef IMAGE_ELF_FILE_H
#define IMAGE_ELF_FILE_H

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_file {
    const char *start;
    size_t bytes;
    const ElfW(Shdr) *sections;
    size_t count;
    const ElfW(Shdr) *names; /* of sections */
};

/* False: the file cannot be read, or is no such file; then nothing is to be closed. */
bool elf_file_open(struct elf_file *file, const char *path);
void elf_file_close(const struct elf_file *file);

/* True if the file has the bytes of the section, which has no bytes there if its type is
 * SHT_NOBITS. */
bool elf_file_has(const struct elf_file *file, const ElfW(Shdr) *section);

/* True for a table of texts that ends as one does. */
bool elf_file_is_text(const struct elf_file *file, const ElfW(Shdr) *section);

/* Returns a text of such a table; "": there is none at that place. */
const char *elf_file_text(const struct elf_file *file, const ElfW(Shdr) *table, uint32_t place);

const char *elf_file_name(const struct elf_file *file, const ElfW(Shdr) *section);

/* Returns the first section of that name that the file has, or NULL. */
const ElfW(Shdr) *elf_file_section(const struct elf_file *file, const char *name);

#endif
