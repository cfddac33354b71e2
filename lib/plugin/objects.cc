/* SPDX-License-Identifier: MIT */
/* The object that an address points into, as far as the function that computes the address says:
 * for functions that are in SSA form. */
#include "mpi_calls.h"

#include "gimple-iterator.h"
#include "ssa.h"
#include "tree-dfa.h"

enum { DEPTH_MAX = 16 };

gassign *assignment_of(tree value)
{
    return TREE_CODE(value) == SSA_NAME ? dyn_cast<gassign *>(SSA_NAME_DEF_STMT(value)) : NULL;
}

bool find_constant(tree value, HOST_WIDE_INT *constant, int depth)
{
    HOST_WIDE_INT left, right;
    gassign *made;

    if (TREE_CODE(value) == INTEGER_CST) {
        *constant = tree_fits_shwi_p(value) ? tree_to_shwi(value) : -1;
        return tree_fits_shwi_p(value);
    }
    made = assignment_of(value);
    if (made == NULL || depth > DEPTH_MAX || !INTEGRAL_TYPE_P(TREE_TYPE(value)) ||
        !find_constant(gimple_assign_rhs1(made), &left, depth + 1))
        return false;
    switch (gimple_assign_rhs_code(made)) {
    case SSA_NAME:
    case INTEGER_CST:
    CASE_CONVERT:
        *constant = left;
        return true;
    case MULT_EXPR:
    case PLUS_EXPR:
    case MINUS_EXPR:
        if (!find_constant(gimple_assign_rhs2(made), &right, depth + 1) || left < 0 || right < 0 ||
            left > INT_MAX || right > INT_MAX)
            return false;
        *constant = gimple_assign_rhs_code(made) == MULT_EXPR   ? left * right
                    : gimple_assign_rhs_code(made) == PLUS_EXPR ? left + right
                                                                : left - right;
        return true;
    default:
        return false;
    }
}

namespace
{

/* True for the distance from the program's own variables to those of the rank. */
bool is_displacement(tree value)
{
    gassign *made = assignment_of(value);

    if (made == NULL)
        return false;
    return gimple_assign_rhs1(made) == displacement_variable() ||
           is_displacement(gimple_assign_rhs1(made)) ||
           (gimple_assign_rhs_code(made) == BIT_AND_EXPR &&
            is_displacement(gimple_assign_rhs2(made)));
}

/* The memory of a function such as malloc. */
bool find_allocated(gcall *call, pointed_object *found)
{
    tree type = gimple_call_fntype(call);
    tree attribute =
        type == NULL_TREE ? NULL_TREE : lookup_attribute("alloc_size", TYPE_ATTRIBUTES(type));
    HOST_WIDE_INT bytes = 1, factor;
    tree callee = gimple_call_fndecl(call);

    if (callee != NULL_TREE && DECL_IS_OPERATOR_NEW_P(callee)) {
        *found = {0, 0, true, true, NULL_TREE};
        return gimple_call_num_args(call) >= 1 &&
               find_constant(gimple_call_arg(call, 0), &found->bytes);
    }
    if (gimple_call_builtin_p(call, BUILT_IN_ALLOCA) ||
        gimple_call_builtin_p(call, BUILT_IN_ALLOCA_WITH_ALIGN)) {
        *found = {0, 0, true, true, NULL_TREE};
        return find_constant(gimple_call_arg(call, 0), &found->bytes);
    }
    if (attribute == NULL_TREE)
        return false;
    for (tree place = TREE_VALUE(attribute); place != NULL_TREE; place = TREE_CHAIN(place)) {
        unsigned index = tree_to_uhwi(TREE_VALUE(place)) - 1;

        if (index >= gimple_call_num_args(call) ||
            !find_constant(gimple_call_arg(call, index), &factor) || factor < 0)
            return false;
        bytes *= factor;
    }
    *found = {bytes, 0, true, true, NULL_TREE};
    return true;
}

/* Other units may declare more of such a block. */
bool is_of_common_block(tree variable)
{
    return is_fortran() && VAR_P(variable) && DECL_COMMON(variable);
}

/* The object of a designator whose address is taken. */
bool find_designated(tree designator, pointed_object *found, int depth)
{
    poly_int64 position = 0;
    HOST_WIDE_INT offset;
    tree base = get_addr_base_and_unit_offset(designator, &position);
    bool is_known = base != NULL_TREE && position.is_constant(&offset);

    if (!is_known) {
        base = get_base_address(designator);
        offset = 0;
    }
    if (base == NULL_TREE)
        return false;
    if (TREE_CODE(base) == MEM_REF) {
        if (!integer_zerop(TREE_OPERAND(base, 1)) ||
            !find_object(TREE_OPERAND(base, 0), found, depth + 1))
            return false;
    } else if ((VAR_P(base) || TREE_CODE(base) == PARM_DECL) && bytes_of(TREE_TYPE(base)) > 0 &&
               DECL_SIZE_UNIT(base) != NULL_TREE && tree_fits_shwi_p(DECL_SIZE_UNIT(base)) &&
               !DECL_HAS_VALUE_EXPR_P(base) && !is_of_common_block(base)) {
        *found = {tree_to_shwi(DECL_SIZE_UNIT(base)), 0, true, true, base};
    } else {
        return false;
    }
    found->offset += offset;
    found->is_offset_known = found->is_offset_known && is_known;
    return true;
}

/* The largest of several objects. */
bool find_largest(gphi *phi, pointed_object *found, int depth)
{
    pointed_object one;

    *found = {-1, 0, true, true, NULL_TREE};
    for (unsigned i = 0; i < gimple_phi_num_args(phi); i++) {
        if (!find_object(gimple_phi_arg_def(phi, i), &one, depth + 1))
            return false;
        if (!one.is_offset_known)
            one.offset = 0;
        if (found->bytes < 0 || one.bytes - one.offset > found->bytes - found->offset)
            *found = one;
    }
    found->is_only = gimple_phi_num_args(phi) == 1 && found->is_only;
    return found->bytes >= 0;
}

} // namespace

bool find_object(tree address, pointed_object *found, int depth)
{
    HOST_WIDE_INT distance;
    gimple *made;

    if (depth > DEPTH_MAX)
        return false;
    if (TREE_CODE(address) == ADDR_EXPR)
        return find_designated(TREE_OPERAND(address, 0), found, depth);
    if (TREE_CODE(address) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF(address))
        return false;
    made = SSA_NAME_DEF_STMT(address);
    if (gphi *phi = dyn_cast<gphi *>(made))
        return find_largest(phi, found, depth);
    if (gcall *call = dyn_cast<gcall *>(made))
        return gimple_call_fndecl(call) == sum_function() ||
                       is_data_of_array(gimple_call_fndecl(call))
                   ? find_object(gimple_call_arg(call, 0), found, depth + 1)
                   : find_allocated(call, found);
    if (!is_gimple_assign(made))
        return false;
    switch (gimple_assign_rhs_code(made)) {
    case SSA_NAME:
    case ADDR_EXPR:
    CASE_CONVERT:
        return find_object(gimple_assign_rhs1(made), found, depth + 1);
    case POINTER_PLUS_EXPR:
        if (!find_object(gimple_assign_rhs1(made), found, depth + 1))
            return false;
        if (is_displacement(gimple_assign_rhs2(made)))
            return true;
        if (find_constant(gimple_assign_rhs2(made), &distance))
            found->offset += distance;
        else
            found->is_offset_known = false;
        return true;
    default:
        return false;
    }
}
