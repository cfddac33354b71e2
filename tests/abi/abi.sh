#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# mpi.h against the facts of the standard's ABI, in C and in C++.
. "$(dirname "$0")/../harness/tap.sh"

read -ra cc <<<"$CC"

"$PYTHON" "$top_source/tests/abi/write_checks.py" >checks.c
report writes_the_checks
cp checks.c checks.cc
run "${cc[@]}" -Wall -Wextra -Werror -I"$top_source/include" checks.c -o checks && run ./checks
expect every_constant_type_and_signature_is_that_of_the_abi_in_c 0
run g++ -Wall -Wextra -Werror -I"$top_source/include" checks.cc -o checks++ && run ./checks++
expect every_constant_type_and_signature_is_that_of_the_abi_in_cxx 0
for standard in c99 c11; do
    echo '#include <mpi.h>' >only.c
    run "${cc[@]}" -std=$standard -pedantic-errors -Wall -Werror -I"$top_source/include" -c only.c
    expect "mpi.h is strict ${standard^^}" 0
done
run "$PYTHON" "$top_source/tests/abi/find_untested.py" "${cc[@]}"
expect every_public_function_is_named_by_a_conformance_test 0 "^[0-9]{3} public functions"

# What programs rely on that were compiled against an earlier version.
if [ -e "$top_build/lib/libmpi_abi.so.1" ]; then
    run "$PYTHON" "$top_source/tests/abi/exported.py"
    expect programs_compiled_with_the_last_release_still_run 0
    run "$PYTHON" "$top_source/tests/abi/released.py"
    if [ "$status" -eq 77 ]; then
        skip released "$out"
    else
        expect the_types_behind_its_functions_are_those_of_the_last_release 0
        sed "s/'heddle_sent'/'heddle_gone'/" "$top_source/tests/abi/heddle.abi" >other.abi
        run "$PYTHON" "$top_source/tests/abi/released.py" other.abi
        expect a_function_that_is_gone_is_named 1 'heddle_gone'
        sed "/'heddle_options'/s/size-in-bits='[0-9]*'/size-in-bits='64'/" \
            "$top_source/tests/abi/heddle.abi" >other.abi
        run "$PYTHON" "$top_source/tests/abi/released.py" other.abi
        expect a_structure_of_another_size_is_named 1 'heddle_options' 'type size changed from 64'
    fi
    nm -D --defined-only "$top_build/lib/libmpi_abi.so.1" | awk '{ print $3 }' | sort >shown
    cut -f 1 "$top_source/tests/abi/functions.tsv" | grep '^MPI_' |
        sed 'p; s/^/P/' | sort | comm -23 - shown >hidden
    [ ! -s hidden ]
    report the_library_shows_every_function_of_the_abi
else
    skip exported 'this build has no shared library'
fi
version=$("$top_build/bin/mpiexec" --version | sed -n '1s/.* //p')
grep -q "^## $version" "$top_source/CHANGELOG.md"
report "the changelog names this version"
finish
