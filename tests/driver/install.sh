#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What `make install` leaves: a prefix that works, also after it was moved, to a path with a space,
# and that goes away.
. "$(dirname "$0")/../harness/tap.sh"

stage="$work/a stage"
prefix=$stage/opt/heddle
install() { "${MAKE:-make}" -C "$top_build" -s "$1" prefix=/opt/heddle DESTDIR="$stage"; }
install install >make.log 2>&1
report installs_below_a_destination
# `make -j install` may begin with any part, before another has made a folder.
parts=$(sed -n '/^install-\(exec\|data\)-local:/{:b;/\\$/{N;bb};s/^[^:]*://;s/\\//g;p}' \
    "$top_build/Makefile")
for part in ${parts:-none}; do
    "${MAKE:-make}" -C "$top_build" -s "$part" prefix=/opt/heddle DESTDIR="$work/$part" >log 2>&1 ||
        sed "s/^/#   $part: /" log
done >failed
cat failed
[ -n "$parts" ] && [ ! -s failed ]
report installs_each_part_into_an_empty_folder
for file in bin/mpicc bin/heddle-plugin share/man/man1/heddle-plugin.1 \
    bin/mpicxx bin/mpic++ bin/mpiCC bin/mpiexec bin/mpirun include/mpi.h \
    include/mpi_fortran.h include/mpi_functions.h lib/libmpi_abi.so.1 lib/libmpi_abi.so \
    lib/libmpi_abi.a lib/libmpi_abi.so.1-gdb.py share/man/man1/heddle-gdb.1 \
    lib/cmake/Heddle/HeddleConfig.cmake lib/cmake/Heddle/HeddleConfigVersion.cmake \
    lib/heddle/start_shared.a lib/heddle/module.o lib/pkgconfig/heddle.pc lib/pkgconfig/mpi.pc \
    share/man/man1/mpiexec.1 share/man/man1/mpicc.1 share/man/man1/heddle-globals.1 \
    share/man/man7/heddle.7 share/man/man1/mpirun.1 share/man/man1/mpic++.1 \
    share/man/man1/mpif90.1 share/man/man3/heddle_sent.3 share/man/man3/heddle_expect_messages.3 \
    share/man/man3/MPI_Send.3 share/man/man3/MPI_Op.3 \
    share/bash-completion/completions/mpiexec share/bash-completion/completions/mpirun \
    share/bash-completion/completions/mpicc share/bash-completion/completions/mpic++; do
    [ -e "$prefix/$file" ] || echo "#   $file is missing"
    [ -e "$prefix/$file" ] || false
    report "installs $file"
done
if [ -x "$bin/mpifort" ]; then
    modules=lib/heddle/fortran/$(${WRAPPER_FC:-gfortran} -dumpversion)
    for file in bin/mpifort bin/mpif90 bin/mpif77 share/man/man1/mpifort.1 \
        lib/heddle/fortran.o lib/heddle/jobs.a lib/heddle/jobs_faults.o \
        lib/heddle/fortran/mpif.h lib/heddle/fortran/modules.sh $modules/mpi.mod \
        lib/heddle/fortran/pfunit.F90 $modules/mpi_f08.mod $modules/heddle.mod; do
        [ -e "$prefix/$file" ]
        report "installs $file"
    done
fi
grep -rIl "$top_build\|$top_source" "$prefix" >leaked
[ ! -s leaked ] || sed 's/^/#   names the build tree: /' leaked
[ ! -s leaked ]
report installs_no_text_that_names_the_build_tree

cat >count.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
static int count;
int main(int argc, char **argv)
{
    int rank, sum, i;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 1000; i++)
        count++;
    MPI_Allreduce(&count, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("count %d sum %d\n", count, sum);
    MPI_Finalize();
    return 0;
}
TEXT
# Now at another place than it was configured for.
run "$prefix/bin/mpicc" -O2 count.c -o count
expect compiles_with_the_installed_wrapper 0
run "$prefix/bin/mpiexec" -n 4 ./count
if [ "$privatize" = yes ]; then
    expect runs_and_gives_each_rank_its_own_globals 0 '^count 1000 sum 4000'
    cp count another
    run "$prefix/bin/mpiexec" -n 1 ./count : -n 3 ./another
    expect runs_two_programs_with_the_installed_launcher 0 '^count 1000 sum 4000'
else
    expect runs_with_the_installed_library 0 '^count '
fi
if [ -x "$bin/mpifort" ]; then
    cat >sum.f90 <<'TEXT'
program sum_of_ranks
   use mpi_f08
   integer :: n = 1
   call MPI_Init()
   call MPI_Allreduce(MPI_IN_PLACE, n, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
   print '(a, i0)', 'sum ', n
   call MPI_Finalize()
end program
TEXT
    run "$prefix/bin/mpifort" -O2 sum.f90 -o sum && run "$prefix/bin/mpiexec" -n 4 ./sum
    expect compiles_and_runs_fortran_with_the_installed_wrapper 0 '^sum 4'
fi
run readelf -d count
expect finds_its_library_by_itself 0 "R(UN)?PATH.*$prefix/lib"
if command -v ctest >/dev/null && [ "$sanitizer" = no ] && [ "$privatize" = yes ]; then
    mkdir cmake
    cat >cmake/CMakeLists.txt <<'TEXT'
cmake_minimum_required(VERSION 3.18)
project(count C)
enable_testing()
find_package(Heddle REQUIRED)
heddle_add_test(NAME count SOURCES ../count.c RANKS 3)
TEXT
    run env -u CC cmake -S cmake -B cmake/built -DCMAKE_PREFIX_PATH="$prefix"
    run make -C cmake/built && run ctest --test-dir cmake/built --verbose
    expect finds_its_package_for_cmake_where_it_is 0 'count 1000 sum 3000' '100% tests passed'
fi
# pkg-config loses the space in names of files.
ln -s "$stage" stage
export PKG_CONFIG_PATH=$work/stage/opt/heddle/lib/pkgconfig
export PKG_CONFIG_LIBDIR=$PKG_CONFIG_PATH
if [[ $work = *' '* ]]; then
    skip pkg_config 'this folder has a space in its path'
elif command -v pkg-config >/dev/null; then
    for module in ompi-c ompi-cxx; do
        [ "$(pkg-config --cflags --libs mpi)" = "$(pkg-config --cflags --libs $module)" ] &&
            [ -n "$(pkg-config --libs $module)" ]
        report "is found as $module, as Meson asks for it"
    done
    # shellcheck disable=SC2046
    run gcc -O2 $(pkg-config --define-prefix --cflags mpi) count.c -o by-pc \
        $(pkg-config --define-prefix --libs mpi) && HEDDLE_NP=3 run ./by-pc
    if [ "$sanitizer" = no ]; then
        expect compiles_with_pkg_config 0 "sum $([ "$privatize" = no ] || echo 3000)"
        printf '#include <iostream>\nint main() { std::cout << "well" << std::endl; }\n' >well.cc
        # shellcheck disable=SC2046
        run g++ $(pkg-config --define-prefix --cflags mpi) well.cc -o by-pc++ \
            $(pkg-config --define-prefix --libs mpi) && HEDDLE_NP=3 run ./by-pc++
        expect compiles_cxx_with_pkg_config 0 '^well$'
    fi
fi

install uninstall >>make.log 2>&1
report uninstalls
find "$stage" ! -type d >left
[ ! -s left ] || sed 's/^/#   left behind: /' left
[ ! -s left ]
report uninstalls_every_file
finish
