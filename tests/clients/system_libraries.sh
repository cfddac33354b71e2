#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# system_libraries.sh PREFIX [FOLDER]: fetches Debian's packages of OpenBLAS, HDF5, FFTW, SQLite,
# libxml2 and Boost.Serialization, which were not compiled with a wrapper, and runs a program of
# mpicxx that uses all of them in each of four ranks, then the same program compiled by clang++ if
# that is installed. The status is 0 if each rank gets its own answers.
#
#   PREFIX  where Heddle is installed
#   FOLDER  where to work; by default a temporary one, which is removed. What it contains of an
#           earlier run is used
#
# Not a part of `make check`: it needs the network. Debian 12 is what it was written for.
set -u

source=$(cd "$(dirname "$0")" && pwd)/system_libraries.cc
. "$(dirname "$0")/source.sh"
begin "$@"
prefix=$(cd "$(dirname "$(command -v mpicxx)")/.." && pwd)

packages='libopenblas0-pthread libhdf5-103-1 libhdf5-dev libsz2 libaec0 libfftw3-double3
libfftw3-dev libsqlite3-0 libsqlite3-dev libxml2 libxml2-dev libicu72
libboost-serialization1.74.0 libboost-serialization1.74-dev libboost1.74-dev'
unpack() {
    apt-get -q download $packages && for each in *.deb; do dpkg -x "$each" root || return; done
}
[ -d root ] || must_do packages.log unpack

folder=$work/root/usr/lib/x86_64-linux-gnu
folders=("$folder" "$folder/hdf5/serial" "$folder/openblas-pthread")
flags=(-O1 -I"$work/root/usr/include" -I"$work/root/usr/include/hdf5/serial"
       -I"$work/root/usr/include/libxml2")
libraries=("${folders[@]/#/-L}" "${folders[@]/#/-Wl,-rpath,}" -l:libhdf5_serial.so.103
           -l:libfftw3.so.3 -l:libsqlite3.so.0 -l:libxml2.so.2
           -l:libboost_serialization.so.1.74.0 -l:libopenblas.so.0)
export LD_LIBRARY_PATH=$folder

expected() {
    local rank
    for rank in 0 1 2 3; do
        echo "rank $rank: blas $((400 * (rank + 1))) by $((1 + rank % 2))," \
             "hdf5 $((rank * 100 + 9)) none, fftw $((64 + rank))," \
             "sqlite $((2 * rank + 10)), xml $rank, boost $rank 7"
    done
}

# try COMPILER FLAG...: whether the program that it makes prints what is expected.
try() {
    must_do "$1.log" "$1" "${flags[@]}" "$source" -o program "${@:2}" "${libraries[@]}"
    if mpiexec -n 4 ./program 2>errors | sort | diff - <(expected) && [ ! -s errors ]; then
        echo "$1: each rank has its own six libraries"
    else
        cat errors
        status=1
    fi
}

status=0
try mpicxx
if command -v clang++ >/dev/null; then
    try clang++ -I"$prefix/include" -L"$prefix/lib" -Wl,-rpath,"$prefix/lib" -lmpi_abi
fi
exit $status
