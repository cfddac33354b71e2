/* SPDX-License-Identifier: MIT */
/* Makes debuggers show the selected thread's copy: the DWARF location of a private variable is its
 * address plus the thread's displacement.
 *
 * GCC describes a variable with a value expression by that expression's location. Each private
 * variable therefore gets a value expression while its description is written. */
#include "privatize.h"

#include "debug.h"
#include "memmodel.h"
#include "rtl.h"
#include "emit-rtl.h"
#include "target.h"

static const gcc_debug_hooks *plain_hooks;
static gcc_debug_hooks own_hooks;
static tree displacement_for_debuggers; // an expression

const ggc_root_tab debug_roots[] = {
    {&displacement_for_debuggers, 1, sizeof displacement_for_debuggers, &gt_ggc_mx_tree_node,
     &gt_pch_nx_tree_node},
    LAST_GGC_ROOT_TAB,
};

/* Declares a variable of another object so that it looks defined here, because GCC writes DWARF
 * only for such variables. */
static tree variable_elsewhere(const char *name, tree type, bool is_thread_local)
{
    tree decl = build_decl(BUILTINS_LOCATION, VAR_DECL, get_identifier(name), type);

    SET_DECL_ASSEMBLER_NAME(decl, get_identifier(name));
    TREE_PUBLIC(decl) = 1;
    TREE_STATIC(decl) = 1;
    DECL_ARTIFICIAL(decl) = 1;
    DECL_IGNORED_P(decl) = 1;
    if (is_thread_local)
        set_decl_tls_model(decl, TLS_MODEL_LOCAL_EXEC);
    DECL_RTL(decl);
    TREE_ASM_WRITTEN(decl) = 1;
    return decl;
}

/* Computes the displacement in a library from a variable of the module's own (runtime/start). */
static tree displacement_in_library(void)
{
    tree anchor = variable_elsewhere("heddle_anchor", char_type_node, true);
    tree distance = variable_elsewhere("heddle_distance", ptrdiff_type_node, false);
    tree type = build_pointer_type(ptrdiff_type_node);
    tree place = build2(POINTER_PLUS_EXPR, type, build1(ADDR_EXPR, type, anchor),
                        build1(NOP_EXPR, sizetype, distance));

    return build2(MEM_REF, ptrdiff_type_node, place, build_zero_cst(type));
}

static tree displacement_for_dwarf(void)
{
    bool is_for_library = flag_pic && !flag_pie;

    if (displacement_for_debuggers == NULL_TREE)
        displacement_for_debuggers =
            is_for_library ? displacement_in_library()
                           : variable_elsewhere("heddle_displacement", ptrdiff_type_node, true);
    return displacement_for_debuggers;
}

static bool is_described_here(tree variable)
{
    varpool_node *node;

    if (!VAR_P(variable) || !TREE_STATIC(variable) || DECL_HAS_VALUE_EXPR_P(variable) ||
        !is_private(variable))
        return false;
    node = varpool_node::get(variable);
    return node != NULL && node->definition;
}

static bool add_expression(tree variable)
{
    tree original, address, type, sum;

    if (!is_described_here(variable))
        return false;
    original = copy_node(variable);
    DECL_IGNORED_P(original) = 1;
    SET_DECL_RTL(original, DECL_RTL(variable));
    type = build_pointer_type(TREE_TYPE(variable));
    address = build1(ADDR_EXPR, type, original);
    sum = build2(POINTER_PLUS_EXPR, type, address,
                 build1(NOP_EXPR, sizetype, displacement_for_dwarf()));
    SET_DECL_VALUE_EXPR(variable,
                        build2(MEM_REF, TREE_TYPE(variable), sum, build_zero_cst(type)));
    DECL_HAS_VALUE_EXPR_P(variable) = 1;
    return true;
}

static void describe_global(tree decl)
{
    bool has_expression = add_expression(decl);

    plain_hooks->late_global_decl(decl);
    if (has_expression)
        DECL_HAS_VALUE_EXPR_P(decl) = 0;
}

static void add_expressions(tree block, std::vector<tree> *changed)
{
    for (; block != NULL_TREE; block = BLOCK_CHAIN(block)) {
        for (tree decl = BLOCK_VARS(block); decl != NULL_TREE; decl = DECL_CHAIN(decl))
            if (add_expression(decl))
                changed->push_back(decl);
        add_expressions(BLOCK_SUBBLOCKS(block), changed);
    }
}

static void describe_function(tree function)
{
    std::vector<tree> changed;

    add_expressions(DECL_INITIAL(function), &changed);
    plain_hooks->function_decl(function);
    for (tree decl : changed)
        DECL_HAS_VALUE_EXPR_P(decl) = 0;
}

void start_debug_locations(void)
{
    if (!settings.has_debug_locations || in_lto_p || debug_hooks == &own_hooks)
        return;
    plain_hooks = debug_hooks;
    own_hooks = *debug_hooks;
    own_hooks.late_global_decl = describe_global;
    own_hooks.function_decl = describe_function;
    debug_hooks = &own_hooks;
}
