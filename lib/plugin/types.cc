/* SPDX-License-Identifier: MIT */
/* Warns about a call of MPI whose buffer has another type in C than the datatype beside it says,
 * such as a double * with MPI_INT. It looks at the program as the front end has it, because later
 * all pointers are alike. */
#include "mpi_calls.h"

#include "tree-pretty-print.h"

#include "mpi_types.h"

/* Only the C++ front end has it. */
extern tree cp_walk_subtrees(tree *, int *, walk_tree_fn, void *, hash_set<tree> *)
    __attribute__((weak));

namespace
{

/* One buffer of a call. */
struct use {
    tree call, function;
    const call_buffer *roles;
    const datatype *type;
    HOST_WIDE_INT count; /* -1: not known */
    tree element; /* the C type that the buffer points to */
};

/* The buffer as the program has it: only the conversion to the parameter's type is taken away. */
tree buffer_of(const use &of)
{
    return without_conversions(CALL_EXPR_ARG(of.call, of.roles->buffer), is_pointer_to_void);
}

/* The buffer as the program has it, or without the program's text as the compiler has it. */
std::string shown_buffer(const use &of, const argument_place &place)
{
    return !place.text.empty() ? place.text : print_generic_expr_to_str(buffer_of(of));
}

const char *name_of(const use &of)
{
    return IDENTIFIER_POINTER(DECL_NAME(of.function));
}

/* The type as messages name it: structures of C have no name but that of their typedef. */
tree shown_type(tree type)
{
    return TREE_CODE(type) == RECORD_TYPE ? build_qualified_type(type, TYPE_UNQUALIFIED)
                                          : TYPE_MAIN_VARIANT(type);
}

/* True for bytes of anything. */
bool is_raw(const datatype &type)
{
    return type.name == "MPI_BYTE" || type.name == "MPI_PACKED";
}

bool describes_addresses(const datatype &type)
{
    return type.name == "MPI_AINT" || type.name == "MPI_COUNT" || type.name == "MPI_OFFSET";
}

/* True if the data are surely not meant to be the pointers themselves. */
bool is_pointer_by_mistake(const use &of)
{
    tree target = strip_array_types(TREE_TYPE(of.element));
    tree count = of.roles->count < 0 ? NULL_TREE : CALL_EXPR_ARG(of.call, of.roles->count);
    contradiction first;

    if (is_raw(*of.type) || describes_addresses(*of.type))
        return false;
    if (of.type->parts[0].kind == BYTES)
        return bytes_of(target) == 1 && INTEGRAL_TYPE_P(target) && count != NULL_TREE &&
               !multiple_of_p(TREE_TYPE(count), count,
                              build_int_cst(TREE_TYPE(count), bytes_of(of.element)));
    if (contradicts(*of.type, of.element, 1, &first))
        return true;
    return bytes_of(target) > 1 && INTEGRAL_TYPE_P(target) &&
           !contradicts(*of.type, target, 1, &first);
}

bool warn_of_pointer(const use &of, const argument_place &place)
{
    tree buffer = buffer_of(of);
    int number = of.roles->buffer + 1;

    if (TREE_CODE(buffer) == ADDR_EXPR && TREE_TYPE(TREE_OPERAND(buffer, 0)) == of.element)
        return warn(
            WARNING_TYPE, place.location,
            "argument %d of %qs is the address of the pointer %qE, which has the type %qT, but "
            "%s describes the data that it points to: pass the pointer itself",
            number, name_of(of), TREE_OPERAND(buffer, 0), shown_type(of.element),
            of.type->name.c_str());
    else
        return warn(
            WARNING_TYPE, place.location,
            "argument %d of %qs, %qs, points to pointers (%qT), but %s does not describe "
            "pointers: pass what one of them points to, one call for each, or data in one piece",
            number, name_of(of), shown_buffer(of, place).c_str(), shown_type(of.element),
            of.type->name.c_str());
}

bool warn_of_part(const use &of, const argument_place &place)
{
    const char *right = datatype_for(of.element);

    return warn(
        WARNING_TYPE, place.location,
        "argument %d of %qs, %qs, points to %qT, which has %wd bytes, but %wd of %s are only a "
        "part of it: the datatype of %qT is %s",
        of.roles->buffer + 1, name_of(of), shown_buffer(of, place).c_str(), shown_type(of.element),
        bytes_of(of.element), of.count, of.type->name.c_str(), shown_type(of.element),
        right != NULL ? right : "another one");
}

bool warn_of_type(const use &of, const argument_place &place, const contradiction &first)
{
    tree element = shown_type(of.element);
    int number = of.roles->buffer + 1;
    const char *right = datatype_for(element);
    std::string buffer = shown_buffer(of, place), what = shown_part(first.described);

    if (right != NULL && of.type->name != right)
        return warn(
            WARNING_TYPE, place.location,
            "argument %d of %qs, %qs, points to %qT, but its datatype %s describes %s: the "
            "datatype of %qT is %s",
            number, name_of(of), buffer.c_str(), element, of.type->name.c_str(), what.c_str(),
            element, right);
    else if (TREE_CODE(element) == RECORD_TYPE)
        return warn(
            WARNING_TYPE, place.location,
            "argument %d of %qs, %qs, points to %qT, which has %qT at byte %wd, but its datatype "
            "%s describes %s there",
            number, name_of(of), buffer.c_str(), element, shown_type(first.found), first.offset,
            of.type->name.c_str(), what.c_str());
    else
        return warn(WARNING_TYPE, place.location,
                    "argument %d of %qs, %qs, points to %qT, but its datatype %s describes %s",
                    number, name_of(of), buffer.c_str(), element, of.type->name.c_str(),
                    what.c_str());
}

/* Bytes of numbers, as many as are less than one of these. */
bool is_part_of_number(const use &of)
{
    HOST_WIDE_INT bytes = bytes_of(of.element);

    return (INTEGRAL_TYPE_P(of.element) || SCALAR_FLOAT_TYPE_P(of.element)) &&
           of.type->parts.size() == 1 && of.type->parts[0].kind == BYTES && !is_raw(*of.type) &&
           of.count > 0 && of.count < bytes;
}

/* True if it has warned. */
bool check(const use &of)
{
    argument_place place;
    contradiction first;
    bool is_pointer = POINTER_TYPE_P(of.element) && is_pointer_by_mistake(of);

    if (POINTER_TYPE_P(of.element) && !is_pointer)
        return false;
    if (!is_pointer && !is_part_of_number(of) &&
        !contradicts(*of.type, of.element, std::max<HOST_WIDE_INT>(of.count, 1), &first))
        return false;
    /* The front end of C has folded the type of a cast away. */
    place = place_of(of.call, of.function, of.roles->buffer);
    if (!is_cxx() && place.may_be_cast)
        return false;
    if (is_pointer)
        return warn_of_pointer(of, place);
    if (is_part_of_number(of))
        return warn_of_part(of, place);
    return warn_of_type(of, place, first);
}

class checker
{
public:
    explicit checker(tree function) : caller(function), derived(function)
    {
    }
    void check_all();

private:
    static tree look_at(tree *place, int *walks_below, void *self);
    void check_call(tree call, tree function, const std::string &name);
    void check_buffer(tree call, tree function, const call_buffer &roles);
    const datatype *datatype_of(tree call, const call_buffer &roles);
    HOST_WIDE_INT count_of(tree call, const call_buffer &roles);
    bool begins_at_buffer(tree call, const call_buffer &roles);

    tree caller;
    derived_datatypes derived;
};

const datatype *checker::datatype_of(tree call, const call_buffer &roles)
{
    const datatype *all = NULL;

    if (!(roles.traits & DATATYPES))
        return derived.find(CALL_EXPR_ARG(call, roles.datatype));
    for (tree each : derived.elements(CALL_EXPR_ARG(call, roles.datatype))) {
        const datatype *one = each != NULL_TREE ? derived.find(each) : NULL;

        if (one == NULL || (all != NULL && all != one))
            return NULL;
        all = one;
    }
    return all;
}

/* The least number of elements of the buffer, -1 if it is not known. */
HOST_WIDE_INT checker::count_of(tree call, const call_buffer &roles)
{
    HOST_WIDE_INT count, factor = 1;
    tree argument;

    if (roles.count < 0)
        return 1;
    argument = CALL_EXPR_ARG(call, roles.count);
    if (roles.traits & COUNTS) {
        std::vector<tree> counts = derived.elements(argument);

        if (counts.empty() || counts[0] == NULL_TREE)
            return -1;
        argument = counts[0];
    }
    if (!derived.find_number(argument, &count) ||
        (roles.factor >= 0 && !derived.find_number(CALL_EXPR_ARG(call, roles.factor), &factor)) ||
        count < 0 || factor < 0 || count > INT_MAX || factor > INT_MAX)
        return -1;
    return count * factor;
}

/* False: the data may begin elsewhere, as displacements in bytes say, which belong to each
 * datatype. */
bool checker::begins_at_buffer(tree call, const call_buffer &roles)
{
    std::vector<tree> places;
    HOST_WIDE_INT first;

    if (!(roles.traits & DATATYPES))
        return true;
    places = derived.elements(CALL_EXPR_ARG(call, roles.count + 1));
    return !places.empty() && places[0] != NULL_TREE && derived.find_number(places[0], &first) &&
           first == 0;
}

void checker::check_buffer(tree call, tree function, const call_buffer &roles)
{
    static const datatype bytes = {"bytes", {}, 1, 1};
    use of = {call, function, &roles, NULL, 0, NULL_TREE};
    tree buffer;

    buffer = buffer_of(of);
    if (TREE_CODE(buffer) == INTEGER_CST || !POINTER_TYPE_P(TREE_TYPE(buffer)))
        return;
    describe_local(caller, EXPR_LOCATION(call), roles.name, buffer);
    of.element = strip_array_types(TREE_TYPE(TREE_TYPE(buffer)));
    describe_argument(caller, EXPR_LOCATION(call), roles.name, of.element,
                      TREE_CODE(buffer) != COND_EXPR &&
                          (is_cxx() || !place_of(call, function, roles.buffer).may_be_cast));
    if (!begins_at_buffer(call, roles))
        return;
    of.type = roles.datatype < 0 ? &bytes : datatype_of(call, roles);
    of.count = count_of(call, roles);
    if (of.type == NULL || of.count == 0)
        return;
    if (of.type->parts.empty() || !check(of))
        note_call(
            caller, EXPR_LOCATION(call), roles.buffer,
            {*of.type, of.count, place_of(call, function, std::max(roles.count, 0)).location});
}

/* True for MPI_NO_OP, with which an operation does not read its first buffer. */
bool has_no_operation(tree call)
{
    for (int i = 0; i < call_expr_nargs(call); i++) {
        tree argument = without_conversions(CALL_EXPR_ARG(call, i), is_any_type);

        if (TREE_CODE(argument) == INTEGER_CST &&
            POINTER_TYPE_P(TREE_TYPE(CALL_EXPR_ARG(call, i))) && tree_fits_uhwi_p(argument) &&
            tree_to_uhwi(argument) == (uintptr_t)MPI_NO_OP)
            return true;
    }
    return false;
}

/* True for an if of C++, whose code other front ends lack. */
bool is_if_statement(tree node)
{
    return TREE_CODE(node) > LAST_AND_UNUSED_TREE_CODE &&
           strcmp(get_tree_code_name(TREE_CODE(node)), "if_stmt") == 0;
}

void checker::check_call(tree call, tree function, const std::string &name)
{
    bool skips = has_no_operation(call);

    for (const call_buffer *roles : buffers_of(name)) {
        int last = std::max(std::max(roles->buffer, roles->count), roles->datatype);

        if (!skips && last < call_expr_nargs(call))
            check_buffer(call, function, *roles);
        skips = false;
    }
}

/* The arm of a condition that is taken, if the condition is a constant; NULL otherwise. Programs
 * choose a datatype by sizeof there. */
tree *only_arm(tree node)
{
    tree condition;

    if (TREE_CODE(node) != COND_EXPR && !is_if_statement(node))
        return NULL;
    condition = without_conversions(folded(TREE_OPERAND(node, 0)), is_any_type);
    if (TREE_CODE(condition) != INTEGER_CST)
        return NULL;
    return &TREE_OPERAND(node, integer_zerop(condition) ? 2 : 1);
}

tree checker::look_at(tree *place, int *walks_below, void *self)
{
    tree *arm = only_arm(*place), function;
    std::string name;

    if (arm != NULL) {
        *walks_below = 0;
        if (*arm != NULL_TREE)
            walk_tree_1(arm, look_at, self, NULL, cp_walk_subtrees);
        return NULL_TREE;
    }
    function = TREE_CODE(*place) == CALL_EXPR ? get_callee_fndecl(*place) : NULL_TREE;
    name = mpi_name(function);
    if (!name.empty())
        ((checker *)self)->check_call(*place, function, name);
    return NULL_TREE;
}

tree find_call(tree *place, int *, void *)
{
    return TREE_CODE(*place) == CALL_EXPR && !mpi_name(get_callee_fndecl(*place)).empty()
               ? *place
               : NULL_TREE;
}

void checker::check_all()
{
    hash_set<tree> seen, seen_again;
    tree *body = &DECL_SAVED_TREE(caller);

    if (walk_tree_1(body, find_call, NULL, &seen, cp_walk_subtrees) != NULL_TREE)
        walk_tree_1(body, look_at, this, &seen_again, cp_walk_subtrees);
}

} // namespace

void check_types(tree function)
{
    if (DECL_SAVED_TREE(function) != NULL_TREE)
        checker(function).check_all();
}
