/* SPDX-License-Identifier: MIT */
/* Differences between the processors that the compiler makes code for. */
#ifndef DRIVER_PRIVATIZE_PROCESSOR_H
#define DRIVER_PRIVATIZE_PROCESSOR_H

#include "privatize.h"

#include "memmodel.h"
#include "rtl.h"
#include "emit-rtl.h"
#include "tm_p.h"

/* Makes the code of a program as that of a library, which finds other modules' variables by the
 * global offset table, but knows its own. */
static inline void find_variables_as_libraries_do(void)
{
    if (flag_pie) {
        flag_pie = 0;
        flag_pic = 2;
    }
    targetm.binds_local_p = [](const_tree named) {
        return default_binds_local_p_3(named, flag_shlib != 0, true, false, false);
    };
}

#ifdef GCC_AARCH64_H

static inline void leave_variables_in_libraries(void)
{
    find_variables_as_libraries_do();
}

#define BEGINS_ASSEMBLER ""
#define ENDS_ASSEMBLER ""

/* No call says where its function has put its return address. */
static inline HOST_WIDE_INT bytes_to_return_address(void)
{
    return -1;
}

/* The code of heddle_library: fills heddle_module, and calls heddle_register if it is there. */
#define LIBRARY_CODE                                                                               \
    "\thint\t#34\n"                                                                                \
    "\tadrp\tx0, heddle_module\n\tadd\tx0, x0, :lo12:heddle_module\n"                              \
    "\tldr\tw1, [x0]\n\tcbnz\tw1, heddle_library_known\n"                                          \
    "\tmov\tw1, #VERSION\n\tstr\tw1, [x0]\n"                                                       \
    "\tadrp\tx1, :got:__start_heddle_records\n"                                                    \
    "\tldr\tx1, [x1, :got_lo12:__start_heddle_records]\n\tstr\tx1, [x0, #8]\n"                     \
    "\tadrp\tx1, :got:__stop_heddle_records\n"                                                     \
    "\tldr\tx1, [x1, :got_lo12:__stop_heddle_records]\n\tstr\tx1, [x0, #16]\n"                     \
    "\tadrp\tx16, :got:heddle_register\n\tldr\tx16, [x16, :got_lo12:heddle_register]\n"            \
    "\tcbz\tx16, heddle_library_known\n"                                                           \
    "\tbr\tx16\n"

#else

/* -mno-direct-extern-access does it, which GCC 11 lacks. */
static inline void leave_variables_in_libraries(void)
{
#if BUILDING_GCC_MAJOR < 12
    find_variables_as_libraries_do();
#else
    ix86_direct_extern_access = 0;
#endif
}

#define BEGINS_ASSEMBLER "\t.att_syntax prefix\n"
#define ENDS_ASSEMBLER (ix86_asm_dialect == ASM_INTEL ? "\t.intel_syntax noprefix\n" : "")

/* How far the function's return address lies above the stack pointer at its calls; -1: only the
 * run knows. */
static inline HOST_WIDE_INT bytes_to_return_address(void)
{
    if (cfun->calls_alloca || crtl->drap_reg != NULL_RTX || crtl->stack_realign_needed)
        return -1;
    return ix86_initial_elimination_offset(ARG_POINTER_REGNUM, STACK_POINTER_REGNUM) -
           UNITS_PER_WORD;
}

/* The code of heddle_library: fills heddle_module, and calls heddle_register if it is there. */
#define LIBRARY_CODE                                                                               \
    "\tendbr64\n"                                                                                  \
    "\tleaq\theddle_module(%rip), %rdi\n"                                                          \
    "\tcmpl\t$0, (%rdi)\n\tjne\theddle_library_known\n"                                            \
    "\tmovl\t$VERSION, (%rdi)\n"                                                                   \
    "\tleaq\t__start_heddle_records(%rip), %rax\n\tmovq\t%rax, 8(%rdi)\n"                          \
    "\tleaq\t__stop_heddle_records(%rip), %rax\n\tmovq\t%rax, 16(%rdi)\n"                          \
    "\tmovq\theddle_register@GOTPCREL(%rip), %rax\n"                                               \
    "\ttestq\t%rax, %rax\n\tje\theddle_library_known\n"                                            \
    "\tjmp\t*%rax\n"

#endif

#endif
