#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Projects of somebody else's, with shared and static libraries that call MPI, built by libtool and
# by Meson with Heddle's compilers: each rank has its own copy of their variables.
. "$(dirname "$0")/../harness/tap.sh"
if [ "$sanitizer" != no ] || [ "$privatize" = no ]; then
    skip build_systems 'only of plain builds with private globals'
    finish
    exit
fi

mkdir -p source
cat >source/part.c <<'EOF'
#include <mpi.h>
static int calls;
int count_in_part(MPI_Comm comm);
int count_in_part(MPI_Comm comm)
{
    int rank;
    MPI_Comm_rank(comm, &rank);
    return calls += rank;
}
EOF
sed 's/part/piece/' source/part.c >source/piece.c
cat >source/program.c <<'EOF'
#include <mpi.h>
#include <stdio.h>
int count_in_part(MPI_Comm comm);
int count_in_piece(MPI_Comm comm);
int main(int argc, char **argv)
{
    int rank, sum, both;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    count_in_part(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    both = count_in_part(MPI_COMM_WORLD) + count_in_piece(MPI_COMM_WORLD);
    MPI_Allreduce(&both, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("sum %d\n", sum);
    MPI_Finalize();
    return 0;
}
EOF

if [[ $bin = *' '* ]]; then
    skip libtool 'configure scripts and libtool take no compiler in a path with a space'
elif command -v autoreconf >/dev/null && command -v libtoolize >/dev/null; then
    mkdir autotools
    cp source/*.c autotools
    cat >autotools/configure.ac <<'EOF'
AC_INIT([other], [1])
AC_CONFIG_AUX_DIR([aux])
AM_INIT_AUTOMAKE([foreign])
AM_PROG_AR
LT_INIT
AC_PROG_CC
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
EOF
    cat >autotools/Makefile.am <<'EOF'
lib_LTLIBRARIES = libpart.la libpiece.la
libpart_la_SOURCES = part.c
libpiece_la_SOURCES = piece.c
libpiece_la_LDFLAGS = -static
bin_PROGRAMS = program
program_SOURCES = program.c
program_LDADD = libpart.la libpiece.la
EOF
    run bash -c 'cd autotools && mkdir -p aux && autoreconf -fi &&
                 ./configure CC="$0" --prefix="$PWD/installed" &&
                 make -s -j2' "$bin/mpicc"
    expect libtool_builds_shared_and_static_libraries 0
    run "$bin/mpiexec" -n 3 autotools/program
    expect ranks_have_their_own_variables_of_libtools_libraries 0 '^sum 9$'
    run bash -c 'cd autotools && make -s install && ldd installed/bin/program'
    expect libtool_installs_them 0 'libpart'
    run "$bin/mpiexec" -n 3 autotools/installed/bin/program
    expect an_installed_program_finds_them 0 '^sum 9$'

    # As AX_MPI does: libtool links libraries by the compiler that was there before.
    cp -r source late
    cp autotools/Makefile.am late
    sed 's/^AC_PROG_CC$/AC_PROG_CC\nCC=$MPICC/; s/^LT_INIT$/AC_PROG_CC\n&/' autotools/configure.ac \
        >late/configure.ac
    levels=('-g -O2' '-O2 -flto')
    [ "${thorough:-yes}" = yes ] || levels=('-O2 -flto')
    for flags in "${levels[@]}"; do
        run env -u CC bash -c 'cd late && mkdir -p aux && autoreconf -fi &&
                 ./configure CFLAGS="$1" MPICC="$0" && make -s clean && make -s -j2' \
            "$bin/mpicc" "$flags"
        expect "libtool builds with another compiler first, $flags" 0
        run "$bin/mpiexec" -n 3 late/program
        expect "ranks have their own variables of its libraries, $flags" 0 '^sum 9$'
    done
else
    skip libtool 'it is not installed'
fi

if command -v meson >/dev/null && command -v ninja >/dev/null; then
    mkdir meson
    cp source/*.c meson
    cat >meson/meson.build <<'EOF'
project('other', 'c')
mpi = dependency('mpi', language: 'c')
part = shared_library('part', 'part.c', dependencies: mpi)
# Meson repeats all words for the linker that a static library has, so ours come twice.
piece = static_library('piece', 'piece.c', dependencies: mpi)
executable('program', 'program.c', link_with: [part, piece], dependencies: mpi)
EOF
    # Meson looks for Open MPI's pkg-config file first, and then asks MPICC. With mpicc for the
    # compiler a project needs no dependency.
    cp -r meson plain
    sed -i "s/dependency('mpi'.*/dependency('', required: false)/" plain/meson.build
    for choice in 'meson gcc' "plain $bin/mpicc"; do
        read -r project compiler <<<"$choice"
        run env PKG_CONFIG_LIBDIR="$PWD/none" CC="'$compiler'" MPICC="$bin/mpicc" \
            PATH="$bin:$PATH" \
            bash -c 'rm -rf built && meson setup built "$0" && ninja -C built' "$project"
        expect "Meson builds with $(basename "$compiler")" 0
        run "$bin/mpiexec" -n 3 built/program
        expect "ranks have their own variables of Meson's with $(basename "$compiler")" 0 '^sum 9$'
    done
else
    skip meson 'it is not installed'
fi
finish
