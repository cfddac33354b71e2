/* SPDX-License-Identifier: MIT */
#include "job/shared.h"

#include <stdio.h>

#include "base/knob.h"
#include "base/symbol.h"
#include "image/image.h"
#include "image/module/objects.h"
#include "job/job.h"

enum { NAMES_BYTES = 200 };

static void tell_strays(void)
{
    char name[SYMBOL_NAME_BYTES], path[NAMES_BYTES], more[64] = "";
    int count = objects_name_strays(name, path, sizeof path);

    if (count > 1)
        snprintf(more, sizeof more, " and %d other variable%s", count - 1, count == 2 ? "" : "s");
    if (count > 0)
        fprintf(stderr, "heddle: all ranks share %s%s of %s, from an object that mpicc did not "
                        "compile; compile all with mpicc or its flags, or set HEDDLE_TELL_SHARED=0 "
                        "if that is right\n", name, more, path);
}

void shared_tell(const struct job *job, bool is_wrapped)
{
    char names[NAMES_BYTES];
    int count;

    if (job->plan.ranks < 2 || knobs.tell_shared == 0)
        return;
    if (!is_wrapped && image_is_whole())
        return;
    if (!is_wrapped) {
        fprintf(stderr, "heddle: %s was not compiled and linked by mpicc or with its flags: its %d "
                        "ranks share its global variables\n", job->title, job->plan.ranks);
        return;
    }
    count = image_has_environments() ? objects_name_shared(names, sizeof names) : 0;
    if (count > 0)
        fprintf(stderr, "heddle: all ranks share the global variables of %d %s that mpicc did not "
                        "compile: %s; compile with mpicc, or set HEDDLE_TELL_SHARED=0 if that is "
                        "right\n", count, count == 1 ? "library" : "libraries", names);
    if (image_has_environments())
        tell_strays();
}
