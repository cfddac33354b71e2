#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Output: a file for each rank, times before lines, and lines that say where ranks run.
. "$(dirname "$0")/../harness/tap.sh"

cat >say.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Comm parent, children;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_get_parent(&parent);
    printf("out of rank %d of %d%s\n", rank, size, parent != MPI_COMM_NULL ? ", spawned" : "");
    fprintf(stderr, "error of rank %d\n", rank);
    printf("without an end");
    if (argc > 1 && strcmp(argv[1], "spawn") == 0 && parent == MPI_COMM_NULL)
        MPI_Comm_spawn("./say", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                       MPI_ERRCODES_IGNORE);
    if (argc > 1 && strcmp(argv[1], "abort") == 0 && rank == 1)
        MPI_Abort(MPI_COMM_WORLD, 3);
    MPI_Finalize();
    return 0;
}
TEXT
run "$bin/mpicc" say.c -o say
expect builds 0
mkdir -p elsewhere

# holds FILE LINE...: the file has exactly these lines, in this order.
holds() {
    local file=$1
    shift
    printf '%s\n' "$@" >wanted
    { cat "$file" && echo; } | sed '${/^$/d}' | cmp -s - wanted
}

rm -rf o.* e.*
run "$bin/mpiexec" -n 3 -wdir elsewhere -outfile-pattern o.%r -errfile-pattern 'e.%r' "$work/say"
[ "$status" -eq 0 ] && [ ! -s out ] && [ ! -s err ] &&
    holds o.0 'out of rank 0 of 3' 'without an end' &&
    holds o.2 'out of rank 2 of 3' 'without an end' && holds e.1 'error of rank 1'
report each_rank_has_files_of_its_own
run "$bin/mpiexec" -n 1 -outfile-pattern o.%r ./say
[ "$status" -eq 0 ] && [ ! -s out ] && [ "$err" = 'error of rank 0' ] &&
    holds o.0 'out of rank 0 of 1' 'without an end'
report one_rank_writes_to_its_file_anew
HEDDLE_OUTFILE_PATTERN=by-variable.%r HEDDLE_NP=2 run ./say
[ "$status" -eq 0 ] && [ ! -s out ] && holds by-variable.1 'out of rank 1 of 2' 'without an end'
report variables_have_that_effect_too
run "$bin/mpiexec" -n 3 -l -outfile-pattern all -errfile-pattern all ./say
[ "$status" -eq 0 ] && [ "$(wc -l <all)" -eq 9 ] && grep -qx '\[2\] error of rank 2' all &&
    grep -qx '\[1\] without an end' all
report ranks_and_streams_can_share_a_file
run "$bin/mpiexec" -n 2 -outfile-pattern 'deep/%h/%g.%r' ./say
[ "$status" -eq 0 ] && [ -s "deep/$(hostname)/0.1" ]
report folders_are_made
run "$bin/mpiexec" -n 12 --output-filename 'ten%' ./say
[ "$status" -eq 0 ] && holds ten%/1/rank.03/stdout 'out of rank 3 of 12' 'without an end' &&
    holds ten%/1/rank.11/stderr 'error of rank 11'
report folder_has_a_folder_for_each_rank
run "$bin/mpiexec" -n 2 --output-filename flat:nocopy,nojobid ./say
[ "$status" -eq 0 ] && holds flat/rank.1/stderr 'error of rank 1'
report folder_without_jobs
run "$bin/mpiexec" -n 2 --output-filename flat:often ./say
expect other_words_behind_the_colon_are_refused 2 'can be nojobid and nocopy'
run "$bin/mpiexec" -n 2 -outfile-pattern 'o.%d' ./say
expect unknown_letters_are_refused 1 'o.%d: .* but not %d'
run "$bin/mpiexec" -n 2 -outfile-pattern say/o ./say
expect file_that_cannot_be_opened_is_named 1 'say/o: Not a directory'
run "$bin/mpiexec" -n 2 -errfile-pattern e.%r ./say abort
[ "$status" -eq 3 ] && grep -q '^rank 1: MPI_Abort' err && ! grep -q MPI_Abort e.1
report reports_about_the_job_stay_where_they_were
if [ "$privatize" = yes ]; then
    run "$bin/mpiexec" -n 1 -outfile-pattern 's.%g.%r' ./say spawn
    [ "$status" -eq 0 ] && [ ! -s out ] &&
        holds s.1.1 'out of rank 1 of 2, spawned' 'without an end' &&
        holds s.0.0 'out of rank 0 of 1' 'without an end'
    report spawned_ranks_have_files_too
    run "$bin/mpiexec" -n 1 -outfile-pattern together ./say spawn
    [ "$status" -eq 0 ] && [ ! -s out ] && [ "$(grep -c '^out of rank\|end$' together)" -ge 3 ] &&
        [ "$(grep -o 'out of rank' together | wc -l)" -eq 3 ]
    report spawned_ranks_append_to_what_is_there
fi
cat >ask.sh <<'TEXT'
#!/bin/sh
env | grep 'FILE_PATTERN\|MATRIX'
TEXT
chmod +x ask.sh
cat >start.c <<'TEXT'
#include <stdlib.h>
int main(void) { return system("./ask.sh") == 0; }
TEXT
"$bin/mpicc" start.c -o start
run "$bin/mpiexec" -n 2 -outfile-pattern o.%r -errfile-pattern e.%r -matrix m.svg ./start
expect programs_that_ranks_start_are_not_told 0
! grep -q . out o.0 o.1
report and_say_nothing

stamp='[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}'
run "$bin/mpiexec" -n 2 --timestamp-output ./say
[ "$status" -eq 0 ] && [ "$(grep -Ecx "$stamp out of rank [01] of 2" out)" -eq 2 ] &&
    [ "$(grep -Ecx "$stamp error of rank [01]" err)" -eq 2 ] &&
    [ "$(grep -Ecx "$stamp without an end" out)" -eq 2 ]
report lines_begin_with_the_time
HEDDLE_TIMESTAMP=1 run "$bin/mpiexec" -n 1 -l -outfile-pattern stamped ./say
[ "$status" -eq 0 ] && [ "$(grep -Ecx "$stamp \[0\] .*" stamped)" -eq 2 ]
report and_with_the_rank_behind_it

run "$bin/mpiexec" -n 2 -report-bindings ./say
expect unbound_ranks_say_so 0 '^heddle: rank 0 is not bound, and runs on any processor of [0-9]+' \
    '^heddle: rank 1 is not bound'
if "$bin/mpiexec" -n 1 -bind-to core ./say 2>&1 | grep -q 'without hwloc'; then
    skip bindings "without hwloc"
    finish
    exit
fi
# hwloc describes a machine that is not there.
export HWLOC_SYNTHETIC='package:2 core:2 pu:2'
for option in -report-bindings --display-map -print-rank-map '-display map,bind'; do
    # shellcheck disable=SC2086
    run "$bin/mpiexec" -n 4 -bind-to core $option ./say
    grep heddle: err >lines
    cat >wanted <<'TEXT'
heddle: rank 0 runs on processors 0-1: core 0 of package 0
heddle: rank 1 runs on processors 2-3: core 1 of package 0
heddle: rank 2 runs on processors 4-5: core 2 of package 1
heddle: rank 3 runs on processors 6-7: core 3 of package 1
TEXT
    cmp lines wanted
    report "$option tells where each rank runs"
done
HEDDLE_REPORT_BINDINGS=1 run "$bin/mpiexec" -n 2 -bind-to hwthread ./say
expect threads_of_a_core_are_told 0 '^heddle: rank 1 runs on processor 1: core 0 of package 0$'
run "$bin/mpiexec" -n 2 -bind-to hwthread -display allocation ./say
! grep -q heddle: err
report other_displays_show_nothing
finish
