/* SPDX-License-Identifier: MIT */
/* Descriptions of a program's data, which the compiler plugin writes and checks of a run read: the
 * format between objects compiled at one time and a library installed at another. The header is C
 * and C++.
 *
 * They lie in a section of debug information: it is never loaded, linkers put addresses into it and
 * drop what belongs to code that they drop, and `strip` takes it away. Objects without it are only
 * not described. The section is a row of entries without gaps between them, each an address of
 * eight bytes and a text that a zero ends:
 *   c NAME LAYOUT   a call of MPI returns to the address; its argument NAME points to such elements
 *   m LAYOUT        a call of malloc, or one like it, returns to it, and allocates such elements;
 *                   or one of a function that hands out what malloc returns (w)
 *   w BYTES         such a call returns to it, or one of a function that `w` describes, too; its
 *                   function returns the memory to its own caller. The address to which it does
 *                   that lies that many bytes above the stack pointer that the call leaves
 *   v BYTES LAYOUT  a variable of that many bytes is there, which has such elements; LAYOUT may be
 *                   -: nothing is known of these
 *   l NAME BYTES OFFSET ELEMENT VARIABLE
 *                   a call of MPI returns to the address; its argument NAME points into the local
 *                   variable VARIABLE, which has that many BYTES, at that OFFSET, or - if the
 *                   offset is not known. ELEMENT is the bytes of an element of the variable, or 0
 *                   if its elements have no numbers
 *   c NAME -        such a call, whose argument the program has cast, or of which nothing else is
 *                   certain: neither it nor the memory says what it points to
 * An entry of another letter means something that the library does not know.
 *
 * LAYOUT is "24 0i4,8r8*2 - struct particle": the bytes of an element; its parts, or - if nothing
 * is known of them; the datatype that describes it, or -; and the type's name, up to the end. A
 * part is its offset, i for an integer or a pointer, r for a floating-point number, its bytes, and
 * behind an asterisk how many of them lie in a row if it is not one. Bytes that no part has hold
 * anything, as those of characters and unions do. */
#ifndef IMAGE_DESCRIBED_H
#define IMAGE_DESCRIBED_H

#define DESCRIBED_SECTION ".debug_heddle"

enum described {
    DESCRIBED_ARGUMENT = 'c',
    DESCRIBED_LOCAL = 'l',
    DESCRIBED_ALLOCATION = 'm',
    DESCRIBED_ALLOCATOR = 'w',
    DESCRIBED_VARIABLE = 'v',
};

#endif
