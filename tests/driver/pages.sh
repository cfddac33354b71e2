#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Programs for 64-bit ARM on kernels with pages of 4, 16 and 64 KiB, as the emulator plays them.
. "$(dirname "$0")/../harness/tap.sh"
read -ra emulator <<<"${EMULATOR-}"
case ${emulator[0]-} in
*qemu-*) ;;
*)
    skip pages 'no emulator runs programs here: ./bootstrap arm has one'
    finish
    exit ;;
esac

cat >private.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
enum { RANKS = 5, BYTES = 300000, APART = 4096 };
static int own, common = 3, *moving = &common, *const fixed = &own;
static char large[BYTES] = {1};
static _Thread_local int *of_thread = &own;
int main(int argc, char **argv)
{
    int rank, is_wrong, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    own += rank, common += rank;
    large[(rank + 1) * APART]++, large[BYTES - 1] = (char)rank;
    MPI_Barrier(MPI_COMM_WORLD);
    is_wrong = *fixed != rank || *moving != 3 + rank || *of_thread != rank || large[0] != 1;
    is_wrong = is_wrong || large[BYTES - 1] != rank || large[(rank + 1) * APART] != 1;
    is_wrong = is_wrong || large[((rank + 1) % RANKS + 1) * APART] != 0;
    MPI_Allreduce(&is_wrong, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("pages of %ld, %d ranks wrong\n", sysconf(_SC_PAGESIZE), sum);
    MPI_Finalize();
    return 0;
}
TEXT
run "$bin/mpicc" -O2 private.c -o private
for bytes in 4096 16384 65536; do
    HEDDLE_NP=5 run "${emulator[@]}" -p $bytes ./private
    expect "gives each rank its own variables on pages of $bytes bytes" 0 \
        "^pages of $bytes, 0 ranks wrong"
done

# The emulator itself takes addresses between large pages, and a kernel does not.
HEDDLE_NP=5 run "${emulator[@]}" -p 65536 -strace ./private
grep -aoE '(munmap|mprotect|madvise)\((0x)?[0-9a-f]+' err out | sort -u >calls
[ "$(wc -l <calls)" -gt 5 ] && ! grep -v '0000$' calls
report changes_whole_pages_only
finish
