/* SPDX-License-Identifier: MIT */
/* Warns about a call of MPI that begins an operation with a local variable as its buffer, if the
 * variable goes out of scope before the operation is complete. The pass runs when a function has
 * just entered SSA form, at all levels of optimisation.
 *
 * It warns only if no way from the call to the end of the variable meets anything that may complete
 * the operation, and there is such a way. What may do that depends on the request:
 *   own      a variable whose address the function gives to MPI alone, and whose value it does
 *            not read: calls of MPI that are given the variable
 *   another  all calls of MPI that use requests, and all of functions that are not known
 * Nothing is said of an operation without data, or of a call whose result the program compares with
 * an error class, or gives to a function that may do so. A persistent request matters if it can be
 * started when the buffer is gone: another's request that is not freed before, or an own one that
 * is started. */
#include "mpi_calls.h"

#include "basic-block.h"
#include "cfg.h"
#include "gimple-iterator.h"
#include "gimple-walk.h"
#include "ssa.h"

#include "mpi_types.h"

namespace
{

std::string called(const gimple *statement)
{
    return mpi_name(gimple_call_fndecl(statement));
}

/* The automatic variable or parameter that an address surely points into, or NULL_TREE. */
tree automatic_at(tree address)
{
    pointed_object found;

    if (!find_object(address, &found) || !found.is_only || found.decl == NULL_TREE ||
        !auto_var_in_fn_p(found.decl, current_function_decl))
        return NULL_TREE;
    return found.decl;
}

/* The request of one call that begins an operation, or prepares one. */
class request
{
public:
    request(function *fun, gcall *begins, int number);
    bool may_be_completed_by(gimple *statement) const;
    bool is_started_by(gimple *statement) const;
    bool is_own() const
    {
        return own;
    }

private:
    static bool look_at_address(gimple *statement, tree base, tree, void *self);
    static bool look_at_load(gimple *statement, tree base, tree, void *self);
    void follow(gimple *statement);
    void follow_value(tree value);

    tree variable;
    bool own;
    /* Calls that are given the variable, but to make a request. */
    hash_set<gimple *> users;
    hash_set<tree> followed;
};

request::request(function *fun, gcall *begins, int number)
{
    basic_block block;

    variable = automatic_at(gimple_call_arg(begins, number));
    own = variable != NULL_TREE && VAR_P(variable);
    if (!own)
        return;
    FOR_EACH_BB_FN (block, fun) {
        for (gphi_iterator i = gsi_start_phis(block); !gsi_end_p(i); gsi_next(&i))
            walk_stmt_load_store_addr_ops(i.phi(), this, look_at_load, NULL, look_at_address);
        for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
            walk_stmt_load_store_addr_ops(gsi_stmt(i), this, look_at_load, NULL, look_at_address);
    }
}

bool request::look_at_address(gimple *statement, tree base, tree, void *self)
{
    request *of = (request *)self;

    if (get_base_address(base) == of->variable)
        of->follow(statement);
    return false;
}

bool request::look_at_load(gimple *statement, tree base, tree, void *self)
{
    request *of = (request *)self;

    if (get_base_address(base) == of->variable && !gimple_clobber_p(statement))
        of->own = false;
    return false;
}

/* A statement that has the address of the variable. */
void request::follow(gimple *statement)
{
    const call_request *found;
    tree made;

    if (is_gimple_debug(statement))
        return;
    if (is_gimple_call(statement)) {
        found = request_of(called(statement));
        own = own && found != NULL;
        if (found == NULL || found->makes == REQUEST_MAKES_NOTHING)
            users.add(statement);
        return;
    }
    made = is_gimple_assign(statement) ? gimple_assign_lhs(statement) : NULL_TREE;
    if (made != NULL_TREE && TREE_CODE(made) == SSA_NAME)
        follow_value(made);
    else
        own = false;
}

void request::follow_value(tree value)
{
    imm_use_iterator i;
    use_operand_p use;

    if (followed.add(value))
        return;
    FOR_EACH_IMM_USE_FAST (use, i, value)
        follow(USE_STMT(use));
}

bool starts(const std::string &name)
{
    return name == "MPI_Start" || name == "MPI_Startall";
}

bool request::is_started_by(gimple *statement) const
{
    return is_gimple_call(statement) && starts(called(statement)) &&
           const_cast<request *>(this)->users.contains(statement);
}

bool request::may_be_completed_by(gimple *statement) const
{
    const call_request *found;
    std::string name;

    if (gimple_code(statement) == GIMPLE_ASM)
        return !own;
    if (!is_gimple_call(statement))
        return false;
    name = called(statement);
    if (name == "MPI_Finalize" || name == "MPI_Session_finalize" || name == "MPI_Comm_disconnect")
        return true;
    if (const_cast<request *>(this)->users.contains(statement) && !starts(name))
        return true;
    if (own)
        return false;
    if (name.empty())
        return !gimple_call_internal_p(statement) && !gimple_call_builtin_p(statement);
    found = request_of(name);
    return found != NULL && found->makes == REQUEST_MAKES_NOTHING;
}

/* The ways from a call to the end of a variable, and on behind that, and what lies on them. */
class ways
{
public:
    ways(gcall *from, tree variable, const request &of);
    bool is_sure() const
    {
        return ends && !is_completed;
    }
    bool are_started() const
    {
        return has_start;
    }

private:
    void go(gimple_stmt_iterator from, basic_block block, bool has_ended);
    void look_at(gimple *statement, bool has_ended);

    const request &of;
    tree variable;
    bool ends = false, is_completed = false, has_start = false;
    std::vector<std::pair<basic_block, bool>> left;
    std::unordered_set<int> seen[2];
};

void ways::look_at(gimple *statement, bool has_ended)
{
    has_start = has_start || of.is_started_by(statement);
    is_completed = is_completed || (!has_ended && of.may_be_completed_by(statement));
}

void ways::go(gimple_stmt_iterator from, basic_block block, bool has_ended)
{
    edge next;
    edge_iterator i;

    for (; !gsi_end_p(from); gsi_next(&from)) {
        if (gimple_clobber_p(gsi_stmt(from)) &&
            gimple_assign_lhs(gsi_stmt(from)) == variable)
            ends = has_ended = true;
        look_at(gsi_stmt(from), has_ended);
        if (is_gimple_call(gsi_stmt(from)) && called(gsi_stmt(from)) == "MPI_Abort")
            return;
    }
    FOR_EACH_EDGE (next, i, block->succs) {
        if (next->dest == EXIT_BLOCK_PTR_FOR_FN(cfun))
            ends = true;
        else if (seen[has_ended].insert(next->dest->index).second)
            left.emplace_back(next->dest, has_ended);
    }
}

ways::ways(gcall *from, tree variable, const request &of) : of(of), variable(variable)
{
    gimple_stmt_iterator next = gsi_for_stmt(from);

    gsi_next(&next);
    go(next, gimple_bb(from), false);
    while (!left.empty()) {
        std::pair<basic_block, bool> one = left.back();

        left.pop_back();
        go(gsi_start_bb(one.first), one.first, one.second);
    }
}

/* A number that a call of C or of Fortran passes. */
bool find_number(gcall *call, int index, HOST_WIDE_INT *number)
{
    tree argument = gimple_call_arg(call, index);
    tree constant = is_fortran() ? constant_at(argument) : NULL_TREE;

    return find_constant(constant != NULL_TREE ? constant : argument, number);
}

/* An operation that surely moves nothing. */
bool is_without_data(gcall *call, const call_buffer &roles)
{
    HOST_WIDE_INT number;

    if (roles.count >= 0 && !(roles.traits & COUNTS) && find_number(call, roles.count, &number) &&
        number <= 0)
        return true;
    for (int i = 0; i < (int)gimple_call_num_args(call); i++)
        if (i != roles.count && find_number(call, i, &number) && number == MPI_PROC_NULL)
            return true;
    return false;
}

/* The statement compares a value with a number that is not 0. */
bool compares_with_number(gimple *statement)
{
    HOST_WIDE_INT number;

    for (unsigned i = 0; i < gimple_num_ops(statement); i++)
        if (gimple_op(statement, i) != NULL_TREE &&
            TREE_CODE(gimple_op(statement, i)) == INTEGER_CST &&
            find_constant(gimple_op(statement, i), &number) && number != MPI_SUCCESS)
            return true;
    return false;
}

/* True if the program may expect the call to fail. */
bool may_be_meant_to_fail(gcall *call)
{
    tree result = gimple_call_lhs(call);
    imm_use_iterator i;
    use_operand_p use;

    if (result == NULL_TREE || TREE_CODE(result) != SSA_NAME)
        return result != NULL_TREE;
    FOR_EACH_IMM_USE_FAST (use, i, result)
        if (is_gimple_call(USE_STMT(use)) ||
            (!is_gimple_debug(USE_STMT(use)) && compares_with_number(USE_STMT(use))))
            return true;
    return false;
}

void check_buffer(function *fun, gcall *call, const call_buffer &roles, const call_request &made)
{
    tree address = passed_address(fun, call, roles.buffer);
    tree variable = address != NULL_TREE ? automatic_at(address) : NULL_TREE;
    std::string function = is_fortran()
                               ? made.function
                               : IDENTIFIER_POINTER(DECL_NAME(gimple_call_fndecl(call)));
    const char *name = function.c_str();
    bool is_persistent = made.makes == REQUEST_MAKES_PERSISTENT;

    if (variable == NULL_TREE || is_without_data(call, roles))
        return;
    const request of(fun, call, made.number);
    const ways from(call, variable, of);
    if (!from.is_sure() || (is_persistent && of.is_own() && !from.are_started()))
        return;
    if (DECL_NAME(variable) == NULL_TREE)
        warn(WARNING_SCOPE, get_start(gimple_location(call)),
             "%qs: the buffer is a temporary, which goes out of scope before the %s: declare a "
             "variable that lives as long as the request", name,
             is_persistent ? "persistent request is freed" : "operation is complete");
    else
        warn(WARNING_SCOPE, get_start(gimple_location(call)),
             "%qs: the buffer %qD goes out of scope before the %s: %s before that, or declare %qD "
             "where it lives as long as the request", name, variable,
             is_persistent ? "persistent request is freed" : "operation is complete",
             is_persistent ? "complete and free the request" : "complete the request", variable);
}

void check_call(function *fun, gcall *call)
{
    std::string name = called(call);
    const call_request *made = request_of(name);

    if (made == NULL || made->makes == REQUEST_MAKES_NOTHING ||
        made->number >= (int)gimple_call_num_args(call) || may_be_meant_to_fail(call))
        return;
    for (const call_buffer *roles : buffers_of(name))
        check_buffer(fun, call, *roles, *made);
}

const pass_data scope_data = {
    GIMPLE_PASS, "heddle-scope", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0,
};

struct scope_pass : gimple_opt_pass {
    scope_pass(gcc::context *context) : gimple_opt_pass(scope_data, context)
    {
    }

    bool gate(function *) final override
    {
        return settings.to_scope != ANSWER_NOTHING;
    }

    unsigned int execute(function *fun) final override
    {
        visit_calls(fun, check_call);
        return 0;
    }
};

} // namespace

opt_pass *make_scope_pass(gcc::context *context)
{
    return new scope_pass(context);
}
