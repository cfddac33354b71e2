#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The demos compute what they should, for any number of ranks, and as any other MPI does.
. "$(dirname "$0")/../harness/tap.sh"

demos=$top_source/demos
for name in fox digits; do
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
if command -v mpicc.mpich mpiexec.mpich >/dev/null && [ "$sanitizer" = no ]; then
    mpicc.mpich -O2 -o fox.mpich "$demos/fox.c" -lm &&
        mpicc.mpich -O2 -o digits.mpich "$demos/digits.c"
    report compiles_unchanged_with_another_mpi
    run mpiexec.mpich -n 4 ./fox.mpich "$demos/data/camera.pgm" fox-mpich.pgm
    cmp fox-1.out out && cmp fox-1.pgm fox-mpich.pgm
    report finds_the_same_picture_as_another_mpi
    run mpiexec.mpich -n 2 ./digits.mpich "$demos/data/digits.csv"
    cmp digits-1.out out
    report finds_the_same_clusters_as_another_mpi
fi
finish
