/* SPDX-License-Identifier: MIT */
/* Large variables: 400 MB of zeros cost what is touched, long initial data is mapped from the file.
 * options: -O2
 * ranks: 1 4 40
 * sanitizer: no */
#include "../globals.h"

#include <string.h>

enum { COUNT = 50000000, TOUCHED = 10000, INITIAL = 1 << 18 };

static double zeros[COUNT];
static int initial[INITIAL] = {[7] = 7, [INITIAL - 1] = 8};
static int *into_initial[600] = {[0] = &initial[7], [599] = &initial[INITIAL - 1]};
static char behind[5000];

static long resident_mib(void)
{
    char line[256];
    long kib = 0;
    FILE *status = fopen("/proc/self/status", "r");

    while (status != NULL && fgets(line, sizeof line, status) != NULL)
        if (sscanf(line, "VmRSS: %ld", &kib) == 1)
            break;
    if (status != NULL)
        fclose(status);
    return kib >> 10;
}

int main(int argc, char **argv)
{
    int rank, i;

    MPI_Init(&argc, &argv);
    rank = my_rank();
    expect(behind[0] == 0 && behind[4999] == 0);
    for (i = 0; i < TOUCHED; i++)
        zeros[i] = rank + i;
    initial[100000] = rank;
    *into_initial[599] += rank;
    memset(behind, rank, sizeof behind);
    meet();
    for (i = 0; i < TOUCHED; i++)
        expect(zeros[i] == rank + i);
    expect(zeros[COUNT - 1] == 0);
    expect(initial[7] == 7 && initial[100000] == rank && initial[INITIAL - 1] == 8 + rank);
    expect(into_initial[0] == &initial[7] && into_initial[1] == NULL);
    expect(behind[4999] == (char)rank);
    expect(resident_mib() < 150);
    MPI_Finalize();
    return 0;
}
