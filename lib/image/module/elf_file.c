/* SPDX-License-Identifier: MIT */
#include "image/module/elf_file.h"

#include <string.h>
#include <sys/mman.h>

#include "image/module/module_file.h"

static bool has_range(const struct elf_file *file, uint64_t offset, uint64_t bytes)
{
    return offset <= file->bytes && bytes <= file->bytes - offset;
}

bool elf_file_has(const struct elf_file *file, const ElfW(Shdr) *section)
{
    return has_range(file, section->sh_offset, section->sh_size);
}

bool elf_file_is_text(const struct elf_file *file, const ElfW(Shdr) *section)
{
    return elf_file_has(file, section) && section->sh_size > 0 &&
           file->start[section->sh_offset + section->sh_size - 1] == '\0';
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
    return file->names != NULL && elf_file_is_text(file, file->names);
}

bool elf_file_open(struct elf_file *file, const char *path)
{
    int descriptor = module_file_open(path);
    off_t bytes = descriptor >= 0 ? module_file_bytes(descriptor) : 0;
    void *start = bytes > 0 ? mmap(NULL, (size_t)bytes, PROT_READ, MAP_PRIVATE, descriptor, 0)
                            : MAP_FAILED;

    if (descriptor >= 0)
        module_file_close(descriptor);
    if (start == MAP_FAILED)
        return false;
    *file = (struct elf_file){.start = start, .bytes = (size_t)bytes};
    if (read_sections(file))
        return true;
    elf_file_close(file);
    return false;
}

void elf_file_close(const struct elf_file *file)
{
    munmap((void *)(uintptr_t)file->start, file->bytes);
}

const char *elf_file_text(const struct elf_file *file, const ElfW(Shdr) *table, uint32_t place)
{
    return place < table->sh_size ? file->start + table->sh_offset + place : "";
}

const char *elf_file_name(const struct elf_file *file, const ElfW(Shdr) *section)
{
    return elf_file_text(file, file->names, section->sh_name);
}

const ElfW(Shdr) *elf_file_section(const struct elf_file *file, const char *name)
{
    size_t i;

    for (i = 0; i < file->count; i++)
        if (strcmp(elf_file_name(file, &file->sections[i]), name) == 0 &&
            elf_file_has(file, &file->sections[i]))
            return &file->sections[i];
    return NULL;
}
