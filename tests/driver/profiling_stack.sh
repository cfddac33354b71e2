#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# docs/TOOLS.md: the example of a tool, and the ways to stack several of them.
. "$(dirname "$0")/../harness/tap.sh"

tools=$top_source/tests/driver/profiling
[ "$privatize" = yes ] && ranks=3 || ranks=1

# seen COUNT RANK LINE: the last run has written this line, as that rank, so often.
seen() {
    [ "$2" -ge "$ranks" ] || [ "$(grep -cx "rank $2: $3" out)" -eq "$1" ]
}

# counted COUNT: what the example says of talk.c, so often.
counted() {
    [ "$status" -eq 0 ] && seen "$1" 0 '2 calls sent 16 bytes' &&
        seen "$1" 1 '3 calls sent 24 bytes' && seen "$1" 2 '4 calls sent 32 bytes' &&
        [ "$(grep -c 'calls sent' out)" -eq $((ranks * $1)) ]
}

# passed NAME: a tool that passes calls on has seen the sends of talk.c.
passed() {
    [ "$status" -eq 0 ] && seen 1 0 "$1, 1 sends" && seen 1 1 "$1, 2 sends" &&
        seen 1 2 "$1, 3 sends"
}

"$bin/mpicc" -Wall -Wextra -Werror -c "$tools/sent.c" && "$bin/mpicc" -c "$tools/talk.c"
report compiles_the_example
run "$bin/mpicc" talk.o sent.o -o linked && run "$bin/mpiexec" -n $ranks ./linked
counted 1
report counts_in_each_rank_when_it_is_linked

# Two tools in one program: what both define has another name in the second one, and the first one
# calls that.
cp sent.o first.o
cp sent.o second.o
for object in first second; do
    nm --defined-only $object.o | sed -n 's/.* T \(MPI_\)/\1/p' | sort >$object
done
comm -12 first second | sed 's/.*/& second_&/' >names
sed 's/^/P/' names >calls
objcopy --redefine-syms=names second.o && objcopy --redefine-syms=calls first.o
run "$bin/mpicc" talk.o first.o second.o -o both && run "$bin/mpiexec" -n $ranks ./both
counted 2
report counts_twice_when_two_tools_are_linked

if [ "$sanitizer" != no ] || [ ! -e "$top_build/lib/libmpi_abi.so.1" ]; then
    skip preloaded 'this build cannot load a tool before the library'
    finish
    exit
fi
"$bin/mpicc" -fPIC -shared "$tools/sent.c" -o sent.so
for name in first second; do
    "$bin/mpicc" -fPIC -shared "-DNAME=\"$name\"" "$tools/passed_on.c" -o $name.so
done
run "$bin/mpicc" talk.o -o plain && run "$bin/mpiexec" -n $ranks ./plain
[ "$status" -eq 0 ] && [ ! -s out ]
report there_is_no_tool_without_one
# The loader takes a space for the end of a name.
run "$bin/mpiexec" -n $ranks -env LD_PRELOAD ./sent.so ./plain
counted 1
report counts_in_each_rank_when_it_is_loaded_before
run "$bin/mpiexec" -n $ranks -env LD_PRELOAD ./first.so:./second.so:./sent.so ./plain
counted 1 && passed first && passed second
report all_tools_see_a_call_that_is_passed_on
# The first one calls the library's functions by their PMPI names, past the others.
run "$bin/mpiexec" -n $ranks -env LD_PRELOAD ./sent.so:./first.so ./plain
counted 1 && ! grep -q first out
report no_tool_sees_a_call_behind_one_that_calls_pmpi
finish
