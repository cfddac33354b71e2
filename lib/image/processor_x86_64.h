/* SPDX-License-Identifier: MIT */
/* For image/processor.h alone, which says what the names mean. */
#ifndef IMAGE_PROCESSOR_X86_64_H
#define IMAGE_PROCESSOR_X86_64_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    PROCESSOR = EM_X86_64,
    R_NONE = R_X86_64_NONE,
    R_ADDRESS = R_X86_64_64,
    R_RELATIVE = R_X86_64_RELATIVE,
    R_IRELATIVE = R_X86_64_IRELATIVE,
    R_GLOB_DAT = R_X86_64_GLOB_DAT,
    R_JUMP_SLOT = R_X86_64_JUMP_SLOT,
    R_COPY = R_X86_64_COPY,
    R_DTPMOD = R_X86_64_DTPMOD64,
    R_DTPOFF = R_X86_64_DTPOFF64,
    R_TPOFF = R_X86_64_TPOFF64,
    R_TLSDESC = R_X86_64_TLSDESC,
    THUNK_BYTES = 32,
    HERALD_CODE_BYTES = 32,
    HAS_GUESTS = true,
};

/* Callers expect that a call through a table of offsets changes %r11 and no other register that can
 * hold an argument. */
static inline void thunk_write(unsigned char code[THUNK_BYTES], const char *function,
                               ptrdiff_t distance)
{
    static const unsigned char text[] = {
        0xf3, 0x0f, 0x1e, 0xfa,                         /* endbr64 */
        0x49, 0xbb, 0,    0,    0,    0,    0, 0, 0, 0, /* movabs $function, %r11 */
        0x64, 0x4c, 0x03, 0x1c, 0x25, 0,    0, 0, 0,    /* add %fs:distance, %r11 */
        0x41, 0xff, 0xe3,                               /* jmp *%r11 */
    };
    int32_t displacement = (int32_t)distance;

    memcpy(code, text, sizeof text);
    memcpy(code + 6, &function, sizeof function);
    memcpy(code + 19, &displacement, sizeof displacement);
}

/* movabs $argument, %rdi; movabs $target, %rax; jmp *%rax */
static inline void herald_write_code(unsigned char code[HERALD_CODE_BYTES],
                                     void (*target)(const char *), const char *argument)
{
    memcpy(code, "\x48\xbf", 2);
    memcpy(code + 2, &argument, sizeof argument);
    memcpy(code + 10, "\x48\xb8", 2);
    memcpy(code + 12, &target, sizeof target);
    memcpy(code + 20, "\xff\xe0", 2);
}

/* Code has a return instruction behind each call. */
static inline const void *return_find(const char *code, size_t bytes)
{
    return memchr(code, 0xc3, bytes);
}

/* Pushes the address behind it, then that of the return instruction, and enters the function. */
#define RETURN_BY                                                                                  \
    "    leaq 1f(%rip), %rax\n"                                                                    \
    "    pushq %rax\n"                                                                             \
    "    .cfi_adjust_cfa_offset 8\n"                                                               \
    "    pushq %rcx\n"                                                                             \
    "    .cfi_adjust_cfa_offset 8\n"                                                               \
    "    jmpq *%r8\n"                                                                              \
    "    .cfi_adjust_cfa_offset -16\n"                                                             \
    "1:  ret\n"

#endif
