/* SPDX-License-Identifier: MIT */
/* Emits a record for each variable, constructor and destructor that the library must know.
 *
 * lib/image/record.h defines the layout and the kinds. The linker joins the records of all units of
 * a module in one section, whose bounds runtime/start/module.c uses. */
#include "privatize.h"

#include "output.h"

#include "image/record.h"
#include "plugin/processor.h"

static const char records_section[] = "heddle_records";

static tree record_type;

const ggc_root_tab table_roots[] = {
    {&record_type, 1, sizeof record_type, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
    LAST_GGC_ROOT_TAB,
};

/* The constructors of the program. Later passes add constructors for sanitizers and coverage, which
 * must not run for each rank. */
static std::unordered_set<unsigned> constructors;

void remember_constructors(void)
{
    cgraph_node *node;

    FOR_EACH_DEFINED_FUNCTION (node)
        if (DECL_STATIC_CONSTRUCTOR(node->decl) || DECL_STATIC_DESTRUCTOR(node->decl))
            constructors.insert(DECL_UID(node->decl));
}

static void make_record_type(void)
{
    tree types[] = {const_ptr_type_node, size_type_node,     const_ptr_type_node,
                    const_ptr_type_node, unsigned_type_node, unsigned_type_node};
    tree first = NULL_TREE;

    record_type = lang_hooks.types.make_type(RECORD_TYPE);
    for (int i = ARRAY_SIZE(types) - 1; i >= 0; i--) {
        tree field = build_decl(BUILTINS_LOCATION, FIELD_DECL, NULL_TREE, types[i]);

        DECL_CONTEXT(field) = record_type;
        DECL_CHAIN(field) = first;
        first = field;
    }
    TYPE_FIELDS(record_type) = first;
    layout_type(record_type);
}

static tree text_address(const char *text)
{
    return fold_convert(const_ptr_type_node, build_string_literal(strlen(text) + 1, text));
}

/* Defines a variable of which the linker keeps one for all units. */
static std::string zeros(const std::string &name, size_t bytes)
{
    bool is_thread_local = name == "heddle_anchor";
    const std::string size = std::to_string(bytes);

    return std::string("\t.pushsection ") + (is_thread_local ? ".tbss." : ".bss.") + name +
           (is_thread_local ? ",\"awTG\"" : ",\"awG\"") + ",@nobits," + name + ",comdat\n" +
           "\t.weak\t" + name + "\n\t.hidden\t" + name + "\n\t.type\t" + name + ", @object\n" +
           "\t.size\t" + name + ", " + size + "\n\t.balign\t8\n" + name + ":\n\t.zero\t" + size +
           "\n\t.popsection\n";
}

static const char registration[] =
    BEGINS_ASSEMBLER
    "\t.weak\theddle_register\n"
    "\t.weak\t__start_heddle_records\n\t.hidden\t__start_heddle_records\n"
    "\t.weak\t__stop_heddle_records\n\t.hidden\t__stop_heddle_records\n"
    "\t.pushsection .text.heddle_library,\"axG\",@progbits,heddle_library,comdat\n"
    "\t.weak\theddle_library\n\t.hidden\theddle_library\n\t.type\theddle_library, @function\n"
    "heddle_library:\n"
    LIBRARY_CODE
    "heddle_library_known:\n"
    "\tret\n"
    "\t.size\theddle_library, .-heddle_library\n"
    "\t.popsection\n"
    "\t.pushsection .init_array.00001,\"awG\",@init_array,heddle_library,comdat\n"
    "\t.balign\t8\n\t.quad\theddle_library\n"
    "\t.popsection\n";
static_assert(offsetof(heddle_module, version) == 0, "registration tests it");
static_assert(offsetof(heddle_module, records) == 8, "registration sets it");
static_assert(offsetof(heddle_module, records_end) == 16, "registration sets it");

/* Does what runtime/start/module.c does, in a shared library that is linked without it: libtool
 * links libraries by the compiler that configure found first, though CC is the wrapper later. Of
 * all units' copies the linker keeps one, which runs after module.c's and finds nothing to do. The
 * debuggers' distance stays zero then, so they show the originals. */
static void register_library(void)
{
    std::string text = registration;

    text.replace(text.find("VERSION"), strlen("VERSION"), std::to_string(RECORD_VERSION));
    text = zeros("heddle_module", sizeof(heddle_module)) +
           zeros("heddle_distance", sizeof(ptrdiff_t)) +
           zeros("heddle_anchor", sizeof(ptrdiff_t)) + text;
    text += ENDS_ASSEMBLER;
    /* The link-time compiler writes the texts of several units into one file. */
    text = "\n\t.ifndef\theddle_library\n" + text + "\t.endif\n";
    symtab->finalize_toplevel_asm(build_string(text.length() + 1, text.c_str()));
}

class table
{
public:
    void add(tree decl, size_t size, unsigned kind);
    void add_with_mask(tree decl, tree mask, unsigned kind);
    void finish(void);

private:
    void add_sized(tree decl, tree size, unsigned kind);

    vec<constructor_elt, va_gc> *records = NULL;
};

void table::add(tree decl, size_t size, unsigned kind)
{
    add_sized(decl, build_int_cst(size_type_node, size), kind);
}

void table::add_with_mask(tree decl, tree mask, unsigned kind)
{
    add_sized(decl, fold_convert(size_type_node, build_fold_addr_expr(mask)), kind);
}

void table::add_sized(tree decl, tree size, unsigned kind)
{
    expanded_location where = expand_location(DECL_SOURCE_LOCATION(decl));
    tree values[] = {
        fold_convert(const_ptr_type_node, build_fold_addr_expr(decl)),
        size,
        text_address(plain_name(decl)),
        text_address(where.file != NULL ? where.file : ""),
        build_int_cst(unsigned_type_node, where.line),
        build_int_cst(unsigned_type_node, kind),
    };
    vec<constructor_elt, va_gc> *fields = NULL;
    tree field = TYPE_FIELDS(record_type);
    tree record;

    for (tree value : values) {
        CONSTRUCTOR_APPEND_ELT(fields, field, value);
        field = DECL_CHAIN(field);
    }
    record = build_constructor(record_type, fields);
    TREE_CONSTANT(record) = 1;
    TREE_STATIC(record) = 1;
    CONSTRUCTOR_APPEND_ELT(records, size_int(vec_safe_length(records)), record);
}

void table::finish(void)
{
    size_t count = vec_safe_length(records);
    tree type, decl;

    if (count == 0)
        return;
    type = build_array_type(record_type, build_index_type(size_int(count - 1)));
    decl = build_decl(BUILTINS_LOCATION, VAR_DECL, get_identifier("heddle_records_of_unit"), type);
    TREE_STATIC(decl) = 1;
    TREE_READONLY(decl) = 1;
    TREE_USED(decl) = 1;
    DECL_ARTIFICIAL(decl) = 1;
    DECL_IGNORED_P(decl) = 1;
    DECL_PRESERVE_P(decl) = 1;
    /* No gaps between units: the section is read as one array. */
    SET_DECL_ALIGN(decl, TYPE_ALIGN(ptr_type_node));
    DECL_USER_ALIGN(decl) = 1;
    DECL_INITIAL(decl) = build_constructor(type, records);
    TREE_CONSTANT(DECL_INITIAL(decl)) = 1;
    TREE_STATIC(DECL_INITIAL(decl)) = 1;
    /* Only the names of its bounds refer to the section, so linkers that drop unused sections need
     * this attribute. */
    DECL_ATTRIBUTES(decl) = tree_cons(get_identifier("retain"), NULL_TREE, NULL_TREE);
    set_decl_section_name(decl, records_section);
    if (flag_pic && !flag_pie)
        register_library();
    varpool_node::finalize_decl(decl);
}

static size_t size_of(tree variable)
{
    tree size = DECL_SIZE_UNIT(variable);

    return size != NULL_TREE && tree_fits_uhwi_p(size) ? tree_to_uhwi(size) : 0;
}

static bool is_written(varpool_node *node)
{
    ipa_ref *reference;

    for (int i = 0; node->iterate_referring(i, reference); i++)
        if (reference->use == IPA_REF_STORE && !DECL_IN_SYSTEM_HEADER(reference->referring->decl))
            return true;
    return false;
}

/* True for another library's variable that the user has not explicitly shared. */
static bool is_shared_by_rule(tree variable)
{
    return DECL_EXTERNAL(variable) && !DECL_THREAD_LOCAL_P(variable) &&
           !DECL_HARD_REGISTER(variable) && !is_implementation_name(plain_name(variable)) &&
           shared_reason(variable) == 0;
}

static void add_variable(table *records, varpool_node *node)
{
    tree variable = node->decl;
    verdict found = verdict_of(variable);
    unsigned weak = DECL_WEAK(variable) ? RECORD_WEAK : 0;
    unsigned global = TREE_PUBLIC(variable) || DECL_EXTERNAL(variable) ? RECORD_GLOBAL : 0;
    ipa_ref *reference;

    if (found != VERDICT_PRIVATE && is_shared_by_rule(variable) && is_written(node))
        records->add(variable, 0, weak | RECORD_WRITTEN_SHARED);
    if (found == VERDICT_SHARED)
        return;
    if (found == VERDICT_AS_DEFINED) {
        if (node->definition && !node->alias && !DECL_EXTERNAL(variable))
            records->add(variable, size_of(variable), global | RECORD_PRIVATE_UNLESS_USED);
        if (mask_variable(variable, false) != NULL_TREE)
            records->add_with_mask(variable, mask_variable(variable, false),
                                   weak | RECORD_USED_AS_DEFINED);
        return;
    }
    if (DECL_EXTERNAL(variable)) {
        if (node->iterate_referring(0, reference))
            records->add(variable, 0,
                         weak | (found == VERDICT_PRIVATE ? global | RECORD_USED_PRIVATE
                                                          : (unsigned)RECORD_USED_SHARED));
    } else if (node->definition && !node->alias) {
        records->add(variable, size_of(variable),
                     found == VERDICT_PRIVATE ? global | RECORD_PRIVATE
                                              : RECORD_SHARED | shared_reason(variable));
    }
}

static void add_function(table *records, tree function)
{
    if (DECL_STATIC_CONSTRUCTOR(function))
        records->add(function, DECL_INIT_PRIORITY(function), RECORD_CONSTRUCTOR);
    if (DECL_STATIC_DESTRUCTOR(function))
        records->add(function, DECL_FINI_PRIORITY(function), RECORD_DESTRUCTOR);
}

static tree variable_of_array(tree function, const char *array, priority_type priority)
{
    tree type = build_pointer_type(TREE_TYPE(function));
    tree decl = build_decl(BUILTINS_LOCATION, VAR_DECL, create_tmp_var_name("heddle_run"), type);
    char section[32];

    TREE_STATIC(decl) = 1;
    TREE_USED(decl) = 1;
    DECL_ARTIFICIAL(decl) = 1;
    DECL_IGNORED_P(decl) = 1;
    DECL_PRESERVE_P(decl) = 1;
    DECL_INITIAL(decl) = build_fold_addr_expr(function);
    snprintf(section, sizeof section, priority == MAX_INIT_PRIORITY ? "%s" : "%s.%.5u", array,
             (unsigned)priority);
    set_decl_section_name(decl, section);
    return decl;
}

static void hand_to_linker(tree function, const char *array, priority_type priority)
{
    tree decl = variable_of_array(function, array, priority);

    varpool_node::finalize_decl(decl);
    varpool_node::get(decl)->no_reorder = true;
}

/* Passes constructors to the linker under -flto. The link-time compiler would merge all
 * constructors into one function, and all destructors into another, in an order that could not be
 * found out. Therefore the compiler does not see that they are constructors, and the linker orders
 * them as it does without -flto. */
static void hide_from_link(tree function)
{
    if (DECL_STATIC_CONSTRUCTOR(function))
        hand_to_linker(function, ".init_array", DECL_INIT_PRIORITY(function));
    if (DECL_STATIC_DESTRUCTOR(function))
        hand_to_linker(function, ".fini_array", DECL_FINI_PRIORITY(function));
    DECL_STATIC_CONSTRUCTOR(function) = 0;
    DECL_STATIC_DESTRUCTOR(function) = 0;
}

/* Marks an object that the plugin compiled, so that tools/uninstrumented.c can recognise it even
 * if it holds only -flto code. The linker drops the section. */
void mark_object(void)
{
    if (asm_out_file != NULL)
        fprintf(asm_out_file, "\t.section\t%s,\"e\",@progbits\n\t.byte\t1\n", UNIT_SECTION);
}

static bool is_before(const cgraph_node *one, const cgraph_node *other)
{
    return one->order < other->order;
}

static const pass_data table_data = {
    SIMPLE_IPA_PASS, "heddle-table", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0,
};

struct table_pass : simple_ipa_opt_pass {
    table_pass(gcc::context *context) : simple_ipa_opt_pass(table_data, context) {}

    unsigned int execute(function *) final override
    {
        std::vector<varpool_node *> variables;
        std::vector<cgraph_node *> functions;
        table records;
        varpool_node *variable;
        cgraph_node *function;

        make_record_type();
        /* Collect first: adding a record adds references to the lists walked here. */
        FOR_EACH_VARIABLE (variable)
            variables.push_back(variable);
        for (varpool_node *each : variables)
            add_variable(&records, each);
        FOR_EACH_DEFINED_FUNCTION (function)
            if (constructors.count(DECL_UID(function->decl)) != 0)
                functions.push_back(function);
        std::sort(functions.begin(), functions.end(), is_before);
        for (cgraph_node *each : functions) {
            add_function(&records, each->decl);
            if (flag_lto != NULL)
                hide_from_link(each->decl);
        }
        records.finish();
        return 0;
    }
};

opt_pass *make_table_pass(gcc::context *context)
{
    return new table_pass(context);
}
