#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Programs that compilers without the plugin have made: each rank has its own copy of the program
# and of its libraries.
. "$(dirname "$0")/../harness/tap.sh"
sources=$top_source/tests/driver/foreign
cc=${CC:-cc}

if [ "$privatize" = no ] || [ "${sanitizer:-no}" != no ] || [ ! -e "$top_build/lib/libmpi_abi.so" ]
then
    skip foreign "this build has no private globals, a sanitizer, or no shared library"
    finish
    exit
fi
flags=(-g -I"$top_build/include")
libraries=(-L"$top_build/lib" -Wl,-rpath,"$top_build/lib" -lmpi_abi)

# has COMPILER: whether it compiles and links.
has() {
    echo 'int main(void) { return 0; }' >has.c
    $1 has.c -o has >/dev/null 2>&1
}

compile_and_run_c() {
    run $1 "${flags[@]}" -fPIC -shared "$sources/library.c" -o liblibrary.so
    run $1 "${flags[@]}" "$sources/globals.c" ./liblibrary.so -o globals "${libraries[@]}" -lpthread
    expect "$1 compiles a program and a library" 0
    HEDDLE_NP=3 run ./globals
    expect "variables of $1 are each rank's" 0 \
        'rank 0: hidden 101 shown 7 thread 4 library 121 121 started 1 1 sum 306 even' \
        'rank 1: hidden 102 shown 8 thread 5 library 341 341 started 1 1 sum 306 odd' \
        'rank 2: hidden 103 shown 9 thread 6 library 661 661 started 1 1 sum 306 even' \
        'ends with 1101' 'ends with 1102' 'ends with 1103'
    [ ! -s err ]
    report "nothing is told of it ($1)"
    run "$bin/mpiexec" -n 1 ./globals
    expect "one rank runs as well ($1)" 0 'rank 0: hidden 101 .* sum 101 even' 'ends with 1101'
    run $1 "${flags[@]}" -rdynamic "$sources/opened.c" -o opened "${libraries[@]}" -ldl
    HEDDLE_NP=3 run ./opened ./liblibrary.so
    expect "each rank opens a library of $1" 0 \
        'rank 0: value 110 variable 1 in_library 1 1 drawn 1' \
        'rank 1: value 211 variable 2 in_library 1 1 drawn 1' \
        'rank 2: value 312 variable 3 in_library 1 1 drawn 1'
    run $1 "${flags[@]}" "$sources/waits.c" -o waits "${libraries[@]}"
    HEDDLE_NP=2 run ./waits
    expect "a report names functions and lines of $1" 65 \
        'rank 0: MPI_Recv, called in wait_for \(waits.c:10\)' \
        'rank 1: MPI_Recv, called in wait_for \(waits.c:10\)'
    HEDDLE_NP=2 run ./waits fail
    expect "so does that of a fault ($1)" 139 'at fail \(waits.c:15\)' 'at main \(waits.c:26\)'
}

# compile_and_run_cxx COMPILER [WORD...]: the words go to the linker, too.
compile_and_run_cxx() {
    run $1 "${flags[@]}" "$sources/objects.cc" -o objects "${@:2}" "${libraries[@]}" -lpthread
    HEDDLE_NP=3 run ./objects
    expect "objects and exceptions of $1 are each rank's" 0 \
        'thrown by 0 once 41 1111 0 4Base precise 3.14$' \
        'thrown by 1 once 42 1111 1 7Derived precise 3.142$' \
        'thrown by 2 once 43 1111 0 4Base precise 3.1416$' \
        'destroyed 7' 'destroyed 8' 'destroyed 9'
}

for compiler in "$WRAPPER_CC" "$WRAPPER_CC -O2 -Wl,-z,now" "$WRAPPER_CC -O2 -flto" "clang" \
    "clang -O3 -Wl,-z,lazy"; do
    if has "$compiler"; then
        compile_and_run_c "$compiler"
    else
        skip "$compiler" "it is not installed"
    fi
done
for compiler in "$WRAPPER_CXX -O2" "$WRAPPER_CXX -static-libstdc++ -static-libgcc" "clang++ -O2"; do
    if has "$compiler"; then
        compile_and_run_cxx "$compiler"
    else
        skip "$compiler" "it is not installed"
    fi
done

# Startup code and addresses of functions by older compilers and C libraries.
if [ "$(uname -m)" = x86_64 ]; then
    $WRAPPER_CC -c -fPIC "$sources/old_start.c" -o old_start.o
    started=()
    for object in crti.o crtbeginS.o crtendS.o crtn.o; do
        started+=("$($WRAPPER_CC -print-file-name=$object)")
    done
    compile_and_run_cxx "$WRAPPER_CXX -nostartfiles" old_start.o "${started[@]}"
    for binding in lazy now; do
        # The usual style of hash table leaves out symbols without a definition.
        run $WRAPPER_CC -O0 -Wl,-z,$binding,--hash-style=sysv -fcf-protection=none \
            "${flags[@]}" "$sources/addressed.c" -o addressed "${libraries[@]}"
        run "$PYTHON" "$sources/old_address.py" addressed atoi
        HEDDLE_NP=3 run timeout 60 ./addressed
        expect "a function is called whose address is an entry of the program ($binding)" 0 \
            'rank 0: named 7 pointed 8' 'rank 1: named 7 pointed 8' 'rank 2: named 7 pointed 8'
    done
else
    skip "older startup code and addresses" "old_start.c and old_address.py are for x86-64"
fi

if [ -x "$bin/mpifort" ]; then
    fc=$("$bin/mpifort" -showme:command)
    modules=$top_build/lib/heddle/fortran/$($fc -dumpversion)/mpi.mod
    run $fc -I"${modules%/mpi.mod}" "$sources/common.f90" -o common -L"$top_build/lib" \
        -lheddle_fortran "${libraries[@]}"
    HEDDLE_NP=3 run ./common
    expect "Fortran's common blocks, saved variables and units are each rank's" 0 \
        'rank 0  100    3    0' 'rank 1  101    3   10' 'rank 2  102    3   20'
else
    skip fortran "there is no Fortran compiler"
fi

if rustc --version >/dev/null 2>&1; then
    for flags_of_rust in "-C opt-level=0" "-O -C lto"; do
        run rustc --edition 2021 $flags_of_rust "$sources/statics.rs" -o statics \
            -L "$top_build/lib" -l dylib=mpi_abi -C link-arg="-Wl,-rpath,$top_build/lib"
        HEDDLE_NP=3 run ./statics
        expect "statics, thread-local values and panics of Rust are each rank's ($flags_of_rust)" \
            0 'rank 0: counter 1101 of 3306 names \["rank 0"\] once 0 caught false' \
            'rank 1: counter 1102 of 3306 names \["rank 1"\] once 1 caught true' \
            'rank 2: counter 1103 of 3306 names \["rank 2"\] once 2 caught false'
    done
else
    skip rust "it is not installed"
fi

if command -v valgrind >/dev/null; then
    mkdir -p of_valgrind
    run $WRAPPER_CC "${flags[@]}" "$sources/uninitialised.c" -o uninitialised "${libraries[@]}"
    HEDDLE_NP=3 TMPDIR=$PWD/of_valgrind run valgrind -q ./uninitialised
    expect "valgrind names functions and lines of each copy" 0 '3 ranks have looked'
    [ "$(grep -c ': is_large (uninitialised.c:9)' err)" -eq 3 ] && [ -z "$(ls of_valgrind)" ]
    report "valgrind names those of three ranks, and no file is left"
else
    skip valgrind "it is not installed"
fi

# What is copied, and why not.
if [ -x "$bin/heddle-globals" ]; then
    run "$bin/heddle-globals" ./globals
    expect "heddle-globals tells what each rank has" 0 \
        'globals: [1-9][0-9]* private, 0 shared: each rank has a copy, code and data' \
        'liblibrary.so: [1-9] private, 0 shared: each rank has a copy, code and data' \
        'libmpi_abi.so.1: 0 private, .*: one for all ranks, as Heddle.s library needs it' \
        'libc.so.6: 0 private, .*: one for all ranks, as the process has one'
else
    skip heddle-globals "without libdw"
fi

# What the C library keeps for the process.
run $WRAPPER_CC "${flags[@]}" "$sources/state.c" -o state "${libraries[@]}"
echo 5 >number
HEDDLE_NP=3 run sh -c './state -a1 -b <number'
for rank in 0 1 2; do
    expect "state of the C library is each rank's ($rank)" 0 \
        "rank $rank: rand 1 1 word b own $rank hour .* options a1b 3 signals 1 input"
done
expect "so are the time zone and standard input" 0 'rank 0: .* hour 0 .* input 5' \
    'rank 1: .* hour 19 .* input -1' 'rank 2: .* hour 19 .* input -1'

# The program asks for another MPI's library of the standard ABI, and gets ours.
mkdir -p other
printf 'int %s(void);\nint %s(void) { return 1; }\n' MPI_Init MPI_Init MPI_Comm_rank MPI_Comm_rank \
    MPI_Finalize MPI_Finalize >other.c
run $WRAPPER_CC -shared -fPIC -Wl,-soname,libmpi_abi.so.1 other.c -o other/libmpi_abi.so.1
printf '#include <mpi.h>\n#include <stdio.h>\n#include <stdlib.h>\nstatic int rank = 5;
int main(int argc, char **argv) { MPI_Init(NULL, NULL); MPI_Comm_rank(MPI_COMM_WORLD, &rank);
printf("rank %%d preload %%s path %%s word %%s\\n", rank, getenv("LD_PRELOAD"),
       getenv("LD_LIBRARY_PATH"), argv[argc - 1]);
MPI_Finalize(); return 0; }\n' >abi.c
run $WRAPPER_CC "${flags[@]}" abi.c -o abi other/libmpi_abi.so.1 -Wl,-rpath,"$PWD/other"
expect "a program is linked for another library" 0
run "$bin/mpiexec" -n 2 ./abi
expect "mpiexec leads a program of another MPI's wrapper to our library" 0 \
    'rank 0 preload \(null\)' 'rank 1 preload \(null\)'
# A space ends a name in LD_PRELOAD, and none in LD_LIBRARY_PATH.
mkdir -p 'a b/bin'
cp "$bin/mpiexec" 'a b/bin'
ln -sfn "$(readlink -f "$top_build/lib")" 'a b/lib'
run env LD_LIBRARY_PATH=kept 'a b/bin/mpiexec' -n 2 ./abi
expect "so it does where its library's path has a space" 0 \
    'rank 0 preload \(null\) path kept ' 'rank 1 preload \(null\) path kept '
run $WRAPPER_CC "${flags[@]}" abi.c -o abi_rpath other/libmpi_abi.so.1 \
    -Wl,--disable-new-dtags,-rpath,"$PWD/other"
run 'a b/bin/mpiexec' -n 2 ./abi_rpath
expect "it says that it cannot where the program's RPATH comes first" 126 \
    'abi_rpath: its RPATH may lead to another .* install Heddle in a folder whose path has none'
# Parts of a job may have words of their own, but not programs of their own.
ln -sf abi again
run "$bin/mpiexec" -n 1 ./abi first : -n 2 ./again second
expect "parts of one program run" 0 'rank 0 .* word first' 'rank 1 .* word second' \
    'rank 2 .* word second'
run "$bin/mpiexec" -n 1 ./abi : -n 1 ./state
expect "another program beside it is refused" 1 \
    'cannot run beside another program: .* where it is the only one'

# Scripts: an interpreter that is not position-independent needs its library.
interpreter=$("$PYTHON" -c 'import sys; print(sys.executable)')
if readelf -h "$interpreter" | grep -q DYN || "$PYTHON" -c '
import ctypes, sys
ctypes.CDLL("libpython%d.%d.so.1.0" % sys.version_info[:2])' 2>/dev/null; then
    run "$bin/mpiexec" -n 3 "$interpreter" "$sources/script.py" a
    expect "each rank has a Python interpreter" 0 "rank \\[0, 0\\] 0 total 3 \\['a'\\]" \
        "rank \\[1, 10\\] 1 total 3 \\['a'\\]" "rank \\[2, 20\\] 2 total 3 \\['a'\\]"
    PATH=${interpreter%/*}:$PATH run "$bin/mpiexec" -n 1 "${interpreter##*/}" \
        "$sources/script.py" a : -n 2 -wdir other "${interpreter##*/}" "$sources/script.py" b
    expect "so have parts with scripts of their own" 0 "rank \\[0, 0\\] 0 total 3 \\['a'\\]" \
        "rank \\[1, 10\\] 1 total 3 \\['b'\\]" "rank \\[2, 20\\] 2 total 3 \\['b'\\]"
else
    skip python "the interpreter is not position-independent, and its library is not installed"
fi
run "$bin/heddle-python"
expect "our interpreter is for mpiexec alone" 2 'it is mpiexec that starts this program'

# A profiler finds the functions of copies, which the file's pages are mapped for.
printf '%s\n' '#include <mpi.h>' 'static volatile double sum;' \
    '__attribute__((noinline)) static void add_up(void) {' \
    '    for (long i = 0; i < 30000000; i++) sum += i; }' 'int main(int argc, char **argv) {' \
    '    MPI_Init(&argc, &argv); add_up(); return MPI_Finalize(); }' >adds.c
run $WRAPPER_CC -O1 "${flags[@]}" adds.c -o adds "${libraries[@]}"
if perf record -e cpu-clock -o own.data true >/dev/null 2>&1; then
    HEDDLE_NP=2 run perf record -e cpu-clock -o own.data ./adds
    run perf report -i own.data --stdio --sort comm,symbol
    expect "perf finds functions of all copies" 0 'rank 0 .* add_up' 'rank 1 .* add_up'
else
    skip perf "it is not installed, or the kernel does not permit it"
fi

# Many ranks, and a large program: copies map the file's pages.
printf '%s\n' '#include <mpi.h>' '#include <stdio.h>' 'static int own = 1;' 'extern char large[];' \
    'int main(int argc, char **argv) {' \
    'int rank, sum; MPI_Init(&argc, &argv); MPI_Comm_rank(MPI_COMM_WORLD, &rank); own += rank;' \
    'own += large[rank]; MPI_Reduce(&own, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);' \
    'if (rank == 0) printf("sum %d\n", sum); return MPI_Finalize(); }' >many.c
printf '.section .rodata\n.globl large\nlarge: .zero 200000000\n' >large.s
printf '.section .note.GNU-stack,"",@progbits\n' >>large.s
run $WRAPPER_CC "${flags[@]}" many.c large.s -o many "${libraries[@]}"
HEDDLE_NP=1000 run ./many
expect "a thousand ranks of a program of 200 MB run" 0 'sum 500500'
rm -f many

# What cannot be copied is refused, but runs as one rank.
run $WRAPPER_CC -fno-pie -no-pie "${flags[@]}" "$sources/waits.c" -o fixed "${libraries[@]}"
HEDDLE_NP=2 run ./fixed
expect "a program that is not position-independent is refused" 1 \
    'the program is not position-independent, .* link it without -fno-pie, -no-pie and -static'
printf '#include <stddef.h>\nstatic char heap[1 << 20], *next = heap;
void *malloc(size_t bytes) { char *at = next; next += (bytes + 15) & -16; return at; }
void free(void *at) { (void)at; }\nvoid *calloc(size_t a, size_t b) { return malloc(a * b); }
void *realloc(void *at, size_t bytes) { (void)at; return malloc(bytes); }\n' >heap.c
run $WRAPPER_CC -w "${flags[@]}" "$sources/waits.c" heap.c -o heap "${libraries[@]}"
HEDDLE_NP=2 run ./heap
expect "a program with a malloc of its own is refused" 1 'has a malloc of its own.*into a library'
if has "$WRAPPER_CC -fsanitize=address"; then
    run $WRAPPER_CC -fsanitize=address "${flags[@]}" "$sources/waits.c" -o watched \
        "${libraries[@]}"
    HEDDLE_NP=2 run ./watched
    expect "a program with a sanitizer is refused" 1 'was compiled with a sanitizer, .* with mpicc'
else
    skip sanitizer "it is not installed"
fi

# Libraries that the wrapper has not compiled, in programs that it has: each rank has its own.
use_library_in_c() {
    run $1 -g -fPIC -shared "$sources/called.c" -o libcalled.so
    for how in "-I" "-O2 -isystem" "-fno-plt -I" "-Wl,-z,lazy -I"; do
        run "$bin/mpicc" $how "$sources" "$sources/calls.c" ./libcalled.so -o calls
        HEDDLE_NP=3 run ./calls
        expect "a library of $1 is each rank's ($how)" 0 \
            'rank 0: 1103 1123 count 112 now 12 applied 17 other 13 table 24 48 equal 1' \
            'rank 1: 1105 1145 count 123 now 23 applied 29 other 7 table 46 92 equal 1' \
            'rank 2: 1107 1167 count 134 now 34 applied 41 other 35 table 68 136 equal 1'
        [ ! -s err ]
        report "nothing is told of that ($how)"
    done
    run "$bin/mpiexec" -n 1 ./calls
    expect "one rank uses the library of $1 as well" 0 \
        'rank 0: 1103 1123 count 112 now 12 applied 17 other 13 table 24 48 equal 1'
}

use_library_in_cxx() {
    run $1 -fPIC -shared "$sources/shapes.cc" -o libshapes.so
    run "$bin/mpicxx" $2 -I"$sources" "$sources/shapes_used.cc" ./libshapes.so -o shapes
    HEDDLE_NP=3 run ./shapes
    expect "classes and exceptions of a library of $1 are each rank's ($2)" 0 \
        'rank 0: 1 2 1011 12 square, trouble 0 at 112, trouble 7 at 112, 11 11, 112, first of 0 ' \
        'rank 1: 2 6 1015 19 square, trouble 1 at 119, trouble 7 at 119, 11 11, 119, first of 1 ' \
        'rank 2: 3 12 1021 30 square, trouble 2 at 130, trouble 7 at 130, 11 11, 130, first of 2 '
    [ ! -s err ]
    report "nothing is told of that either ($1, $2)"
}

for compiler in "$WRAPPER_CC -O1" "clang -O2"; do
    if has "$compiler"; then
        use_library_in_c "$compiler"
    else
        skip "a library of $compiler" "it is not installed"
    fi
done
# A library of the wrapper that such a library needs is constructed before it, in each rank.
printf '%s\n' 'static int made;' 'int first_made(void);' \
    '__attribute__((constructor)) static void begin(void) { made += 7; }' \
    'int first_made(void) { return made++; }' >first.c
printf '%s\n' 'int first_made(void);' 'int called_add(int x);' 'static int n;' \
    '__attribute__((constructor)) static void begin(void) { n = first_made(); }' \
    'int called_add(int x) { return 100 * first_made() + 10 * n + x; }' >second.c
printf '%s\n' '#include <mpi.h>' '#include <stdio.h>' '#include <called.h>' 'int main(void) {' \
    'int rank; MPI_Init(NULL, NULL); MPI_Comm_rank(MPI_COMM_WORLD, &rank);' \
    'printf("rank %d: %d\n", rank, called_add(rank)); return MPI_Finalize(); }' >third.c
run "$bin/mpicc" -shared -fPIC first.c -o libfirst.so
run $WRAPPER_CC -shared -fPIC second.c ./libfirst.so -o libsecond.so
run "$bin/mpicc" -I"$sources" third.c ./libsecond.so ./libfirst.so -o third
HEDDLE_NP=3 run ./third
expect "constructors of libraries of both kinds run in their order" 0 'rank 0: 870' 'rank 1: 871' \
    'rank 2: 872'
run $WRAPPER_CC "${flags[@]}" -I"$sources" third.c ./libsecond.so ./libfirst.so -o third \
    "${libraries[@]}"
HEDDLE_NP=3 run ./third
expect "so do they in a program of another compiler" 0 'rank 0: 870' 'rank 1: 871' 'rank 2: 872'
# What such a library calls of the C library has the rank's state.
printf '%s\n' '#include <stdlib.h>' '#include <unistd.h>' 'int called_add(int x);' \
    'int called_options(int argc, char **argv);' \
    'int called_add(int x) { return atoi(getenv("OWN")) + x; }' \
    'int called_options(int argc, char **argv) {' '    static int sum; int option;' \
    '    while ((option = getopt(argc, argv, "a:")) != -1)' '        sum += atoi(optarg);' \
    '    return 100 * sum + optind; }' >options.c
printf '%s\n' '#include <mpi.h>' '#include <stdio.h>' '#include <stdlib.h>' '#include <called.h>' \
    'int called_options(int argc, char **argv);' 'int main(int argc, char **argv) {' \
    'int rank; char own[] = "0"; MPI_Init(NULL, NULL); MPI_Comm_rank(MPI_COMM_WORLD, &rank);' \
    'own[0] += rank; setenv("OWN", own, 1); MPI_Barrier(MPI_COMM_WORLD);' \
    'printf("rank %d: %d %d\n", rank, called_options(argc - 2 * (rank % 2), argv),' \
    'called_add(0)); return MPI_Finalize(); }' >with_options.c
for how in "-Wl,-z,lazy" "-Wl,-z,now"; do
    run $WRAPPER_CC -shared -fPIC $how options.c -o liboptions.so
    run "$bin/mpicc" -I"$sources" with_options.c ./liboptions.so -o with_options
    HEDDLE_NP=4 run ./with_options -a 3 -a 4
    expect "getopt and getenv in such a library have the rank's state ($how)" 0 'rank 0: 705 0' \
        'rank 1: 303 1' 'rank 2: 705 2' 'rank 3: 303 3'
done
# Four bytes that no other file can name are a library's state, too.
printf 'static int n;\nint called_add(int x);\nint called_add(int x) { return n += x; }\n' >small.c
printf '%s\n' '#include <mpi.h>' '#include <stdio.h>' '#include <called.h>' 'int main(void) {' \
    'int rank, sum; MPI_Init(NULL, NULL); MPI_Comm_rank(MPI_COMM_WORLD, &rank);' \
    'sum = called_add(rank + 1); MPI_Barrier(MPI_COMM_WORLD); sum = called_add(rank + 1);' \
    'printf("rank %d: %d\n", rank, sum); return MPI_Finalize(); }' >small_used.c
run $WRAPPER_CC -shared -fPIC small.c -o libsmall.so
run "$bin/mpicc" -I"$sources" small_used.c ./libsmall.so -o small
HEDDLE_NP=3 run ./small
expect "a hidden variable of four bytes is each rank's" 0 'rank 0: 2' 'rank 1: 4' 'rank 2: 6'
for compiler in "$WRAPPER_CXX -O2" "clang++ -O0"; do
    if has "$compiler"; then
        use_library_in_cxx "$compiler" -O0
        use_library_in_cxx "$compiler" -O2
    else
        skip "a library of $compiler" "it is not installed"
    fi
done
run "$WRAPPER_CC" -fPIC -shared "$sources/called.c" -o libcalled.so
run "$bin/mpicc" -I"$sources" -fheddle-shared=called_count "$sources/calls.c" ./libcalled.so \
    -o calls
HEDDLE_NP=2 run ./calls
expect "a variable of such a library cannot be shared alone" 1 \
    "variable 'called_count' is declared shared .*HEDDLE_SINGLE=libcalled.so"
run "$bin/mpicc" -isystem "$sources" -O2 "$sources/calls.c" ./libcalled.so -o calls
HEDDLE_SINGLE=libm.,libcalled HEDDLE_NP=2 run ./calls
expect "a library can be kept single" 0 'rank 0: .* count 1' 'rank 1: .* count 1' \
    'all ranks share the global variables of 1 library .* libcalled.so'

# An allocator before all others that does not tell how long a block is. HEDDLE_RMA looks at frees.
cat >bump.c <<'END'
#include <stddef.h>
#include <stdint.h>
#include <string.h>
static char pool[512u << 20];
static size_t used;
static void *take(size_t bytes, size_t alignment)
{
    size_t start = __atomic_fetch_add(&used, bytes + alignment + 16, __ATOMIC_RELAXED);
    uintptr_t block = ((uintptr_t)pool + start + 15 + alignment) / alignment * alignment;
    ((size_t *)block)[-2] = bytes;
    ((size_t *)block)[-1] = 0x4141414141414140;
    return (void *)block;
}
void *malloc(size_t bytes) { return take(bytes, 16); }
void free(void *block) { (void)block; }
void *calloc(size_t count, size_t bytes) { return take(count * bytes, 16); }
void *realloc(void *old, size_t bytes)
{
    void *block = take(bytes, 16);
    if (old != NULL)
        memcpy(block, old, ((size_t *)old)[-2] < bytes ? ((size_t *)old)[-2] : bytes);
    return block;
}
void *aligned_alloc(size_t alignment, size_t bytes) { return take(bytes, alignment); }
void *memalign(size_t alignment, size_t bytes) { return take(bytes, alignment); }
int posix_memalign(void **block, size_t alignment, size_t bytes)
{
    *block = take(bytes, alignment);
    return 0;
}
END
printf '%s\n' '#include <mpi.h>' '#include <stdlib.h>' 'int main(int argc, char **argv) {' \
    '    char *before = malloc(100), *memory = malloc(1000); MPI_Win win;' \
    '    MPI_Init(&argc, &argv);' \
    '    MPI_Win_create(memory, 1000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win); free(before);' \
    '    free(memory); MPI_Win_free(&win); return MPI_Finalize(); }' >freed.c
run $WRAPPER_CC -O1 -fno-builtin -shared -fPIC bump.c -o libbump.so
run "$bin/mpicc" freed.c -o freed
run env LD_PRELOAD="$PWD/libbump.so" HEDDLE_NP=2 HEDDLE_RMA=1 ./freed
expect "frees are seen of an allocator that does not tell sizes" 0 \
    'warning: free, called in .*, frees memory of '
# OpenMP's library is each rank's, too: a rank waits for the others inside a critical section.
cat >threads.c <<'EOC'
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    omp_set_num_threads(rank + 1);
#pragma omp critical
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp critical(one_with_a_name)
    MPI_Barrier(MPI_COMM_WORLD);
#pragma omp parallel
#pragma omp critical
    sum++;
    printf("rank %d: %d threads\n", rank, sum);
    return MPI_Finalize();
}
EOC
if run $cc "${flags[@]}" -fopenmp threads.c -o threads "${libraries[@]}" &&
    [ "$status" -eq 0 ]; then
    HEDDLE_NP=3 HEDDLE_TIMEOUT=60 run ./threads
    expect critical_sections_of_openmp_are_each_ranks 0 \
        '^rank 0: 1 threads$' '^rank 1: 2 threads$' '^rank 2: 3 threads$'
else
    skip critical_sections_of_openmp_are_each_ranks "the compiler has no OpenMP"
fi

# A library may bring one for OpenMP along, of another name, as modules of Python do.
cat >part.c <<'EOC'
#include <omp.h>
int work(void);
int work(void)
{
    int numbers = 0;
#pragma omp parallel num_threads(3) reduction(+ : numbers)
    {
#pragma omp barrier
        numbers += omp_get_thread_num() + 10 * omp_get_num_threads();
    }
    return numbers;
}
EOC
cat >opens.c <<'EOC'
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int (*work)(void), rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    work = (int (*)(void))dlsym(dlopen("./libpart.so", RTLD_NOW), "work");
    printf("rank %d: %d and %d\n", rank, work(), work());
    return MPI_Finalize();
}
EOC
openmp=$($cc -print-file-name=libgomp.so.1)
if [ -e "$openmp" ] && sed 's/libgomp\.so\.1/libbrought.1/g' "$openmp" >libbrought.1 &&
    $cc -fopenmp -fPIC -c part.c &&
    $cc -shared part.o -o libpart.so ./libbrought.1 -Wl,-rpath,"$PWD"; then
    run $cc "${flags[@]}" opens.c -o opens "${libraries[@]}" -ldl
    HEDDLE_NP=2 HEDDLE_TIMEOUT=60 run ./opens
    expect a_library_calls_the_openmp_that_it_has_brought_along 0 \
        '^rank 0: 93 and 93$' '^rank 1: 93 and 93$'
else
    skip a_library_calls_the_openmp_that_it_has_brought_along "the compiler has no OpenMP"
fi

finish
