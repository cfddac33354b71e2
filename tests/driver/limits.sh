#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What others do with the addresses of a job: the shell limits them, a core file has them, Valgrind
# searches them.
. "$(dirname "$0")/../harness/tap.sh"
if [ "${sanitizer:-no}" != no ]; then
    skip limits 'sanitizers have terabytes of their own'
    finish
    exit
fi

cat >hello.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("hello of %d\n", rank);
    if (argc > 1)
        abort();
    MPI_Finalize();
    return 0;
}
TEXT
"$bin/mpicc" -g hello.c -o hello
for kilobytes in 32000000 4000000 1000000; do
    run bash -c "ulimit -v $kilobytes; HEDDLE_NP=4 exec ./hello"
    expect "runs under ulimit -v $kilobytes" 0 '^hello of 3$'
done
run bash -c 'ulimit -v 40000; HEDDLE_NP=4 exec ./hello'
expect names_the_limit_that_is_too_low 1 '(ulimit -v|failed to map|cannot allocate)'

# Too many ranks are refused before copies are made for all.
if [ "$(cat /proc/sys/vm/max_map_count)" -lt 180000 ]; then
    HEDDLE_NP=60000 run ./hello
    expect says_how_many_ranks_fit 1 '60000 ranks of this program need [0-9]+ maps of memory, and' \
        'the kernel permits .*: [1-9][0-9]+ ranks fit.*vm.max_map_count=[0-9]+'
else
    skip says_how_many_ranks_fit 'the kernel permits so many maps that all ranks fit'
fi

# The loader, jemalloc and the library begin with little: each limit is told by one of them.
fault=
for kilobytes in $(seq 9000 1000 30000); do
    run bash -c "ulimit -v $kilobytes; HEDDLE_NP=3 exec ./hello"
    if [ "$status" -ge 128 ] || { [ "$status" -ne 0 ] && [ ! -s err ]; }; then
        fault="$fault $kilobytes: status $status $err"
    fi
done
[ -z "$fault" ] || echo "# $fault"
[ -z "$fault" ]
report tells_of_any_limit_without_a_crash

# When some ranks get no thread, the others have not begun.
cat >early.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    fprintf(stderr, "a rank has begun\n");
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return 0;
}
TEXT
"$bin/mpicc" early.c -o early
failed=0
fault=
for kilobytes in $(seq 300000 100000 1200000); do
    run bash -c "ulimit -v $kilobytes; HEDDLE_NP=40 HEDDLE_STACK_KB=16000 exec ./early"
    [[ "$err" != *'no thread for rank'* ]] || failed=$((failed + 1))
    [[ "$err" != *'no thread for rank'*'has begun'* ]] || fault="$fault $kilobytes"
    [[ "$err" != *'has begun'*'no thread for rank'* ]] || fault="$fault $kilobytes"
done
[ -z "$fault" ] && [ $failed -gt 1 ]
report no_rank_begins_when_one_cannot_start

# The kernel refuses threads: the sentence names the limit, whatever the number of ranks.
cat >many.c <<'TEXT'
#include <mpi.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return 0;
}
TEXT
"$bin/mpicc" many.c -o many
for group in /sys/fs/cgroup/pids/heddle.$$ /sys/fs/cgroup/heddle.$$; do
    if mkdir "$group" 2>/dev/null && [ -e "$group/cgroup.procs" ] &&
        (echo 100 >"$group/pids.max") 2>/dev/null; then
        run bash -c "echo \$\$ >$group/cgroup.procs && HEDDLE_NP=200 exec ./many"
        expect names_the_limit_of_the_control_group 1 \
            '^heddle: no thread for rank .* 100 threads; .* \(pids.max'
    fi
    rmdir "$group" 2>/dev/null
done
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    chmod 755 .
    run setpriv --reuid 65534 --clear-groups bash -c 'ulimit -u 50 && HEDDLE_NP=200 exec ./many'
    expect names_the_limit_of_the_user 1 \
        '^heddle: no thread for rank .* 50 threads; .* \(ulimit -u\)'
fi
run bash -c 'ulimit -v 3000000 && HEDDLE_NP=1000 HEDDLE_STACK_KB=16000 exec ./many'
expect names_the_limit_of_addresses_and_what_to_do 1 '\(ulimit -v\); .*HEDDLE_STACK_KB'

if [ "$(cat /proc/sys/kernel/core_pattern)" = core ]; then
    run bash -c 'ulimit -c unlimited && HEDDLE_NP=2 exec ./hello abort'
    cores=(core*)
    [ -s "${cores[0]}" ] && [ "$(stat -c %s "${cores[0]}")" -lt 500000000 ]
    report a_core_file_is_small
    rm -f core*
else
    skip a_core_file_is_small 'core files go elsewhere'
fi

if command -v valgrind >/dev/null; then
    run bash -c 'HEDDLE_NP=2 exec valgrind -q --leak-check=full ./hello'
    expect valgrind_ends 0 '^hello of 1$'
else
    skip valgrind_ends 'there is no valgrind'
fi
finish
