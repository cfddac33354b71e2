#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# --disable-shared and --disable-static: what is installed then, and what the wrappers link.
. "$(dirname "$0")/../harness/tap.sh"
if [ "$sanitizer" != no ] || [ "$privatize" = no ]; then
    skip libraries 'only of plain builds with private globals'
    finish
    exit
fi

cat >hello.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
int count, opened(void);
int main(int argc, char **argv)
{
    int rank, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    count += opened() - rank;
    MPI_Allreduce(&count, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("rank %d count %d sum %d\n", rank, count, sum);
    MPI_Finalize();
    return 0;
}
TEXT
cat >part.c <<'TEXT'
#include <mpi.h>
static int calls;
int opened(void);
int opened(void)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return ++calls + 2 * rank;
}
TEXT

# Installs a build that is configured as this one but for its libraries. All else does not depend on
# that and is this build's; what names the source relatively (*.Po) is not. Automake's configure
# takes a source in a path with a space by a relative name only.
install_with() {
    local parts configure
    mkdir build && cd build || exit 1
    configure=$(realpath --relative-to=. "$top_source")/configure
    eval "\"\$configure\" -q $("$top_build/config.status" --config) OTHER_CC=" \
        '--enable-shared --enable-static "$1" --prefix="$2"' || return 1
    parts=$(cd "$top_build" && ls -d libheddle.a bin fortran lib man share 2>/dev/null)
    # shellcheck disable=SC2086
    tar -C "$top_build" --exclude='*.Po' --exclude='libmpi_abi*' --exclude='libheddle_fortran*' \
        --exclude=heddle-launch -cf - $parts | tar -xf - || return 1
    "${MAKE:-make}" -s install
}

run "$(realpath --relative-to=. "$top_source")/configure" --disable-shared --disable-static
expect one_library_is_left 1 '--disable-shared and --disable-static together'

for kind in shared static; do
    prefix=$work/$kind
    (install_with --disable-$kind "$prefix") >$kind.log 2>&1
    report "installs_with_disable_$kind"
    ls "$prefix"/lib >files
    case $kind in
    shared) wrong='^libmpi_abi\.so(\.1)?$' right='^libmpi_abi\.a$' ;;
    static) wrong='^libmpi_abi\.a$' right='^libmpi_abi\.so\.1$' ;;
    esac
    grep -Eq "$right" files && ! grep -Eq "$wrong" files
    report "installs_no_library_that_was_disabled ($kind)"
    run "$prefix/bin/mpicc" -O2 -shared -o libpart.so part.c
    expect "links_a_library_of_the_programs ($kind)" 0
    run "$prefix/bin/mpicc" -O2 hello.c ./libpart.so -o hello && HEDDLE_NP=3 run ./hello
    expect "links_programs ($kind)" 0 'rank 0 count 1 sum 6' 'rank 2 count 3 sum 6'
    run readelf -d hello
    [ $kind = shared ] && wanted=0 || wanted=1
    [ "$(grep -c 'NEEDED.*libmpi_abi' out)" -eq $wanted ]
    report "programs_need_the_shared_library_if_there_is_one ($kind)"
    rm -rf build libpart.so
done
finish
