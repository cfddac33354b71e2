/* SPDX-License-Identifier: MIT */
/* Describes data for checks of a run (lib/image/described.h): the buffers of calls of MPI, what
 * calls of malloc allocate, and variables.
 *
 * The front ends know the types, and only the code in its last form has the places. A call is known
 * again by its place in the text: a pass at the end puts a label behind it, which is no code, so
 * programs are the same with and without descriptions. A place that several functions have, as in
 * instances of a template, tells by the function, if that is still known, or nothing. */
#include "mpi_calls.h"

#include "print-tree.h"
#include "memmodel.h"
#include "rtl.h"
#include "emit-rtl.h"
#include "tree-pretty-print.h"

#include "image/described.h"

/* Only the C++ front end has it. */
extern tree cp_walk_subtrees(tree *, int *, walk_tree_fn, void *, hash_set<tree> *)
    __attribute__((weak));

namespace
{

enum { PARTS_MAX = 64 };

/* The texts of a call, by the function that has it in the program's text. */
typedef std::unordered_map<unsigned, std::vector<std::string>> texts_by_function;
std::unordered_map<location_t, texts_by_function> noted;

struct entry {
    std::string address, text;
};
std::vector<entry> entries; /* of code that is written */

/* ---- types in words -------------------------------------------------------------------------- */

struct part {
    HOST_WIDE_INT offset, bytes, count;
    char kind;
};

/* Adds what is known of the bytes from the offset on. False: there are too many parts. */
bool add_parts(tree type, HOST_WIDE_INT offset, std::vector<part> *parts);

bool add_scalar(char kind, HOST_WIDE_INT offset, HOST_WIDE_INT bytes, HOST_WIDE_INT count,
                std::vector<part> *parts)
{
    if (bytes <= 1 && kind == 'i')
        return true;
    parts->push_back({offset, bytes, count, kind});
    return parts->size() <= PARTS_MAX;
}

bool add_elements(tree type, HOST_WIDE_INT offset, std::vector<part> *parts)
{
    HOST_WIDE_INT bytes = bytes_of(TREE_TYPE(type)), all = bytes_of(type);
    size_t before = parts->size();

    if (bytes == 0 || all == 0 || !add_parts(TREE_TYPE(type), offset, parts))
        return bytes == 0 || all == 0;
    if (parts->size() == before)
        return true;
    if (parts->size() == before + 1 && parts->back().bytes * parts->back().count == bytes) {
        parts->back().count *= all / bytes;
        return true;
    }
    for (HOST_WIDE_INT at = bytes; at + bytes <= all; at += bytes)
        if (!add_parts(TREE_TYPE(type), offset + at, parts))
            return false;
    return true;
}

bool add_fields(tree type, HOST_WIDE_INT offset, std::vector<part> *parts)
{
    for (tree field = TYPE_FIELDS(type); field != NULL_TREE; field = DECL_CHAIN(field)) {
        if (TREE_CODE(field) != FIELD_DECL || DECL_BIT_FIELD_TYPE(field) != NULL_TREE ||
            !tree_fits_shwi_p(byte_position(field)))
            continue;
        if (!add_parts(TREE_TYPE(field), offset + int_byte_position(field), parts))
            return false;
    }
    return true;
}

bool add_parts(tree type, HOST_WIDE_INT offset, std::vector<part> *parts)
{
    switch (TREE_CODE(type)) {
    case INTEGER_TYPE:
    case ENUMERAL_TYPE:
    case POINTER_TYPE:
        return add_scalar('i', offset, bytes_of(type), 1, parts);
    case REAL_TYPE:
        return add_scalar('r', offset, bytes_of(type), 1, parts);
    case COMPLEX_TYPE:
        return TREE_CODE(TREE_TYPE(type)) != REAL_TYPE ||
               add_scalar('r', offset, bytes_of(TREE_TYPE(type)), 2, parts);
    case ARRAY_TYPE:
    case VECTOR_TYPE:
        return add_elements(type, offset, parts);
    case RECORD_TYPE:
        return add_fields(type, offset, parts);
    default:
        return true;
    }
}

/* Empty: nothing is known of the type's parts, or of its size. */
std::string parts_of(tree element)
{
    std::vector<part> parts;
    std::string text;

    if (bytes_of(element) == 0 || !add_parts(element, 0, &parts))
        return "";
    for (const part &each : parts) {
        text += (text.empty() ? "" : ",") + std::to_string(each.offset) + each.kind +
                std::to_string(each.bytes);
        if (each.count > 1)
            text += '*' + std::to_string(each.count);
    }
    return text;
}

/* A type without a name would be a text of several lines. */
std::string name_of(tree type)
{
    char *text = print_generic_expr_to_str(TREE_CODE(type) == RECORD_TYPE
                                               ? build_qualified_type(type, TYPE_UNQUALIFIED)
                                               : TYPE_MAIN_VARIANT(type));
    std::string name = text;

    free(text);
    name.resize(std::min(name.find_first_of("{\n"), name.size()));
    while (!name.empty() && name.back() == ' ')
        name.pop_back();
    return name.empty() ? "a type without a name" : name;
}

std::string layout_of(tree element)
{
    std::string parts = parts_of(element);
    const char *datatype = datatype_for(element);

    return std::to_string(bytes_of(element)) + ' ' + (parts.empty() ? "-" : parts) + ' ' +
           (datatype != NULL ? datatype : "-") + ' ' + name_of(element);
}

/* ---- calls in the program's text ------------------------------------------------------------- */

void note_text(tree function, location_t call, const std::string &text)
{
    std::vector<std::string> *texts = &noted[get_pure_location(call)][DECL_UID(function)];

    if (std::find(texts->begin(), texts->end(), text) == texts->end())
        texts->push_back(text);
}

bool allocates(tree function)
{
    static const char *const names[] = {"malloc",        "calloc",   "realloc", "reallocarray",
                                        "aligned_alloc", "memalign", "valloc",  "pvalloc"};
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

bool is_multiple(tree number, HOST_WIDE_INT of)
{
    return TREE_CODE(number) == INTEGER_CST && tree_fits_shwi_p(number) &&
           tree_to_shwi(number) > 0 && tree_to_shwi(number) % of == 0;
}

/* True if the size is a number of elements, and not that of a header and of others behind it. A
 * sum of sizes of elements is such a number, too, as the compiler writes (n + 2) * size; but a
 * structure may be a header. */
bool is_size_of_elements(tree size, tree element, bool is_part = false)
{
    HOST_WIDE_INT bytes = bytes_of(element);
    bool is_structure = TREE_CODE(element) == RECORD_TYPE;

    size = without_conversions(size, is_any_type);
    switch (TREE_CODE(size)) {
    case INTEGER_CST:
        return is_multiple(size, bytes) && (!is_structure || tree_to_shwi(size) == bytes);
    case MULT_EXPR:
        for (int i : {0, 1}) {
            tree factor = without_conversions(TREE_OPERAND(size, i), is_any_type);

            if (TREE_CODE(factor) == MULT_EXPR
                    ? is_size_of_elements(factor, element, is_part)
                    : is_multiple(factor, bytes) && (!is_part || tree_to_shwi(factor) == bytes))
                return true;
        }
        return false;
    case PLUS_EXPR:
    case MINUS_EXPR:
        return !is_structure && is_size_of_elements(TREE_OPERAND(size, 0), element, true) &&
               is_size_of_elements(TREE_OPERAND(size, 1), element, true);
    default:
        return false;
    }
}

/* True if the memory surely has whole elements of one kind. The expression `new` of C++ says it by
 * itself. */
bool has_whole_elements(tree call, tree element)
{
    tree function = get_callee_fndecl(call);
    const char *name;

    if (DECL_IS_OPERATOR_NEW_P(function))
        return true;
    name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));
    for (int i = strcmp(name, "aligned_alloc") == 0 || strcmp(name, "memalign") == 0;
         i < call_expr_nargs(call); i++) {
        tree argument = folded(CALL_EXPR_ARG(call, i));

        if (INTEGRAL_TYPE_P(TREE_TYPE(argument)) && is_size_of_elements(argument, element))
            return true;
    }
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

class allocations
{
public:
    explicit allocations(tree function) : function(function)
    {
    }
    static tree look_at(tree *place, int *, void *self);

private:
    void note_conversion(tree type, tree value);

    tree function;
    std::unordered_map<unsigned, tree> kept; /* temporary variables of C++ that have a result */
};

bool is_allocation(tree value)
{
    return TREE_CODE(value) == CALL_EXPR && allocates(get_callee_fndecl(value));
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
    if (is_allocation(value) && !parts_of(element).empty() && !ends_with_array(element) &&
        has_whole_elements(value, element))
        note_text(function, EXPR_LOCATION(value),
                  std::string(1, DESCRIBED_ALLOCATION) + ' ' + layout_of(element));
}

tree allocations::look_at(tree *place, int *, void *self)
{
    allocations *own = (allocations *)self;

    if (TREE_CODE(*place) == TARGET_EXPR && TREE_OPERAND(*place, 1) != NULL_TREE) {
        tree value = without_conversions(TREE_OPERAND(*place, 1), is_pointer_to_void);

        if (is_allocation(value))
            own->kept[DECL_UID(TREE_OPERAND(*place, 0))] = value;
    } else if (CONVERT_EXPR_P(*place) && POINTER_TYPE_P(TREE_TYPE(*place)) &&
               !is_pointer_to_void(TREE_TYPE(*place))) {
        own->note_conversion(TREE_TYPE(*place), TREE_OPERAND(*place, 0));
    }
    return NULL_TREE;
}

} // namespace

void describe_argument(tree function, location_t call, const char *name, tree element)
{
    if (bytes_of(element) > 0 && !POINTER_TYPE_P(element))
        note_text(function, call,
                  std::string(1, DESCRIBED_ARGUMENT) + ' ' + name + ' ' + layout_of(element));
}

void describe_allocations(tree function)
{
    allocations all(function);
    hash_set<tree> seen;

    if (DECL_SAVED_TREE(function) != NULL_TREE && !is_fortran())
        walk_tree_1(&DECL_SAVED_TREE(function), allocations::look_at, &all, &seen,
                    cp_walk_subtrees);
}

/* ---- calls in the code ----------------------------------------------------------------------- */

/* The function that has the call in the program's text. */
static tree origin_of(const rtx_insn *call)
{
    tree block = LOCATION_BLOCK(INSN_LOCATION(call));

    for (; block != NULL_TREE && TREE_CODE(block) == BLOCK; block = BLOCK_SUPERCONTEXT(block))
        if (inlined_function_outer_scope_p(block))
            return block_ultimate_origin(block);
    return DECL_ORIGIN(current_function_decl);
}

/* NULL_TREE: not known. Without optimisation the call has no note of it. */
static tree callee_of(rtx_insn *call)
{
    tree callee = get_call_fndecl(call);
    rtx address = XEXP(XEXP(get_call_rtx_from(call), 0), 0);

    if (callee == NULL_TREE && SYMBOL_REF_P(address))
        callee = SYMBOL_REF_DECL(address);
    return callee != NULL_TREE && TREE_CODE(callee) == FUNCTION_DECL ? callee : NULL_TREE;
}

/* NULL: nothing is known. */
static const std::vector<std::string> *texts_of(rtx_insn *call)
{
    auto found = noted.find(get_pure_location(LOCATION_LOCUS(INSN_LOCATION(call))));
    tree callee = callee_of(call);
    const std::vector<std::string> *first;

    if (found == noted.end() || callee == NULL_TREE ||
        (mpi_name(callee).empty() && !allocates(callee)))
        return NULL;
    first = &found->second.begin()->second;
    for (const auto &each : found->second)
        if (each.second != *first) {
            auto own = found->second.find(DECL_UID(origin_of(call)));

            return own != found->second.end() ? &own->second : NULL;
        }
    return first;
}

/* The subject of a text: "m", or "c sendbuf". */
static std::string subject_of(const std::string &text)
{
    return text[0] == DESCRIBED_ARGUMENT ? text.substr(0, text.find(' ', 2)) : text.substr(0, 1);
}

/* True if another text is of the same: calls of a macro may have one place. */
static bool is_contradicted(const std::vector<std::string> &texts, const std::string &text)
{
    return std::any_of(texts.begin(), texts.end(), [&](const std::string &other) {
        return &other != &text && subject_of(other) == subject_of(text);
    });
}

static void describe_call(rtx_insn *call)
{
    static unsigned count;
    const std::vector<std::string> *texts = texts_of(call);
    std::string label;

    if (texts == NULL || SIBLING_CALL_P(call))
        return;
    label = ".Lheddle_described" + std::to_string(count++);
    emit_insn_after(gen_rtx_ASM_INPUT_loc(VOIDmode, ggc_strdup((label + ":").c_str()),
                                          LOCATION_LOCUS(INSN_LOCATION(call))),
                    call);
    for (const std::string &each : *texts)
        if (!is_contradicted(*texts, each))
            entries.push_back({label, each});
}

static const pass_data described_data = {
    RTL_PASS, "heddle-described", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0,
};

struct described_pass : rtl_opt_pass {
    described_pass(gcc::context *context) : rtl_opt_pass(described_data, context)
    {
    }

    bool gate(function *) final override
    {
        return !noted.empty();
    }

    unsigned int execute(function *) final override
    {
        rtx_insn *next;

        for (rtx_insn *each = get_insns(); each != NULL; each = next) {
            next = NEXT_INSN(each);
            if (CALL_P(each))
                describe_call(each);
        }
        return 0;
    }
};

opt_pass *make_described_pass(gcc::context *context)
{
    return new described_pass(context);
}

/* ---- the section ----------------------------------------------------------------------------- */

/* Sections that the program names may join variables to an array. */
static bool is_describable(varpool_node *node)
{
    tree variable = node->decl;

    return node->definition && !node->alias && TREE_ASM_WRITTEN(variable) &&
           !DECL_EXTERNAL(variable) && !DECL_ARTIFICIAL(variable) &&
           !DECL_THREAD_LOCAL_P(variable) && !DECL_HAS_VALUE_EXPR_P(variable) &&
           DECL_SIZE_UNIT(variable) != NULL_TREE && tree_fits_shwi_p(DECL_SIZE_UNIT(variable)) &&
           lookup_attribute("section", DECL_ATTRIBUTES(variable)) == NULL_TREE;
}

static void write_text(const std::string &text)
{
    fputs("\t.string\t\"", asm_out_file);
    for (char c : text) {
        if (c == '"' || c == '\\')
            fputc('\\', asm_out_file);
        fputc(c, asm_out_file);
    }
    fputs("\"\n", asm_out_file);
}

static void describe_variable(varpool_node *node)
{
    tree variable = node->decl;

    fputs("\t.8byte\t", asm_out_file);
    assemble_name(asm_out_file, IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(variable)));
    fputc('\n', asm_out_file);
    write_text(std::string(1, DESCRIBED_VARIABLE) + ' ' +
               std::to_string(tree_to_shwi(DECL_SIZE_UNIT(variable))) + ' ' +
               layout_of(strip_array_types(TREE_TYPE(variable))));
}

void write_descriptions(void)
{
    varpool_node *node;

    if (asm_out_file == NULL || is_fortran() || in_lto_p)
        return;
    fprintf(asm_out_file, "\t.section\t%s,\"\",@progbits\n", DESCRIBED_SECTION);
    FOR_EACH_VARIABLE (node)
        if (is_describable(node))
            describe_variable(node);
    for (const entry &each : entries) {
        fprintf(asm_out_file, "\t.8byte\t%s\n", each.address.c_str());
        write_text(each.text);
    }
}
