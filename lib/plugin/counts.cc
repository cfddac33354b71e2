/* SPDX-License-Identifier: MIT */
/* Warns about a call of MPI whose count is larger than the buffer: an array, or memory that the
 * function itself has allocated. The pass runs when a function has just entered SSA form, at all
 * levels of optimisation. An object counts as a whole, because programs send neighbouring members
 * of a structure at once. */
#include "mpi_calls.h"

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

void warn_of_count(gcall *call, const noted_call &known, HOST_WIDE_INT count,
                   const pointed_object &of)
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
    pointed_object of;

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
    pointed_object of = {0, 0, false, true, NULL_TREE};
    bool is_in_descriptor;
    tree address;

    if (roles.buffer >= (int)gimple_call_num_args(call))
        return;
    address = passed_address(fun, call, roles.buffer);
    is_in_descriptor = address != gimple_call_arg(call, roles.buffer);
    if (gassign *made = address != NULL_TREE ? assignment_of(address) : NULL)
        address = gimple_assign_rhs1(made);
    if (address == NULL_TREE || TREE_CODE(address) != ADDR_EXPR ||
        !VAR_P(get_base_address(TREE_OPERAND(address, 0))) || !find_object(address, &of) ||
        (of.is_offset_known && of.offset < 0))
        of.decl = NULL_TREE;
    /* A section may go back from there, or be copied. */
    if (is_in_descriptor && of.offset != 0)
        of.is_offset_known = false;
    describe_variable_of(fun->decl, gimple_location(call), roles.name, of.decl,
                         of.is_offset_known ? of.offset : -1);
}

void check_call(function *fun, gcall *call)
{
    for (const call_buffer *roles : buffers_of(mpi_name(gimple_call_fndecl(call)))) {
        noted_call known;

        if (is_fortran()) {
            describe_in_fortran(fun, call, *roles);
            describe_descriptor(fun, call, *roles);
        }
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
        visit_calls(fun, check_call);
        return 0;
    }
};

} // namespace

opt_pass *make_counts_pass(gcc::context *context)
{
    return new counts_pass(context);
}
