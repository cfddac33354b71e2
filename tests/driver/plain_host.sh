#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A program that knows nothing of MPI opens the library: its thread-local variables fit into what
# the loader has to spare. Those of jemalloc need more room, in each way that PRIVATE-GLOBALS.md
# tells.
. "$(dirname "$0")/../harness/tap.sh"
library=$top_build/lib/libmpi_abi.so.1
# A build with --enable-chaos has thread-local variables more.
if [ "$sanitizer" != no ] || [ ! -e "$library" ] ||
    "$top_build/config.status" --config | grep -q enable-chaos; then
    skip plain_host 'only of plain builds with a shared library'
    finish
    exit
fi

cat >host.c <<'TEXT'
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
    int (*get_version)(int *, int *);
    int version = 0, minor = 0;
    if (library == NULL) {
        printf("not opened: %s\n", dlerror());
        return 1;
    }
    *(void **)&get_version = dlsym(library, "MPI_Get_version");
    if (get_version == NULL || get_version(&version, &minor) != 0)
        return 2;
    printf("MPI %d.%d\n", version, minor);
    return 0;
}
TEXT
# jemalloc alone has more thread-local variables than the loader has to spare, so it must be there
# at the start.
jemalloc=$(ldd "$library" | sed -n 's/.*=> \(.*libjemalloc[^ ]*\) .*/\1/p')
# shellcheck disable=SC2086
gcc host.c -Wl,--no-as-needed $jemalloc -o host
report builds_a_host
run ./host "$library"
expect a_plain_program_opens_the_library 0 '^MPI 5.0$'

gcc host.c -o bare_host
report builds_a_host_without_jemalloc
run env GLIBC_TUNABLES=glibc.rtld.optional_static_tls=8192 ./bare_host "$library"
expect a_tunable_of_the_loader_gives_room 0 '^MPI 5.0$'
run env LD_PRELOAD="$jemalloc" ./bare_host "$library"
expect jemalloc_is_loaded_at_the_start 0 '^MPI 5.0$'
finish
