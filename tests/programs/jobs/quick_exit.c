/* SPDX-License-Identifier: MIT */
/* _exit ends a rank of a job, and not the process. (Sanitizers take it for the process's end.)
 *
 * launch: alone
 * ranks: 1
 * sanitizer: no */
#include <heddle.h>
#include <unistd.h>

static int body(void *argument)
{
    if (heddle_rank() == 1)
        _exit(3);
    return argument != NULL;
}

int main(void)
{
    const struct heddle_options options = {.leaves_init = 1};
    struct heddle_result result;

    if (heddle_run(&options, 3, body, NULL, &result) != 3)
        return 1;
    if (result.is_aborted || result.rank[1].end != HEDDLE_QUIT || result.rank[1].status != 3)
        return 2;
    if (result.rank[0].end != HEDDLE_RETURNED || result.rank[2].end != HEDDLE_RETURNED)
        return 3;
    heddle_result_free(&result);
    return 0;
}
