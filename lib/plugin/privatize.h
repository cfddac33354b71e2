/* SPDX-License-Identifier: MIT */
/* Declarations for the files of the privatizing plugin. docs/PRIVATE-GLOBALS.md explains the
 * whole. */
#ifndef DRIVER_PRIVATIZE_PRIVATIZE_H
#define DRIVER_PRIVATIZE_PRIVATIZE_H

#include "gcc-plugin.h"

#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "backend.h"
#include "tree.h"
#include "gimple.h"
#include "tree-pass.h"
#include "context.h"
#include "cgraph.h"
#include "stringpool.h"
#include "attribs.h"
#include "diagnostic-core.h"
#include "fold-const.h"
#include "langhooks.h"
#include "options.h"
#include "stor-layout.h"
#include "varasm.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "versions.h"

/* The compiler's answer where it finds something. */
enum answer { ANSWER_NOTHING, ANSWER_WARNING, ANSWER_ERROR };

/* The plugin's arguments; plugin.cc describes and reads them. */
struct settings {
    std::unordered_set<std::string> shared_names;
    std::unordered_set<std::string> private_names;
    std::vector<std::string> shared_paths;
    bool lists_variables;
    bool has_debug_locations;
    bool tells_accesses;
    answer to_type, to_count, to_scope;
};
extern settings settings;

/* language.cc: what only the front ends know; call before GCC frees it. */
bool is_cxx(void);
bool type_has_data_pointer(tree type);
bool type_is_dynamic(tree type);
bool is_constant(tree variable);
bool is_initialized_at_run_time(tree constant);
bool may_be_initialized_at_run_time(tree constant);
bool is_defined_in_many_units(tree variable);
bool is_in_std_namespace(tree decl);
bool is_language_table(tree variable);
bool is_temporary_of_reference(tree variable);

/* names.cc: recognises variables that are not the program's by name. */
const char *plain_name(tree decl);
bool is_implementation_name(const char *name);
bool is_own_libc_name(const char *name);
bool is_libc_name(const char *name);

/* select.cc: which variables are private. The verdict is stored with the declaration. */
enum verdict {
    VERDICT_SHARED,
    VERDICT_PRIVATE,
    /* Another unit may decide otherwise, so the program compares at its start. */
    VERDICT_SHARED_BY_NAME,
    /* A constant of another unit: private if it is initialised at run time, which only that unit
     * knows. The program finds out at its start, and sets the variable's mask. */
    VERDICT_AS_DEFINED,
};
verdict verdict_of(tree variable);
bool is_private(tree variable);
/* Returns why the user shares the variable, as a reason of a record. */
unsigned shared_reason(tree variable);
bool is_private_name(const std::string &assembler_name);

/* Displacements are whole pages. */
enum { DISPLACEMENT_ALIGNMENT = 4096 };

/* rewrite.cc */
/* Returns `heddle_displacement`, which is thread-local. */
tree displacement_variable(void);
/* Returns the function of `heddle_at (&x, displacement)`, a sum in a form that alias analysis
 * understands. */
tree sum_function(void);
opt_pass *make_rewrite_pass(gcc::context *context);

/* Returns the mask of a variable used here: all bits set where the variable is private, else 0.
 * Returns NULL_TREE if there is none yet and `makes_it` is false. */
tree mask_variable(tree variable, bool makes_it);

/* assembler.cc */
void check_assembler(location_t location, const char *text);
void check_assembler_outside_functions(void);

/* wide.cc: call it when all calls of the unit are known. */
void name_wide_procedures(void);

/* types.cc: call it before the front end folds conversions away. */
void check_types(tree function);

/* allocations.cc: call it before the front end folds conversions away. */
void describe_allocations(tree function);
/* allocators.cc: describes the calls whose results the function hands out; call it then, too. */
void describe_allocator(tree function);

/* described.cc: call it at the end of the unit's assembler text. */
void write_descriptions(void);

/* warn.cc: lets files name the plugin's warnings in pragmas. */
void accept_pragmas(void);

/* The other passes; each is in the file of its name. */
opt_pass *make_select_pass(gcc::context *context);
/* `optimizes`: for functions that are optimised, or for those that are not. */
opt_pass *make_accesses_pass(gcc::context *context, bool optimizes);
opt_pass *make_alignment_pass(gcc::context *context);
opt_pass *make_counts_pass(gcc::context *context);
opt_pass *make_described_pass(gcc::context *context);
opt_pass *make_frames_pass(gcc::context *context);
opt_pass *make_lower_pass(gcc::context *context);
opt_pass *make_scope_pass(gcc::context *context);
opt_pass *make_table_pass(gcc::context *context);
opt_pass *make_values_pass(gcc::context *context);

/* table.cc: call it while static constructors are still marked as such. */
void remember_constructors(void);

/* table.cc: call it at the end of the unit's assembler text. */
void mark_object(void);

/* debuginfo.cc: replaces the debug hooks if there are any. */
void start_debug_locations(void);

extern const ggc_root_tab access_roots[];
extern const ggc_root_tab rewrite_roots[];
extern const ggc_root_tab table_roots[];
extern const ggc_root_tab debug_roots[];

#endif
