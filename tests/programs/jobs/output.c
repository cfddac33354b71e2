/* SPDX-License-Identifier: MIT */
/* Ranks of heddle_run write and flush, in a program of one rank and of several.
 * options: -O0
 * ranks: 1 3
 * expect-stdout: ^in the job$
 * expect-stdout: ^after it$ */
#include <heddle.h>

#include "../globals/globals.h"

static int body(void *argument)
{
    char piece[100];

    snprintf(piece, sizeof piece, "in the %s", (const char *)argument);
    fflush(NULL);
    if (my_rank() == 4) {
        printf("%s\n", piece);
        fflush(stdout);
    }
    meet();
    return 0;
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        expect(heddle_run(NULL, 5, body, (void *)"job", NULL) == 0);
    printf("after ");
    fflush(stdout);
    printf("it\n");
    return 0;
}
