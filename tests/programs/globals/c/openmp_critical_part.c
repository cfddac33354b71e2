/* SPDX-License-Identifier: MIT */
/* A library with a critical section. */
void count_in_library(int *inside, int *entered);

void count_in_library(int *inside, int *entered)
{
#pragma omp critical
    {
        *entered += 1 + 1000000 * (*inside != 0);
        ++*inside;
        --*inside;
    }
}
