#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A program that knows nothing of MPI opens the library: its thread-local variables fit into what
# the loader has to spare. Those of jemalloc do not, so the library leaves it out.
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
    library = dlopen("libjemalloc.so.2", RTLD_LAZY | RTLD_NOLOAD);
    printf("MPI %d.%d %s jemalloc\n", version, minor, library != NULL ? "with" : "without");
    return 0;
}
TEXT
gcc host.c -o host
report builds_a_host
run ./host "$library"
expect a_plain_program_opens_the_library 0 '^MPI 5.0 without jemalloc$'
jemalloc=$(ldd "$library" | sed -n 's/.*=> \(.*libjemalloc[^ ]*\) .*/\1/p')
if [ -n "$jemalloc" ]; then
    run env LD_PRELOAD="$jemalloc" ./host "$library"
    expect jemalloc_may_be_there_at_the_start 0 '^MPI 5.0 with jemalloc$'
    run env LD_PRELOAD="$library" ./host "$library"
    expect a_library_at_the_start_brings_jemalloc 0 '^MPI 5.0 with jemalloc$'
fi
finish
