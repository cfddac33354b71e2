#!/bin/sh
# SPDX-License-Identifier: MIT
# archive.sh ARCHIVE START MODULE: an archive of the two objects, whose index names
# __libc_start_main, by both its names, and heddle_module.
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

member() {
    header "$1" 420 $(($(wc -c <"$2")))
    cat "$2"
    [ $(($(wc -c <"$2") % 2)) = 0 ] || printf '\n'
}

archive=$1 start=$2 module=$3
names='__wrap___libc_start_main __libc_start_main heddle_module '
index=$(even $((4 + 4 * 3 + ${#names})))
start_at=$((8 + 60 + index))
module_at=$((start_at + 60 + $(even $(($(wc -c <"$start"))))))
{
    printf '!<arch>\n'
    header / 0 $index
    word 3
    word $start_at
    word $start_at
    word $module_at
    printf %s "$names" | tr ' ' '\000'
    [ $((${#names} % 2)) = 0 ] || printf '\000'
    member start.o/ "$start"
    member module.o/ "$module"
} >"$archive"
