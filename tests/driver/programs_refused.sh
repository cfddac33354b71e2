#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Programs that cannot run beside others are refused before anything runs.
. "$(dirname "$0")/../harness/tap.sh"
if [ "$privatize" = no ] || [ ! -x "$bin/heddle-launch" ]; then
    skip refusals 'only of builds with private globals and a shared library'
    finish
    exit
fi

cat >first.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
__attribute__((constructor)) static void begin(void) { puts("first begins"); }
int main(void)
{
    MPI_Init(0, 0);
    return MPI_Finalize();
}
TEXT
"$bin/mpicc" first.c -o first
printf '#include <mpi.h>\nint main(void) { MPI_Init(0, 0); return MPI_Finalize(); }\n' >idle.c
"$bin/mpicc" idle.c -o idle
report builds_programs_that_may_run

# refuse NAME PROGRAM PATTERN: starts it beside another program, of which nothing may run.
refuse() {
    run "$bin/mpiexec" -n 1 ./first : -n 1 "./$2"
    [ ! -s out ] || echo 'a program has run' >err
    expect "$1" 1 "/$2 cannot run beside another program: .*$3"
}

echo 'int main(void) { return 0; }' >plain.c
"$WRAPPER_CC" plain.c -o plain && "$WRAPPER_CC" -static plain.c -o static &&
    "$WRAPPER_CC" -no-pie plain.c -o fixed
report builds_programs_of_others
refuse refuses_a_program_of_another_compiler plain 'it was not linked by Heddle.s mpicc; link it'
refuse refuses_a_static_program static 'it is not position-independent; link it without .*-static'
refuse refuses_a_program_at_a_fixed_address fixed 'it is not position-independent; link it without'
if "$WRAPPER_CC" -static-pie plain.c -o lone 2>err; then
    refuse refuses_a_static_program_at_any_address lone 'linked statically, or a library; link it'
else
    skip refuses_a_static_program_at_any_address 'the compiler makes none'
fi
"$WRAPPER_CC" -w plain.c -Wl,--no-as-needed "$top_build/lib/libmpi_abi.so.1" -o bare
refuse refuses_a_program_linked_without_the_wrapper bare 'without the flags of .*; link it again'
cp plain arm && printf '\267' | dd of=arm bs=1 seek=18 conv=notrunc status=none
refuse refuses_another_processor arm 'another kind of processor; compile it for this one'
cp plain narrow && printf '\001' | dd of=narrow bs=1 seek=4 conv=notrunc status=none
refuse refuses_another_abi narrow 'another kind of processor; compile it for this one'
run "$bin/mpiexec" -n 1 ./first : -n 1 ./nowhere
expect names_a_program_that_is_not_there 127 'nowhere not found'
echo >parts
run "$bin/mpiexec" -n 1 ./first : -n 1 ./parts
expect names_a_program_that_is_not_executable 126 'parts: '

printf '#include <stdio.h>\nFILE *out(void);\nFILE *out(void) { return stdout; }\n' >out.c
printf '#include <mpi.h>\n#include <stdio.h>\nFILE *out(void);
int main(void) { MPI_Init(0, 0); fputs("runs", out()); return MPI_Finalize(); }\n' >copying.c
"$WRAPPER_CC" -O2 -fPIE -c out.c && "$bin/mpicc" copying.c out.o -o copying
if readelf -r copying | grep -q R_X86_64_COPY; then
    refuse refuses_a_copy_of_a_variable_of_a_library copying \
        "a copy of variable 'stdout' of a library.* compile that part by mpicc or with -fPIC"
else
    skip refuses_a_copy_of_a_variable_of_a_library 'the compiler makes none'
fi
cat >large.c <<'TEXT'
#include <mpi.h>
_Thread_local char large[1 << 22];
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    large[argc] = 1;
    return MPI_Finalize();
}
TEXT
"$bin/mpicc" large.c -o large
refuse refuses_too_many_thread_local_variables large 'has 4194[0-9]+ bytes of thread-local'
printf 'extern _Thread_local int mine; int theirs(void);
int theirs(void) { return mine; }\n' >theirs.c
printf '#include <mpi.h>\n_Thread_local int mine; int theirs(void);
int main(void) { MPI_Init(0, 0); mine = theirs(); return MPI_Finalize(); }\n' >mine.c
"$bin/mpicc" -shared -fPIC theirs.c -o libtheirs.so &&
    "$bin/mpicc" mine.c -L. -ltheirs '-Wl,-rpath,$ORIGIN' -o mine
refuse refuses_a_library_that_names_a_thread_local_variable mine mine

printf 'int hook(void), ask(void);\nint ask(void) { return hook(); }\n' >asks.c
printf '#include <mpi.h>\nint hook(void), ask(void); int value = 1; int hook(void) { return value; }
int main(void) { MPI_Init(0, 0); ask(); return MPI_Finalize(); }\n' >hooked.c
"$bin/mpicc" -shared -fPIC asks.c -o libasks.so &&
    "$bin/mpicc" hooked.c -L. -lasks '-Wl,-rpath,$ORIGIN' -o hooked && cp hooked crooked
run "$bin/mpiexec" -n 1 ./idle : -n 1 ./hooked
expect binds_a_library_to_the_only_program_that_has_a_name 0
run "$bin/mpiexec" -n 1 ./hooked : -n 1 ./crooked
expect refuses_a_library_that_is_bound_to_one_of_two_programs 1 \
    "crooked cannot .*'hook' of the .* hand it to the library as an argument"

# ---- allocators, which have no place beside a sanitizer's ---------------------------------------

if [ "$sanitizer" != no ]; then
    skip allocators 'the sanitizer has the only one'
    finish
    exit
fi

# An allocator of a program or of a library, which other libraries do not use.
cat >kept.c <<'TEXT'
#include <stddef.h>
static char kept[1 << 20];
static size_t used;
void *malloc(size_t bytes);
void *calloc(size_t count, size_t bytes);
void *realloc(void *old, size_t bytes);
void free(void *old);
void *malloc(size_t bytes)
{
    used += (bytes + 15) & ~(size_t)15;
    return used <= sizeof kept ? kept + used - ((bytes + 15) & ~(size_t)15) : NULL;
}
void *calloc(size_t count, size_t bytes) { return malloc(count * bytes); }
void *realloc(void *old, size_t bytes)
{
    char *made = malloc(bytes);
    size_t i;
    for (i = 0; old != NULL && made != NULL && i < bytes; i++)
        made[i] = ((char *)old)[i];
    return made;
}
void free(void *old) { (void)old; }
TEXT
cat >renewed.cc <<'TEXT'
#include <mpi.h>
#include <cstdlib>
#include <new>
void *operator new(std::size_t bytes) { return static_cast<char *>(std::malloc(bytes + 16)) + 16; }
void operator delete(void *old) noexcept { std::free(static_cast<char *>(old) - 16); }
void operator delete(void *old, std::size_t) noexcept { operator delete(old); }
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    return MPI_Finalize() + *new int(0);
}
TEXT
"$WRAPPER_CC" -shared -fPIC kept.c -o libkept.so &&
    "$bin/mpicc" -w -fno-builtin idle.c kept.c -o keeps &&
    "$bin/mpicc" idle.c -Wl,--no-as-needed -L. -lkept "-Wl,-rpath,$PWD" -o keeping &&
    "$bin/mpicxx" -rdynamic renewed.cc -o renewed
report builds_programs_with_allocators
refuse refuses_a_malloc_of_the_program keeps 'it has a malloc .*move that .* LD_PRELOAD=LIBRARY'
refuse refuses_a_malloc_of_a_library keeping 'libkept.so has a malloc .*LD_PRELOAD=/.*libkept.so,'
refuse refuses_an_operator_new_of_the_program renewed 'it has an operator new .*LD_PRELOAD=LIBRARY'
run env LD_PRELOAD="$PWD/libkept.so" "$bin/mpiexec" -n 1 ./idle : -n 1 ./keeping
expect runs_beside_others_with_a_malloc_that_all_use 0
finish
