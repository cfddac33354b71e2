/* SPDX-License-Identifier: MIT */
/* MPI jobs as GoogleTest tests: those of suite Good pass, those of suite Bad fail. */
#include <heddle/gtest.h>

#include <stdexcept>
#include <stdlib.h>

static int global = 3;

static int rank()
{
    int mine;

    MPI_Comm_rank(MPI_COMM_WORLD, &mine);
    return mine;
}

MPI_TEST(Good, RanksHaveTheirOwnGlobals, 4)
{
    int sum;

    global += rank();
    MPI_Allreduce(&global, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    ASSERT_EQ(sum, 18);
    EXPECT_EQ(global, 3 + rank());
}

MPI_TEST_EACH(Good, AnyNumberOfRanks, 1, 2, 3, 4, 7)
{
    int size;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ASSERT_LE(size, 7);
}

TEST(Good, MainHasItsOwnGlobals)
{
    ASSERT_EQ(global, 3);
    ASSERT_EQ(heddle_rank(), -1);
}

MPI_TEST(Bad, OneRankFailsWhileOthersWait, 4)
{
    ASSERT_NE(rank(), 2);
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST(Bad, OneRankExpectsSomethingElse, 4)
{
    EXPECT_LT(rank(), 3);
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST(Bad, Aborts, 4)
{
    if (rank() == 3)
        MPI_Abort(MPI_COMM_WORLD, 7);
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST(Bad, CallsAbort, 3)
{
    if (rank() == 2)
        abort();
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST(Bad, ThrowsANumber, 2)
{
    if (rank() == 0)
        throw 5;
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_TEST(Bad, Throws, 2)
{
    if (rank() == 1)
        throw std::runtime_error("thrown in a rank");
    MPI_Barrier(MPI_COMM_WORLD);
}
