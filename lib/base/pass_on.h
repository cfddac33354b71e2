/* SPDX-License-Identifier: MIT */
/* Code that passes a call on to another function with one argument more, the fifth. The argument
 * and the function are words in memory, so the code is the same for all functions. */
#ifndef BASE_PASS_ON_H
#define BASE_PASS_ON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { PASS_ON_BYTES = 32 };

/* Writes the code. The argument is the word that lies `words` bytes behind the code, and the next
 * word is the function's address. */
#if defined(__x86_64__)
enum { PASS_ON_EXISTS = true };

static inline void pass_on_write(unsigned char code[PASS_ON_BYTES], ptrdiff_t words)
{
    const unsigned char template[] = {
        0xf3, 0x0f, 0x1e, 0xfa,          /* endbr64 */
        0x4c, 0x8b, 0x05, 0,    0, 0, 0, /* mov argument(%rip), %r8 */
        0xff, 0x25, 0,    0,    0, 0,    /* jmp *function(%rip) */
    };
    int32_t argument = (int32_t)(words - 11);
    int32_t function = (int32_t)(words + (ptrdiff_t)sizeof(void *) - 17);

    memcpy(code, template, sizeof template);
    memcpy(code + 7, &argument, sizeof argument);
    memcpy(code + 13, &function, sizeof function);
}
#elif defined(__aarch64__)
enum { PASS_ON_EXISTS = true };

/* Returns the instruction that loads the register of this number from a place behind itself. */
static inline uint32_t pass_on_load(unsigned number, ptrdiff_t distance)
{
    return 0x58000000u | ((uint32_t)(distance / 4) & 0x7ffff) << 5 | number;
}

static inline void pass_on_write(unsigned char code[PASS_ON_BYTES], ptrdiff_t words)
{
    const uint32_t instructions[] = {
        0xd503245f,                                               /* bti c */
        pass_on_load(4, words - 4),                               /* ldr x4, argument */
        pass_on_load(16, words + (ptrdiff_t)sizeof(void *) - 8),  /* ldr x16, function */
        0xd61f0200,                                               /* br x16 */
    };

    memcpy(code, instructions, sizeof instructions);
}
#else
enum { PASS_ON_EXISTS = false };

static inline void pass_on_write(unsigned char code[PASS_ON_BYTES], ptrdiff_t words)
{
    (void)code, (void)words;
}
#endif

#endif
