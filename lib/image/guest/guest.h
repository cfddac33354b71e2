/* SPDX-License-Identifier: MIT */
/* Guests: executables that the process opens beside its first one, so that slots can run them.
 *
 * A guest is opened like a library, as a copy of its file that the loader accepts
 * (image/guest/guest_file.h). It is a module whose variables only its own slots have; its libraries
 * are modules as others are. It is never closed.
 *
 * Code of an executable finds its thread-local variables at distances from the thread pointer that
 * the linker has fixed for the process's first executable. Threads of a guest's slots run no code
 * of that one, so the guest's variables lie where those of the first executable would lie, and
 * image_enter puts their initial values there. The block of the first executable, and the space
 * that the library has below it (image/guest/guest_space.c), must be large enough.
 *
 * Edges
 *   guest.all  the thread that has opened a guest publishes it to those that look for one. */
#ifndef IMAGE_GUEST_H
#define IMAGE_GUEST_H

#include <sys/stat.h>

#include "image/module/needed.h"
#include "image/start.h"

/* Functions of programs that libraries call (image/guest/guest_calls.h). */
enum guest_call { GUEST_WRITE, GUEST_GET_TERMINATE, GUEST_GET_NEW_HANDLER, GUEST_CALLS };

struct guest {
    struct guest *next;
    char *path;
    struct stat status; /* of the file when it was opened */
    void *handle;
    struct needed needed; /* it and its libraries */
    const struct module *module;
    const struct heddle_program *program;
    char ***environment; /* its `environ` */
    void *input;         /* its `stdin` */
    void *calls[GUEST_CALLS];
    void *calls_of_first[GUEST_CALLS]; /* the functions of the process's first executable */
    char *refusal;       /* the reason why it cannot run, or NULL */
};

/* Opens the executable, or finds it if it is open. The path is absolute. Returns 0, or -1 with a
 * note that says what to do; then nothing of the program has run. */
int guest_open(const char *path, const struct guest **opened);

/* The guests that have been opened, latest first: the first, and the others by `next`. */
const struct guest *guest_first(void);

/* Lets libraries that the guest opens find its names and those of its libraries, as they would in a
 * process of its own. */
void guest_show_names(const struct guest *guest);

/* Defined in what is linked last into the shared library, NULL elsewhere: the calling thread's
 * space below the first executable's block. */
__attribute__((weak)) char *guest_space(size_t *bytes);

#endif
