/* SPDX-License-Identifier: MIT */
#include "image/whole/valgrind_file.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "base/loader.h"
#include "base/memory.h"
#include "image/module/module_file.h"

#define FORMAT "%s/heddle-%ld-%d-%s"

static const off_t bytes_max = 1 << 30;

struct valgrind_file {
    struct valgrind_file *next;
    char path[];
};

/* Owner: the thread that holds the lock of the list of modules, at the end the one that ends the
 * process. */
static struct {
    struct valgrind_file *first;
    off_t bytes; /* of all files */
    int count; /* of names that were given, so that each is another one */
    pid_t owner; /* the process that has made them, and not its child */
    bool is_wanted; /* there is Valgrind; constant after the start */
} files;

/* Valgrind has the loader load an object of its own into every process. */
static int is_of_valgrind(struct dl_phdr_info *object, size_t bytes, void *unused)
{
    (void)bytes;
    (void)unused;
    return strstr(object->dlpi_name, "/vgpreload_") != NULL;
}

void valgrind_look(void)
{
    files.is_wanted = loader_walk(is_of_valgrind, NULL) != 0;
}

bool valgrind_file_is_wanted(const struct module *module)
{
    return files.is_wanted && module->is_whole;
}

static bool copy_file(int from, int to, off_t bytes)
{
    off_t at = 0;

    while (at < bytes)
        if (syscall(SYS_sendfile, to, from, &at, (size_t)(bytes - at)) <= 0)
            return false;
    files.bytes += bytes;
    return true;
}

static void remove_file(const char *path)
{
    syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

/* Writes the name of the module's file without its folder. The program's path is that of a link. */
static void name_module(const struct module *module, char name[PATH_MAX])
{
    long length = syscall(SYS_readlinkat, AT_FDCWD, module->path, name, PATH_MAX - 1);
    const char *path = module->path, *slash;

    if (length > 0) {
        name[length] = '\0';
        path = name;
    }
    slash = strrchr(path, '/');
    path = slash != NULL ? slash + 1 : path;
    memmove(name, path, strlen(path) + 1);
}

/* Returns the name of a file that is not there yet. It ends in the module's own name, which
 * Valgrind prints where a function has none. */
static struct valgrind_file *create_name(const struct module *module)
{
    const char *directory = secure_getenv("TMPDIR");
    char end[PATH_MAX];
    struct valgrind_file *name;
    int length;

    name_module(module, end);
    if (directory == NULL || *directory == '\0')
        directory = "/tmp";
    files.owner = getpid();
    length = snprintf(NULL, 0, FORMAT, directory, (long)files.owner, files.count, end);
    name = memory_take(sizeof *name + (size_t)length + 1);
    if (name != NULL)
        snprintf(name->path, (size_t)length + 1, FORMAT, directory, (long)files.owner,
                 files.count++, end);
    return name;
}

static bool can_be_run(int file)
{
    struct statvfs system;

    return fstatvfs(file, &system) == 0 && (system.f_flag & ST_NOEXEC) == 0;
}

static int create_file(const struct module *module, const struct valgrind_file *name)
{
    int from = module_file_open(module->path), to = -1, file = -1;
    off_t bytes = from >= 0 ? module_file_bytes(from) : 0;

    if (from < 0)
        return -1;
    if (bytes <= bytes_max - files.bytes)
        to = (int)syscall(SYS_openat, AT_FDCWD, name->path,
                          O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (to >= 0) {
        if (can_be_run(to) && copy_file(from, to, bytes))
            file = module_file_open(name->path);
        module_file_close(to);
        if (file < 0)
            remove_file(name->path);
    }
    module_file_close(from);
    return file;
}

int valgrind_file_open(const struct module *module)
{
    struct heap *heap = memory_use(NULL); /* the files outlive the job */
    struct valgrind_file *name = create_name(module);
    int file = name != NULL ? create_file(module, name) : -1;

    if (file >= 0) {
        name->next = files.first;
        files.first = name;
    } else {
        memory_give(name);
    }
    memory_use(heap);
    return file;
}

__attribute__((destructor)) void valgrind_files_remove(void)
{
    if (getpid() != files.owner)
        return;
    for (; files.first != NULL; files.first = files.first->next)
        remove_file(files.first->path);
}
