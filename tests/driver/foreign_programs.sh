#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The programs of tests/programs/globals by compilers without the plugin: each rank has a copy. Of
# what they expect, all that does not come of the plugin holds for these copies, too.
. "$(dirname "$0")/../harness/tap.sh"
sources=$top_source/tests/programs/globals

if [ "$privatize" = no ] || [ "${sanitizer:-no}" != no ] || [ ! -e "$top_build/lib/libmpi_abi.so" ]
then
    skip programs "this build has no private globals, a sanitizer, or no shared library"
    finish
    exit
fi

# Not run: what is to share constants (const, constants, templates) or variables (shared,
# write_allowed), is refused by a check of the plugin's variables (foreign_variable_refused,
# write_refused), cannot be moved (asm), or needs GCC or its libraries (coverage, ifuncs,
# nested_functions, openmp, openmp_critical). With -flto, compilers change the order of constructors
# (order_lto).
not_run=' asm const coverage ifuncs leak_sanitizer nested_functions openmp openmp_critical shared
constants order_lto templates foreign_variable_refused write_allowed write_refused '
not_run=${not_run//$'\n'/ }

compilers=("$WRAPPER_CC $WRAPPER_CXX" "clang clang++" "clang-16 clang++-16" "gcc-11 g++-11"
           "gcc-14 g++-14")
options=(-O3 -O1 -O0 -O2 -O0)

# works COMPILERS: the first compiles and links.
works() {
    echo 'int main(void) { return 0; }' >works.c
    ${1%% *} works.c -o works >/dev/null 2>&1
}

# by COMPILERS OPTION SOURCE: the harness runs the program that they make, or says why it does not.
by() {
    local name
    name="$(basename "$3") by $1 $2"
    run env other_compilers="$1" other_option="$2" thorough=no "$PYTHON" \
        "$top_source/tests/harness/program.py" "$3"
    if [ "$status" -eq 0 ] && grep -q '^ok .*# SKIP' out &&
        ! grep '^\(not \)\?ok' out | grep -qv '# SKIP'; then
        skip "$name" "$(sed -n 's/^ok .*# SKIP //p' out | head -n 1)"
        return
    fi
    [ "$status" -eq 0 ] && grep -q '^ok' out && ! grep -q '^not ok' out
    report "$name"
    grep '^not ok\|^#' out | sed 's/^#*/#/'
}

here=()
for i in "${!compilers[@]}"; do
    if works "${compilers[i]}"; then
        here+=("$i")
    else
        skip "programs by ${compilers[i]}" "it is not installed"
    fi
done
# Each program by one of the compilers after the other, unless the test is to be thorough. Not so
# those that use variables of libc, which some compilers move into the program.
turn=0
by_all=' environment getopt locale output_wide threads '
for source in "$sources"/{c,cxx,libc,opened}/*.c*; do
    name=$(basename "${source%.c*}")
    [[ $not_run != *" $name "* ]] && grep -q 'int main(' "$source" || continue
    for i in "${here[@]}"; do
        if [ "${thorough:-yes}" = yes ] || [[ $by_all == *" $name "* ]] ||
            [ "$i" = "${here[turn % ${#here[@]}]}" ]; then
            by "${compilers[i]}" "${options[i]}" "$source"
        fi
    done
    turn=$((turn + 1))
done
finish
