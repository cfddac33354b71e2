#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every mistake that the tables name in every parameter of every collective function.
. "$(dirname "$0")/../harness/tap.sh"

"$PYTHON" "$top_source/tests/abi/write_errors.py" >mistakes.c
report writes_the_mistakes
run "$bin/mpicc" -O0 mistakes.c -o mistakes
expect it_compiles 0
run "$bin/mpiexec" -n 2 ./mistakes
expect every_mistake_in_a_collective_call_gets_its_class 0 "^[0-9]{4} mistakes of rank 0 were found"
finish
