/* SPDX-License-Identifier: MIT */
/* The copy of an executable that the loader accepts as a library. For lib/image only.
 *
 * The loader refuses to open an executable because of a flag in it. The copy, a file in memory,
 * has the flag cleared. Its thread-local variables have no names for the loader, because they
 * lie where the guest's code looks for them (image/guest/guest.h), and not where the loader
 * would put them. Paths of libraries that are relative to the executable are made absolute. */
#ifndef IMAGE_GUEST_FILE_H
#define IMAGE_GUEST_FILE_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>

/* The type of the program header in the copy that says where the initial values are, and that the
 * module is a guest. */
enum { PT_GUEST_TLS = PT_LOOS + 0x4845 };

struct guest_facts {
    size_t tls_bytes; /* of thread-local variables below the thread pointer, with the padding */
    size_t tls_alignment;
    size_t displacement; /* bytes from the variable heddle_displacement to the thread pointer */
    bool needs_asan, needs_tsan; /* AddressSanitizer's library, ThreadSanitizer's */
};

/* Checks the executable and makes the copy. Returns its descriptor, or -1 with a note that says
 * what to do. */
int guest_file_copy(const char *path, struct guest_facts *facts);

#endif
