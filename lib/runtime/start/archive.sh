#!/bin/sh
# SPDX-License-Identifier: MIT
# archive.sh ARCHIVE OBJECT SYMBOL [OBJECT SYMBOL]: an archive whose index names one symbol of each
# object.
#
# A linker takes an object of an archive when something needs a symbol that the index names. Only
# the C library's startup code needs __libc_start_main, and only executables contain that. So an
# object under this name is taken for executables and never for shared libraries, and the same flags
# suit both. The index that ar writes names all functions of the object, and a shared library that
# calls one of them would get the object, too.
set -eu

# A member's header: name, mode (octal), bytes.
header() {
    printf '%-16s%-12d%-6d%-6d%-8o%-10d`\n' "$1" 0 0 0 "$2" "$3"
}

# A number of four bytes, the highest first.
word() {
    printf "\\$(printf %o $(($1 >> 24)))\\$(printf %o $(($1 >> 16 & 255)))"
    printf "\\$(printf %o $(($1 >> 8 & 255)))\\$(printf %o $(($1 & 255)))"
}

even() {
    echo $(($1 + $1 % 2))
}

archive=$1 one=$2 one_symbol=$3 two=${4:-} two_symbol=${5:-}
count=$((2 - (${#two} == 0)))
names=$((${#one_symbol} + 1 + (count > 1 ? ${#two_symbol} + 1 : 0)))
index=$(even $((4 + 4 * count + names)))
one_bytes=$(($(wc -c <"$one")))
one_at=$((8 + 60 + index))
{
    printf '!<arch>\n'
    header / 0 $index
    word $count
    word $one_at
    [ $count = 1 ] || word $((one_at + 60 + $(even $one_bytes)))
    printf '%s\000' "$one_symbol"
    [ $count = 1 ] || printf '%s\000' "$two_symbol"
    [ $((names % 2)) = 0 ] || printf '\000'
    header one.o/ 420 $one_bytes
    cat "$one"
    [ $((one_bytes % 2)) = 0 ] || printf '\n'
    if [ $count = 2 ]; then
        header two.o/ 420 $(($(wc -c <"$two")))
        cat "$two"
        [ $(($(wc -c <"$two") % 2)) = 0 ] || printf '\n'
    fi
} >"$archive"
