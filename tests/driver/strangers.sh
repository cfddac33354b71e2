#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Objects, archives and libraries that were not compiled with the wrapper: fine as long as they and
# the program mean different variables; else refused by name.
. "$(dirname "$0")/../harness/tap.sh"

if [ "$privatize" = no ] || [ ! -x "$bin/heddle-globals" ]; then
    skip strangers_are_refused "without private globals, or without libdw"
    finish
    exit 0
fi
cc=${CC:-cc}

# The program shares names with the strangers: a static variable with a function of theirs, a
# function of its own with a static variable of theirs. That is no reason to refuse it.
cat >program.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
int counter = 1;
static int begin = 2;
int count(void);
int hidden(void);
int hidden(void) { return begin; }
int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    counter += rank;
    begin += rank;
    printf("rank %d: %d %d %d\n", rank, counter, hidden(), count());
    MPI_Finalize();
    return 0;
}
TEXT
cat >harmless.c <<'TEXT'
#include <stdio.h>
#include <unistd.h>
extern char **environ;
static int hidden = 5;
int begin(void);
int count(void);
int begin(void) { return hidden; }
int count(void) { return begin() + (environ != NULL) + (stdin != NULL); }
TEXT
cat >uses.c <<'TEXT'
extern int counter;
int count(void);
int count(void) { return counter; }
TEXT
printf '%s\n' 'int unused_here(void);' 'extern int counter;' \
    'int unused_here(void) { return counter; }' >unused.c
cat >has.c <<'TEXT'
extern int kept;
int count(void);
int kept = 3;
int count(void) { return kept; }
TEXT
sed 's/^int count(void);/&\nextern int kept;/; s/counter += rank/& + kept/' program.c >keeper.c
printf '%s\n' '#include <unistd.h>' 'int count(void);' 'int count(void) { return optind; }' \
    >options.c
printf '%s\n' '.globl count' '.text' 'count: movl counter@GOTPCREL(%rip), %eax' 'ret' \
    '.section .note.GNU-stack,"",@progbits' >text.s
for source in harmless uses unused has options; do
    $cc -fPIC -g -c $source.c
done
$cc -c text.s
$cc -fPIC -flto -c uses.c -o optimised.o
ar rcs libmixed.a uses.o harmless.o 2>/dev/null
ar rcs libharmless.a harmless.o unused.o 2>/dev/null

remedies="compile it with the wrapper, or let all ranks share the variable.*-fheddle-shared="

run "$bin/mpicc" program.c harmless.o -o fine
expect an_object_that_names_none_is_linked 0
HEDDLE_NP=2 run ./fine
expect its_ranks_have_their_own_variables 0 '^rank 0: 1 2 7$' '^rank 1: 2 3 7$'
run "$bin/mpicc" program.c -L. -lharmless -o fine
expect a_member_of_an_archive_that_is_not_linked_does_no_harm 0
run "$bin/mpicc" program.c uses.o -o refused
expect an_object_that_uses_a_private_variable_is_refused 1 \
    "^error: uses.o was not compiled .* uses variable 'counter', .*$remedies""counter"
[ ! -e refused ]
report a_refused_program_is_not_left_behind
run "$bin/mpicc" program.c -L. -lmixed -o refused
expect a_member_of_an_archive_is_named 1 "libmixed.a\\(uses.o\\) was not .*'counter'"
printf '%s\n' 'extern int counter;' 'static int calls = 10;' 'int count(void);' \
    'int count(void) { return calls += counter; }' >own.c
"$bin/mpicc" -c own.c
ar rcs libown.a own.o
run "$bin/mpicc" program.c -L. -lown -o fine
HEDDLE_NP=3 run ./fine
expect variables_of_an_archive_of_ones_own_are_private 0 \
    '^rank 0: 1 2 11$' '^rank 1: 2 3 12$' '^rank 2: 3 4 13$'
run "$bin/mpicc" keeper.c has.o -o refused
expect an_object_that_defines_what_the_program_takes_for_private_is_refused 1 \
    "^error: has.o was not compiled .* defines variable 'kept', .*$remedies""kept"
run "$bin/mpicc" program.c options.o -o refused
expect getopts_variables_are_refused 1 "options.o was not .*'optind'"
run "$bin/mpicc" program.c text.o -o refused
expect assembler_code_is_refused 1 "text.o was not .*'counter'"
run "$bin/mpicc" -flto program.c optimised.o -o refused
expect an_object_of_flto_is_refused 1 "optimised.o was not .*'counter'"
run "$bin/mpicc" -flto program.c uses.o -o refused
expect an_object_beside_those_of_flto_is_refused 1 "uses.o was not .*'counter'"
run "$bin/mpicc" -flto program.c uses.c -o fine
expect ones_own_objects_of_flto_are_not 0
run "$bin/mpicc" -shared -fPIC -o libboth.so program.c uses.o
expect in_a_library_it_is_refused_too 1 "uses.o was not .*'counter'"
run "$bin/mpicc" -fheddle-shared=counter program.c uses.o -o fine
expect a_shared_variable_is_accepted 0
run "$bin/mpicc" -fno-heddle-private program.c uses.o -o fine
expect a_program_without_private_variables_is_accepted 0
run "$bin/mpicc" program.c uses.c -o fine
expect the_same_source_compiled_with_the_wrapper_is_accepted 0
run "$bin/mpicc" program.c uses.o -o refused -Wl,-Map=own.map
expect ones_own_map_will_do 1 "uses.o was not .*'counter'"
[ -s own.map ]
report ones_own_map_is_written
for linker in gold lld; do
    if ! command -v ld.$linker >/dev/null; then
        skip "another_linker_refuses_too ($linker)" "it is not installed"
        continue
    fi
    run "$bin/mpicc" -fuse-ld=$linker program.c uses.o -o refused
    expect "another_linker_refuses_too ($linker)" 1 "uses.o was not .*'counter'"
done

# A library of the program's own may have a stranger in it that names the program's variable.
printf '%s\n' 'int count(void);' 'int counted;' \
    'int count_all(void);' 'int count_all(void) { return counted + count(); }' >whole.c
run "$bin/mpicc" -shared -fPIC -o libwhole.so whole.c uses.o
expect a_library_does_not_know_the_programs_variables 0
sed 's/int count(void);/int count_all(void);/; s/count())/count_all())/' program.c >user.c
run "$bin/mpicc" user.c -o user -L. -lwhole -Wl,-rpath,"$PWD"
HEDDLE_NP=2 run ./user
expect the_start_is_refused 1 "libwhole.so was not .* not all of it, but uses variable 'counter'"
HEDDLE_NP=1 run ./user
expect a_job_of_one_rank_is_not 0 '^rank 0: 1 2 1$'

# So may one that is opened.
$cc -shared -fPIC -o libuses.so uses.c
sed 's/int count(void);/#include <dlfcn.h>/;
    s|count())|((int (*)(void))dlsym(dlopen("./libuses.so", RTLD_NOW), "count"))())|' \
    program.c >opener.c
run "$bin/mpicc" opener.c -o opener -rdynamic
HEDDLE_NP=2 run ./opener
expect what_is_opened_is_refused 134 "libuses.so was not .* uses variable 'counter' of the program"

# A constant of a library that was not compiled with the wrapper may be read.
printf '%s\n' '#include <cstdlib>' 'extern const int limit; const int limit = atoi("42");' \
    'extern const char letters[4]; const char letters[4] = "abc";' >limits.cc
run g++ -shared -fPIC -o liblimits.so limits.cc
printf '%s\n' '#include <mpi.h>' '#include <cstdio>' 'extern const int limit;' \
    'extern const char letters[4];' 'int main() { MPI_Init(nullptr, nullptr);' \
    'printf("%d %s\n", limit, letters); MPI_Finalize(); }' >limited.cc
run "$bin/mpicxx" limited.cc -o limited -L. -llimits -Wl,-rpath,"$PWD"
HEDDLE_NP=2 run ./limited
expect another_librarys_constants_may_be_read 0 '^42 abc$'
finish
