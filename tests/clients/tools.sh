#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tools.sh PREFIX MPIP DUMPI [FOLDER]: builds the profiler mpiP and the tracing library DUMPI, as
# they are, with Heddle's wrappers, loads each into a program that knows nothing of it, and compares
# what it tells with what the program does.
#
#   PREFIX  where Heddle is installed
#   MPIP    a checkout of github.com/LLNL/mpiP
#   DUMPI   a checkout of github.com/sstsimulator/sst-dumpi
#   FOLDER  where to work; by default a temporary one, which is removed
#
# Not a part of `make check`: it needs the two checkouts and some minutes.
set -u

. "$(dirname "$0")/source.sh"
[ $# -ge 3 ] || begin
mpip=$(cd "$2" && pwd) && dumpi=$(cd "$3" && pwd) || exit 1
begin "$1" ${4+"$4"}

cat >talk.c <<'END'
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 10; i++) {
        MPI_Sendrecv(&one, 1, MPI_INT, (rank + 1) % size, 0, &other, 1, MPI_INT,
                     (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Allreduce(&one, &other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
END

build_mpip() (
    cp -r "$mpip" mpip && cd mpip &&
        ./configure CC=mpicc CXX=mpicxx F77=mpifort --disable-libunwind --disable-bfd \
            --disable-mpi-partitioned &&
        LOGNAME=${LOGNAME:-nobody} make
)

build_dumpi() (
    cp -r "$dumpi" dumpi && cd dumpi && sh bootstrap.sh &&
        ./configure CC=mpicc CXX=mpicxx --enable-libdumpi CPPFLAGS=-DMPIO_Request=MPI_Request &&
        make -j2
)

failed=0
# tell NAME: by the status of the command before.
tell() {
    local status=$?
    [ $status -eq 0 ] && echo "ok - $1" || echo "not ok - $1"
    [ $status -eq 0 ] || failed=1
}

must_do talk.log mpicc -g talk.c -o talk
must_do mpip.log build_mpip
mpiexec -n 4 -env LD_PRELOAD "$work/mpip/libmpiP.so" ./talk >mpip.out 2>&1 &&
    awk '/^@---/ { sent = /Aggregate Sent Message Size/ }
         sent && ($1 == "Sendrecv" || $1 == "Allreduce") && $3 == 40 && $4 == 160 { found++ }
         END { exit found != 2 }' talk.4.*.mpiP
tell mpiP_counts_each_call_of_each_rank_once

must_do dumpi.log build_dumpi
mpiexec -n 4 -env LD_PRELOAD "$work/dumpi/dumpi/libdumpi/.libs/libdumpi.so" ./talk \
    >dumpi.out 2>&1
tell dumpi_lets_the_program_run
for rank in 0000 0001 0002 0003; do
    dumpi/dumpi/bin/dumpi2ascii dumpi-*-$rank.bin >trace.$rank 2>&1 &&
        [ "$(grep -c 'MPI_Allreduce entering' trace.$rank)" -eq 10 ] &&
        [ "$(grep -c 'MPI_Sendrecv entering' trace.$rank)" -eq 10 ] &&
        grep -q 'MPI_Finalize returning' trace.$rank
    tell dumpi_traces_each_call_of_rank_$rank
done
exit $failed
