/* SPDX-License-Identifier: MIT */
/* Describes data for checks of a run (lib/image/described.h): the buffers of calls of MPI, what
 * calls of malloc allocate, and variables.
 *
 * The front ends know the types, and only the code in its last form has the places. A call is
 * known again by its place in the text: a pass at the end puts a label behind it, which is no
 * code. Only what would merge code that is alike is turned off (plugin.cc). A place that several
 * functions have, as in instances of a template, decides by the function, if that is still known,
 * or nothing. */
#include "mpi_calls.h"

#include "print-tree.h"
#include "processor.h"
#include "tree-pretty-print.h"

#include "image/described.h"

namespace
{

enum { PARTS_MAX = 64 };

/* The layout of an argument of which nothing is known, and not that of the memory, either. */
const char UNKNOWN_LAYOUT[] = "-";

/* The texts of a call, by the function that has it in the program's text. A subject without a
 * layout stands for a call of which nothing is to be recorded: instances of a template differ by
 * it. */
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
    if (holds_anything(type))
        return true;
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

std::string layout_of(tree element, bool has_parts)
{
    std::string parts = has_parts ? parts_of(element) : "";
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

} // namespace

void note_description(tree function, location_t call, const std::string &subject,
                      const std::string &layout)
{
    note_text(function, call, layout.empty() ? subject : subject + ' ' + layout);
}

std::string layout_of_whole(tree element)
{
    return ends_with_array(element) || parts_of(element).empty() ? "" : layout_of(element, true);
}

void describe_argument(tree function, location_t call, const char *name, tree element,
                       bool is_certain)
{
    std::string layout = UNKNOWN_LAYOUT;

    if (is_certain)
        layout = bytes_of(element) > 0 && !POINTER_TYPE_P(element) ? layout_of(element, true) : "";
    note_description(function, call, std::string(1, DESCRIBED_ARGUMENT) + ' ' + name, layout);
}

/* ---- calls in the code ----------------------------------------------------------------------- */

/* The outermost block of the inlined function that has the block, or NULL_TREE: it is in no such
 * function, but in the current one. */
static tree inlined_block(tree block)
{
    for (; block != NULL_TREE && TREE_CODE(block) == BLOCK; block = BLOCK_SUPERCONTEXT(block))
        if (inlined_function_outer_scope_p(block))
            return block;
    return NULL_TREE;
}

/* The function that has the block in the program's text; NULL_TREE is the current one. */
static tree origin_of(tree inlined)
{
    return inlined != NULL_TREE ? block_ultimate_origin(inlined)
                                : DECL_ORIGIN(current_function_decl);
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

/* True if functions that look alike have become this one, whose text then stands for all. Only a
 * function with an attribute `optimize` can have been merged (plugin.cc). */
static bool is_merged(tree function)
{
    cgraph_node *node = cgraph_node::get(function);

    return node != NULL && node->icf_merged;
}

static bool is_described(tree callee)
{
    return callee != NULL_TREE &&
           (!mpi_name(callee).empty() || allocates(callee) || may_allocate(callee));
}

/* Texts of all functions that have the place, if it is not certain which of them has the call. */
static std::vector<std::string> texts_of(location_t place, tree origin)
{
    auto found = noted.find(get_pure_location(LOCATION_LOCUS(place)));
    std::vector<std::string> all;

    if (found == noted.end())
        return all;
    if (found->second.count(DECL_UID(origin)) != 0 && !is_merged(origin))
        return found->second[DECL_UID(origin)];
    for (const auto &each : found->second)
        all.insert(all.end(), each.second.begin(), each.second.end());
    return all;
}

/* The subject of a text: "m", "c sendbuf" or "l sendbuf". */
static std::string subject_of(const std::string &text)
{
    return text[0] != DESCRIBED_ALLOCATION ? text.substr(0, text.find(' ', 2)) : text.substr(0, 1);
}

/* True if another text is of the same: calls of a macro may have one place. */
static bool is_contradicted(const std::vector<std::string> &texts, const std::string &text)
{
    return std::any_of(texts.begin(), texts.end(), [&](const std::string &other) {
        return other != text && subject_of(other) == subject_of(text);
    });
}

/* Empty: the argument has no description. */
static std::string certain_text(const std::vector<std::string> &texts, const std::string &text)
{
    std::string subject = subject_of(text);

    if (is_contradicted(texts, text))
        return text[0] == DESCRIBED_ARGUMENT ? subject + ' ' + UNKNOWN_LAYOUT : "";
    return text != subject ? text : "";
}

static bool is_of_allocator(const std::vector<std::string> &texts)
{
    return std::find(texts.begin(), texts.end(), std::string(1, DESCRIBED_ALLOCATOR)) !=
           texts.end();
}

/* False: the call may push arguments, so its function's stack pointer is another one there. */
static bool has_arguments_in_registers(tree callee)
{
    enum { REGISTERS = 6 };
    tree type = TREE_TYPE(callee);
    int count = 0;

    for (tree each = TYPE_ARG_TYPES(type); each != void_list_node; each = TREE_CHAIN(each))
        if (each == NULL_TREE || ++count > REGISTERS ||
            !(POINTER_TYPE_P(TREE_VALUE(each)) || INTEGRAL_TYPE_P(TREE_VALUE(each))))
            return false;
    return true;
}

/* The text of an allocator's call: where the allocator itself returns to. Empty: unknown. */
static std::string allocator_text(rtx_insn *call)
{
    HOST_WIDE_INT bytes = has_arguments_in_registers(callee_of(call)) ? bytes_to_return_address()
                                                                      : -1;

    return bytes >= 0 ? std::string(1, DESCRIBED_ALLOCATOR) + ' ' + std::to_string(bytes) : "";
}

/* If the memory is that of an inlined allocator, the place of that one's call says what it has. */
static std::vector<std::string> certain_texts(rtx_insn *call)
{
    location_t place = INSN_LOCATION(call);
    tree block = inlined_block(LOCATION_BLOCK(place));
    std::vector<std::string> texts, certain;
    bool is_allocator;

    do {
        texts = texts_of(place, origin_of(block));
        for (const std::string &each : texts) {
            std::string text = certain_text(texts, each);

            if (!text.empty() && std::find(certain.begin(), certain.end(), text) == certain.end())
                certain.push_back(text);
        }
        is_allocator = certain.empty() && is_of_allocator(texts);
        if (block == NULL_TREE)
            break;
        place = BLOCK_SOURCE_LOCATION(block);
        block = inlined_block(BLOCK_SUPERCONTEXT(block));
    } while (is_allocator);
    if (is_allocator && !allocator_text(call).empty())
        certain.push_back(allocator_text(call));
    return certain;
}

static void describe_call(rtx_insn *call)
{
    static unsigned count;
    std::vector<std::string> certain;
    std::string label;

    if (SIBLING_CALL_P(call) || !is_described(callee_of(call)))
        return;
    certain = certain_texts(call);
    if (certain.empty())
        return;
    label = ".Lheddle_described" + std::to_string(count++);
    emit_insn_after(gen_rtx_ASM_INPUT_loc(VOIDmode, ggc_strdup((label + ":").c_str()),
                                          LOCATION_LOCUS(INSN_LOCATION(call))),
                    call);
    for (const std::string &each : certain)
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

/* Sections that the program names may join variables to an array, and units of Fortran may declare
 * more of a common block. */
static bool is_describable(varpool_node *node)
{
    tree variable = node->decl;

    return node->definition && !node->alias && TREE_ASM_WRITTEN(variable) &&
           !DECL_EXTERNAL(variable) && !DECL_ARTIFICIAL(variable) &&
           !DECL_THREAD_LOCAL_P(variable) && !DECL_HAS_VALUE_EXPR_P(variable) &&
           !(is_fortran() && DECL_COMMON(variable)) &&
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
    tree element = strip_array_types(TREE_TYPE(variable));
    bool has_parts = !is_fortran() && !ends_with_array(element) && !is_pool(variable);

    fputs("\t.8byte\t", asm_out_file);
    assemble_name(asm_out_file, IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(variable)));
    fputc('\n', asm_out_file);
    write_text(std::string(1, DESCRIBED_VARIABLE) + ' ' +
               std::to_string(tree_to_shwi(DECL_SIZE_UNIT(variable))) + ' ' +
               (is_fortran() ? UNKNOWN_LAYOUT : layout_of(element, has_parts)));
}

void write_descriptions(void)
{
    varpool_node *node;

    if (asm_out_file == NULL || in_lto_p)
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
