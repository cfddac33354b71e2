/* SPDX-License-Identifier: MIT */
/* Prints the first line of what the library says of its version. Plain MPI. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;

    MPI_Get_library_version(text, &length);
    printf("%.*s\n", (int)strcspn(text, "\n"), text);
    return 0;
}
