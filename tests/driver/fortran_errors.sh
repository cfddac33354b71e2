#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fortran's statements of input and output fail in each rank as in a program without MPI: with the
# same status, message and files.
. "$(dirname "$0")/../harness/tap.sh"
if [ ! -x "$bin/mpifort" ] || [ "$sanitizer" != no ] || [ "$privatize" = no ]; then
    skip fortran_errors 'there is no gfortran, or the build is for something else'
    finish
    exit
fi

source=$top_source/tests/driver/fortran/errors.f90
printf '1\n2\n' >two.lines
echo words >words
echo '&list m = 3 /' >wrong.list
mkdir fort.33
gfortran -cpp -DONLY_FORTRAN -pthread -fno-backtrace "$source" -o plain &&
    "$bin/mpifort" -cpp -fno-backtrace "$source" -o ours
report compiles_for_both

# Sorted, because ranks write in any order; the names of scratch files differ.
tell() {
    sed 's/, file = .[^ ]*gfortrantmp[^ ]*)/)/' "$@" | cat - out own.* 2>/dev/null | sort
    rm -f own.*
}

# check CASE...: each is a rank of one job, and a program without MPI.
check() {
    local case rank=0 failed=0 program=()
    rm -f plain.err plain.own
    for case; do
        run ./plain "$case" own.$rank "${how:-stop}"
        [ $failed -ne 0 ] || failed=$status
        cat err >>plain.err
        cat out own.* >>plain.own 2>/dev/null
        rm -f own.*
        program+=(: -n 1 ./ours "$case" own.$rank "${how:-stop}")
        rank=$((rank + 1))
    done
    mv plain.own out
    tell plain.err >plain.told
    run "$bin/mpiexec" "${program[@]:1}"
    tell err >ours.told
    diff plain.told ours.told && [ "$status" -eq "$failed" ]
    report "$*${how:+ by $how} end as without MPI"
}

sed -n "s/.*case ('\([a-z_]*\)').*/\1/p" "$source" | grep -v among_waiting | xargs -n 4 >cases
while read -r -a cases_of_job; do
    check "${cases_of_job[@]}"
done <cases
for case in open_old read_end read_input write_output write_error in_list in_list_of_output; do
    check $case
done
how=exit
check in_list in_list in_list_of_output in_list_of_output
how=error
check in_list in_list in_list_of_output in_list_of_output

run "$bin/mpiexec" -n 1 ./ours among_waiting own.0 : -n 1 ./ours among_waiting own.1
expect ends_the_job_while_others_wait 2 '^Fortran runtime error: Bad integer' \
    '^rank 1 ended with exit status 2, without MPI_Finalize'
run "$bin/mpiexec" -n 1 ./ours among_waiting own.0 : -n 1 ./ours among_waiting own.2
expect ends_the_job_at_the_end_of_a_file 2 "unit = 20, file = 'two.lines'" \
    '^rank 1 ended with exit status 2, without MPI_Finalize'
finish
