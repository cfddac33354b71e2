/* SPDX-License-Identifier: MIT */
/* The start of a program that was linked before version 2.34 of the C library (x86-64): it gives
 * __libc_start_main a function of its own that runs the program's constructors. */
typedef void constructor(int argc, char **argv, char **envp);

extern constructor *__init_array_start[] __attribute__((visibility("hidden")));
extern constructor *__init_array_end[] __attribute__((visibility("hidden")));

__attribute__((used)) static void construct(int argc, char **argv, char **envp)
{
    constructor **next;

    for (next = __init_array_start; next < __init_array_end; next++)
        (*next)(argc, argv, envp);
}

__attribute__((used)) static void destruct(void)
{
}

__asm__(".text\n"
        ".globl _start\n"
        "_start:\n"
        "    xor %ebp, %ebp\n"
        "    mov %rdx, %r9\n"
        "    pop %rsi\n"
        "    mov %rsp, %rdx\n"
        "    and $-16, %rsp\n"
        "    push %rax\n"
        "    push %rsp\n"
        "    lea destruct(%rip), %r8\n"
        "    lea construct(%rip), %rcx\n"
        "    mov main@GOTPCREL(%rip), %rdi\n"
        "    call *__libc_start_main@GOTPCREL(%rip)\n"
        "    hlt\n");
