/* SPDX-License-Identifier: MIT */
/* Warns about a call of MPI whose count is larger than the buffer: an array, or memory that the
 * function itself has allocated. The pass runs when a function has just entered SSA form, at all
 * levels of optimisation. An object counts as a whole, because programs send neighbouring members
 * of a structure at once. */
#include "mpi_calls.h"

#include "basic-block.h"
#include "cfg.h"
#include "gimple-iterator.h"
#include "ssa.h"
#include "tree-dfa.h"

/* The notes by function, place of the call, and buffer. */
typedef std::unordered_map<std::string, noted_call> notes;
static notes noted_calls;

static std::string key_of(tree function, location_t call, int buffer)
{
    return std::to_string(DECL_UID(function)) + ' ' + std::to_string(get_pure_location(call)) +
           ' ' + std::to_string(buffer);
}

void note_call(tree function, location_t call, int buffer, const noted_call &known)
{
    noted_calls[key_of(function, call, buffer)] = known;
}

namespace
{

enum { DEPTH_MAX = 16 };

/* An object that an address points into, and where. */
struct object {
    HOST_WIDE_INT bytes, offset;
    bool is_offset_known;
    tree decl; /* NULL_TREE: allocated */
};

gassign *assignment_of(tree value)
{
    return TREE_CODE(value) == SSA_NAME ? dyn_cast<gassign *>(SSA_NAME_DEF_STMT(value)) : NULL;
}

/* A value that is a constant, by however many steps. */
bool find_constant(tree value, HOST_WIDE_INT *constant, int depth = 0)
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

bool find_object(tree address, object *found, int depth = 0);

/* The memory of a function such as malloc. */
bool find_allocated(gcall *call, object *found)
{
    tree type = gimple_call_fntype(call);
    tree attribute =
        type == NULL_TREE ? NULL_TREE : lookup_attribute("alloc_size", TYPE_ATTRIBUTES(type));
    HOST_WIDE_INT bytes = 1, factor;
    tree callee = gimple_call_fndecl(call);

    if (callee != NULL_TREE && DECL_IS_OPERATOR_NEW_P(callee)) {
        *found = {0, 0, true, NULL_TREE};
        return gimple_call_num_args(call) >= 1 &&
               find_constant(gimple_call_arg(call, 0), &found->bytes);
    }
    if (gimple_call_builtin_p(call, BUILT_IN_ALLOCA) ||
        gimple_call_builtin_p(call, BUILT_IN_ALLOCA_WITH_ALIGN)) {
        *found = {0, 0, true, NULL_TREE};
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
    *found = {bytes, 0, true, NULL_TREE};
    return true;
}

/* The object of a designator whose address is taken. */
bool find_designated(tree designator, object *found, int depth)
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
    } else if (VAR_P(base) && bytes_of(TREE_TYPE(base)) > 0 && DECL_SIZE_UNIT(base) != NULL_TREE &&
               tree_fits_shwi_p(DECL_SIZE_UNIT(base)) && !DECL_HAS_VALUE_EXPR_P(base) &&
               !(is_fortran() &&
                 DECL_COMMON(base))) { /* others may declare more of a common block */
        *found = {tree_to_shwi(DECL_SIZE_UNIT(base)), 0, true, base};
    } else {
        return false;
    }
    found->offset += offset;
    found->is_offset_known = found->is_offset_known && is_known;
    return true;
}

/* The largest of several objects. */
bool find_largest(gphi *phi, object *found, int depth)
{
    object one;

    *found = {-1, 0, true, NULL_TREE};
    for (unsigned i = 0; i < gimple_phi_num_args(phi); i++) {
        if (!find_object(gimple_phi_arg_def(phi, i), &one, depth + 1))
            return false;
        if (!one.is_offset_known)
            one.offset = 0;
        if (found->bytes < 0 || one.bytes - one.offset > found->bytes - found->offset)
            *found = one;
    }
    return found->bytes >= 0;
}

bool find_object(tree address, object *found, int depth)
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
        return gimple_call_fndecl(call) == sum_function()
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

void warn_of_count(gcall *call, const noted_call &known, HOST_WIDE_INT count, const object &of)
{
    const datatype &type = known.type;
    HOST_WIDE_INT left = of.bytes - of.offset;
    HOST_WIDE_INT fit = left < type.end    ? 0
                        : type.extent == 0 ? 1
                                           : (left - type.end) / type.extent + 1;
    HOST_WIDE_INT bytes = (count - 1) * type.extent + type.end;
    const char *function = IDENTIFIER_POINTER(DECL_NAME(gimple_call_fndecl(call)));
    const char *place = of.offset > 0 ? " from there on" : "";
    std::string what = std::to_string(bytes) + " bytes";

    if (!type.parts.empty())
        what = std::to_string(count) + " of " + type.name + " take " + what;
    if (of.decl != NULL_TREE && DECL_NAME(of.decl) != NULL_TREE)
        warn(WARNING_COUNT, known.location, "%qs: %s, but %qD has only %wd%s: at most %wd fit",
             function, what.c_str(), of.decl, left, place, fit);
    else
        warn(WARNING_COUNT, known.location,
             "%qs: %s, but the memory that was allocated has only %wd%s: at most %wd fit",
             function, what.c_str(), left, place, fit);
}

void check_buffer(gcall *call, const call_buffer &roles, const noted_call &known)
{
    HOST_WIDE_INT count = known.count, factor = 1;
    object of;

    if (roles.count >= 0 && !(roles.traits & COUNTS) && count < 0 &&
        find_constant(gimple_call_arg(call, roles.count), &count) && roles.factor >= 0)
        count = find_constant(gimple_call_arg(call, roles.factor), &factor) ? count * factor : -1;
    if (count <= 0 || count > INT_MAX || known.type.extent < 0 ||
        !find_object(gimple_call_arg(call, roles.buffer), &of))
        return;
    if (!of.is_offset_known || of.offset < 0)
        of.offset = 0;
    if ((count - 1) * known.type.extent + known.type.end > of.bytes - of.offset)
        warn_of_count(call, known, count, of);
}

bool is_known(function *fun, gcall *call, const call_buffer &roles, noted_call *known)
{
    notes::iterator found;

    if (is_fortran())
        return look_at_fortran(call, roles, known);
    found = noted_calls.find(key_of(fun->decl, gimple_location(call), roles.buffer));
    if (found != noted_calls.end())
        *known = found->second;
    return found != noted_calls.end();
}

/* Describes the local variable behind an argument of a call in Fortran, whose front end has no tree
 * for types.cc to look at. */
void describe_in_fortran(function *fun, gcall *call, const call_buffer &roles)
{
    object of = {0, 0, false, NULL_TREE};
    tree address;

    if (roles.buffer >= (int)gimple_call_num_args(call))
        return;
    address = gimple_call_arg(call, roles.buffer);
    if (gassign *made = assignment_of(address))
        address = gimple_assign_rhs1(made);
    if (TREE_CODE(address) != ADDR_EXPR ||
        !VAR_P(get_base_address(TREE_OPERAND(address, 0))) || !find_object(address, &of) ||
        (of.is_offset_known && of.offset < 0))
        of.decl = NULL_TREE;
    describe_variable_of(fun->decl, gimple_location(call), roles.name, of.decl,
                         of.is_offset_known ? of.offset : -1);
}

void check_call(function *fun, gcall *call)
{
    for (const call_buffer *roles : buffers_of(mpi_name(gimple_call_fndecl(call)))) {
        noted_call known;

        if (is_fortran())
            describe_in_fortran(fun, call, *roles);
        if (is_known(fun, call, *roles, &known) && !(roles->traits & (AT_ROOT | OF_NEIGHBORS)) &&
            settings.to_count != ANSWER_NOTHING)
            check_buffer(call, *roles, known);
    }
}

const pass_data counts_data = {
    GIMPLE_PASS, "heddle-counts", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0,
};

struct counts_pass : gimple_opt_pass {
    counts_pass(gcc::context *context) : gimple_opt_pass(counts_data, context)
    {
    }

    bool gate(function *) final override
    {
        return settings.to_count != ANSWER_NOTHING || settings.to_type != ANSWER_NOTHING;
    }

    unsigned int execute(function *fun) final override
    {
        basic_block block;

        FOR_EACH_BB_FN (block, fun)
            for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
                if (gcall *call = dyn_cast<gcall *>(gsi_stmt(i)))
                    check_call(fun, call);
        return 0;
    }
};

} // namespace

opt_pass *make_counts_pass(gcc::context *context)
{
    return new counts_pass(context);
}
