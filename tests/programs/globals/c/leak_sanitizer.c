/* SPDX-License-Identifier: MIT */
/* What a rank's variables still refer to at the end is not lost: LeakSanitizer says nothing.
 * options: -O0 -O2
 * ranks: 1 2 5 */
#include "../globals.h"

static char *text;
static struct { char *first, *others[100]; } kept[50];

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    text = malloc(100 + (size_t)my_rank());
    for (int i = 0; i < 50; i++) {
        kept[i].first = malloc((size_t)my_rank() + 1);
        kept[i].others[99 - i] = malloc(10);
        kept[i].others[99 - i][0] = '\0';
    }
    expect(text != NULL && kept[49].first != NULL);
    MPI_Finalize();
    return 0;
}
