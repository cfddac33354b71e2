/* SPDX-License-Identifier: MIT */
/* Facts about a variable that only the front ends know. These functions must be called before GCC
 * frees language data.
 *
 * The C++ front end's headers declare things that other front ends lack, so its macros cannot be
 * used here. The flags behind them are named below. */
#include "privatize.h"

#define CXX_TYPE_HAS_NONTRIVIAL_DESTRUCTOR(type) TYPE_LANG_FLAG_4(type)
#define CXX_FIELD_IS_MUTABLE(field) DECL_LANG_FLAG_0(field)
#define CXX_IS_INLINE_OR_CONSTEXPR(variable) \
    (DECL_LANG_SPECIFIC(variable) != NULL && DECL_LANG_FLAG_8(variable))

enum { TYPE_DEPTH_MAX = 20 };

bool is_cxx(void)
{
    return startswith(lang_hooks.name, "GNU C++");
}

static bool holds_data_pointer(tree type, int depth)
{
    type = strip_array_types(type);
    if (POINTER_TYPE_P(type))
        return !FUNC_OR_METHOD_TYPE_P(TREE_TYPE(type));
    if (!RECORD_OR_UNION_TYPE_P(type))
        return false;
    if (depth == TYPE_DEPTH_MAX)
        return true;
    for (tree field = TYPE_FIELDS(type); field != NULL_TREE; field = DECL_CHAIN(field))
        if (TREE_CODE(field) == FIELD_DECL && !DECL_VIRTUAL_P(field) &&
            holds_data_pointer(TREE_TYPE(field), depth + 1))
            return true;
    return false;
}

bool type_has_data_pointer(tree type)
{
    return holds_data_pointer(type, 0);
}

static bool is_made_at_run_time(tree type, int depth)
{
    type = strip_array_types(type);
    if (TYPE_NEEDS_CONSTRUCTING(type))
        return true;
    if (!is_cxx() || TREE_CODE(type) != RECORD_TYPE || depth == TYPE_DEPTH_MAX)
        return false;
    if (CXX_TYPE_HAS_NONTRIVIAL_DESTRUCTOR(type))
        return true;
    for (tree field = TYPE_FIELDS(type); field != NULL_TREE; field = DECL_CHAIN(field))
        if (TREE_CODE(field) == FIELD_DECL && (CXX_FIELD_IS_MUTABLE(field) ||
                                               is_made_at_run_time(TREE_TYPE(field), depth + 1)))
            return true;
    return false;
}

/* True if constructors, destructors or mutable members write to such an object even if it is
 * const. */
bool type_is_dynamic(tree type)
{
    return is_made_at_run_time(type, 0);
}

bool is_constant(tree variable)
{
    return TREE_READONLY(variable) || TYPE_READONLY(strip_array_types(TREE_TYPE(variable)));
}

/* True for a C++ constant whose initialiser is not a constant: GCC clears TREE_READONLY on it. */
bool is_initialized_at_run_time(tree constant)
{
    return is_cxx() && !TREE_READONLY(constant) && !DECL_EXTERNAL(constant) &&
           !TYPE_VOLATILE(strip_array_types(TREE_TYPE(constant)));
}

bool may_be_initialized_at_run_time(tree constant)
{
    return is_cxx() && DECL_EXTERNAL(constant) && DECL_INITIAL(constant) == NULL_TREE &&
           !TYPE_VOLATILE(strip_array_types(TREE_TYPE(constant)));
}

bool is_defined_in_many_units(tree variable)
{
    return DECL_COMDAT(variable) || (is_cxx() && CXX_IS_INLINE_OR_CONSTEXPR(variable));
}

static tree enclosing(tree scope)
{
    if (TYPE_P(scope))
        return TYPE_CONTEXT(scope);
    return DECL_P(scope) ? DECL_CONTEXT(scope) : NULL_TREE;
}

bool is_in_std_namespace(tree decl)
{
    static const char *const library_namespaces[] = {"std", "__gnu_cxx", "__cxxabiv1"};

    for (tree scope = enclosing(decl); scope != NULL_TREE; scope = enclosing(scope)) {
        if (TREE_CODE(scope) != NAMESPACE_DECL || DECL_NAME(scope) == NULL_TREE)
            continue;
        for (const char *name : library_namespaces)
            if (strcmp(IDENTIFIER_POINTER(DECL_NAME(scope)), name) == 0)
                return true;
    }
    return false;
}

/* True for the temporary that a reference at namespace scope is bound to. The temporary has a name
 * only where the reference is defined. */
bool is_temporary_of_reference(tree variable)
{
    return startswith(plain_name(variable), "_ZGR") && !is_defined_in_many_units(variable);
}

/* True for virtual tables, typeinfo and construction tables, which are never written. */
bool is_language_table(tree variable)
{
    static const char *const prefixes[] = {"_ZTI", "_ZTS", "_ZTV", "_ZTT", "_ZTC"};

    if (DECL_VIRTUAL_P(variable))
        return true;
    for (const char *prefix : prefixes)
        if (startswith(plain_name(variable), prefix))
            return true;
    return false;
}
