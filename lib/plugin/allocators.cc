/* SPDX-License-Identifier: MIT */
/* Finds functions of the program that hand out what malloc returns, such as xmalloc, for the
 * descriptions of what they allocate (described.cc): the type is known where they are called.
 *
 * A function counts if each pointer that it may return is the result of such a call, as it is, a
 * parameter, or null. One that returns a place in a block, or a block of a list of its own, does
 * not: the type of the call would not be that of the block. */
#include "mpi_calls.h"

#include "image/described.h"

/* Only the C++ front end has it. */
extern tree cp_walk_subtrees(tree *, int *, walk_tree_fn, void *, hash_set<tree> *)
    __attribute__((weak));

bool may_allocate(tree function)
{
    return function != NULL_TREE && !fndecl_built_in_p(function) &&
           is_pointer_to_void(TREE_TYPE(TREE_TYPE(function))) && mpi_name(function).empty();
}

namespace
{

class allocator
{
public:
    static tree look_at(tree *place, int *, void *self);
    /* The calls whose results the function returns; none: it is no allocator. */
    std::vector<tree> find_calls();

private:
    void store(tree target, tree value);
    bool follow(tree value);
    bool follow_variable(tree variable);

    std::vector<tree> returned, calls;
    std::unordered_map<unsigned, std::vector<tree>> stored; /* by the variable */
    std::unordered_set<unsigned> unsure, followed; /* variables */
};

bool is_store(tree node)
{
    return TREE_CODE(node) == MODIFY_EXPR || TREE_CODE(node) == INIT_EXPR;
}

void allocator::store(tree target, tree value)
{
    if (VAR_P(target) || TREE_CODE(target) == PARM_DECL)
        stored[DECL_UID(target)].push_back(value);
}

tree allocator::look_at(tree *place, int *, void *self)
{
    allocator *own = (allocator *)self;
    tree operand;

    switch (TREE_CODE(*place)) {
    case RETURN_EXPR:
        operand = TREE_OPERAND(*place, 0);
        if (operand != NULL_TREE)
            own->returned.push_back(is_store(operand) ? TREE_OPERAND(operand, 1) : operand);
        break;
    case MODIFY_EXPR:
    case INIT_EXPR:
        own->store(TREE_OPERAND(*place, 0), TREE_OPERAND(*place, 1));
        break;
    case DECL_EXPR:
        operand = DECL_EXPR_DECL(*place);
        if (VAR_P(operand) && DECL_INITIAL(operand) != NULL_TREE)
            own->store(operand, DECL_INITIAL(operand));
        break;
    case ADDR_EXPR:
    case PREINCREMENT_EXPR:
    case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR:
    case POSTDECREMENT_EXPR:
        operand = TREE_OPERAND(*place, 0);
        if (DECL_P(operand))
            own->unsure.insert(DECL_UID(operand));
        break;
    default:
        break;
    }
    return NULL_TREE;
}

/* The parameter's first value is a block of the caller's. */
bool allocator::follow_variable(tree variable)
{
    if (TREE_STATIC(variable) || DECL_EXTERNAL(variable) || unsure.count(DECL_UID(variable)) != 0)
        return false;
    if (!followed.insert(DECL_UID(variable)).second)
        return true;
    for (tree value : stored[DECL_UID(variable)])
        if (!follow(value))
            return false;
    return true;
}

bool allocator::follow(tree value)
{
    tree callee;

    value = without_conversions(value, is_any_type);
    switch (TREE_CODE(value)) {
    case INTEGER_CST:
        return integer_zerop(value);
    case CALL_EXPR:
        callee = get_callee_fndecl(value);
        calls.push_back(value);
        return allocates(callee) || may_allocate(callee);
    case COND_EXPR:
        return follow(TREE_OPERAND(value, 1)) && follow(TREE_OPERAND(value, 2));
    case COMPOUND_EXPR:
    case MODIFY_EXPR:
        return follow(TREE_OPERAND(value, 1));
    case SAVE_EXPR:
        return follow(TREE_OPERAND(value, 0));
    case VAR_DECL:
    case PARM_DECL:
        return follow_variable(value);
    default:
        return false;
    }
}

std::vector<tree> allocator::find_calls()
{
    for (tree each : returned)
        if (!follow(each))
            return {};
    return calls;
}

} // namespace

void describe_allocator(tree function)
{
    allocator all;
    hash_set<tree> seen;

    if (DECL_SAVED_TREE(function) == NULL_TREE || is_fortran() ||
        !is_pointer_to_void(TREE_TYPE(TREE_TYPE(function))))
        return;
    walk_tree_1(&DECL_SAVED_TREE(function), allocator::look_at, &all, &seen, cp_walk_subtrees);
    for (tree call : all.find_calls())
        note_description(function, EXPR_LOCATION(call), std::string(1, DESCRIBED_ALLOCATOR), "");
}
