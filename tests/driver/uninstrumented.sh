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

# The program shares names with uninstrumented objects: a static variable with a function of theirs,
# a function of its own with a static variable of theirs. That is no reason to refuse it.
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
! grep -q 'share' err
report has_been_told_when_linking
eval "$("$bin/mpicc" -show program.c harmless.o -o by_hand)"
HEDDLE_NP=2 run ./by_hand
expect tells_at_the_start_when_something_else_has_linked 0 '^rank 1: 2 3 7$' \
    '^heddle: all ranks share hidden of the program, from an object that mpicc did not compile'
HEDDLE_NP=1 run ./by_hand
! grep -q 'share' err
report has_nothing_to_tell_a_lone_rank
HEDDLE_TELL_SHARED=0 HEDDLE_NP=2 run ./by_hand
! grep -q 'share' err
report is_silent_about_it_on_request
eval "$("$bin/mpicc" -show program.c -x c - -o by_hand)" <<'TEXT'
int count(void);
int count(void) { static int calls; return ++calls + 6; }
TEXT
HEDDLE_NP=2 run ./by_hand
expect what_all_is_compiled_for_ranks_tells_nothing 0 '^rank 1: 2 3 7$'
! grep -q 'share' err
report and_is_silent
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

# An object's own variables are shared, which nothing but a note tells.
printf '%s\n' 'static int calls;' 'int plain = 3;' 'const int fixed = 7;' \
    'static const char *const names[] = {"a", "b"};' 'int count(void);' \
    'int count(void) { static int turn; return ++calls + ++turn + plain++ + names[0][0]; }' >plain.c
$cc -fPIC -c plain.c
ar rcs libplain.a plain.o
share="all ranks will share"
run "$bin/mpicc" program.c plain.o -o noted
expect an_objects_own_variables_are_told 0 \
    "^note: $share calls and 2 other variables of plain.o, .*when linking .-fheddle-shared=calls"
[ "$(grep -c "$share" err)" -eq 1 ]
report they_are_told_once
run "$bin/mpicc" program.c -L. -lplain -o noted
expect so_are_those_of_an_archive 0 "^note: $share calls .*libplain.a\\(plain.o\\)"
run "$bin/mpicc" -fheddle-shared=calls,turn program.c plain.o -o noted
expect chosen_ones_are_not_told 0 "^note: $share plain of plain.o"
run "$bin/mpicc" -fheddle-shared=calls,turn -fheddle-shared=plain program.c plain.o -o noted
[ "$status" -eq 0 ] && [ ! -s err ]
report it_is_silent_if_all_are_chosen
"$bin/mpicc" -c plain.c
run "$bin/mpicc" program.c plain.o -o noted
[ "$status" -eq 0 ] && [ ! -s err ]
report an_object_of_the_wrapper_is_not_told
printf '%s\n' '#include <future>' '#include <iostream>' '#include <regex>' \
    'extern "C" int count() { std::cout << std::regex_match("a", std::regex("a+"));' \
    'return std::async([] { return 1; }).get(); }' >streams.cc
if [ -x "$bin/mpicxx" ]; then
    ${CXX:-c++} -fPIC -c streams.cc
    "$bin/mpicc" -c program.c
    run "$bin/mpicxx" program.o streams.o -o noted
    [ "$status" -eq 0 ] && [ ! -s err ]
    report variables_of_the_languages_headers_are_not_told
fi

# A library of the program's own may have an uninstrumented object in it that names the program's
# variable.
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

# A template of the system's headers whose static variables a library and the program both have.
mkdir -p system
cat >system/single.hpp <<'TEXT'
template <class T> struct single {
    static int count;
    static int *place;
    static bool &lock()
    {
        static bool is_locked;
        return is_locked;
    }
};
template <class T> int single<T>::count = 5;
template <class T> int *single<T>::place = &single<T>::count;
struct theirs {};
TEXT
cat >theirs.cc <<'TEXT'
#include <single.hpp>
int count_of_library() { return single<theirs>::count; }
int *place_of_library() { return single<theirs>::place; }
bool library_is_locked() { return single<theirs>::lock(); }
TEXT
cat >both.cc <<'TEXT'
#include <mpi.h>
#include <single.hpp>
#include <cstdio>
int count_of_library();
int *place_of_library();
bool library_is_locked();
struct ours {};
int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    single<ours>::count += rank;
    *single<ours>::place += 10;
    for (int i = 0; i < size; i++) {
        if (i == rank)
            single<theirs>::count++;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == size - 1)
        single<theirs>::lock() = true;
    MPI_Barrier(MPI_COMM_WORLD);
    std::printf("rank %d: own %d, theirs %d, of library %d, same %d, locked %d\n", rank,
                single<ours>::count, single<theirs>::count, count_of_library(),
                place_of_library() == &single<theirs>::count, library_is_locked());
    MPI_Finalize();
}
TEXT
if [ -x "$bin/mpicxx" ]; then
    export HEDDLE_TELL_SHARED=0 # the library's other variables
    for level in -O0 -O2; do
        ${CXX:-c++} -O1 -shared -fPIC -isystem system theirs.cc -o libtheirs.so
        run "$bin/mpicxx" $level -isystem system both.cc ./libtheirs.so -o both
        expect "links with a library that has the same variables $level" 0
        if [ "${sanitizer:-no}" = no ] && [ -e "$top_build/lib/libmpi_abi.so" ]; then
            run "$bin/mpiexec" -n 3 ./both
            expect "each rank has its own of what both have $level" 0 \
                '^rank 0: own 15, theirs 6, of library 6, same 1, locked 0$' \
                '^rank 2: own 17, theirs 6, of library 6, same 1, locked 1$'
            [ ! -s err ]
            report "and nothing is told of it $level"
        fi
        export HEDDLE_SINGLE=libtheirs.so
        run "$bin/mpiexec" -n 3 ./both
        expect "shares what a single library has of a system header $level" 0 \
            '^rank 0: own 15, theirs 8, of library 8, same 1, locked 1$' \
            '^rank 2: own 17, theirs 8, of library 8, same 1, locked 1$' \
            '^heddle: all ranks share single<theirs>::.* and [0-9]+ other variables?, because .*so '
        [ "$(grep -c "all ranks share" err)" -eq 1 ]
        report "says so once $level"
        unset HEDDLE_SINGLE
    done
    export HEDDLE_SINGLE=libtheirs.so
    HEDDLE_STRANGERS=0 run "$bin/mpiexec" -n 3 ./both
    [ "$status" -eq 0 ] && [ ! -s err ]
    report is_silent_about_it_if_told
    HEDDLE_STRANGERS=2 run "$bin/mpiexec" -n 3 ./both
    expect refuses_it_if_told 1 'libtheirs.so was not compiled with'
    unset HEDDLE_SINGLE
    "$bin/mpicxx" -O2 -isystem system both.cc theirs.cc -o both
    run "$bin/heddle-globals" both
    expect lists_what_may_be_shared 0 'single<ours>::count: private .unless a library has it'
    run "$bin/mpiexec" -n 2 ./both
    expect gives_each_rank_its_own_otherwise 0 \
        '^rank 1: own 16, theirs 6, of library 6, same 1, locked 1$' \
        '^rank 0: own 15, theirs 6, of library 6, same 1, locked 0$'
fi
finish
