/* SPDX-License-Identifier: MIT */
/* The privatizing plugin for GCC: gives each rank its own copy of mutable static variables.
 *
 * Arguments, each given to the compiler as -fplugin-arg-<plugin's file name>-<argument>[=<value>]:
 *   shared=NAME[,NAME...]  these variables are not private
 *   private=NAME[,NAME...] these variables are private, whatever the rules say
 *   shared-path=PREFIX     variables declared in files whose names begin so are not private
 *   list                   reports on stderr for each variable whether it is private, and why
 *   no-debug-locations     debuggers show the originals
 *   races                  reports each load and each store to the library
 *   type=ANSWER            a buffer has another type than its datatype: no, warning, error
 *   count=ANSWER           a buffer is shorter than its count says: the same words
 *   scope=ANSWER           a buffer ends before its operation is complete: the same words
 * Attributes:
 *   heddle_shared          a variable that all ranks share; a function that sees the originals
 *   heddle_private         a variable that is private, whatever the rules say */
#include "privatize.h"

#include "plugin-version.h"

#include "plugin/processor.h"

int plugin_is_GPL_compatible;

struct settings settings = {{}, {}, {}, false, true, false,
                            ANSWER_WARNING, ANSWER_WARNING, ANSWER_WARNING};

static tree check_attribute(tree *decl, tree name, tree, int, bool *is_refused)
{
    bool suits_functions = is_attribute_p("heddle_shared", name);

    if (VAR_P(*decl) || (suits_functions && TREE_CODE(*decl) == FUNCTION_DECL))
        return NULL_TREE;
    warning(OPT_Wattributes, "%qE attribute ignored: it is for variables", name);
    *is_refused = true;
    return NULL_TREE;
}

static void register_attributes(void *, void *)
{
    static attribute_spec attributes[] = {
        {"heddle_shared", 0, 0, false, false, false, false, check_attribute, NULL},
        {"heddle_private", 0, 0, false, false, false, false, check_attribute, NULL},
    };

    for (attribute_spec &attribute : attributes)
        register_attribute(&attribute);
}

static void add_names(std::unordered_set<std::string> *names, const char *list)
{
    while (*list != '\0') {
        size_t length = strcspn(list, ",");

        if (length > 0)
            names->insert(std::string(list, length));
        list += length + (list[length] == ',');
    }
}

static bool read_answer(const char *value, answer *read)
{
    static const char *const words[] = {"no", "warning", "error"};

    for (int i = 0; value != NULL && i < 3; i++)
        if (strcmp(value, words[i]) == 0) {
            *read = (answer)i;
            return true;
        }
    return false;
}

static bool read_argument(const char *key, const char *value)
{
    if (strcmp(key, "shared") == 0 && value != NULL)
        add_names(&settings.shared_names, value);
    else if (strcmp(key, "private") == 0 && value != NULL)
        add_names(&settings.private_names, value);
    else if (strcmp(key, "shared-path") == 0 && value != NULL)
        settings.shared_paths.push_back(value);
    else if (strcmp(key, "list") == 0 && value == NULL)
        settings.lists_variables = true;
    else if (strcmp(key, "no-debug-locations") == 0 && value == NULL)
        settings.has_debug_locations = false;
    else if (strcmp(key, "races") == 0 && value == NULL)
        settings.tells_accesses = true;
    else if (strcmp(key, "type") == 0)
        return read_answer(value, &settings.to_type);
    else if (strcmp(key, "count") == 0)
        return read_answer(value, &settings.to_count);
    else if (strcmp(key, "scope") == 0)
        return read_answer(value, &settings.to_scope);
    else
        return false;
    return true;
}

/* `instance`: of those that the neighbour has, 0 for all of them. */
static void add_pass(const char *plugin, opt_pass *pass, pass_positioning_ops position,
                     const char *neighbour, int instance = 1)
{
    register_pass_info info = {pass, neighbour, instance, position};

    register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

static void add_passes(const char *plugin)
{
    add_pass(plugin, make_select_pass(g), PASS_POS_INSERT_BEFORE, "*free_lang_data");
    add_pass(plugin, make_rewrite_pass(g), PASS_POS_INSERT_BEFORE, "ssa");
    add_pass(plugin, make_alignment_pass(g), PASS_POS_INSERT_AFTER, "ssa");
    add_pass(plugin, make_counts_pass(g), PASS_POS_INSERT_AFTER, "ssa");
    add_pass(plugin, make_scope_pass(g), PASS_POS_INSERT_AFTER, "ssa");
    /* The last one that is inserted there runs first. */
    add_pass(plugin, make_values_pass(g), PASS_POS_INSERT_AFTER, "ssa");
    add_pass(plugin, make_table_pass(g), PASS_POS_INSERT_AFTER, "emutls");
    add_pass(plugin, make_lower_pass(g), PASS_POS_INSERT_AFTER, "pre");
    add_pass(plugin, make_lower_pass(g), PASS_POS_INSERT_BEFORE, "lower_vaarg");
    add_pass(plugin, make_accesses_pass(g, true), PASS_POS_INSERT_BEFORE, "tsan", 0);
    add_pass(plugin, make_accesses_pass(g, false), PASS_POS_INSERT_BEFORE, "tsan0");
    add_pass(plugin, make_frames_pass(g), PASS_POS_INSERT_AFTER, "tailc");
    add_pass(plugin, make_described_pass(g), PASS_POS_INSERT_AFTER, "barriers");
}

static void add_roots(const char *plugin, const ggc_root_tab *roots)
{
    register_callback(plugin, PLUGIN_REGISTER_GGC_ROOTS, NULL, (void *)roots);
}

int plugin_init(plugin_name_args *arguments, plugin_gcc_version *version)
{
    const char *plugin = arguments->base_name;

    if (!plugin_default_version_check(version, &gcc_version)) {
        error("%s was built for GCC %s of %s, and this is %s of %s: %<heddle-plugin%> builds one",
              arguments->full_name, gcc_version.basever, gcc_version.datestamp, version->basever,
              version->datestamp);
        return 1;
    }
    for (int i = 0; i < arguments->argc; i++)
        if (!read_argument(arguments->argv[i].key, arguments->argv[i].value)) {
            error("%<-fplugin-arg-%s-%s%> is not known, or lacks a value", plugin,
                  arguments->argv[i].key);
            return 1;
        }
    /* Build systems drop the option when they copy a wrapper's flags: FindMPI and Meson keep those
     * that begin with -f. */
    leave_variables_in_libraries();
#ifdef flag_allow_argument_mismatch
    /* -fallow-argument-mismatch: to gfortran, buffers of several types are a mismatch where MPI's
     * procedures have no interface. FindMPI would give the option to the C files of a target, too,
     * where GCC warns of it. */
    if (!global_options_set.x_flag_allow_argument_mismatch)
        flag_allow_argument_mismatch = 1;
#endif
    /* Functions or branches that are alike may allocate memory of different types. If they become
     * one, one type stands for both, and checks report right programs. */
    flag_ipa_icf_functions = 0;
    flag_tree_tail_merge = 0;
    flag_crossjumping = 0;
    register_callback(plugin, PLUGIN_ATTRIBUTES, register_attributes, NULL);
    register_callback(
        plugin, PLUGIN_START_UNIT,
        [](void *, void *) {
            start_debug_locations();
            accept_pragmas();
        },
        NULL);
    register_callback(
        plugin, PLUGIN_PRE_GENERICIZE,
        [](void *function, void *) {
            check_types((tree)function);
            describe_allocations((tree)function);
            describe_allocator((tree)function);
        },
        NULL);
    register_callback(
        plugin, PLUGIN_FINISH_UNIT,
        [](void *, void *) {
            write_descriptions();
            mark_object();
        },
        NULL);
    add_roots(plugin, access_roots);
    add_roots(plugin, rewrite_roots);
    add_roots(plugin, table_roots);
    add_roots(plugin, debug_roots);
    add_passes(plugin);
    return 0;
}
