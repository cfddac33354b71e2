#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# mpiexec as people type it: options, refusals, the program it becomes.
. "$(dirname "$0")/../harness/tap.sh"

cat >say.sh <<'TEXT'
#!/bin/sh
echo "plan $HEDDLE_PLAN"
for argument; do echo "argument <$argument>"; done
echo "A=${A-unset} B=${B-unset}"
pwd
TEXT
chmod +x say.sh
cp say.sh other.sh
printf 'echo no first line\n' >bare && chmod +x bare
plan='^plan heddle-2 '

run "$bin/mpiexec" -n 3 ./say.sh 'one two' '' three
expect passes_arguments_on_untouched 0 "${plan}0 0 1 3 " '^argument <one two>$' '^argument <>$'
for option in -np -c --n --np; do
    run "$bin/mpiexec" $option 2 ./say.sh
    expect "knows ${option//-/dash } for the number of ranks" 0 "${plan}0 0 1 2 "
done
run "$bin/mpiexec" ./say.sh
expect leaves_the_number_open_without_n 0 "${plan}0 0 1 0 "
run "$bin/mpiexec" -n 1 bare
expect finds_programs_here_and_runs_scripts_without_a_first_line 0 'no first line'
mkdir -p place && cp say.sh place/elsewhere.sh
run "$bin/mpiexec" -n 1 -path "$work/place:/nowhere" elsewhere.sh
expect looks_in_the_directories_of_path 0 "$plan"
run "$bin/mpiexec" -wdir /usr -n 1 "$work/say.sh"
expect changes_the_working_directory 0 '^/usr$'
run "$bin/mpiexec" -env A 'x y' -x B=2 -n 1 ./say.sh
expect sets_environment_variables 0 '^A=x y B=2$'
A=kept run "$bin/mpiexec" -x A -n 1 ./say.sh
expect passes_the_environment_on 0 '^A=kept'
run "$bin/mpiexec" -l -timeout 7 -n 1 ./say.sh
expect plans_labels_and_a_timeout 0 "${plan}1 7 1 1 "
MPIEXEC_TIMEOUT=9 run "$bin/mpiexec" -n 1 ./say.sh
expect takes_the_timeout_from_the_environment 0 "${plan}0 9 "
run "$bin/mpiexec" -n 2 ./say.sh a : -n 3 "$work/say.sh" b c
expect plans_several_parts_of_one_program 0 "${plan}0 0 2 2 .* 3 %0 %0 3 .*/say.sh b c 0" '<a>'
printf '# comment\n-n 2 ./say.sh a\n\n  -n 3 ./say.sh b\n' >parts
run "$bin/mpiexec" -configfile parts
expect reads_parts_from_a_file 0 "${plan}0 0 2 2 .* 3 " '<a>'
run "$bin/mpiexec" --oversubscribe --allow-run-as-root --bind-to core --map-by slot --mca btl self \
    -ppn 4 -f hosts -iface lo -genvall -host localhost --bind-to=none -soft 1:4 -n 2 ./say.sh
expect accepts_options_of_other_launchers 0 "${plan}0 0 1 2 "
[ ! -s err ]
report is_silent_about_them
run "$bin/mpiexec" -host far.example -n 1 ./say.sh
expect says_that_ranks_run_here 0 'far.example: all ranks run here'

run "$bin/mpiexec" -n 1 ./say.sh : ./other.sh
expect refuses_a_script_beside_another_program 1 'say.sh cannot run .*: it is a script; name the'
mkdir -p there && ln -sf "$work/say.sh" there/say.sh
run "$bin/mpiexec" -n 1 ./say.sh : -wdir there -n 1 ./say.sh
expect plans_directories_of_parts 0 "^$work$" \
    "${plan}0 0 2 1 %0 %0 0 0 1 ${work// /%20}/there %0 1 ./say.sh 0"
run "$bin/mpiexec" -n 1 ./say.sh : -env A 1 ./say.sh
expect plans_environments_of_parts 0 "${plan}0 0 2 1 .* 0 1 %0 %0 1 ./say.sh 1 A=1$" '^A=unset'
run "$bin/mpiexec" -bogus ./say.sh
expect refuses_unknown_options 2 '-bogus is not an option'
for count in 0 -1 two 4x 65537 99999999999999999999 ''; do
    run "$bin/mpiexec" -n "$count" ./say.sh
    expect "refuses '$count' ranks" 2 'not a whole number from 1 to 65536'
done
run "$bin/mpiexec" -explore-jobs 1024 -n 1 ./say.sh
expect takes_as_many_runs_at_one_time_as_there_can_be 0
for count in 1025 99999999999999999999; do
    run "$bin/mpiexec" -explore-jobs $count -n 1 ./say.sh
    expect "refuses $count runs at one time" 2 "jobs $count: not a whole number from 0 to 1024"
done
run "$bin/mpiexec" -stdin 65536 -n 1 ./say.sh
expect refuses_a_reader_of_input_that_no_job_has 2 'stdin 65536: .* from 0 to 65535'
run "$bin/mpiexec" -explore-jobs two -n 1 ./say.sh
expect refuses_a_word_for_a_number 2 'jobs two: the value must be a whole number'
run "$bin/mpiexec" -n 40000 ./say.sh : -n 40000 ./say.sh
expect refuses_more_ranks_than_there_can_be 2 'at most 65536'
run "$bin/mpiexec" -genvnone ./say.sh
expect refuses_what_would_make_a_difference 2 'not possible'
run "$bin/mpiexec" -initial-errhandler mpi_errors_ignored ./say.sh
expect refuses_error_handlers_that_there_are_not 2 'mpi_errors_return'
run "$bin/mpicc" "$top_source/tests/programs/errors/initial_errhandler.c" -o early
run "$bin/mpiexec" -n 2 -initial-errhandler mpi_errors_return ./early
expect lets_errors_before_init_return 0 'returned before, between and after'
for handler in mpi_errors_are_fatal mpi_errors_abort; do
    run "$bin/mpiexec" -n 2 -initial-errhandler $handler ./early
    expect "ends the job at errors before init under $handler" 16 'called before MPI_Init'
done
run "$bin/mpiexec" -n
expect wants_a_value 2 '-n needs a value'
run "$bin/mpiexec" -n 2
expect wants_a_program 2 'no program given'
run "$bin/mpiexec" -n 2 ./say.sh :
expect wants_a_program_after_a_colon 2 'no program given'
run "$bin/mpiexec" -n 2 there-is-none
expect says_that_there_is_no_such_program 127 'program there-is-none not found'
chmod -x other.sh
run "$bin/mpiexec" -n 2 ./other.sh
expect says_that_it_is_not_executable 126 'other.sh'
run "$bin/mpiexec" -configfile nowhere
expect says_that_there_is_no_such_file 2 'nowhere'
head -c 1048576 /dev/zero | tr '\0' '#' >long
run "$bin/mpiexec" -configfile long
expect refuses_a_file_that_it_would_not_read_to_its_end 2 'long: the file is longer than 1048575'
run "$bin/mpiexec" -np 2 ./say.sh
cp out two
run "$bin/mpiexec" -np2 ./say.sh
cmp out two
report takes_a_number_behind_its_option
printf '%s\n' '-np 1 ./say.sh one' '-np 1 ./say.sh two' >appfile
run "$bin/mpiexec" --app appfile
cp out by-app
run "$bin/mpiexec" -configfile appfile
cmp out by-app
report takes_an_appfile
run "$bin/mpiexec" --merge-stderr-to-stdout -n 1 "$work/early"
[ ! -s err ]
report merges_errors_into_output
run "$bin/mpiexec" --with-ft ulfm -n 1 ./say.sh
expect says_that_it_tolerates_no_failure 2 '--with-ft is not possible: a rank that fails'
HEDDLE_NP=abc run ./early
expect refuses_a_wrong_number_of_ranks 1 'HEDDLE_NP: "abc" is not a whole number in 0..65536'
HEDDLE_NP= HEDDLE_LEAKS= run "$bin/mpiexec" -n 1 ./early
! grep -q 'whole number' err
report takes_an_empty_variable_as_unset
printf -- '-n 2 ./say.sh "one two" '"'a \"b'"'\n-n 1 ./say.sh\n' >quoted
run "$bin/mpiexec" -configfile quoted
expect keeps_quoted_words_of_a_file_together 0 '^argument <one two>$' '^argument <a "b>$'
printf -- '# none\n-n 2 ./say.sh "one two\n' >unclosed
run "$bin/mpiexec" -configfile unclosed
expect names_the_line_of_a_quote_that_is_not_closed 2 'unclosed:2: a quote is not closed'

cat >hello.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
int main(void)
{
    MPI_Init(NULL, NULL);
    puts("hello");
    MPI_Finalize();
    return 0;
}
TEXT
"$bin/mpicc" hello.c -o hello
run "$bin/mpiexec" -stdin 9 -n 2 ./hello
expect refuses_a_reader_of_input_that_there_is_not 1 'mpiexec -stdin. is 9, .* ranks 0 to 1'
run "$bin/mpiexec" -n 3 hostname
expect refuses_a_program_that_is_none_of_mpi 2 'hostname was not linked by .* mpiexec -processes'
# The processes are the starter's children; it leaves its own memory to the end of its process.
export ASAN_OPTIONS=detect_leaks=0
run "$bin/mpiexec" -processes -n 3 echo hi
[ "$status" -eq 0 ] && [ "$(grep -cx hi out)" -eq 3 ]
report runs_any_program_as_processes_if_asked
run "$bin/mpiexec" -processes -n 2 sh -c 'exit 5'
expect tells_the_status_of_processes 5
unset ASAN_OPTIONS
run "$bin/mpiexec" -n 1 echo once
expect runs_one_of_any_program 0 '^once$'
echo 'void MPI_Init(void) {}' >other.c
echo 'void MPI_Init(void); int main(void) { MPI_Init(); return 0; }' >linked.c
cc -shared -fPIC -Wl,-soname,libmpi.so.99 other.c -o libmpi.so.99 &&
    cc linked.c ./libmpi.so.99 -o linked
run "$bin/mpiexec" -n 3 ./linked
expect refuses_a_program_of_another_library 2 'linked .* but for libmpi.so.99'
for starter in 'env A=1' 'sh -c' 'nice'; do
    # shellcheck disable=SC2086
    run "$bin/mpiexec" -n 2 $starter ./hello
    [ "$status" -eq 0 ] && [ "$(grep -cx hello out)" -eq 2 ]
    report "runs a program that ${starter%% *} starts"
done
cat >print.c <<'EOF'
#include <stdio.h>
int main(int count, char **words) { return count > 1 && puts(words[1]) < 0; }
EOF
"$bin/mpicc" print.c -o print
run sh -c "HEDDLE_NP=1 ./print text >&-"
expect tells_one_rank_that_standard_output_is_closed 1 \
    '^heddle: standard output could not be written, and is incomplete: Bad file descriptor$'
run sh -c "'$bin/mpiexec' -n 2 ./print text >&-"
expect tells_several_ranks_that_standard_output_is_closed 1 \
    '^heddle: standard output could not be written, and is incomplete: Bad file descriptor$'
run sh -c "'$bin/mpiexec' -n 2 ./print >&-"
expect lets_ranks_that_write_nothing_have_it_closed 0
run "$bin/mpiexec" -help
expect lists_options_and_variables 0 '-timeout SECONDS' 'HEDDLE_NP' '-oversubscribe'
run "$bin/mpiexec" --version
expect tells_its_version 0 \
    '^mpiexec \(Heddle\) [0-9]+\.[0-9]+\.[0-9]+$' '^commit .*; library by .*; .* globals'
finish
