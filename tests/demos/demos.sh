#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The demos compute what they should, for any number of ranks, and as any other MPI does.
. "$(dirname "$0")/../harness/tap.sh"

if [ "$privatize" = no ]; then
    skip demos "without private globals"
    finish
    exit
fi
demos=$top_source/demos
. "$top_source/tests/harness/demos.sh"
for name in $names; do
    run "$bin/mpicc" -O2 -g -ranks=4 -o $name "$demos/$name.c" -lm
    expect "builds $name" 0
done
for ranks in 1 4 16 64; do
    run "$bin/mpiexec" -n $ranks ./fox "$demos/data/camera.pgm" "fox-$ranks.pgm"
    expect "runs fox with $ranks ranks" 0 'PSNR'
    mv out "fox-$ranks.out"
    cmp fox-1.out "fox-$ranks.out" && cmp fox-1.pgm "fox-$ranks.pgm"
    report "finds the same picture with $ranks ranks"
done
run ./fox "$demos/data/camera.pgm" fox-alone.pgm
expect runs_fox_alone_with_its_default 0 'PSNR 28'
HEDDLE_NP=9 run ./fox "$demos/data/camera.pgm" fox-9.pgm
expect runs_fox_with_the_number_of_the_environment 0 'PSNR 28'
run "$bin/mpiexec" -n 7 ./fox "$demos/data/camera.pgm" fox-7.pgm
expect tells_of_seven_ranks_that_they_are_no_square 0 'perfect square; 7'
[ "$(cat out err | wc -l)" -eq 1 ]
report tells_it_once
for ranks in 1 2 5 64; do
    run "$bin/mpiexec" -n $ranks ./digits "$demos/data/digits.csv"
    expect "runs digits with $ranks ranks" 0 'purity'
    mv out "digits-$ranks.out"
    cmp digits-1.out "digits-$ranks.out"
    report "finds the same clusters with $ranks ranks"
done
for ranks in 1 2 5 12; do
    run "$bin/mpiexec" -n $ranks ./smooth "$demos/data/camera.pgm" "smooth-$ranks.pgm"
    expect "runs smooth with $ranks ranks" 0 'the same as one process'
    mv out "smooth-$ranks.out"
    cmp smooth-1.out "smooth-$ranks.out" && cmp smooth-1.pgm "smooth-$ranks.pgm"
    report "smooths the same with $ranks ranks"
done
for ranks in 1 4 9; do
    run "$bin/mpiexec" -n $ranks ./checkpoint "state-$ranks.pgm" 16 "$demos/data/camera.pgm"
    expect "runs checkpoint with $ranks ranks" 0 '16 rounds'
    cmp smooth-1.pgm "state-$ranks.pgm"
    report "keeps the same state with $ranks ranks"
done
run "$bin/mpiexec" -n 2 ./checkpoint state.pgm 7 "$demos/data/camera.pgm"
expect begins_with_two_ranks 0 '7 rounds'
run "$bin/mpiexec" -n 9 ./checkpoint state.pgm 9
expect goes_on_with_nine_ranks 0 '9 rounds'
cmp smooth-1.pgm state.pgm
report comes_to_the_same_state
if [ -x "$bin/mpifort" ]; then
    run "$bin/mpifort" -O2 -g -w -ranks=4 -o foxmult "$demos/foxmult.f"
    expect builds_foxmult 0
    run "$bin/mpifort" -O2 -g -ranks=4 -o heat "$demos/heat.f90"
    expect builds_heat 0
    for ranks in 1 4 16; do
        run "$bin/mpiexec" -n $ranks ./foxmult
        expect "multiplies matrices in Fortran with $ranks ranks" 0 'should be: T'
    done
    for ranks in 1 4 6 7; do
        run "$bin/mpiexec" -n $ranks ./heat heat-$ranks.pgm
        expect "runs heat with $ranks ranks" 0 'mean temperature 7.330386'
        cmp heat-1.pgm heat-$ranks.pgm
        report "finds the same plate with $ranks ranks"
    done
fi
while read -r name least said; do
    for ranks in $least 5 16; do
        run "$bin/mpiexec" -n "$ranks" ./$name
        expect "runs $name with $ranks ranks" 0 "$said"
    done
    [ "$least" -eq 1 ] && continue
    run "$bin/mpiexec" -n $((least - 1)) ./$name
    expect "$name says how many processes it needs" 1 'process'
done <<'demos'
library 1 0 messages went astray
backmask 4 as it should be
cached 1 what is cached: 1 before the last is freed, 0 after
pipeline 3 0 of 10 words are wrong
ring 3 0 mistakes
nameserver 2 0 mistakes
demos
run "$bin/mpiexec" -n 4 -explore all ./auction
expect finds_the_auction_that_the_wrong_bidder_wins 1 'ends with status 1 in schedule [0-9]+, in' \
    'takes the message from source 3 with tag 1, not the one from source 1$'
run "$bin/mpiexec" -n 4 -explore all ./auction -r
expect explores_the_right_auction_without_a_failure 0 '^heddle: all 37 schedules pass$'
run "$bin/mpiexec" -n 1 ./auction
expect auction_says_how_many_processes_it_needs 1 '2 to 100 processes'
run "$bin/mpiexec" -n 4 ./auction -r twice
expect auction_says_which_argument_it_does_not_understand 1 'auction: twice is not understood'
run "$bin/mpiexec" -n 103 ./nameserver # names of different groups differ, however many there are
expect runs_nameserver_with_many_groups 0 '51 groups, 1275 meetings of two of them: 0 mistakes'
run "$bin/mpiexec" -n 259 ./nameserver
expect nameserver_says_how_many_processes_it_can_serve 1 '2 to 258 processes, not 259'
printf 'P5 2 1 255\n\001\002' >two.pgm
run "$bin/mpiexec" -n 2 ./smooth two.pgm two-smooth.pgm
expect tells_that_a_picture_has_too_few_pixels 1 'no 1 x 2 parts'
at_the_end=' 400    12.5000    12.5000    12.5000'
for ranks in 1 2 7; do
    run "$bin/mpiexec" -n $ranks ./ocean 3
    expect "lets $ranks ranks of ocean spawn an atmosphere" 0 "$at_the_end"
    mv out "ocean-$ranks.out"
    cmp ocean-1.out "ocean-$ranks.out"
    report "exchanges the same heat with $ranks ranks"
    [ -x "$bin/heddle-launch" ] || continue
    run "$bin/mpiexec" -n $ranks ./ocean : -n 3 ./atmosphere
    expect "runs ocean beside atmosphere with $ranks ranks" 0 "$at_the_end"
    cmp ocean-1.out out
    report "exchanges with $ranks ranks what a spawned atmosphere would"
done
run "$bin/mpiexec" -n 1 ./atmosphere
expect atmosphere_says_that_it_needs_an_ocean 1 'there is no ocean'
for ranks in 1 3 16 40; do
    run "$bin/mpiexec" -n $ranks ./strips 8
    expect "runs strips with $ranks ranks" 0 'back to where they start: 336'
    mv out "strips-$ranks.out"
    cmp strips-1.out "strips-$ranks.out"
    report "counts the same ways with $ranks ranks"
done
for ranks in 1 2 6 35; do
    run "$bin/mpiexec" -n $ranks ./torus
    expect "runs torus with $ranks ranks" 0 'the same as one process'
    mv out "torus-$ranks.out"
    cmp torus-1.out "torus-$ranks.out"
    report "lives the same with $ranks ranks"
done
for ranks in 1 4 13 64; do
    run "$bin/mpiexec" -n $ranks ./pairs "$demos/data/camera.pgm"
    expect "runs pairs with $ranks ranks" 0 'the same as one process counts alone' \
        '207 beside 207:  2640 times'
    run "$bin/mpiexec" -n $ranks ./plate
    expect "runs plate with $ranks ranks" 0 'the same by messages and in shared memory'
    mv out "plate-$ranks.out"
    cmp plate-1.out "plate-$ranks.out"
    report "heats the same with $ranks ranks"
done
run "$bin/mpiexec" -n 73 ./torus
expect tells_that_a_world_has_too_few_cells 1 'no 1 x 73 parts'
for name in $names; do
    run "$bin/mpiexec" -n 3 ./$name -h
    expect "$name is helpful" 0 "usage: $name"
    [ "$(cat out err | grep -c usage)" -eq 1 ]
    report "$name tells once what it does"
    run "$bin/mpiexec" -n 3 ./$name -x
    expect "$name refuses nonsense" 1 'not understood'
done
if command -v mpicc.mpich mpiexec.mpich >/dev/null && [ "$sanitizer" = no ]; then
    for name in $names; do
        mpicc.mpich -O2 -o $name.mpich "$demos/$name.c" -lm
        report "compiles $name unchanged with another mpi"
    done
    run mpiexec.mpich -n 4 ./fox.mpich "$demos/data/camera.pgm" fox-mpich.pgm
    cmp fox-1.out out && cmp fox-1.pgm fox-mpich.pgm
    report finds_the_same_picture_as_another_mpi
    run mpiexec.mpich -n 2 ./digits.mpich "$demos/data/digits.csv"
    cmp digits-1.out out
    report finds_the_same_clusters_as_another_mpi
    run mpiexec.mpich -n 3 ./smooth.mpich "$demos/data/camera.pgm" smooth-mpich.pgm
    cmp smooth-1.out out && cmp smooth-1.pgm smooth-mpich.pgm
    report smooths_the_same_as_another_mpi
    run mpiexec.mpich -n 3 ./strips.mpich 8
    cmp strips-1.out out
    report counts_the_same_ways_as_another_mpi
    run mpiexec.mpich -n 2 ./torus.mpich
    cmp torus-1.out out
    report lives_the_same_as_another_mpi
    run mpiexec.mpich -n 2 ./plate.mpich
    cmp plate-1.out out
    report heats_the_same_as_another_mpi
    while read -r name ranks; do
        run "$bin/mpiexec" -n "$ranks" ./$name
        mv out $name.out
        run mpiexec.mpich -n "$ranks" ./$name.mpich
        cmp $name.out out
        report "$name prints the same as with another mpi"
    done <<'demos'
backmask 4
cached 2
library 2
nameserver 5
pipeline 3
ring 3
demos
fi
finish
