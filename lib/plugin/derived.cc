/* SPDX-License-Identifier: MIT */
/* The datatypes that a function makes of constants and keeps in variables of its own. A variable is
 * understood if the function gives it one value, by one call or one assignment, and lends its
 * address to MPI alone. */
#include "mpi_calls.h"

#include "mpi_types.h"

/* Only the C++ front end has it. */
extern tree cp_walk_subtrees(tree *, int *, walk_tree_fn, void *, hash_set<tree> *)
    __attribute__((weak));

enum { PARTS_MAX = 256, DEPTH_MAX = 8 };

/* The place of the new datatype among the parameters of functions that make one. */
static int place_of_new(const std::string &name)
{
    static const std::unordered_map<std::string, int> makers = {
        {"MPI_Type_contiguous", 2},     {"MPI_Type_vector", 4},
        {"MPI_Type_create_hvector", 4}, {"MPI_Type_create_struct", 4},
        {"MPI_Type_create_resized", 3}, {"MPI_Type_dup", 1},
    };
    auto found = makers.find(name);

    return found == makers.end() ? -1 : found->second;
}

/* The variable that a designator begins with, NULL_TREE if it is no variable. */
static tree base_of(tree designator)
{
    while (handled_component_p(designator))
        designator = TREE_OPERAND(designator, 0);
    return VAR_P(designator) ? designator : NULL_TREE;
}

static tree argument_of(tree call, int index)
{
    return without_conversions(CALL_EXPR_ARG(call, index), is_any_type);
}

static bool is_number(tree value, HOST_WIDE_INT *number)
{
    if (value == NULL_TREE)
        return false;
    value = without_conversions(folded(value), is_any_type);
    if (TREE_CODE(value) != INTEGER_CST || !tree_fits_shwi_p(value))
        return false;
    *number = tree_to_shwi(value);
    return true;
}

void derived_datatypes::look_at_call(tree call)
{
    tree callee = get_callee_fndecl(call), parameter;
    std::string name = mpi_name(callee);
    function_args_iterator iterator;
    int i = 0, made = place_of_new(name);

    if (name.empty())
        return;
    FOREACH_FUNCTION_ARGS(TREE_TYPE(callee), parameter, iterator)
    {
        if (i >= call_expr_nargs(call))
            break;
        tree argument = argument_of(call, i);
        tree base = TREE_CODE(argument) == ADDR_EXPR ? base_of(TREE_OPERAND(argument, 0)) : NULL;

        if (base != NULL_TREE && i == made && base == TREE_OPERAND(argument, 0)) {
            variable &written = variables[DECL_UID(base)];

            written.is_sure = written.is_sure && written.maker == NULL_TREE;
            written.maker = call;
            understood.add(argument);
        } else if (base != NULL_TREE && POINTER_TYPE_P(parameter) &&
                   (TYPE_READONLY(TREE_TYPE(parameter)) || name == "MPI_Type_commit" ||
                    name == "MPI_Type_free")) {
            understood.add(argument);
        }
        i++;
    }
}

void derived_datatypes::look_at_address(tree address)
{
    tree base = base_of(TREE_OPERAND(address, 0));

    if (base != NULL_TREE && !understood.contains(address))
        variables[DECL_UID(base)].is_sure = false;
}

void derived_datatypes::look_at_store(tree target, tree value)
{
    tree base = base_of(target);
    HOST_WIDE_INT index;

    if (base == NULL_TREE)
        return;
    variable &written = variables[DECL_UID(base)];
    if (target == base) {
        written.is_sure = written.is_sure && written.whole == NULL_TREE;
        written.whole = value;
    } else if (TREE_CODE(target) == ARRAY_REF && TREE_OPERAND(target, 0) == base &&
               is_number(TREE_OPERAND(target, 1), &index)) {
        written.is_sure = written.is_sure && written.stored.count(index) == 0;
        written.stored[index] = value;
    } else {
        written.is_sure = false;
    }
}

tree derived_datatypes::look_at(tree *place, int *, void *self)
{
    derived_datatypes *all = (derived_datatypes *)self;

    switch (TREE_CODE(*place)) {
    case CALL_EXPR:
        all->look_at_call(*place);
        break;
    case ADDR_EXPR:
        all->look_at_address(*place);
        break;
    case MODIFY_EXPR:
    case INIT_EXPR:
        all->look_at_store(TREE_OPERAND(*place, 0), TREE_OPERAND(*place, 1));
        break;
    case PREINCREMENT_EXPR:
    case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR:
    case POSTDECREMENT_EXPR:
        if (tree base = base_of(TREE_OPERAND(*place, 0)))
            all->variables[DECL_UID(base)].is_sure = false;
        break;
    default:
        break;
    }
    return NULL_TREE;
}

void derived_datatypes::look(void)
{
    hash_set<tree> seen;

    if (!has_looked)
        walk_tree_1(&DECL_SAVED_TREE(function), look_at, this, &seen, cp_walk_subtrees);
    has_looked = true;
}

/* NULL: no variable of this function, or not understood. */
derived_datatypes::variable *derived_datatypes::find_variable(tree argument, tree *decl)
{
    *decl = without_conversions(argument, is_any_type);
    if (TREE_CODE(*decl) == ADDR_EXPR)
        *decl = base_of(TREE_OPERAND(*decl, 0));
    if (*decl == NULL_TREE || !VAR_P(*decl) || DECL_CONTEXT(*decl) != function ||
        TREE_STATIC(*decl) || DECL_EXTERNAL(*decl) || TREE_THIS_VOLATILE(*decl))
        return NULL;
    look();
    variable &found = variables[DECL_UID(*decl)];
    return found.is_sure ? &found : NULL;
}

/* The only value of a variable; anything else as it is. */
tree derived_datatypes::value_of(tree argument)
{
    tree decl = without_conversions(argument, is_any_type);
    variable *found;

    if (!VAR_P(decl))
        return argument;
    if (TREE_READONLY(decl) && !TREE_THIS_VOLATILE(decl) && DECL_INITIAL(decl) != NULL_TREE &&
        (TREE_STATIC(decl) || DECL_CONTEXT(decl) == function))
        return DECL_INITIAL(decl);
    found = find_variable(argument, &decl);
    if (found == NULL || found->maker != NULL_TREE || !found->stored.empty())
        return argument;
    if (DECL_INITIAL(decl) != NULL_TREE)
        return found->whole == NULL_TREE ? DECL_INITIAL(decl) : argument;
    return found->whole != NULL_TREE ? found->whole : argument;
}

bool derived_datatypes::find_number(tree argument, HOST_WIDE_INT *number)
{
    return is_number(value_of(argument), number);
}

std::vector<tree> derived_datatypes::elements(tree argument)
{
    std::vector<tree> found;
    tree decl, initial, index, value;
    variable *array = find_variable(argument, &decl);
    unsigned HOST_WIDE_INT i;

    if (array == NULL || TREE_CODE(TREE_TYPE(decl)) != ARRAY_TYPE)
        return found;
    initial = array->whole != NULL_TREE ? array->whole : DECL_INITIAL(decl);
    if (array->whole != NULL_TREE && DECL_INITIAL(decl) != NULL_TREE)
        return found;
    if (initial != NULL_TREE && TREE_CODE(initial) == CONSTRUCTOR)
        FOR_EACH_CONSTRUCTOR_ELT(CONSTRUCTOR_ELTS(initial), i, index, value)
        {
            HOST_WIDE_INT at = i;

            if ((index != NULL_TREE && !is_number(index, &at)) || at != (HOST_WIDE_INT)i)
                return {};
            found.push_back(value);
        }
    for (const auto &each : array->stored) {
        if (each.first < 0 || each.first >= PARTS_MAX)
            return {};
        if (each.first >= (HOST_WIDE_INT)found.size())
            found.resize(each.first + 1, NULL_TREE);
        if (found[each.first] != NULL_TREE)
            return {};
        found[each.first] = each.second;
    }
    return found;
}

bool derived_datatypes::number(tree call, int index, HOST_WIDE_INT *number)
{
    return find_number(CALL_EXPR_ARG(call, index), number);
}

/* Appends `count` elements of a datatype. */
static void append(datatype *made, HOST_WIDE_INT count, HOST_WIDE_INT at, const datatype &element)
{
    for (HOST_WIDE_INT i = 0; i < count && made->parts.size() < PARTS_MAX; i++)
        for (datatype_part each : element.parts) {
            each.offset += at + i * element.extent;
            made->parts.push_back(each);
        }
    if (count > 0) {
        made->extent = std::max(made->extent, at + count * element.extent);
        made->end = std::max(made->end, at + (count - 1) * element.extent + element.end);
    }
}

bool derived_datatypes::make_vector(tree call, HOST_WIDE_INT unit, datatype *made)
{
    const datatype *element = find(CALL_EXPR_ARG(call, 3));
    HOST_WIDE_INT count, length, stride;

    if (element == NULL || !number(call, 0, &count) || !number(call, 1, &length) ||
        !number(call, 2, &stride) || count < 0 || length < 0 || stride < 0)
        return false;
    stride *= unit != 0 ? unit : element->extent;
    for (HOST_WIDE_INT i = 0; i < count; i++) {
        append(made, length, i * stride, *element);
        if (i == PARTS_MAX) /* the others lie behind the parts that are compared */
            i = std::max(i, count - 2);
    }
    return true;
}

static HOST_WIDE_INT alignment_of(const datatype &type)
{
    HOST_WIDE_INT alignment = 1;

    for (const datatype_part &each : type.parts)
        alignment = std::max(alignment, each.bytes);
    return alignment;
}

bool derived_datatypes::make_struct(tree call, datatype *made)
{
    std::vector<tree> lengths = elements(CALL_EXPR_ARG(call, 1));
    std::vector<tree> places = elements(CALL_EXPR_ARG(call, 2));
    std::vector<tree> types = elements(CALL_EXPR_ARG(call, 3));
    HOST_WIDE_INT count, length, at, alignment;

    if (!number(call, 0, &count) || count < 0 || (size_t)count > lengths.size() ||
        (size_t)count > places.size() || (size_t)count > types.size())
        return false;
    for (HOST_WIDE_INT i = 0; i < count; i++) {
        const datatype *element = types[i] != NULL_TREE ? find(types[i]) : NULL;

        if (element == NULL || lengths[i] == NULL_TREE || places[i] == NULL_TREE ||
            !find_number(lengths[i], &length) || !find_number(places[i], &at) || at < 0)
            return false;
        append(made, length, at, *element);
    }
    alignment = alignment_of(*made);
    made->extent = (made->extent + alignment - 1) / alignment * alignment;
    return true;
}

bool derived_datatypes::make(tree call, datatype *made)
{
    std::string name = mpi_name(get_callee_fndecl(call));
    HOST_WIDE_INT count, low, extent;
    const datatype *element;

    if (name == "MPI_Type_vector" || name == "MPI_Type_create_hvector")
        return make_vector(call, name == "MPI_Type_vector" ? 0 : 1, made);
    if (name == "MPI_Type_create_struct")
        return make_struct(call, made);
    element = find(CALL_EXPR_ARG(call, name == "MPI_Type_contiguous" ? 1 : 0));
    if (element == NULL)
        return false;
    if (name == "MPI_Type_contiguous") {
        if (!number(call, 0, &count) || count < 0)
            return false;
        append(made, count, 0, *element);
        return true;
    }
    append(made, 1, 0, *element);
    if (name == "MPI_Type_create_resized") {
        if (!number(call, 1, &low) || !number(call, 2, &extent) || low != 0 || extent < 0)
            return false;
        made->extent = extent;
    }
    return true;
}

const datatype *derived_datatypes::find(tree argument)
{
    const datatype *named = predefined_datatype(folded(argument));
    variable *found;
    datatype made = {"", {}, 0, 0};
    HOST_WIDE_INT handle;
    tree decl;

    if (named == NULL)
        named = predefined_datatype(folded(value_of(argument)));
    if (named != NULL)
        return named;
    found = find_variable(argument, &decl);
    if (found == NULL || found->maker == NULL_TREE || found->whole != NULL_TREE ||
        !found->stored.empty() || depth > DEPTH_MAX || TREE_CODE(TREE_TYPE(decl)) == ARRAY_TYPE)
        return NULL;
    if (DECL_INITIAL(decl) != NULL_TREE && (!is_number(DECL_INITIAL(decl), &handle) ||
                                            handle != (HOST_WIDE_INT)(uintptr_t)MPI_DATATYPE_NULL))
        return NULL;
    if (known.count(DECL_UID(decl)) != 0)
        return &known[DECL_UID(decl)];
    depth++;
    bool is_made = make(found->maker, &made);
    depth--;
    if (!is_made)
        return NULL;
    made.name = DECL_NAME(decl) != NULL_TREE ? IDENTIFIER_POINTER(DECL_NAME(decl)) : "";
    return &(known[DECL_UID(decl)] = made);
}
