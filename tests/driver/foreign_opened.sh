#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Libraries that no wrapper has compiled, opened by programs of the wrapper: each rank has its own.
. "$(dirname "$0")/../harness/tap.sh"
sources=$top_source/tests/driver/foreign

if [ "$privatize" = no ] || [ "${sanitizer:-no}" != no ] || [ ! -e "$top_build/lib/libmpi_abi.so" ]
then
    skip foreign "this build has no private globals, a sanitizer, or no shared library"
    finish
    exit
fi

expect_own() {
    expect "$1" 0 "rank 0: value 110 variable 1 .* 1 drawn 1" \
        "rank 1: value 211 variable 2 .* 1 drawn 1" "rank 2: value 312 variable 3 .* 1 drawn 1"
    [ ! -s err ]
    report "nothing is told of it ($1)"
}

# The loader finds the library where it would for the caller.
mkdir -p directory
run $WRAPPER_CC -g -fPIC -shared "$sources/library.c" -o directory/liblibrary.so
for how in "-Wl,-rpath,\$ORIGIN/directory" \
    "-Wl,-rpath,\${ORIGIN}/directory,--disable-new-dtags"; do
    run "$bin/mpicc" -rdynamic "$how" "$sources/opened.c" -o opened
    HEDDLE_NP=3 run ./opened liblibrary.so
    expect_own "each rank opens a library, found by $how"
done
run "$bin/mpicc" -rdynamic "$sources/opened.c" -o opened
HEDDLE_NP=3 run ./opened ./directory/liblibrary.so
expect_own "each rank opens a library by its path"
HEDDLE_NP=3 run ./opened '$ORIGIN/directory/liblibrary.so'
expect_own "each rank opens a library by a path from the program's"
LD_LIBRARY_PATH=$PWD/directory HEDDLE_NP=3 run ./opened liblibrary.so
expect_own "each rank opens a library, found by LD_LIBRARY_PATH"
for place in lib lib64 "lib/$($WRAPPER_CC -print-multiarch)"; do # as the system has it
    mkdir -p "$place" && cp directory/liblibrary.so "$place"
done
HEDDLE_NP=3 run ./opened './$LIB/liblibrary.so'
expect_own "each rank opens a library by a path with the loader's word for lib"
run "$bin/mpicc" -rdynamic "-Wl,-rpath,$(printf '/%s:' $(seq -f '%090g' 100))" \
    "$sources/opened.c" -o opened
HEDDLE_NP=2 run ./opened ./directory/liblibrary.so
expect "ranks are told of a library that they share" 0 \
    'all ranks share ./directory/liblibrary.so, because .* \(-rpath\) .* is too long: link it to'
[ "$(grep -c 'all ranks share' err)" = 1 ]
report "they are told once"
run "$bin/mpicc" -rdynamic "$sources/opened.c" -o opened
HEDDLE_NP=1 run ./opened ./none.so
expect "a library that is not there has the loader's message" 1 './none.so: cannot open shared'

# A job of one rank: its program is as it is, but what it has opened is each spawned rank's own.
printf '%s\n' 'static int n = 100;' 'int next(void) { return ++n; }' \
    '__attribute__((constructor)) static void begin(void) { n += 1000; }' >counts.c
printf '%s\n' '#include <dlfcn.h>' '#include <mpi.h>' '#include <stdio.h>' '#include <stdlib.h>' \
    'extern char **environ; static int own = 5, *to_own = &own;' \
    'int main(int argc, char **argv) {' \
    '    MPI_Comm parent, child; int (*next)(void), is_there = 0; char **each;' \
    '    *(void **)&next = dlsym(dlopen("./libcounts.so", RTLD_NOW), "next");' \
    '    *to_own += next(); setenv("OWN", "1", 1); MPI_Init(&argc, &argv);' \
    '    for (each = environ; *each != NULL; each++) is_there |= **each == 0x4f;' \
    '    MPI_Comm_get_parent(&parent); if (parent == MPI_COMM_NULL) {' \
    '        *to_own += next(); MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0,' \
    '            MPI_COMM_SELF, &child, MPI_ERRCODES_IGNORE); MPI_Barrier(child);' \
    '    } else { MPI_Barrier(parent); } printf("%s %d %d, %s %d\n", parent == MPI_COMM_NULL' \
    '        ? "parent" : "child", own, next(), getenv("PMI_RANK"), is_there);' \
    '    return MPI_Finalize(); }' >spawns.c
for compiler in "$WRAPPER_CC -O2" "clang -O0"; do
    if ! $compiler -fPIC -shared counts.c -o libcounts.so 2>/dev/null; then
        skip "spawned ranks of $compiler" "it is not installed"
        continue
    fi
    run $compiler -w -I"$top_build/include" spawns.c -o spawns -L"$top_build/lib" \
        -Wl,-rpath,"$top_build/lib" -lmpi_abi
    for ranks in 1 2; do
        run "$bin/mpiexec" -n $ranks ./spawns
        expect "spawned ranks have their own copies ($compiler, $ranks ranks)" 0 \
            'parent 2208 1103, 0 1' 'child 1106 1102, 0 1' 'child 1106 1102, 1 1'
    done
done

# In C++.
for compiler in "$WRAPPER_CXX -O2" "clang++ -O1"; do
    if ! $compiler -fPIC -shared "$sources/plugin.cc" -o libplugin.so 2>/dev/null; then
        skip "a library of $compiler" "it is not installed"
        continue
    fi
    run "$bin/mpicxx" "$sources/plugin_used.cc" -o plugin_used
    HEDDLE_NP=3 run ./plugin_used ./libplugin.so
    expect "classes and exceptions of an opened library of $compiler are each rank's" 0 \
        'rank 0: area 0, 2 shapes, negative -1, make_shape' \
        'rank 1: area 1, 3 shapes, negative -2, make_shape' \
        'rank 2: area 4, 4 shapes, negative -3, make_shape' \
        '2 sides were seen' '3 sides were seen' '4 sides were seen'
done

# Functions that are bound when they are called, or nowhere; and a library that only this one needs.
printf 'static int n;\nint inner(void);\nint inner(void) { return ++n; }\n' >inner.c
printf '%s\n' 'int inner(void), nowhere(void), own(void), next(void), other(void);' \
    'static int n;' 'int own(void) { return ++n; }' 'int other(void) { return nowhere(); }' \
    'int next(void) { return 10 * own() + inner(); }' >outer.c
printf '%s\n' '#include <dlfcn.h>' '#include <mpi.h>' '#include <stdio.h>' \
    'int main(int argc, char **argv) {' \
    '    int rank, (*next)(void); void *library; MPI_Init(&argc, &argv);' \
    '    MPI_Comm_rank(MPI_COMM_WORLD, &rank); library = dlopen(argv[1], RTLD_LAZY);' \
    '    if (library == NULL) { printf("%s\n", dlerror()); return 1; }' \
    '    *(void **)&next = dlsym(library, "next"); next(); MPI_Barrier(MPI_COMM_WORLD);' \
    '    printf("rank %d: %d\n", rank, next()); return MPI_Finalize(); }' >lazy.c
run $WRAPPER_CC -fPIC -shared inner.c -o libinner.so
run $WRAPPER_CC -fPIC -shared -Wl,-z,lazy outer.c -o libouter.so -L. -linner '-Wl,-rpath,$ORIGIN'
run "$bin/mpicc" lazy.c -o lazy
HEDDLE_NP=3 run ./lazy ./libouter.so
expect "a library may call a function that is nowhere" 0 'rank 0: 22' 'rank 1: 22' 'rank 2: 22'
sed -i 's/return nowhere()/return 0/' outer.c
run "$bin/mpicc" -fPIC -shared outer.c -o libouter.so -L. -linner '-Wl,-rpath,$ORIGIN'
HEDDLE_NP=3 run ./lazy ./libouter.so
expect "a library of the wrapper brings one of another compiler" 0 'rank 0: 22' 'rank 1: 22' \
    'rank 2: 22'
HEDDLE_SINGLE=libinner HEDDLE_NP=2 run ./lazy ./libouter.so
expect "an opened library can be kept single" 0 'rank 0: 2[34]' 'rank 1: 2[34]'
HEDDLE_NP=40 run ./lazy ./libouter.so
[ "$(grep -c ': 22$' out)" = 40 ]
report "40 ranks open a library at once"

# Names and addresses: the loader knows the first copies alone, and ranks ask for their own.
cat >named.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
static int count;
int first(void) { return ++count; }
int second(void) { return 100 + ++count; }
__asm__(".symver first, next@V1\n.symver second, next@@V2");
int local(void) { return 10 * count; }
int in_front(void) { return local() + 5; }
const char *look(void)
{
    static char error[100], text[200];
    struct link_map *map = NULL;
    const char *told;
    Dl_info info;
    int (*found)(void);
    dlerror();
    *(void **)&found = dlsym(RTLD_NEXT, "nowhere");
    told = dlerror();
    if (found != NULL || told == NULL)
        return "dlerror";
    snprintf(error, sizeof error, "%s", told);
    if (dlsym(RTLD_NEXT, "puts") == NULL || dlsym(RTLD_NEXT, "local") != NULL)
        return "RTLD_NEXT";
    *(void **)&found = dlsym(RTLD_DEFAULT, "look");
    if (found != (int (*)(void))look)
        return "RTLD_DEFAULT";
    *(void **)&found = dlvsym(RTLD_DEFAULT, "next", "V1");
    if (found == NULL || dladdr1((void *)found, &info, (void **)&map, RTLD_DL_LINKMAP) == 0)
        return "dlvsym";
    snprintf(text, sizeof text, "%s %s %d %s", info.dli_sname, map->l_name, found(), error);
    return text;
}
END
echo 'V1 { global: next; look; local; in_front; }; V2 { global: next; };' >named.map
printf 'int local(void);\nint local(void) { return 7000; }\n' >global.c
printf 'int constant(void);\nint constant(void) { return 5; }\n' >constant.c
cat >named_used.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank, (*constant)(void), (*older)(void), (*in_front)(void), i;
    const char *(*look)(void);
    struct link_map *map = NULL;
    void *library;
    Dl_info info;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    library = dlopen("./libconstant.so", RTLD_NOW);
    *(void **)&constant = dlsym(library, "constant");
    i = constant();
    MPI_Barrier(MPI_COMM_WORLD);
    dlclose(library);
    MPI_Barrier(MPI_COMM_WORLD);
    library = dlopen("./libinner.so", RTLD_NOW);
    *(void **)&constant = dlsym(library, "inner");
    constant();
    MPI_Barrier(MPI_COMM_WORLD);
    printf("rank %d: instead %d\n", rank, i + constant());
    if (dlopen("./libnamed.so", 0) == NULL)
        printf("rank %d: mode %s\n", rank, dlerror());
    dlopen("./libglobal.so", RTLD_NOW | RTLD_GLOBAL);
    library = dlopen("./libnamed.so", RTLD_NOW | RTLD_DEEPBIND);
    *(void **)&older = dlvsym(library, "next", "V1");
    *(void **)&in_front = dlsym(library, "in_front");
    *(void **)&look = dlsym(library, "look");
    for (i = 0; i < rank; i++)
        older();
    MPI_Barrier(MPI_COMM_WORLD);
    dladdr1((void *)older, &info, (void **)&map, RTLD_DL_LINKMAP);
    i = in_front();
    printf("rank %d: %d %s %s; %s\n", rank, i, info.dli_sname, map->l_name, look());
    return MPI_Finalize();
}
END
run $WRAPPER_CC -fPIC -shared constant.c -o libconstant.so
run $WRAPPER_CC -fPIC -shared global.c -o libglobal.so
run $WRAPPER_CC -w -fPIC -shared named.c -o libnamed.so -Wl,--version-script=named.map
run "$bin/mpicc" named_used.c -o named_used
HEDDLE_NP=3 run ./named_used
expect "a library in the place of one that was closed is each rank's" 0 'rank 0: instead 7' \
    'rank 1: instead 7' 'rank 2: instead 7'
expect "a mode that is none is the loader's to refuse" 0 'rank 0: mode .*invalid mode' \
    'rank 1: mode .*invalid mode' 'rank 2: mode .*invalid mode'
same='next ./libnamed.so; next ./libnamed.so'
expect "names, versions and addresses are those of the rank's copy" 0 \
    "rank 0: 5 $same 1 ./libnamed.so: undefined symbol: nowhere" \
    "rank 1: 15 $same 2 ./libnamed.so: undefined symbol: nowhere" \
    "rank 2: 25 $same 3 ./libnamed.so: undefined symbol: nowhere"

# A library that was opened by a path from a directory that is no longer the current one.
mkdir -p elsewhere
printf '%s\n' '#include <dlfcn.h>' '#include <unistd.h>' 'int next(void);' \
    'int next(void) { static int calls; void *inner; int (*count)(void);' \
    'if (calls++ == 0) return 0;' \
    'chdir("/"); inner = dlopen("libinmost.so", RTLD_NOW); if (inner == NULL) return -1;' \
    '*(void **)&count = dlsym(inner, "inner"); return count(); }' >mover.c
run $WRAPPER_CC -fPIC -shared inner.c -o elsewhere/libinmost.so
run $WRAPPER_CC -w -fPIC -shared mover.c -o elsewhere/libmover.so '-Wl,-rpath,$ORIGIN'
HEDDLE_NP=3 run ./lazy ./elsewhere/libmover.so
expect "a library's directory is where it was opened" 0 'rank 0: 1$' 'rank 1: 1$' 'rank 2: 1$'

# Addresses in code cannot be displaced.
printf '%s\n' '.text' '.globl next' 'next: movabs $count, %rax' 'incl (%rax)' 'mov (%rax), %eax' \
    'ret' '.data' 'count: .zero 64' '.section .note.GNU-stack,"",@progbits' >text.s
if $WRAPPER_CC -shared -Wl,-z,notext text.s -o libtext.so 2>/dev/null; then
    HEDDLE_NP=2 run ./lazy ./libtext.so
    expect "a library with addresses in its code is refused" 134 \
        './libtext.so has addresses in its code, so ranks cannot have copies of it'
else
    skip "a library with addresses in its code" "the linker makes none"
fi
# Jobs inside of a program: each has fresh copies, and the process's own is its main's.
run $WRAPPER_CC -O1 -fPIC -shared "$sources/counted.c" -o libcounted.so
run "$bin/mpicc" "$sources/jobs.c" ./libcounted.so -o jobs
run ./jobs 50
expect "each job's ranks have fresh copies of a library" 0 \
    '^0 failed, 50 ended early, child 0, main 102, no growth$' "^main's exit handler\$"
# The first copy is the process's, also if a job's rank opens it.
printf '%s\n' 'struct object { int alive = 1; ~object() { alive = 0; } };' 'static object one;' \
    'extern "C" int alive() { return one.alive; }' >alive.cc
printf '%s\n' '#include <dlfcn.h>' '#include <heddle.h>' '#include <stdio.h>' \
    'static int alive(void *unused) { int (*is)(void); (void)unused;' \
    '    *(void **)&is = dlsym(dlopen("./libalive.so", RTLD_NOW), "alive"); return is() != 1; }' \
    'int main(void) { struct heddle_result result;' \
    '    int status = heddle_run(NULL, 2, alive, NULL, &result); heddle_result_free(&result);' \
    '    return printf("job %d, main %d\n", status, alive(NULL)) < 0; }' >alive_used.c
run $WRAPPER_CXX -fPIC -shared alive.cc -o libalive.so
run "$bin/mpicc" alive_used.c -o alive_used
run ./alive_used
expect "a job's end leaves main's objects of a library alone" 0 '^job 0, main 0$'
run ./jobs 5 locked
if [ "$status" = 77 ]; then
    skip "copies are fresh in a process whose memory is locked" "the system does not permit that"
else
    expect "copies are fresh in a process whose memory is locked" 0 \
        '^0 failed, 5 ended early, child 0, main 102, '
fi
cp libcounted.so libcmocka.so.0
run "$bin/mpicc" "$sources/jobs.c" ./libcmocka.so.0 -o jobs_of_tests
if [ -x "$bin/heddle-globals" ]; then
    run "$bin/heddle-globals" ./jobs_of_tests
    expect "heddle-globals knows frameworks of tests where main runs once" 0 \
        'libcmocka.so.0: 0 private, [0-9]+ shared: one for all ranks, as a framework of tests$'
fi
HEDDLE_SINGLE=libcounted run ./jobs 2
expect "a job's ranks can share a library" 0 '^2 failed, 2 ended early, child 0, main 1[0-9][0-9]'
finish
