#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the modules mpi, mpi_f08 and heddle for a gfortran: modules.sh COMPILER [DIRECTORY].
# Module files are of one compiler; they go where mpifort looks for those of this one, or into the
# directory, and into integer-8 in it those of MPI for files whose INTEGERs have 8 bytes.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
compiler=${1:?"usage: modules.sh COMPILER [DIRECTORY]"}
# shellcheck disable=SC2086
directory=${2:-$here/$($compiler -dumpversion)}
mkdir -p "$directory/integer-8"
for module in mpi_heddle mpi mpi_f08; do
    # shellcheck disable=SC2086
    $compiler -fsyntax-only -cpp -J"$directory" "$here/$module.f90"
    # shellcheck disable=SC2086
    $compiler -fsyntax-only -cpp -DHEDDLE_INTEGER_8 -fdefault-integer-8 \
        -J"$directory/integer-8" "$here/$module.f90"
done
# shellcheck disable=SC2086
$compiler -fsyntax-only -J"$directory" "$here/heddle.f90"
