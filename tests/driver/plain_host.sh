#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A program that knows nothing of MPI opens the library and becomes a job of one rank. The library's
# thread-local variables fit into what the loader has to spare. Those of jemalloc do not, so the
# library leaves it out.
. "$(dirname "$0")/../harness/tap.sh"
library=$top_build/lib/libmpi_abi.so.1
# A build with --enable-chaos has thread-local variables more.
if [ "$sanitizer" != no ] || [ ! -e "$library" ] ||
    "$top_build/config.status" --config | grep -q enable-chaos; then
    skip plain_host 'only of plain builds with a shared library'
    finish
    exit
fi

# Some versions of glibc round it up, and not all.
[ "$(($(readelf -lW "$library" | awk '$1 == "TLS" { print $6 }')))" -le 1664 ]
report its_thread_local_variables_fit_into_what_the_loader_has_to_spare
run $WRAPPER_CC -I"$top_build/include" "$top_source/tests/driver/foreign/host.c" -o host \
    -ldl -lpthread
expect builds_a_host 0
run ./host "$library" run
expect a_plain_program_is_one_rank_with_all_its_threads 0 '^without jemalloc$' \
    '^rank 0 of 1 received 142$'
[ ! -s err ]
report nothing_is_told_of_it
jemalloc=$(ldd "$library" | sed -n 's/.*=> \(.*libjemalloc[^ ]*\) .*/\1/p')
if [ -n "$jemalloc" ]; then
    run env LD_PRELOAD="$jemalloc" ./host "$library" run
    expect jemalloc_may_be_there_at_the_start 0 '^with jemalloc$' '^rank 0 of 1 received 142$'
    # The loader takes a space for the end of a name, and this one has none.
    near=$(realpath --relative-to=. "$library")
    run env LD_PRELOAD="$near" ./host "$library" run
    expect a_library_at_the_start_brings_jemalloc 0 '^with jemalloc$' '^rank 0 of 1 received 142$'
fi
run "$bin/mpiexec" -n 1 ./host "$library" run
expect mpiexec_starts_one_rank 0 '^rank 0 of 1 received 142$'

# It is a job like others in what ends it and what is told at its end.
run ./host "$library" abort
expect it_ends_with_the_status_of_an_abort 7 'rank 0: MPI_Abort'
run ./host "$library" leave
expect it_has_to_finalize 1 'rank 0 ended with exit status 0, without MPI_Finalize'
for when in first_handler last_handler; do
    run ./host "$library" "$when"
    expect "it_may_finalize_in_its_${when}" 3 '^rank 0 of 1 received 142$' '^finalized$'
    [ ! -s err ]
    report "nothing_is_told_of_its_$when"
done
HEDDLE_CHECK=1 run ./host "$library" run
expect it_is_checked_but_not_for_deadlocks 0 'heddle: check: nothing found; checked: '
! grep -q 'deadlocks' err
report deadlocks_are_not_said_to_be_checked
HEDDLE_LEAKS=3 run ./host "$library" leak
expect it_is_told_of_leaks 1 '1 communicator, made in .*, by rank 0' 'status 1 \(HEDDLE_LEAKS=3\)'

# What needs a job from the start is refused.
run ./host "$library" spawn
[ "$status" != 0 ]
report it_cannot_spawn
expect it_is_told_why "$status" 'opened the MPI library when it ran already, so it cannot spawn'
HEDDLE_NP=2 run ./host "$library" run
[ "$status" != 0 ]
report it_cannot_be_several_ranks
expect it_is_told_what_to_do "$status" '2 ranks are asked for, .* by LD_PRELOAD='
for wish in TIMEOUT=9 LABEL=1 TIMESTAMP=1 OUTFILE_PATTERN=o EXPLORE=all PROGRESS=1 BIND=1; do
    run env "HEDDLE_$wish" ./host "$library" run
    [ "$status" != 0 ]
    report "it_does_not_go_on_without_$wish"
    expect "it_is_told_of_$wish" "$status" "HEDDLE_${wish%=*}.* asked for, .* by LD_PRELOAD="
done
finish
