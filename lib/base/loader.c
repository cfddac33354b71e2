/* SPDX-License-Identifier: MIT */
#include "base/loader.h"

struct task {
    int (*function)(void *argument);
    void *argument;
    int result;
};

static int run_visit(struct dl_phdr_info *info, size_t bytes, void *argument)
{
    struct task *task = argument;

    (void)info;
    (void)bytes;
    task->result = task->function(task->argument);
    return 1;
}

int loader_hold(int (*function)(void *argument), void *argument)
{
    struct task task = {.function = function, .argument = argument};

    loader_walk(run_visit, &task);
    return task.result;
}
