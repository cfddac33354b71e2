#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The standard streams of C++ in ranks: who reads, labels, buffers, other ways to link.
. "$(dirname "$0")/../harness/tap.sh"
if [ "$privatize" = no ]; then
    skip streams 'without private globals'
    finish
    exit
fi

cat >sum.cc <<'TEXT'
#include <iostream>
#include <string>
int main(int argc, char **)
{
    if (argc > 1)
        std::ios_base::sync_with_stdio(false);
    long sum = 0, number;
    std::string word;
    std::cin >> word;
    while (std::cin >> number)
        sum += number;
    std::cout << word << " " << sum << (std::cin.eof() ? " to the" : " not to the") << " end\n";
    std::cerr << "said " << word << std::endl;
    std::clog << "logged" << std::endl;
}
TEXT
run "$bin/mpicxx" -O2 sum.cc -o sum
expect builds 0
for way in '' unsynchronised; do
    { echo word; seq 100; } >numbers
    # shellcheck disable=SC2086
    HEDDLE_NP=3 timeout "$limit" ./sum $way <numbers >out 2>err
    [ "$(sort out | tr '\n' ,)" = ' 0 to the end, 0 to the end,word 5050 to the end,' ]
    report "gives input to the first rank $way"
    # shellcheck disable=SC2086
    timeout "$limit" "$bin/mpiexec" -stdin all -l -n 3 ./sum $way <numbers >out 2>err
    [ "$(sort out | tr '\n' ,)" = "$(printf '[%d] word 5050 to the end,' 0 1 2)" ] &&
        [ "$(grep -c '^\[[012]\] logged$' err)" -eq 3 ]
    report "labels lines and gives input to all $way"
    # shellcheck disable=SC2086
    HEDDLE_NP=1 timeout "$limit" ./sum $way <numbers >out 2>err
    grep -qx 'word 5050 to the end' out && grep -qx 'said word' err
    report "serves a single rank $way"
done

# Objects that g++ or gcc links, and a C program with a library in C++.
run "$bin/mpicxx" -O2 -c sum.cc
run "$bin/mpicc" sum.o -o by-mpicc -lstdc++ && HEDDLE_NP=2 timeout "$limit" ./by-mpicc <numbers >out
grep -qx 'word 5050 to the end' out && [ "$(wc -l <out)" -eq 2 ]
report links_with_mpicc
echo 'int main(void) { return 0; }' >plain.c
run "$bin/mpicc" plain.c -o plain -Wl,--as-needed -lstdc++ && HEDDLE_NP=2 run ./plain
expect links_a_program_that_does_not_need_the_library 0
cat >say.cc <<'TEXT'
#include <iostream>
extern "C" void say(int number) { std::cout << "number " << std::hex << number << std::endl; }
TEXT
cat >main.c <<'TEXT'
void say(int number);
int main(void) { say(255); return 0; }
TEXT
run "$bin/mpicxx" -shared -O2 say.cc -o libsay.so && run "$bin/mpicc" main.c -o main ./libsay.so &&
    HEDDLE_NP=2 run ./main
expect serves_a_library_of_a_c_program 0 '^number ff$'
# A library compiled without the wrapper has the originals, so the ranks' words may be mixed.
if [ "$sanitizer" = no ]; then
    run g++ -shared -fPIC -O2 say.cc -o libsay.so && HEDDLE_NP=2 run ./main
    [ "$status" -eq 0 ] && [ "$(tr ' ' '\n' <out | sort | xargs)" = 'ff ff number number' ]
    report leaves_other_libraries_the_originals
    cp main.c main.cc && sed -i 's/^void/#include <iostream>\nextern "C" void/' main.cc
    sed -i 's/say(255)/std::cout << "own" << std::endl, say(255)/' main.cc
    run "$bin/mpicxx" main.cc -o main ./libsay.so && HEDDLE_NP=3 run ./main
    expect lets_both_write 0 '^number ff$' '^own$'
fi
run "$bin/mpicxx" -static-libstdc++ sum.cc
expect refuses_a_cxx_library_for_itself 1 'not possible: '
finish
