/* SPDX-License-Identifier: MIT */
/* Calls of MPI in Fortran: gfortran passes the addresses of all arguments, and has no place where a
 * plugin could see the program as it is written. The types of the addresses are still those of the
 * variables when a function has just entered SSA form. With mpi_f08 they are not: there gfortran
 * passes a descriptor. */
#include "mpi_calls.h"

#include "mpi_types.h"

bool is_fortran(void)
{
    return startswith(lang_hooks.name, "GNU Fortran");
}

/* The variable whose address is passed, NULL_TREE if it is something else. */
static tree variable_of(tree address)
{
    tree base;

    if (TREE_CODE(address) != ADDR_EXPR)
        return NULL_TREE;
    base = get_base_address(TREE_OPERAND(address, 0));
    return base != NULL_TREE && VAR_P(base) ? base : NULL_TREE;
}

tree constant_at(tree address)
{
    tree decl = TREE_CODE(address) == ADDR_EXPR ? TREE_OPERAND(address, 0) : address;

    if (TREE_CODE(decl) != CONST_DECL || TREE_CODE(DECL_INITIAL(decl)) != INTEGER_CST)
        return NULL_TREE;
    return DECL_INITIAL(decl);
}

/* True for MPI_IN_PLACE, MPI_BOTTOM and the like, which are variables of one common block. */
static bool is_special(tree address)
{
    tree variable = variable_of(address);

    return variable != NULL_TREE && startswith(plain_name(variable), "heddle_");
}

static tree argument_of(gcall *call, int index)
{
    return index >= 0 && index < (int)gimple_call_num_args(call) ? gimple_call_arg(call, index)
                                                                 : NULL_TREE;
}

static bool has_no_operation(gcall *call)
{
    for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
        tree value = constant_at(gimple_call_arg(call, i));

        if (value != NULL_TREE && tree_fits_uhwi_p(value) &&
            tree_to_uhwi(value) == (uintptr_t)MPI_NO_OP)
            return true;
    }
    return false;
}

/* The datatype's name in the words of the language. */
static const char *fortran_datatype_for(tree type)
{
    HOST_WIDE_INT bytes = bytes_of(type);

    switch (TREE_CODE(type)) {
    case INTEGER_TYPE:
        return bytes == 4 ? "MPI_INTEGER" : bytes == 8 ? "MPI_INTEGER8" : NULL;
    case BOOLEAN_TYPE:
        return bytes == 4 ? "MPI_LOGICAL" : NULL;
    case REAL_TYPE:
        return bytes == 4 ? "MPI_REAL" : bytes == 8 ? "MPI_DOUBLE_PRECISION" : NULL;
    case COMPLEX_TYPE:
        return bytes == 8 ? "MPI_COMPLEX" : bytes == 16 ? "MPI_DOUBLE_COMPLEX" : NULL;
    default:
        return NULL;
    }
}

/* The name of the variable or dummy argument, as a part of a format; empty if there is none. */
static std::string name_of(tree address)
{
    tree variable = variable_of(address);

    if (TREE_CODE(address) == SSA_NAME)
        variable = SSA_NAME_VAR(address);
    if (variable == NULL_TREE || DECL_ARTIFICIAL(variable) || DECL_NAME(variable) == NULL_TREE)
        return "";
    return std::string(", %<") + IDENTIFIER_POINTER(DECL_NAME(variable)) + "%>,";
}

static bool warn_of_type(gcall *call, const call_buffer &roles, const datatype &type, tree element,
                         const contradiction &first)
{
    const char *function = IDENTIFIER_POINTER(DECL_NAME(gimple_call_fndecl(call)));
    const char *right = fortran_datatype_for(element);
    std::string what = shown_part(first.described);
    std::string name = name_of(gimple_call_arg(call, roles.buffer));
    std::string text = "argument %d of %qs" + name + " is %qT, but its datatype %s describes %s";

    if (right == NULL)
        return warn(WARNING_TYPE, gimple_location(call), text.c_str(), roles.buffer + 1, function,
                    element, type.name.c_str(), what.c_str());
    text += ": the datatype of %qT is %s";
    return warn(WARNING_TYPE, gimple_location(call), text.c_str(), roles.buffer + 1, function,
                element, type.name.c_str(), what.c_str(), element, right);
}

/* True if INTEGER has the size that the names of the datatypes say. */
static bool has_usual_integers(void)
{
#ifdef flag_default_integer
    return flag_default_integer == 0;
#else
    return true;
#endif
}

bool look_at_fortran(gcall *call, const call_buffer &roles, noted_call *known)
{
    tree buffer = argument_of(call, roles.buffer), count = argument_of(call, roles.count);
    tree handle = argument_of(call, roles.datatype), element;
    const datatype *type;
    contradiction first;

    if (!has_usual_integers() || buffer == NULL_TREE || count == NULL_TREE ||
        handle == NULL_TREE || roles.traits & COUNTS || is_special(buffer) ||
        has_no_operation(call) || !POINTER_TYPE_P(TREE_TYPE(buffer)))
        return false;
    count = constant_at(count);
    handle = constant_at(handle);
    type = handle != NULL_TREE ? predefined_datatype(handle) : NULL;
    if (type == NULL || (count != NULL_TREE && integer_zerop(count)))
        return false;
    *known = {*type, count != NULL_TREE && tree_fits_shwi_p(count) ? tree_to_shwi(count) : -1,
              gimple_location(call)};
    element = strip_array_types(TREE_TYPE(TREE_TYPE(buffer)));
    if (!contradicts(*type, element, std::max<HOST_WIDE_INT>(known->count, 1), &first))
        return true;
    return !warn_of_type(call, roles, *type, TYPE_MAIN_VARIANT(element), first);
}
