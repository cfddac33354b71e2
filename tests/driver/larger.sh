#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Three larger programs, each of several files with a library, in C, C++ and Fortran: as ranks of
# one process they say what they say as processes of one rank each.
. "$(dirname "$0")/../harness/tap.sh"
sources=$top_source/tests/programs/globals/larger
ranks=5
if [ "$privatize" = no ]; then
    skip larger 'without private globals'
    finish
    exit
fi

# build NAME WRAPPER FLAGS LIBRARY-SOURCES... -- PROGRAM-SOURCES...: with a shared library.
build() {
    local name=$1 wrapper=$bin/$2 flags=$3 parts=()
    shift 3
    while [ "$1" != -- ]; do
        parts+=("$sources/$1")
        shift
    done
    shift
    # shellcheck disable=SC2086
    run "$wrapper" $flags -shared "${parts[@]}" -o "lib$name.so" &&
        run "$wrapper" $flags "${@/#/$sources/}" "./lib$name.so" -o "$name"
    expect "$name is built with $flags" 0
}

# compare NAME: the words of a rank's command line are made by arguments_of.
compare() {
    local name=$1 parts=() rank equal=yes
    for ((rank = 0; rank < ranks; rank++)); do
        # shellcheck disable=SC2046
        HEDDLE_NP=1 run "./$name" $(arguments_of "$name" $rank)
        grep "^rank$rank" out >"alone.$rank"
        [ "$status" -eq 0 ] && [ "$(wc -l <"alone.$rank")" -gt 15 ] || equal=no
        [ $rank -eq 0 ] || parts+=(:)
        # shellcheck disable=SC2207
        parts+=(-n 1 "./$name" $(arguments_of "$name" $rank))
    done
    run "$bin/mpiexec" "${parts[@]}"
    expect "$name runs as $ranks ranks" 0
    for ((rank = 0; rank < ranks; rank++)); do
        grep "^rank$rank" out | diff "alone.$rank" - || equal=no
    done
    ! grep -qv "^rank" out && [ $equal = yes ] &&
        ! cmp -s <(sed s/rank1// alone.1) <(sed s/rank2// alone.2)
    report "$name says in a process with others what it says alone"
}

arguments_of() {
    case $1 in
    lines) echo "-s $((100 + $2)) -n rank$2" ;;
    *) echo "$((100 + $2)) rank$2" ;;
    esac
}

for option in -O0 -O2 '-O3 -g'; do
    build lines mpicc "-Wall -Wextra -Werror $option" lines_words.c lines_symbols.c -- \
        lines.c lines_machine.c
    compare lines
    build works mpicxx "-std=c++17 -Wall -Wextra -Werror $option" works_library.cc -- \
        works.cc works_stations.cc
    compare works
    if [ -x "$bin/mpifort" ]; then
        build plate mpifort "-Wall $option" plate_library.f90 -- plate.f90 plate_report.f90
        compare plate
    fi
done
finish
