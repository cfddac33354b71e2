/* SPDX-License-Identifier: MIT */
/* Selects the private variables.
 *
 * The pass runs before GCC frees language data, so that it can use the front ends' knowledge. The
 * verdict is stored as an attribute of the declaration, which outlives the passes and travels with
 * -flto. All units that see a variable must reach the same verdict, so it depends on the
 * declaration alone. Only the verdict on a static variable may depend on its initialiser. */
#include "privatize.h"

#include "image/record.h"

/* The space keeps programs from using this attribute. */
static const char verdict_attribute[] = "heddle verdict";

struct finding {
    verdict what;
    const char *why;
    /* A constant that is private exactly if its initialiser leads to a private variable. */
    bool rests_on_initializer;
};

static finding shared(const char *why)
{
    return {VERDICT_SHARED, why, false};
}

static finding shared_by_name(const char *why)
{
    return {VERDICT_SHARED_BY_NAME, why, false};
}

static finding privately(const char *why)
{
    return {VERDICT_PRIVATE, why, false};
}

static finding resting_on_initializer(void)
{
    return {VERDICT_SHARED, "constant", true};
}

static bool names_contain(const std::unordered_set<std::string> &names, tree variable)
{
    return names.count(plain_name(variable)) != 0 ||
           (DECL_NAME(variable) != NULL_TREE &&
            names.count(IDENTIFIER_POINTER(DECL_NAME(variable))) != 0);
}

static bool is_under_shared_path(tree variable)
{
    const char *file = LOCATION_FILE(DECL_SOURCE_LOCATION(variable));

    if (file != NULL)
        for (const std::string &path : settings.shared_paths)
            if (startswith(file, path.c_str()))
                return true;
    return false;
}

/* True for variables of the C++ library, of which a process has one. */
static bool is_of_language_library(tree variable)
{
    return (DECL_EXTERNAL(variable) ||
            (DECL_IN_SYSTEM_HEADER(variable) && TREE_PUBLIC(variable))) &&
           is_in_std_namespace(variable);
}

/* True for variables of system libraries, which are not compiled with the plugin. Ranks have copies
 * of some of them (image/whole/whole.h). */
static bool is_of_system_library(tree variable)
{
    return DECL_EXTERNAL(variable) && DECL_IN_SYSTEM_HEADER(variable);
}

static finding find_for_constant(tree variable)
{
    bool is_seen_elsewhere = (TREE_PUBLIC(variable) || DECL_EXTERNAL(variable)) &&
                             !is_temporary_of_reference(variable);

    if (!TREE_READONLY(variable) && !is_seen_elsewhere)
        return privately("constant, but initialised at run time");
    if (!is_seen_elsewhere)
        return resting_on_initializer();
    if (is_defined_in_many_units(variable) && TREE_READONLY(variable) &&
        DECL_INITIAL(variable) != NULL_TREE)
        return resting_on_initializer();
    if (type_is_dynamic(TREE_TYPE(variable)) || type_has_data_pointer(TREE_TYPE(variable)))
        return privately("constant, but of a type that may hold addresses of private variables");
    if (is_initialized_at_run_time(variable))
        return privately("constant, but initialised at run time");
    if (may_be_initialized_at_run_time(variable))
        return {VERDICT_AS_DEFINED, "constant: private if initialised at run time", false};
    return DECL_EXTERNAL(variable) ? shared_by_name("constant") : resting_on_initializer();
}

/* True for a variable that a library compiled without the plugin may define, too, such as a static
 * member of a template of the system's headers. */
static bool may_be_of_library(tree variable)
{
    return DECL_IN_SYSTEM_HEADER(variable) && TREE_PUBLIC(variable) &&
           is_defined_in_many_units(variable);
}

static finding find(tree variable)
{
    const char *name;

    if (!VAR_P(variable) || !(TREE_STATIC(variable) || DECL_EXTERNAL(variable)))
        return shared("not static");
    if (DECL_THREAD_LOCAL_P(variable))
        return shared("thread-local");
    if (DECL_HARD_REGISTER(variable) || DECL_HAS_VALUE_EXPR_P(variable))
        return shared("not in memory of its own");
    if (lookup_attribute("heddle_shared", DECL_ATTRIBUTES(variable)))
        return shared_by_name("attribute heddle_shared");
    if (lookup_attribute("heddle_private", DECL_ATTRIBUTES(variable)))
        return privately("attribute heddle_private");
    if (names_contain(settings.private_names, variable))
        return privately("option private");
    if (names_contain(settings.shared_names, variable))
        return shared_by_name("option shared");
    name = plain_name(variable);
    if (is_implementation_name(name))
        return shared("the implementation's");
    if (is_language_table(variable))
        return shared("a table of the language");
    if ((DECL_EXTERNAL(variable) || TREE_PUBLIC(variable)) && is_own_libc_name(name))
        return privately("libc's, and each rank's own");
    if (DECL_EXTERNAL(variable) && is_libc_name(name))
        return shared_by_name("a variable of libc");
    if (is_under_shared_path(variable))
        return shared_by_name("option shared-path");
    if (is_of_language_library(variable))
        return shared("the C++ library's");
    if (is_of_system_library(variable))
        return {VERDICT_AS_DEFINED, "a system header's: private if ranks copy its library", false};
    if (is_constant(variable))
        return find_for_constant(variable);
    if (may_be_of_library(variable))
        return {VERDICT_AS_DEFINED, "private unless a library has it, too", false};
    return privately("mutable");
}

static bool has_verdict(tree variable, verdict *found)
{
    tree attribute = lookup_attribute(verdict_attribute, DECL_ATTRIBUTES(variable));

    if (attribute == NULL_TREE)
        return false;
    *found = (verdict)tree_to_uhwi(TREE_VALUE(attribute));
    return true;
}

static const char *shown_verdict(verdict what)
{
    switch (what) {
    case VERDICT_PRIVATE:
        return "private";
    case VERDICT_AS_DEFINED:
        return "as defined";
    default:
        return "shared";
    }
}

static void list_variable(tree variable, const finding &found)
{
    expanded_location where = expand_location(DECL_SOURCE_LOCATION(variable));

    fprintf(stderr, "%s:%d: %s: %s (%s)\n", where.file != NULL ? where.file : "", where.line,
            plain_name(variable), shown_verdict(found.what), found.why);
}

static std::unordered_set<std::string> private_names;

bool is_private_name(const std::string &assembler_name)
{
    return private_names.count(assembler_name) != 0;
}

static verdict keep(tree variable, const finding &found)
{
    DECL_ATTRIBUTES(variable) =
        tree_cons(get_identifier(verdict_attribute), build_int_cst(unsigned_type_node, found.what),
                  DECL_ATTRIBUTES(variable));
    if (found.what == VERDICT_PRIVATE)
        private_names.insert(plain_name(variable));
    /* Each rank's copy of a constant table has its own addresses. */
    if (found.what == VERDICT_PRIVATE && !DECL_EXTERNAL(variable))
        TREE_READONLY(variable) = 0;
    if (settings.lists_variables && found.why != NULL &&
        (TREE_STATIC(variable) || DECL_EXTERNAL(variable)))
        list_variable(variable, found);
    return found.what;
}

static tree collect_variable(tree *slot, int *walk_subtrees, void *data)
{
    if (VAR_P(*slot))
        ((std::vector<tree> *)data)->push_back(*slot);
    if (TYPE_P(*slot) || DECL_P(*slot))
        *walk_subtrees = 0;
    return NULL_TREE;
}

static void append_variables_of(tree initial, std::vector<tree> *variables)
{
    if (initial != NULL_TREE && initial != error_mark_node)
        walk_tree_without_duplicates(&initial, collect_variable, variables);
}

/* True if the initialiser leads to a private variable. Constants may hold addresses of each other,
 * also in circles. All constants visited are stored in `met`. */
static bool leads_to_private(tree root, std::vector<tree> *met)
{
    std::vector<tree> pending;
    hash_set<tree> seen;

    seen.add(root);
    append_variables_of(DECL_INITIAL(root), &pending);
    while (!pending.empty()) {
        tree variable = pending.back();
        finding found = shared(NULL);

        pending.pop_back();
        if (seen.add(variable))
            continue;
        if (!has_verdict(variable, &found.what))
            found = find(variable);
        if (found.what == VERDICT_PRIVATE || found.what == VERDICT_AS_DEFINED)
            return true;
        if (!found.rests_on_initializer)
            continue;
        met->push_back(variable);
        append_variables_of(DECL_INITIAL(variable), &pending);
    }
    return false;
}

static verdict settle_by_initializer(tree variable)
{
    std::vector<tree> met;

    if (leads_to_private(variable, &met))
        return keep(variable, privately("constant, but holds addresses of private variables"));
    /* If the root leads to no private variable, none of the others does. */
    met.push_back(variable);
    for (tree each : met)
        keep(each, resting_on_initializer());
    return VERDICT_SHARED;
}

/* Keeps the optimiser from using the initial value of a thread-local pointer, even if it is never
 * written: at run time each thread's pointer is moved to the thread's slot. */
static void forbid_folding(tree thread_local_variable)
{
    std::vector<tree> met;

    if (DECL_EXTERNAL(thread_local_variable) || !leads_to_private(thread_local_variable, &met))
        return;
    TREE_READONLY(thread_local_variable) = 0;
    varpool_node::get_create(thread_local_variable)->force_output = 1;
}

unsigned shared_reason(tree variable)
{
    if (lookup_attribute("heddle_shared", DECL_ATTRIBUTES(variable)))
        return RECORD_BY_ATTRIBUTE;
    if (names_contain(settings.shared_names, variable))
        return RECORD_BY_NAME;
    return is_under_shared_path(variable) ? RECORD_BY_PATH : 0;
}

static bool is_selected; // all variables of the unit have their verdicts

// True for a variable that the compiler makes later on, such as a sanitizer's list of globals.
static bool is_afterthought(tree variable)
{
    return is_selected && DECL_ARTIFICIAL(variable) && !DECL_EXTERNAL(variable);
}

verdict verdict_of(tree variable)
{
    verdict known;

    if (has_verdict(variable, &known))
        return known;
    if (is_afterthought(variable))
        return VERDICT_SHARED;
    finding found = find(variable);
    if (found.rests_on_initializer)
        return settle_by_initializer(variable);
    if (VAR_P(variable) && DECL_THREAD_LOCAL_P(variable))
        forbid_folding(variable);
    return keep(variable, found);
}

bool is_private(tree variable)
{
    verdict found;

    if (!VAR_P(variable) || !(TREE_STATIC(variable) || DECL_EXTERNAL(variable)))
        return false;
    found = verdict_of(variable);
    return found == VERDICT_PRIVATE || found == VERDICT_AS_DEFINED;
}

/* Increases the alignment for vector code. The vectoriser does so itself for variables that it
 * sees, but of private ones it sees only pointers. */
static void align_for_vectors(varpool_node *node)
{
    tree size = DECL_SIZE(node->decl);

    if (TREE_CODE(TREE_TYPE(node->decl)) == ARRAY_TYPE && size != NULL_TREE &&
        tree_fits_uhwi_p(size) && tree_to_uhwi(size) >= BIGGEST_ALIGNMENT &&
        DECL_ALIGN(node->decl) < BIGGEST_ALIGNMENT && node->can_increase_alignment_p())
        node->increase_alignment(BIGGEST_ALIGNMENT);
}

static const pass_data select_data = {
    SIMPLE_IPA_PASS, "heddle-select", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0,
};

struct select_pass : simple_ipa_opt_pass {
    select_pass(gcc::context *context) : simple_ipa_opt_pass(select_data, context) {}

    unsigned int execute(function *) final override
    {
        varpool_node *node;

        FOR_EACH_VARIABLE (node)
            if (verdict_of(node->decl) == VERDICT_PRIVATE && node->definition && optimize > 1)
                align_for_vectors(node);
        is_selected = true;
        name_wide_procedures();
        remember_constructors();
        check_assembler_outside_functions();
        return 0;
    }
};

opt_pass *make_select_pass(gcc::context *context)
{
    return new select_pass(context);
}
