/* SPDX-License-Identifier: MIT */
#include <heddle/catch2.h>

MPI_TEST_CASE("skipped: by a rank", 3)
{
    if (heddle_rank() == 1)
        SKIP("there is a reason");
    MPI_Barrier(MPI_COMM_WORLD);
}
