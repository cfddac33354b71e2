#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# netcdf.sh PREFIX [FOLDER]: fetches Debian's source packages of HDF5 and NetCDF-C, builds both for
# parallel files with CC=mpicc and nothing else, and runs NetCDF-C's parallel tests.
#
#   PREFIX  where Heddle is installed
#   FOLDER  where to work; by default a temporary one, which is removed
#
# Not a part of `make check`: it needs the network and some minutes. Static libraries only, and
# without what needs further libraries (remote access, XML, Zarr), to save time.
set -u

. "$(dirname "$0")/source.sh"
begin "$@"

fetch hdf5
fetch netcdf

build_hdf5() (
    mkdir -p hdf5 && cd hdf5 &&
        ../hdf5-*/configure --prefix="$work/installed" --enable-parallel --enable-hl \
        --disable-shared --disable-fortran --disable-cxx --disable-tests --disable-tools CC=mpicc &&
        make -s -j2 -C src install && make -s -j2 -C hl/src install
)

build_netcdf() (
    mkdir -p netcdf && cd netcdf &&
        ../netcdf-*/configure --disable-shared --enable-parallel-tests --disable-dap \
        --disable-byterange --disable-libxml2 --disable-nczarr CC=mpicc \
        CPPFLAGS="-I$work/installed/include" LDFLAGS="-L$work/installed/lib" LIBS="-ldl" &&
        make -s -j2
)

must_do hdf5.log build_hdf5
must_do netcdf.log build_netcdf

failed=0
# check FOLDER SCRIPT: one line.
check() {
    if make -C "netcdf/$1" check TESTS="$2" >"$2.out" 2>&1; then
        echo "ok - $1/$2, $(cat netcdf/"$1"/run_par*.log | grep -c 'Tests successful') programs"
    else
        echo "not ok - $1/$2"
        tail -n 5 "$2.out"
        failed=$((failed + 1))
    fi
}
check nc_test4 run_par_test.sh
check h5_test run_par_tests.sh
[ "$failed" -eq 0 ]
