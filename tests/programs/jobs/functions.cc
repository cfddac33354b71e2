/* SPDX-License-Identifier: MIT */
/* heddle::run runs C++ functions as jobs: each rank's value comes back, and an exception that
 * leaves a rank is the job's failure, with its what().
 *
 * launch: alone
 * ranks: 1
 * options: -O1
 * sanitizer: yes */
#include <heddle/job.hpp>
#include <stdexcept>
#include <string>

#include "../must.h"

static int global = 5;

static void each_rank_returns_its_value()
{
    std::string word = "rank ";
    heddle::outcome<std::string> job = heddle::run(4, [&](MPI_Comm comm) {
        int rank;

        MPI_Comm_rank(comm, &rank);
        global += rank;
        return word + std::to_string(global);
    });

    must(job && job.ranks.size() == 4 && job.values.size() == 4);
    for (int i = 0; i < 4; i++)
        must(job.value(i) == "rank " + std::to_string(5 + i));
    must(global == 5);
}

static void a_function_may_take_and_return_nothing()
{
    std::vector<int> seen(3, -1);
    heddle::outcome<void> job = heddle::run(3, [&] { seen[heddle_rank()] = heddle_rank(); });

    job.value();
    must(job && seen[0] == 0 && seen[1] == 1 && seen[2] == 2);
}

static void an_exception_is_the_jobs_failure()
{
    static bool is_destroyed; /* the process's: the rank writes through a pointer */
    bool *destroyed = &is_destroyed;
    struct witness {
        bool *destroyed;
        ~witness() { *destroyed = true; }
    };
    heddle::outcome<int> job = heddle::run(3, [=]() -> int {
        witness witness = {destroyed};

        if (heddle_rank() == 1)
            throw std::runtime_error("there is no grid");
        MPI_Barrier(MPI_COMM_WORLD);
        return 0;
    });
    std::string told;

    must(!job && job.status == 1 && job.is_aborted && is_destroyed);
    must(job.text == "rank 1: caught an unexpected exception: there is no grid");
    try {
        job.value(0);
    } catch (const heddle::job_failure &failure) {
        told = failure.what();
    }
    must(told.find("there is no grid") != std::string::npos);
}

static void options_are_heeded()
{
    int level = -1;

    must(heddle::run(1, [&] { MPI_Query_thread(&level); },
                     heddle::thread_level(MPI_THREAD_SERIALIZED), heddle::timeout(30)));
    must(level == MPI_THREAD_SERIALIZED);
    heddle::outcome<void> leaking = heddle::run(2, [](MPI_Comm comm) {
        MPI_Comm other;

        MPI_Comm_dup(comm, &other);
    }, heddle::forbids_leaks());
    must(leaking.status == 1 && leaking.describe().find("2 communicators") != std::string::npos);
}

static void faults_are_options()
{
    heddle::outcome<void> job = heddle::run(2, [] {
        MPI_Datatype type;

        MPI_Type_contiguous(3, MPI_INT, &type);
        MPI_Type_free(&type);
    }, heddle::fails_memory(1, 1), heddle::order(5));

    must(!job && job.text.find("(on purpose, in every rank: memory fails at request 1; "
                               "order of seed 5)") != std::string::npos);
}

static void a_job_that_cannot_start_says_why()
{
    heddle::outcome<int> job = heddle::run(0, [] { return 1; });

    must(job.status == -1 && job.text == "ranks 0 is outside 1..65535");
}

int main()
{
    each_rank_returns_its_value();
    a_function_may_take_and_return_nothing();
    an_exception_is_the_jobs_failure();
    options_are_heeded();
    faults_are_options();
    a_job_that_cannot_start_says_why();
    return 0;
}
