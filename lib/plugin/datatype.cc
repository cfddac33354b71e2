/* SPDX-License-Identifier: MIT */
/* Warns about a call of MPI whose buffer has another type in C than the datatype beside it says,
 * such as a double * with MPI_INT. Silence is the rule where there may be a reason: for void *,
 * bytes, structures, unions and pairs, for counts of 0, and for integers of equal size. */
#include "privatize.h"

#include "tree-iterator.h"

#include "mpi_types.h"

/* Only the C++ front end has it. */
extern tree cp_walk_subtrees(tree *, int *, walk_tree_fn, void *, hash_set<tree> *)
    __attribute__((weak));

namespace {

enum kind { INTEGERS, REALS, COMPLEXES };

struct datatype {
    MPI_Datatype handle;
    const char *name;
    kind is;
    size_t bytes;
};

#define OF(name, kind, bytes) {name, #name, kind, bytes}
const datatype datatypes[] = {
    OF(MPI_SHORT, INTEGERS, sizeof(short)),
    OF(MPI_UNSIGNED_SHORT, INTEGERS, sizeof(short)),
    OF(MPI_INT, INTEGERS, sizeof(int)),
    OF(MPI_UNSIGNED, INTEGERS, sizeof(int)),
    OF(MPI_LONG, INTEGERS, sizeof(long)),
    OF(MPI_UNSIGNED_LONG, INTEGERS, sizeof(long)),
    OF(MPI_LONG_LONG, INTEGERS, sizeof(long long)),
    OF(MPI_UNSIGNED_LONG_LONG, INTEGERS, sizeof(long long)),
    OF(MPI_WCHAR, INTEGERS, sizeof(wchar_t)),
    OF(MPI_INT16_T, INTEGERS, 2),
    OF(MPI_UINT16_T, INTEGERS, 2),
    OF(MPI_INT32_T, INTEGERS, 4),
    OF(MPI_UINT32_T, INTEGERS, 4),
    OF(MPI_INT64_T, INTEGERS, 8),
    OF(MPI_UINT64_T, INTEGERS, 8),
    OF(MPI_AINT, INTEGERS, sizeof(MPI_Aint)),
    OF(MPI_COUNT, INTEGERS, sizeof(MPI_Count)),
    OF(MPI_OFFSET, INTEGERS, sizeof(MPI_Offset)),
    OF(MPI_2INT, INTEGERS, sizeof(int)),
    OF(MPI_FLOAT, REALS, sizeof(float)),
    OF(MPI_DOUBLE, REALS, sizeof(double)),
    OF(MPI_LONG_DOUBLE, REALS, sizeof(long double)),
    OF(MPI_C_FLOAT_COMPLEX, COMPLEXES, 2 * sizeof(float)),
    OF(MPI_C_DOUBLE_COMPLEX, COMPLEXES, 2 * sizeof(double)),
    OF(MPI_C_LONG_DOUBLE_COMPLEX, COMPLEXES, 2 * sizeof(long double)),
    OF(MPI_CXX_FLOAT_COMPLEX, COMPLEXES, 2 * sizeof(float)),
    OF(MPI_CXX_DOUBLE_COMPLEX, COMPLEXES, 2 * sizeof(double)),
    OF(MPI_CXX_LONG_DOUBLE_COMPLEX, COMPLEXES, 2 * sizeof(long double)),
};

/* The places that have been warned of: templates and constructors are compiled several times. */
std::unordered_set<location_t> warned;

/* Takes away conversions to types that `is_passed` accepts, and what only has a location. */
tree without_conversions(tree value, bool (*is_passed)(tree type))
{
    for (;;) {
        tree bare = tree_strip_any_location_wrapper(value);

        if (CONVERT_EXPR_P(bare) && is_passed(TREE_TYPE(bare)))
            bare = TREE_OPERAND(bare, 0);
        if (bare == value)
            return value;
        value = bare;
    }
}

bool is_any(tree)
{
    return true;
}

bool is_pointer_to_void(tree type)
{
    return POINTER_TYPE_P(type) && VOID_TYPE_P(TREE_TYPE(type));
}

/* NULL: no constant, or one of a datatype that says too little. */
const datatype *find_datatype(tree argument)
{
    argument = without_conversions(argument, is_any);
    if (TREE_CODE(argument) != INTEGER_CST || !tree_fits_uhwi_p(argument))
        return NULL;
    for (const datatype &known : datatypes)
        if ((unsigned HOST_WIDE_INT)(uintptr_t)known.handle == tree_to_uhwi(argument))
            return &known;
    return NULL;
}

bool is_zero(tree argument)
{
    return integer_zerop(without_conversions(argument, is_any));
}

/* The type of the elements that the buffer points to, as the program has it; NULL_TREE: unknown.
 * Only the conversion to the parameter's type is taken away. */
tree element_of(tree buffer)
{
    buffer = without_conversions(buffer, is_pointer_to_void);
    if (TREE_CODE(buffer) == INTEGER_CST || !POINTER_TYPE_P(TREE_TYPE(buffer)))
        return NULL_TREE;
    return strip_array_types(TREE_TYPE(TREE_TYPE(buffer)));
}

bool suits_integers(const datatype *type, size_t bytes)
{
    return type->is == INTEGERS && type->bytes == bytes;
}

bool suits_reals(const datatype *type, size_t bytes)
{
    return (type->is == REALS && type->bytes == bytes) ||
           (type->is == COMPLEXES && type->bytes == 2 * bytes);
}

bool suits_complexes(const datatype *type, size_t bytes)
{
    return (type->is == COMPLEXES && type->bytes == bytes) ||
           (type->is == REALS && 2 * type->bytes == bytes);
}

bool suits(const datatype *type, tree element)
{
    size_t bytes;

    if (!COMPLETE_TYPE_P(element) || !tree_fits_uhwi_p(TYPE_SIZE_UNIT(element)))
        return true;
    bytes = tree_to_uhwi(TYPE_SIZE_UNIT(element));
    if (bytes <= 1)
        return true;
    if (INTEGRAL_TYPE_P(element) || POINTER_TYPE_P(element))
        return suits_integers(type, bytes);
    if (SCALAR_FLOAT_TYPE_P(element))
        return suits_reals(type, bytes);
    if (TREE_CODE(element) == COMPLEX_TYPE)
        return suits_complexes(type, bytes);
    return true;
}

/* The text of a file from a place on, across lines. */
class text_reader
{
public:
    explicit text_reader(location_t location) : at(expand_location(location))
    {
        at.column--;
    }
    char next()
    {
        for (; lines < LINES_MAX; lines++, at.line++, at.column = 0) {
            char_span line = location_get_source_line(at.file, at.line);

            if (!line)
                return '\0';
            if ((size_t)at.column < line.length())
                return line[at.column++];
            if ((size_t)at.column++ == line.length())
                return '\n';
        }
        return '\0';
    }

private:
    enum { LINES_MAX = 40 };
    expanded_location at;
    int lines = 0;
};

/* True if the argument begins with a bracket in the program's text, as casts do, or the text cannot
 * be found, as in macros. The front end of C has folded the type of a cast away. */
bool may_be_cast(location_t call, tree function, int index)
{
    text_reader text(call);
    std::string name;
    char c = text.next();
    int depth = 0, argument = 0;
    bool begins = false;

    for (; ISALNUM(c) || c == '_'; c = text.next())
        name += c;
    while (ISSPACE(c))
        c = text.next();
    if (c != '(' || name != IDENTIFIER_POINTER(DECL_NAME(function)))
        return true;
    for (; c != '\0'; c = text.next()) {
        if (begins && argument == index && !ISSPACE(c))
            return c == '(' || c == '/';
        begins = begins && ISSPACE(c);
        if (c == '"' || c == '\'')
            return true;
        depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
        argument += depth == 1 && c == ',';
        begins = begins || (depth == 1 && (c == ',' || (c == '(' && argument == 0)));
    }
    return true;
}

void check_buffer(tree call, tree function, int index, const datatype *type)
{
    tree element = element_of(CALL_EXPR_ARG(call, index));
    location_t location = EXPR_LOCATION(call);

    if (element == NULL_TREE || suits(type, element))
        return;
    if (!is_cxx() && may_be_cast(location, function, index))
        return;
    if (!warned.insert(location).second)
        return;
    warning_at(location, 0, "argument %d of %qD points to %qT, but its datatype is %s",
               index + 1, function, TYPE_MAIN_VARIANT(element), type->name);
}

bool is_datatype(tree type)
{
    return POINTER_TYPE_P(type) && TREE_CODE(TREE_TYPE(type)) == RECORD_TYPE &&
           TYPE_IDENTIFIER(TREE_TYPE(type)) != NULL_TREE &&
           strcmp(IDENTIFIER_POINTER(TYPE_IDENTIFIER(TREE_TYPE(type))), "MPI_ABI_Datatype") == 0;
}

/* A datatype belongs to all buffers before it, and behind the datatype before that. Of functions
 * that unpack only the latest: the other one is packed. */
void check_call(tree call, tree function, bool unpacks)
{
    std::vector<int> buffers;
    bool has_count = true;
    int i = 0;
    function_args_iterator iterator;
    tree type;

    FOREACH_FUNCTION_ARGS(TREE_TYPE(function), type, iterator) {
        if (i >= call_expr_nargs(call) || VOID_TYPE_P(type))
            break;
        tree argument = CALL_EXPR_ARG(call, i);

        if (is_pointer_to_void(type)) {
            if (unpacks)
                buffers.clear();
            buffers.push_back(i);
            has_count = true;
        } else if (is_datatype(type)) {
            const datatype *known = has_count ? find_datatype(argument) : NULL;

            for (int buffer : buffers)
                if (known != NULL)
                    check_buffer(call, function, buffer, known);
            buffers.clear();
        } else if (INTEGRAL_TYPE_P(type) && !buffers.empty()) {
            has_count = has_count && !is_zero(argument);
        }
        i++;
    }
}

bool begins(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

tree look_at(tree *place, int *, void *)
{
    tree function = TREE_CODE(*place) == CALL_EXPR ? get_callee_fndecl(*place) : NULL_TREE;
    const char *name = NULL;

    if (function != NULL_TREE && DECL_NAME(function) != NULL_TREE && TREE_PUBLIC(function))
        name = IDENTIFIER_POINTER(DECL_NAME(function));
    if (name != NULL && (begins(name, "MPI_") || begins(name, "PMPI_")))
        check_call(*place, function, strstr(name, "MPI_Unpack") != NULL);
    return NULL_TREE;
}

} // namespace

void check_datatypes(tree function)
{
    hash_set<tree> seen;

    if (settings.warns_of_types && DECL_SAVED_TREE(function) != NULL_TREE)
        walk_tree_1(&DECL_SAVED_TREE(function), look_at, NULL, &seen, cp_walk_subtrees);
}
