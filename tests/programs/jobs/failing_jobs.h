/* SPDX-License-Identifier: MIT */
/* Jobs of heddle_run that must fail, each with a text that is part of what is said of it. */
#include <heddle.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct wrong_job {
    heddle_function *run;
    const char *text;
};

/* The first that does not do so is told: 1; else 0. */
static int run_wrong_jobs(const struct wrong_job jobs[], size_t count, int ranks)
{
    for (size_t i = 0; i < count; i++) {
        struct heddle_result result;

        if (heddle_run(NULL, ranks, jobs[i].run, NULL, &result) == 0 || result.text == NULL ||
            strstr(result.text, jobs[i].text) == NULL) {
            fprintf(stderr, "case %zu: %s\n", i, result.text != NULL ? result.text : "no error");
            return 1;
        }
        heddle_result_free(&result);
    }
    return 0;
}
