/* SPDX-License-Identifier: MIT */
#include "libc/directory.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/libc.h"
#include "libc/libc.h"
#include "rank/name.h"
#include "rank/thread/kernel.h"
#include "rank/world.h"

int directory_make_own(const struct rank *self)
{
    struct libc *libc = libc_of(self);

    if (kernel_part_directory())
        return 0;
    if (libc != NULL)
        libc->directory_error = errno;
    return -1;
}

/* True for one caller in each world. */
static bool is_first(const struct rank *self)
{
    struct libc *first = libc_of(&self->world->ranks[0]);

    return !load_relaxed(&first->has_warned_of_directory) &&
           !exchange_relaxed(&first->has_warned_of_directory, true);
}

static void warn_of_directory(const char *function)
{
    const struct libc *libc = libc_self();
    const struct rank *self = rank_self();
    int error = errno; /* the caller does not expect errno to change */

    if (libc == NULL || libc->directory_error == 0 || self->world->size < 2 || !is_first(self))
        return;
    fprintf(stderr, "heddle: %s calls %s, which acts on all ranks: the system refuses each a "
                    "directory and a umask of its own (unshare: %s), as containers do by default; "
                    "allow unshare, or use absolute paths and one umask\n",
            rank_name(self).text, function, strerror(libc->directory_error));
    errno = error;
}

typedef int path_changer(const char *path);
typedef int descriptor_changer(int descriptor);
typedef mode_t mask_changer(mode_t mask);

__attribute__((visibility("default"))) int chdir(const char *path)
{
    warn_of_directory("chdir");
    return ((path_changer *)libc_function("chdir"))(path);
}

__attribute__((visibility("default"))) int fchdir(int descriptor)
{
    warn_of_directory("fchdir");
    return ((descriptor_changer *)libc_function("fchdir"))(descriptor);
}

__attribute__((visibility("default"))) mode_t umask(mode_t mask)
{
    warn_of_directory("umask");
    return ((mask_changer *)libc_function("umask"))(mask);
}
