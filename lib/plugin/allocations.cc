/* SPDX-License-Identifier: MIT */
/* Finds what calls of malloc, and of others like it, allocate, and which variables the program uses
 * for more than their type says (described.cc).
 *
 * Silence is the rule where memory may hold something else than the elements that its pointer
 * has: a header in front of data, or a pool that the program divides. */
#include "mpi_calls.h"

#include "image/described.h"

/* Only the C++ front end has it. */
extern tree cp_walk_subtrees(tree *, int *, walk_tree_fn, void *, hash_set<tree> *)
    __attribute__((weak));

bool allocates(tree function)
{
    static const char *const names[] = {"malloc",        "calloc",   "realloc", "reallocarray",
                                        "aligned_alloc", "memalign", "valloc",
                                        "posix_memalign"};
    const char *name;

    if (function == NULL_TREE || !TREE_PUBLIC(function))
        return false;
    if (DECL_IS_OPERATOR_NEW_P(function))
        return true;
    name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));
    for (const char *each : names)
        if (strcmp(name, each) == 0)
            return true;
    return false;
}

/* A structure whose last field is an array may go on behind its end. */
bool ends_with_array(tree type)
{
    tree last = NULL_TREE;

    if (TREE_CODE(type) != RECORD_TYPE)
        return false;
    for (tree field = TYPE_FIELDS(type); field != NULL_TREE; field = DECL_CHAIN(field))
        if (TREE_CODE(field) == FIELD_DECL)
            last = field;
    return last != NULL_TREE && (TREE_CODE(TREE_TYPE(last)) == ARRAY_TYPE ||
                                 ends_with_array(TREE_TYPE(last)));
}

namespace
{

/* ---- sizes ----------------------------------------------------------------------------------- */

/* A sum may be the size of a header and of what lies behind it. The front ends make (m + 1) * 8 of
 * 8 + m * 8, so it does not matter where in the size the sum is. */
bool has_sum(tree size)
{
    size = without_conversions(size, is_any_type);
    switch (TREE_CODE(size)) {
    case PLUS_EXPR:
    case MINUS_EXPR:
        return true;
    case MULT_EXPR:
    case LSHIFT_EXPR:
        return has_sum(TREE_OPERAND(size, 0)) || has_sum(TREE_OPERAND(size, 1));
    case SAVE_EXPR:
        return has_sum(TREE_OPERAND(size, 0));
    default:
        return false;
    }
}

/* True for a constant that says the elements' size. A number of elements may have been multiplied
 * into it, but it is not the size of a larger number, nor that of several structures: these would
 * be parts of a pool. */
bool is_factor(tree number, tree element)
{
    HOST_WIDE_INT bytes = bytes_of(element), factor;

    if (TREE_CODE(number) != INTEGER_CST || !tree_fits_shwi_p(number))
        return false;
    factor = tree_to_shwi(number);
    return factor == bytes || (TREE_CODE(element) != RECORD_TYPE && factor > 16 &&
                               factor % bytes == 0);
}

/* A constant may have been computed of several sizes, and integers and pointers are what headers
 * have. */
bool is_constant_size(tree size, tree element)
{
    return TREE_CODE(size) == INTEGER_CST && tree_fits_shwi_p(size) &&
           (tree_to_shwi(size) == bytes_of(element) ||
            (SCALAR_FLOAT_TYPE_P(element) && tree_to_shwi(size) > 0 &&
             tree_to_shwi(size) % bytes_of(element) == 0));
}

bool is_product_of_elements(tree size, tree element)
{
    if (TREE_CODE(size) != MULT_EXPR)
        return false;
    for (int i : {0, 1}) {
        tree factor = without_conversions(TREE_OPERAND(size, i), is_any_type);

        if (is_factor(factor, element) || is_product_of_elements(factor, element))
            return true;
    }
    return false;
}

/* The first argument that may be a size: an alignment is none. */
int first_size(const char *name)
{
    if (strcmp(name, "posix_memalign") == 0)
        return 2;
    return strcmp(name, "aligned_alloc") == 0 || strcmp(name, "memalign") == 0;
}

/* How many arguments may be sizes. A function of the program may have numbers of lines, too, which
 * are no longs. */
int count_sizes(tree call, int first)
{
    int count = 0;

    for (int i = first; i < call_expr_nargs(call); i++)
        count += INTEGRAL_TYPE_P(TREE_TYPE(CALL_EXPR_ARG(call, i)));
    return count;
}

/* True if the memory surely has whole elements of one kind. The expression `new` of C++ says it by
 * itself. */
bool has_whole_elements(tree call, tree element)
{
    tree callee = get_callee_fndecl(call);
    int first = first_size(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(callee)));
    bool has_several = count_sizes(call, first) > 1, is_said = false;

    if (CALL_FROM_NEW_OR_DELETE_P(call))
        return true;
    for (int i = first; i < call_expr_nargs(call); i++) {
        tree size = folded(CALL_EXPR_ARG(call, i));
        bool is_long = TYPE_PRECISION(TREE_TYPE(size)) == TYPE_PRECISION(sizetype);

        if (!INTEGRAL_TYPE_P(TREE_TYPE(size)))
            continue;
        size = without_conversions(size, is_any_type);
        if (has_sum(size))
            return false;
        is_said = is_said || is_product_of_elements(size, element) ||
                  (is_long && (has_several ? is_factor(size, element)
                                           : is_constant_size(size, element)));
    }
    return is_said;
}

/* ---- variables ------------------------------------------------------------------------------- */

std::unordered_set<unsigned> pools;

/* The static variable of which the value is the address, or that of a part of it. NULL_TREE: there
 * is none. */
tree addressed_variable(tree value)
{
    value = without_conversions(value, is_any_type);
    while (TREE_CODE(value) == POINTER_PLUS_EXPR)
        value = without_conversions(TREE_OPERAND(value, 0), is_any_type);
    if (TREE_CODE(value) != ADDR_EXPR)
        return NULL_TREE;
    value = get_base_address(TREE_OPERAND(value, 0));
    return value != NULL_TREE && VAR_P(value) && (TREE_STATIC(value) || DECL_EXTERNAL(value))
               ? value
               : NULL_TREE;
}

tree pointed_element(tree type)
{
    return POINTER_TYPE_P(type) ? TYPE_MAIN_VARIANT(strip_array_types(TREE_TYPE(type)))
                                : NULL_TREE;
}

/* A program that keeps the address as one of something else may divide the variable. */
void look_at_use(tree type, tree value)
{
    tree variable, element = pointed_element(type);

    if (!POINTER_TYPE_P(type) && !INTEGRAL_TYPE_P(type))
        return;
    if (element != NULL_TREE && element == pointed_element(TREE_TYPE(value)))
        return;
    variable = addressed_variable(value);
    if (variable != NULL_TREE)
        pools.insert(DECL_UID(variable));
}

/* ---- calls ----------------------------------------------------------------------------------- */

class allocations
{
public:
    explicit allocations(tree function) : function(function)
    {
    }
    static tree look_at(tree *place, int *, void *self);
    void note_others();

private:
    void look_at_call(tree call);
    void look_at_conversion(tree conversion);
    void note_conversion(tree type, tree value);
    void note_elements(tree call, tree element);
    void look_at_pointer(tree call);

    tree function;
    std::unordered_map<unsigned, tree> kept; /* temporary variables of C++ that have a result */
    hash_set<tree> passed; /* conversions of arguments to void *, as buffers have them */
    hash_set<tree> described;
    std::vector<tree> calls;
};

bool is_allocation(tree value)
{
    return TREE_CODE(value) == CALL_EXPR && (allocates(get_callee_fndecl(value)) ||
                                             may_allocate(get_callee_fndecl(value)));
}

void allocations::note_conversion(tree type, tree value)
{
    tree element = strip_array_types(TREE_TYPE(type));

    value = without_conversions(value, is_pointer_to_void);
    if (VAR_P(value) && kept.count(DECL_UID(value)) != 0) {
        /* The number of objects that have a destructor lies in front of them. */
        if (TYPE_MAIN_VARIANT(element) == TYPE_MAIN_VARIANT(sizetype))
            kept.erase(DECL_UID(value));
        else
            value = kept[DECL_UID(value)];
    }
    if (!is_allocation(value))
        return;
    note_elements(value, element);
}

void allocations::note_elements(tree call, tree element)
{
    std::string layout = layout_of_whole(element);

    if (layout.empty() || !has_whole_elements(call, element))
        return;
    described.add(call);
    note_description(function, EXPR_LOCATION(call), std::string(1, DESCRIBED_ALLOCATION), layout);
}

/* The pointer to which posix_memalign writes the address of the memory says what it has. */
void allocations::look_at_pointer(tree call)
{
    tree callee = get_callee_fndecl(call), place;

    if (callee == NULL_TREE || call_expr_nargs(call) != 3 || !allocates(callee) ||
        strcmp(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(callee)), "posix_memalign") != 0)
        return;
    place = TREE_TYPE(without_conversions(CALL_EXPR_ARG(call, 0), is_any_type));
    if (POINTER_TYPE_P(place) && POINTER_TYPE_P(TREE_TYPE(place)))
        note_elements(call, strip_array_types(TREE_TYPE(TREE_TYPE(place))));
}

void allocations::look_at_conversion(tree conversion)
{
    tree type = TREE_TYPE(conversion), value = TREE_OPERAND(conversion, 0);

    if (POINTER_TYPE_P(type) && !is_pointer_to_void(type))
        note_conversion(type, value);
    if (!passed.contains(conversion))
        look_at_use(type, value);
}

void allocations::look_at_call(tree call)
{
    for (int i = 0; i < call_expr_nargs(call); i++) {
        tree argument = tree_strip_any_location_wrapper(CALL_EXPR_ARG(call, i));

        while (CONVERT_EXPR_P(argument) || TREE_CODE(argument) == POINTER_PLUS_EXPR ||
               TREE_CODE(argument) == NON_LVALUE_EXPR) {
            if (is_pointer_to_void(TREE_TYPE(argument)))
                passed.add(argument);
            argument = tree_strip_any_location_wrapper(TREE_OPERAND(argument, 0));
        }
    }
    if (is_allocation(call))
        calls.push_back(call);
    look_at_pointer(call);
}

tree allocations::look_at(tree *place, int *, void *self)
{
    allocations *own = (allocations *)self;

    if (TREE_CODE(*place) == TARGET_EXPR && TREE_OPERAND(*place, 1) != NULL_TREE) {
        tree value = without_conversions(TREE_OPERAND(*place, 1), is_pointer_to_void);

        if (is_allocation(value))
            own->kept[DECL_UID(TREE_OPERAND(*place, 0))] = value;
    } else if (CONVERT_EXPR_P(*place)) {
        own->look_at_conversion(*place);
    } else if (TREE_CODE(*place) == CALL_EXPR) {
        own->look_at_call(*place);
    }
    return NULL_TREE;
}

/* Calls of which nothing is known: another instance of a template may know something. */
void allocations::note_others()
{
    for (tree each : calls)
        if (!described.contains(each))
            note_description(function, EXPR_LOCATION(each), std::string(1, DESCRIBED_ALLOCATION),
                             "");
}

} // namespace

void describe_allocations(tree function)
{
    allocations all(function);
    hash_set<tree> seen;

    if (DECL_SAVED_TREE(function) == NULL_TREE || is_fortran())
        return;
    walk_tree_1(&DECL_SAVED_TREE(function), allocations::look_at, &all, &seen, cp_walk_subtrees);
    all.note_others();
}

bool is_pool(tree variable)
{
    tree type = TREE_TYPE(variable);

    return (TREE_CODE(type) == ARRAY_TYPE && INTEGRAL_TYPE_P(strip_array_types(type))) ||
           pools.count(DECL_UID(variable)) != 0;
}
