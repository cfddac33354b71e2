/* SPDX-License-Identifier: MIT */
/* The local variable in which an argument of a call lies, for the call's description
 * (described.cc). The front end's tree of the argument names the variable; later passes may have
 * its address alone. If the place in the variable is not certain, the variable is described without
 * it; if the variable is not certain, nothing is described. */
#include "mpi_calls.h"

#include "image/described.h"

namespace
{

/* The variable that an address in the program's text leads to. */
struct target {
    tree variable;
    HOST_WIDE_INT offset;
    bool is_offset_known;
};

void step(target *found, bool is_known, HOST_WIDE_INT bytes)
{
    found->is_offset_known = found->is_offset_known && is_known;
    if (found->is_offset_known)
        found->offset += bytes;
}

void step_into_field(tree field, target *found)
{
    bool is_known = DECL_BIT_FIELD_TYPE(field) == NULL_TREE &&
                    DECL_FIELD_OFFSET(field) != NULL_TREE &&
                    tree_fits_shwi_p(byte_position(field));

    step(found, is_known, is_known ? int_byte_position(field) : 0);
}

void step_to_element(tree reference, target *found)
{
    tree index = folded(TREE_OPERAND(reference, 1));
    HOST_WIDE_INT bytes = bytes_of(TREE_TYPE(reference));
    bool is_known = TREE_CODE(index) == INTEGER_CST && tree_fits_shwi_p(index) && bytes > 0 &&
                    tree_to_shwi(index) >= 0 && tree_to_shwi(index) < INT_MAX;

    step(found, is_known, is_known ? tree_to_shwi(index) * bytes : 0);
}

/* False: the designator is no variable, but what a pointer or a reference points to. */
bool find_variable(tree designator, target *found)
{
    designator = tree_strip_any_location_wrapper(designator);
    while (handled_component_p(designator)) {
        if (TREE_CODE(designator) == COMPONENT_REF)
            step_into_field(TREE_OPERAND(designator, 1), found);
        else if (TREE_CODE(designator) == ARRAY_REF)
            step_to_element(designator, found);
        else
            step(found, false, 0);
        designator = tree_strip_any_location_wrapper(TREE_OPERAND(designator, 0));
    }
    found->variable = designator;
    return VAR_P(designator);
}

bool find_target(tree address, target *found)
{
    tree distance;

    address = without_conversions(address, is_any_type);
    switch (TREE_CODE(address)) {
    case ADDR_EXPR:
        return find_variable(TREE_OPERAND(address, 0), found);
    case POINTER_PLUS_EXPR:
        distance = folded(TREE_OPERAND(address, 1));
        if (!find_target(TREE_OPERAND(address, 0), found))
            return false;
        distance = TREE_CODE(distance) == INTEGER_CST ? fold_convert(ssizetype, distance)
                                                      : distance;
        step(found, TREE_CODE(distance) == INTEGER_CST,
             TREE_CODE(distance) == INTEGER_CST ? tree_to_shwi(distance) : 0);
        return true;
    case CALL_EXPR:
        return is_data_of_array(get_callee_fndecl(address)) &&
               find_target(CALL_EXPR_ARG(address, 0), found);
    default:
        return false;
    }
}

/* True for a variable whose size is known, and that is not described as one of the whole
 * program. */
bool is_whole_local(tree variable)
{
    return !TREE_STATIC(variable) && !DECL_EXTERNAL(variable) && !DECL_ARTIFICIAL(variable) &&
           DECL_NAME(variable) != NULL_TREE && !DECL_HAS_VALUE_EXPR_P(variable) &&
           !DECL_HARD_REGISTER(variable) && DECL_SIZE_UNIT(variable) != NULL_TREE &&
           tree_fits_shwi_p(DECL_SIZE_UNIT(variable)) &&
           tree_to_shwi(DECL_SIZE_UNIT(variable)) > 0;
}

} // namespace

bool is_data_of_array(tree function)
{
    tree type;

    if (function == NULL_TREE || DECL_NAME(function) == NULL_TREE ||
        strcmp(IDENTIFIER_POINTER(DECL_NAME(function)), "data") != 0 ||
        !is_in_std_namespace(function))
        return false;
    type = DECL_CONTEXT(function);
    return type != NULL_TREE && TREE_CODE(type) == RECORD_TYPE && TYPE_NAME(type) != NULL_TREE &&
           TREE_CODE(TYPE_NAME(type)) == TYPE_DECL &&
           strcmp(IDENTIFIER_POINTER(DECL_NAME(TYPE_NAME(type))), "array") == 0;
}

void describe_variable_of(tree function, location_t call, const char *name, tree variable,
                          HOST_WIDE_INT offset)
{
    HOST_WIDE_INT element = 0;
    std::string text;

    /* Fortran's arrays begin at any number, so their elements get none. */
    if (variable != NULL_TREE && !is_fortran())
        element = bytes_of(strip_array_types(TREE_TYPE(variable)));
    if (variable != NULL_TREE && is_whole_local(variable) &&
        offset <= tree_to_shwi(DECL_SIZE_UNIT(variable)))
        text = std::to_string(tree_to_shwi(DECL_SIZE_UNIT(variable))) + ' ' +
               (offset >= 0 ? std::to_string(offset) : "-") + ' ' + std::to_string(element) + ' ' +
               IDENTIFIER_POINTER(DECL_NAME(variable));
    note_description(function, call, std::string(1, DESCRIBED_LOCAL) + ' ' + name, text);
}

void describe_local(tree function, location_t call, const char *name, tree buffer)
{
    target found = {NULL_TREE, 0, true};

    if (!find_target(buffer, &found) || (found.is_offset_known && found.offset < 0))
        found.variable = NULL_TREE;
    describe_variable_of(function, call, name, found.variable,
                         found.is_offset_known ? found.offset : -1);
}
