/* SPDX-License-Identifier: MIT */
/* Variables that are not the program's, recognised by name: the implementation's, those of libc
 * that programs declare by hand, and the linker's. */
#include "privatize.h"

static const char *const implementation_names[] = {
    "__dso_handle",     "__stack_chk_guard",     "_DYNAMIC",          "_GLOBAL_OFFSET_TABLE_",
    "__ehdr_start",     "__executable_start",    "etext",             "_etext",
    "__etext",          "__init_array_start",    "__init_array_end",  "__fini_array_start",
    "__fini_array_end", "__preinit_array_start", "__preinit_array_end",
};

/* Prefixes of our own library, of compilers and of their runtime libraries. */
static const char *const implementation_prefixes[] = {
    "heddle_", "__gcov", "__asan", "__tsan", "__ubsan", "__lsan", "__sanitizer",
    "__odr_asan", "Lubsan_", ".Lubsan_", "__llvm_",
};

static const char *const libc_names[] = {
    "__environ", "stdout", "stderr", "__timezone", "__daylight", "__tzname", "signgam",
    "sys_errlist", "sys_nerr", "sys_siglist", "program_invocation_name",
    "program_invocation_short_name", "__progname", "__progname_full", "h_errno", "_res",
    "obstack_exit_failure", "obstack_alloc_failed_handler", "loc1", "loc2", "locs",
    "re_syntax_options", "__libc_single_threaded", "__malloc_hook", "__realloc_hook",
    "__free_hook", "__memalign_hook", "argp_err_exit_status", "argp_program_version",
    "argp_program_bug_address", "error_print_progname", "error_message_count",
    "error_one_per_line",
};

/* Variables that objects of runtime/ define, which the wrapper links into programs. */
#define LIBC_VARIABLE(name) name,
#define GETOPT_VARIABLE(name) name,
static const char *const own_libc_names[] = {
#include "image/libc_variable.def"
};

const char *plain_name(tree decl)
{
    tree id = DECL_NAME(decl);

    if (DECL_ASSEMBLER_NAME_SET_P(decl) || TREE_PUBLIC(decl) || DECL_EXTERNAL(decl))
        id = DECL_ASSEMBLER_NAME(decl);
    if (id == NULL_TREE)
        return "";
    /* GCC puts a star before an assembler name that must not get a prefix. */
    return IDENTIFIER_POINTER(id)[0] == '*' ? IDENTIFIER_POINTER(id) + 1 : IDENTIFIER_POINTER(id);
}

bool is_implementation_name(const char *name)
{
    for (const char *known : implementation_names)
        if (strcmp(known, name) == 0)
            return true;
    for (const char *prefix : implementation_prefixes)
        if (startswith(name, prefix))
            return true;
    return false;
}

bool is_own_libc_name(const char *name)
{
    for (const char *known : own_libc_names)
        if (strcmp(known, name) == 0)
            return true;
    return false;
}

bool is_libc_name(const char *name)
{
    for (const char *known : libc_names)
        if (strcmp(known, name) == 0)
            return true;
    return false;
}
