/* SPDX-License-Identifier: MIT */
/* For image/processor.h alone, which says what the names mean. */
#ifndef IMAGE_PROCESSOR_AARCH64_H
#define IMAGE_PROCESSOR_AARCH64_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    PROCESSOR = EM_AARCH64,
    R_NONE = R_AARCH64_NONE,
    R_ADDRESS = R_AARCH64_ABS64,
    R_RELATIVE = R_AARCH64_RELATIVE,
    R_IRELATIVE = R_AARCH64_IRELATIVE,
    R_GLOB_DAT = R_AARCH64_GLOB_DAT,
    R_JUMP_SLOT = R_AARCH64_JUMP_SLOT,
    R_COPY = R_AARCH64_COPY,
    R_DTPMOD = R_AARCH64_TLS_DTPMOD,
    R_DTPOFF = R_AARCH64_TLS_DTPREL,
    R_TPOFF = R_AARCH64_TLS_TPREL,
    R_TLSDESC = R_AARCH64_TLSDESC,
    THUNK_BYTES = 64,
    HERALD_CODE_BYTES = 32,
    HAS_GUESTS = false,
};

/* Calls may change x16 and x17 on the way. The distance is a multiple of 8 below 16 MB. */
static inline void thunk_write(unsigned char code[THUNK_BYTES], const char *function,
                               ptrdiff_t distance)
{
    const uint32_t text[] = {
        0xd503245f,                                       /* bti c */
        0x580000f0,                                       /* ldr x16, function */
        0xd53bd051,                                       /* mrs x17, tpidr_el0 */
        0x91400231 | ((uint32_t)distance >> 12) << 10,    /* add x17, x17, #high, lsl #12 */
        0xf9400231 | ((uint32_t)distance % 4096) / 8 << 10, /* ldr x17, [x17, #low] */
        0x8b110210,                                       /* add x16, x16, x17 */
        0xd61f0200,                                       /* br x16 */
        0xd503201f,                                       /* nop */
    };

    memcpy(code, text, sizeof text);
    memcpy(code + sizeof text, &function, sizeof function);
}

/* ldr x0, argument; ldr x16, target; br x16 */
static inline void herald_write_code(unsigned char code[HERALD_CODE_BYTES],
                                     void (*target)(const char *), const char *argument)
{
    static const uint32_t text[] = {0x58000080, 0x580000b0, 0xd61f0200, 0xd503201f};

    memcpy(code, text, sizeof text);
    memcpy(code + 16, &argument, sizeof argument);
    memcpy(code + 24, &target, sizeof target);
}

/* Most functions end so: ldp x29, x30, [sp], #16; ret. A lone return would go to x30 for ever. */
static inline const void *return_find(const char *code, size_t bytes)
{
    static const uint32_t end[] = {0xa8c17bfd, 0xd65f03c0};

    for (; bytes >= sizeof end && memcmp(code, end, sizeof end) != 0; bytes -= 4)
        code += 4;
    return bytes >= sizeof end ? code : NULL;
}

/* Pushes what that end pops: the frame's address and the address behind. Code with branch targets
 * (BTI) lets functions be branched to by x16 and x17 alone. */
#define RETURN_BY                                                                                  \
    "    stp x29, x30, [sp, #-16]!\n"                                                              \
    "    .cfi_adjust_cfa_offset 16\n"                                                              \
    "    .cfi_rel_offset x29, 0\n"                                                                 \
    "    .cfi_rel_offset x30, 8\n"                                                                 \
    "    adr x16, 1f\n"                                                                            \
    "    stp x29, x16, [sp, #-16]!\n"                                                              \
    "    .cfi_adjust_cfa_offset 16\n"                                                              \
    "    mov x30, x3\n"                                                                            \
    "    mov x17, x4\n"                                                                            \
    "    br x17\n"                                                                                 \
    "    .cfi_adjust_cfa_offset -16\n"                                                             \
    "1:  ldp x29, x30, [sp], #16\n"                                                                \
    "    .cfi_adjust_cfa_offset -16\n"                                                             \
    "    .cfi_restore x29\n"                                                                       \
    "    .cfi_restore x30\n"                                                                       \
    "    ret\n"

#endif
