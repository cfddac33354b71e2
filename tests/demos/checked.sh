#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The demos are right: all that Heddle can check, loads and stores beside windows included, finds
# nothing to say of them.
. "$(dirname "$0")/../harness/tap.sh"

if [ "$privatize" = no ]; then
    skip demos "without private globals"
    finish
    exit
fi
demos=$top_source/demos
. "$top_source/tests/harness/demos.sh"
for name in $names; do
    "$bin/mpicc" -O2 -g -fheddle-races -o $name "$demos/$name.c" -lm
    report "builds $name"
done
if [ -x "$bin/mpifort" ]; then
    "$bin/mpifort" -O2 -g -fheddle-races -o heat "$demos/heat.f90"
    report builds_heat
    "$bin/mpifort" -O2 -g -w -fheddle-races -o foxmult "$demos/foxmult.f"
    report builds_foxmult
fi
ln -sfn "$demos/data" data # a path without spaces
while read -r ranks name arguments; do
    [ -x "$name" ] || continue
    [[ $arguments != :* ]] || [ -x "$bin/heddle-launch" ] || continue
    # shellcheck disable=SC2086
    run "$bin/mpiexec" -check -n "$ranks" ./$name $arguments
    [ "$status" -eq 0 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q 'check: nothing found' err
    report "finds nothing in $name with $ranks ranks"
    grep -v 'check: nothing found' err | sed 's/^/#   /'
done <<demos
4 auction -r
4 backmask
3 cached
4 checkpoint state.pgm 4 data/camera.pgm
3 digits data/digits.csv
9 fox data/camera.pgm fox.pgm
4 foxmult
4 heat heat.pgm
3 library
5 nameserver
3 ocean 3
3 ocean : -n 2 ./atmosphere
4 pairs data/camera.pgm
4 pipeline
3 plate
5 ring
3 smooth data/camera.pgm smooth.pgm
3 strips 8
4 torus
demos
finish
