/* SPDX-License-Identifier: MIT */
/* The outcome of a job of heddle::run has the result that heddle/record.h counts in, for as long as
 * a copy of the outcome lives.
 *
 * launch: alone
 * ranks: 1
 * options: -O1
 * sanitizer: yes */
#include <heddle/job.hpp>
#include <heddle/record.h>

#include "../must.h"

int main()
{
    auto exchange = [](MPI_Comm comm) {
        int in, out = heddle_rank();

        heddle_record_start();
        MPI_Sendrecv(&out, 1, MPI_INT, 1 - out, 7, &in, 1, MPI_INT, 1 - out, 7, comm,
                     MPI_STATUS_IGNORE);
    };
    heddle::outcome<void> kept;

    {
        auto job = heddle::run(2, exchange);

        must(bool(job));
        kept = job;
    }
    must(heddle_result_sent(kept.result.get(), 0, 1, 7, "MPI_COMM_WORLD") == 1);
    must(heddle_result_sent(kept.result.get(), HEDDLE_EVERY_RANK, MPI_ANY_SOURCE, 7, nullptr) == 2);
    must(heddle_result_collectives(kept.result.get(), 1, nullptr) == 0);
    return 0;
}
