#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Bash completes the options of mpiexec and of the wrappers: all that the tables of options have.
. "$(dirname "$0")/../harness/tap.sh"

PATH=$bin:$PATH
export ASAN_OPTIONS=detect_leaks=0
# shellcheck disable=SC1091
. "$top_build/share/completions/mpiexec" && . "$top_build/share/completions/mpicc"
report bash_reads_both

# completions FUNCTION WORD...: what the last word can become, one in each line of `got`.
completions() {
    local function=$1
    shift
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    "$function" "$1" "${!#}" ''
    printf '%s\n' "${COMPREPLY[@]}" >got
}

# offers WORD...: each of them is offered.
offers() {
    local word
    for word; do
        grep -qxF -e "$word" got || { echo "#   $word is not offered" && return 1; }
    done
}

sed -nE 's/^    \{"([^"]+)", OPTION_(\w+),.*/\1 \2/p' "$top_source/lib/tools/options.c" >options
completions _heddle_mpiexec mpiexec -
[ "$(wc -l <options)" -gt 80 ] &&
    sed -n 's/^\(.*\) REFUSED$//; t; s/^\(.*\) .*/-\1/p' options | sort >wanted &&
    sort got | cmp - wanted
report offers_each_option_of_mpiexec_that_is_not_refused
completions _heddle_mpiexec mpiexec -n 2 -timesta
offers -timestamp -timestamp-output && [ "$(wc -l <got)" -eq 2 ]
report completes_an_option_behind_another
completions _heddle_mpiexec mpiexec -bind-to ''
offers core hwthread none
report completes_words_of_an_option
completions _heddle_mpiexec mpiexec --bind-to = hw
offers hwthread && [ "$(wc -l <got)" -eq 1 ]
report completes_words_behind_an_equals_sign
mkdir -p folder && touch program input
completions _heddle_mpiexec mpiexec -wdir fo
offers folder && [ "$(wc -l <got)" -eq 1 ]
report completes_folders
completions _heddle_mpiexec mpiexec -matrix inp
offers input
report completes_files
completions _heddle_mpiexec mpiexec -n 2 ./pro
offers ./program
report completes_the_program
completions _heddle_mpiexec mpiexec -n 2 ./program -
! grep -q . got
report leaves_the_options_of_the_program_alone
completions _heddle_mpiexec mpiexec -n 2 ./program inp
offers input
report completes_arguments_as_files
completions _heddle_mpiexec mpiexec -n 2 ./program : -config
offers -configfile
report completes_options_of_the_next_part

# The first list of the wrapper that reads its own options.
sed -n '/^    case $argument in/,/^    esac/p' "$top_source/lib/tools/wrapper/mpicc.in" |
    sed -n '1,/^    esac/s/^    \(-[^)]*\)).*/\1/p' | tr '|' '\n' | tr -d ' *?' | sort -u >wanted
completions _heddle_mpicc mpicc -
[ "$(wc -l <wanted)" -gt 20 ] && [ -z "$(sort -u got | comm -13 - wanted)" ]
report offers_each_option_of_the_wrappers
completions _heddle_mpicc mpicc -O2 -fheddle-sha
offers -fheddle-shared= -fheddle-shared-path=
report completes_an_option_of_the_wrappers
if gcc --completion=-fsanitize 2>/dev/null | grep -q -e '-fsanitize=thread'; then
    completions _heddle_mpicc mpicc -fsanitize=thr
    offers -fsanitize=thread
    report completes_options_of_the_compiler
else
    skip completes_options_of_the_compiler "the compiler does not tell its options"
fi
completions _heddle_mpicc mpicc inp
! grep -q . got
report leaves_files_to_bash
completions _heddle_mpicc ./no-such-wrapper -rank
offers -ranks=
report needs_no_compiler_for_its_own
finish
