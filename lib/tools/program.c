/* SPDX-License-Identifier: MIT */
#include "tools/program.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "tools/fail.h"

enum { STATUS_OF_SIGNAL = 128 };

/* A file in memory, and the part of it that lists libraries and names. */
struct image {
    const char *bytes;
    size_t length;
    const Elf64_Dyn *dynamic;
    size_t entries;
    const char *names;
    size_t names_bytes;
};

static const void *at(const struct image *image, uint64_t offset, uint64_t bytes)
{
    return offset <= image->length && bytes <= image->length - offset ? image->bytes + offset
                                                                      : NULL;
}

static const Elf64_Phdr *headers_of(const struct image *image, int *count)
{
    const Elf64_Ehdr *head = at(image, 0, sizeof *head);

    if (head == NULL || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
        head->e_ident[EI_CLASS] != ELFCLASS64 || head->e_phentsize != sizeof(Elf64_Phdr))
        return NULL;
    *count = head->e_phnum;
    return at(image, head->e_phoff, (uint64_t)*count * sizeof(Elf64_Phdr));
}

/* Returns where the loader's address lies in the file. */
static uint64_t offset_of(const Elf64_Phdr *headers, int count, uint64_t address)
{
    int i;

    for (i = 0; i < count; i++)
        if (headers[i].p_type == PT_LOAD && address >= headers[i].p_vaddr &&
            address - headers[i].p_vaddr < headers[i].p_filesz)
            return headers[i].p_offset + (address - headers[i].p_vaddr);
    return UINT64_MAX;
}

static void find_names(struct image *image, const Elf64_Phdr *headers, int count)
{
    uint64_t address = 0;
    size_t i;

    for (i = 0; i < image->entries && image->dynamic[i].d_tag != DT_NULL; i++) {
        if (image->dynamic[i].d_tag == DT_STRTAB)
            address = image->dynamic[i].d_un.d_ptr;
        else if (image->dynamic[i].d_tag == DT_STRSZ)
            image->names_bytes = image->dynamic[i].d_un.d_val;
    }
    image->names = at(image, offset_of(headers, count, address), image->names_bytes);
}

/* False: not an executable for this machine, or one without libraries. */
static bool read_dynamic(struct image *image)
{
    int count = 0, i;
    const Elf64_Phdr *headers = headers_of(image, &count);

    if (headers == NULL)
        return false;
    for (i = 0; i < count; i++)
        if (headers[i].p_type == PT_DYNAMIC) {
            image->entries = headers[i].p_filesz / sizeof *image->dynamic;
            image->dynamic = at(image, headers[i].p_offset, headers[i].p_filesz);
        }
    if (image->dynamic != NULL)
        find_names(image, headers, count);
    return true;
}

static bool has_name(const struct image *image, const char *name)
{
    return image->names != NULL &&
           memmem(image->names, image->names_bytes, name, strlen(name) + 1) != NULL;
}

/* Finds the first library that is called as MPI libraries are. */
static bool find_mpi(const struct image *image, char library[PROGRAM_LIBRARY_BYTES])
{
    size_t i;

    for (i = 0; image->names != NULL && i < image->entries; i++) {
        uint64_t place = image->dynamic[i].d_un.d_val;

        if (image->dynamic[i].d_tag != DT_NEEDED || place >= image->names_bytes)
            continue;
        snprintf(library, PROGRAM_LIBRARY_BYTES, "%.*s", (int)(image->names_bytes - place),
                 image->names + place);
        if (strncmp(library, "libmpi", strlen("libmpi")) == 0)
            return true;
    }
    return false;
}

static enum program_kind kind_of(struct image *image, char library[PROGRAM_LIBRARY_BYTES])
{
    if (!read_dynamic(image))
        return PROGRAM_UNKNOWN;
    if (has_name(image, "heddle_main"))
        return PROGRAM_OURS;
    if (!find_mpi(image, library))
        return PROGRAM_PLAIN;
    return strcmp(library, "libmpi_abi.so.1") == 0 ? PROGRAM_OF_ABI : PROGRAM_OF_OTHER;
}

/* False: there is no such file that can be read. */
static bool open_image(struct image *image, const char *file)
{
    int descriptor = open(file, O_RDONLY | O_CLOEXEC);
    struct stat status;
    void *bytes = MAP_FAILED;

    if (descriptor < 0)
        return false;
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0)
        bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    close(descriptor);
    if (bytes == MAP_FAILED)
        return false;
    *image = (struct image){.bytes = bytes, .length = (size_t)status.st_size};
    return true;
}

static void close_image(const struct image *image)
{
    munmap((void *)image->bytes, image->length);
}

enum program_kind program_find(const char *file, char library[PROGRAM_LIBRARY_BYTES])
{
    enum program_kind kind;
    struct image image;

    if (!open_image(&image, file))
        return PROGRAM_UNKNOWN;
    kind = kind_of(&image, library);
    close_image(&image);
    return kind;
}

bool program_has_rpath(const char *file)
{
    bool has_rpath = false, has_runpath = false; /* which makes the loader ignore the first */
    struct image image;
    size_t i;

    if (!open_image(&image, file))
        return false;
    read_dynamic(&image); /* leaves no entries of a file that has none */
    for (i = 0; image.dynamic != NULL && i < image.entries; i++) {
        has_rpath |= image.dynamic[i].d_tag == DT_RPATH;
        has_runpath |= image.dynamic[i].d_tag == DT_RUNPATH;
    }
    close_image(&image);
    return has_rpath && !has_runpath;
}

bool program_is_movable(const char *file)
{
    int descriptor = open(file, O_RDONLY | O_CLOEXEC);
    Elf64_Ehdr head = {.e_type = ET_NONE};
    ssize_t bytes = descriptor >= 0 ? read(descriptor, &head, sizeof head) : -1;

    if (descriptor >= 0)
        close(descriptor);
    return bytes == sizeof head && head.e_type == ET_DYN;
}

static pid_t start_program(const char *file, char **arguments)
{
    pid_t child = fork();

    if (child < 0)
        fail(STATUS_NOT_EXECUTABLE, "no process for %s: %s", file, strerror(errno));
    if (child > 0)
        return child;
    execv(file, arguments);
    fail(STATUS_NOT_EXECUTABLE, "%s: %s", file, strerror(errno));
}

int program_run(const char *file, char **arguments, int processes)
{
    pid_t *children = needed(memory_take((size_t)processes * sizeof *children));
    int i, status = 0;

    for (i = 0; i < processes; i++)
        children[i] = start_program(file, arguments);
    for (i = 0; i < processes; i++) {
        int ended = 0;

        while (waitpid(children[i], &ended, 0) < 0 && errno == EINTR)
            continue;
        if (status == 0 && ended != 0)
            status = WIFSIGNALED(ended) ? STATUS_OF_SIGNAL + WTERMSIG(ended) : WEXITSTATUS(ended);
    }
    memory_give(children);
    return status;
}
