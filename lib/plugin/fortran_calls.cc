/* SPDX-License-Identifier: MIT */
/* Calls of MPI in Fortran: gfortran passes the addresses of all arguments, and has no place where a
 * plugin could see the program as it is written. The types of the addresses are still those of the
 * variables when a function has just entered SSA form. With mpi_f08 they are not: there gfortran
 * passes a descriptor, into which the function has stored the type, as a number of
 * ISO_Fortran_binding.h: its low byte is the sort of type, the rest the kind. */
#include "mpi_calls.h"

#include "basic-block.h"
#include "cfg.h"
#include "gimple-iterator.h"
#include "ssa.h"

#include "image/described.h"
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

/* ---- descriptors ----------------------------------------------------------------------------- */

static bool is_descriptor(tree type)
{
    tree name = TYPE_NAME(type);

    if (name != NULL_TREE && TREE_CODE(name) == TYPE_DECL)
        name = DECL_NAME(name);
    return TREE_CODE(type) == RECORD_TYPE && name != NULL_TREE &&
           startswith(IDENTIFIER_POINTER(name), "CFI_cdesc_t");
}

static tree descriptor_at(tree address)
{
    tree variable = variable_of(address);

    return variable != NULL_TREE && DECL_ARTIFICIAL(variable) &&
                   is_descriptor(TREE_TYPE(variable))
               ? variable
               : NULL_TREE;
}

bool stores_field(gimple *statement, const char *field)
{
    tree place = gimple_assign_single_p(statement) ? gimple_assign_lhs(statement) : NULL_TREE;

    return place != NULL_TREE && TREE_CODE(place) == COMPONENT_REF &&
           DECL_NAME(TREE_OPERAND(place, 1)) != NULL_TREE &&
           strcmp(IDENTIFIER_POINTER(DECL_NAME(TREE_OPERAND(place, 1))), field) == 0;
}

/* The descriptor whose field the statement stores, if the field has this name. */
static tree stored_descriptor(gimple *statement, const char *field)
{
    pointed_object of;
    tree place;

    if (!stores_field(statement, field))
        return NULL_TREE;
    place = TREE_OPERAND(gimple_assign_lhs(statement), 0);
    if (VAR_P(place))
        return place;
    if (TREE_CODE(place) != MEM_REF || !find_object(TREE_OPERAND(place, 0), &of) || !of.is_only)
        return NULL_TREE;
    return of.decl;
}

/* The values that a function stores into one field of its descriptors; NULL_TREE: several. */
class stored_values
{
public:
    explicit stored_values(const char *field) : field(field)
    {
    }
    tree find(function *fun, tree descriptor)
    {
        if (of != fun->decl)
            look(fun);
        of = fun->decl;
        auto found = values.find(descriptor);
        return found == values.end() ? NULL_TREE : found->second;
    }

private:
    void look(function *fun)
    {
        basic_block block;

        values.clear();
        FOR_EACH_BB_FN (block, fun)
            for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
                if (tree descriptor = stored_descriptor(gsi_stmt(i), field))
                    values[descriptor] = values.count(descriptor) != 0
                                             ? NULL_TREE
                                             : gimple_assign_rhs1(gsi_stmt(i));
    }

    const char *field;
    tree of = NULL_TREE;
    std::unordered_map<tree, tree> values;
};

/* The value behind conversions and names of an address. */
static tree plain_address(tree address)
{
    gassign *made = assignment_of(address);

    while (made != NULL &&
           (gimple_assign_cast_p(made) || gimple_assign_rhs_code(made) == ADDR_EXPR)) {
        address = gimple_assign_rhs1(made);
        made = assignment_of(address);
    }
    return address;
}

/* The address that a descriptor holds, NULL_TREE if it is not known. gfortran makes its own
 * descriptor of an array first, whose address is in `data`. */
static tree address_in(function *fun, tree descriptor)
{
    static stored_values addresses("base_addr"), data("data");
    tree address = addresses.find(fun, descriptor), place;
    gassign *made;

    if (address == NULL_TREE)
        return NULL_TREE;
    address = plain_address(address);
    made = assignment_of(address);
    if (made == NULL)
        return address;
    place = gimple_assign_rhs1(made);
    if (TREE_CODE(place) != COMPONENT_REF || !VAR_P(TREE_OPERAND(place, 0)))
        return NULL_TREE;
    address = data.find(fun, TREE_OPERAND(place, 0));
    return address != NULL_TREE ? plain_address(address) : NULL_TREE;
}

/* Is the address, in an external procedure, that of an argument of which the compiler has no
 * interface where it calls the procedure? Old programs pass memory of any type there. */
static bool may_be_of_other_type(function *fun, tree address)
{
    tree base = address;

    if (strstr(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(fun->decl)), "_MOD_") != NULL ||
        decl_function_context(fun->decl) != NULL_TREE)
        return false;
    if (TREE_CODE(base) == ADDR_EXPR)
        base = get_base_address(TREE_OPERAND(base, 0));
    if (base != NULL_TREE && TREE_CODE(base) == MEM_REF)
        base = TREE_OPERAND(base, 0);
    return base == NULL_TREE || (TREE_CODE(base) == SSA_NAME && SSA_NAME_IS_DEFAULT_DEF(base));
}

/* The layout (image/described.h) of an element of a type with that number; empty: it may hold
 * anything. */
static std::string layout_of_number(HOST_WIDE_INT number)
{
    static const struct {
        const char *name;
        bool is_real;
        int numbers;
        const char *datatypes[2]; /* of 4 and of 8 bytes for each number */
    } sorts[] = {
        {"integer", false, 1, {"MPI_INTEGER", "MPI_INTEGER8"}},
        {"logical", false, 1, {"MPI_LOGICAL", "MPI_LOGICAL8"}},
        {"real", true, 1, {"MPI_REAL", "MPI_DOUBLE_PRECISION"}},
        {"complex", true, 2, {"MPI_COMPLEX", "MPI_DOUBLE_COMPLEX"}},
    };
    int sort = number & 0xff, bytes = number >> 8;
    std::string text;

    if (number <= 0 || sort < 1 || sort > 4 || (bytes != 4 && bytes != 8))
        return "";
    text = std::to_string(bytes * sorts[sort - 1].numbers) + " 0" +
           (sorts[sort - 1].is_real ? "r" : "i") + std::to_string(bytes);
    if (sorts[sort - 1].numbers > 1)
        text += "*" + std::to_string(sorts[sort - 1].numbers);
    return text + ' ' + sorts[sort - 1].datatypes[bytes == 8] + ' ' + sorts[sort - 1].name +
           "(kind=" + std::to_string(bytes) + ')';
}

void describe_descriptor(function *fun, gcall *call, const call_buffer &roles)
{
    static stored_values types("type");
    tree descriptor = descriptor_at(argument_of(call, roles.buffer)), number, address;
    std::string layout;

    if (descriptor == NULL_TREE || !has_usual_integers())
        return;
    number = types.find(fun, descriptor);
    address = address_in(fun, descriptor);
    if (number != NULL_TREE && tree_fits_shwi_p(number) &&
        (address == NULL_TREE || !may_be_of_other_type(fun, address)))
        layout = layout_of_number(tree_to_shwi(number));
    note_description(fun->decl, gimple_location(call),
                     std::string(1, DESCRIBED_ARGUMENT) + ' ' + roles.name, layout);
}

tree passed_address(function *fun, gcall *call, int index)
{
    tree address = argument_of(call, index);
    tree descriptor = address != NULL_TREE ? descriptor_at(address) : NULL_TREE;

    return descriptor != NULL_TREE ? address_in(fun, descriptor) : address;
}
