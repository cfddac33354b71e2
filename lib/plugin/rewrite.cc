/* SPDX-License-Identifier: MIT */
/* Rewrites accesses to private variables as accesses at their address plus the thread's
 * displacement.
 *
 * The pass runs just before a function enters SSA form. The displacement is read once in each
 * function. When optimising, the address of each variable is also computed once, in the entry
 * block; later passes move it to where it is needed. */
#include "privatize.h"

#include "gimple-iterator.h"
#include "gimplify.h"
#include "stmt.h"
#include "target.h"
#include "tree-cfg.h"
#include "cfg.h"
#include "basic-block.h"

static tree displacement_decl;
static tree sum_decl;

const ggc_root_tab rewrite_roots[] = {
    {&displacement_decl, 1, sizeof displacement_decl, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
    {&sum_decl, 1, sizeof sum_decl, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
    LAST_GGC_ROOT_TAB,
};

/* Declared constant for the optimiser, because it never changes within a thread's program. */
tree displacement_variable(void)
{
    tree decl = displacement_decl;

    if (decl != NULL_TREE)
        return decl;
    decl = build_decl(BUILTINS_LOCATION, VAR_DECL, get_identifier("heddle_displacement"),
                      build_qualified_type(ptrdiff_type_node, TYPE_QUAL_CONST));
    SET_DECL_ASSEMBLER_NAME(decl, get_identifier("heddle_displacement"));
    TREE_PUBLIC(decl) = 1;
    DECL_EXTERNAL(decl) = 1;
    TREE_READONLY(decl) = 1;
    TREE_USED(decl) = 1;
    DECL_ARTIFICIAL(decl) = 1;
    DECL_IGNORED_P(decl) = 1;
    set_decl_tls_model(decl, TLS_MODEL_INITIAL_EXEC);
    varpool_node::get_create(decl);
    displacement_decl = decl;
    return decl;
}

tree sum_function(void)
{
    tree type, decl = sum_decl;
    /* Result: argument 1 itself. Memory: const. Arguments: not dereferenced. */
    static const char spec[] = "1cX X ";

    if (decl != NULL_TREE)
        return decl;
    type = build_function_type_list(ptr_type_node, ptr_type_node, sizetype, NULL_TREE);
    TYPE_ATTRIBUTES(type) =
        tree_cons(get_identifier("fn spec"),
                  build_tree_list(NULL_TREE, build_string(sizeof spec, spec)), NULL_TREE);
    decl = build_decl(BUILTINS_LOCATION, FUNCTION_DECL, get_identifier("heddle_at"), type);
    SET_DECL_ASSEMBLER_NAME(decl, get_identifier("heddle_at"));
    TREE_PUBLIC(decl) = 1;
    DECL_EXTERNAL(decl) = 1;
    DECL_ARTIFICIAL(decl) = 1;
    TREE_READONLY(decl) = 1;
    TREE_NOTHROW(decl) = 1;
    DECL_ATTRIBUTES(decl) = tree_cons(get_identifier("leaf"), NULL_TREE, NULL_TREE);
    sum_decl = decl;
    return decl;
}

/* The masks by variable. They live as long as the unit, whose symbol table has them. */
static std::unordered_map<unsigned, tree> masks;

/* Makes a mask. The program's start writes it, so the optimiser must not assume that it is zero. */
static tree new_mask(void)
{
    tree decl = build_decl(BUILTINS_LOCATION, VAR_DECL, create_tmp_var_name("heddle_mask"),
                           ptrdiff_type_node);

    TREE_STATIC(decl) = 1;
    TREE_ADDRESSABLE(decl) = 1;
    TREE_USED(decl) = 1;
    DECL_ARTIFICIAL(decl) = 1;
    DECL_IGNORED_P(decl) = 1;
    DECL_PRESERVE_P(decl) = 1;
    varpool_node::finalize_decl(decl);
    return decl;
}

tree mask_variable(tree variable, bool makes_it)
{
    auto known = masks.find(DECL_UID(variable));

    if (known != masks.end())
        return known->second;
    if (!makes_it)
        return NULL_TREE;
    return masks[DECL_UID(variable)] = new_mask();
}

static bool mentions_private(tree expression)
{
    unsigned HOST_WIDE_INT i;
    tree value;

    if (expression == NULL_TREE || TYPE_P(expression))
        return false;
    if (VAR_P(expression))
        return is_private(expression);
    if (TREE_CODE(expression) == TREE_LIST)
        return mentions_private(TREE_VALUE(expression));
    if (TREE_CODE(expression) == CONSTRUCTOR) {
        FOR_EACH_CONSTRUCTOR_VALUE (CONSTRUCTOR_ELTS(expression), i, value)
            if (mentions_private(value))
                return true;
        return false;
    }
    if (EXPR_P(expression))
        for (int k = 0; k < TREE_OPERAND_LENGTH(expression); k++)
            if (mentions_private(TREE_OPERAND(expression, k)))
                return true;
    return false;
}

/* Rewrites one function. */
class rewriter
{
public:
    explicit rewriter(function *fun) : fun(fun), optimizes(opt_for_fn(fun->decl, optimize) != 0) {}
    void rewrite_all(void);

private:
    void rewrite_statement(gimple_stmt_iterator *where);
    void rewrite_asm(gasm *statement);
    void rewrite_operand(tree *operand);
    void rewrite_parts(tree expression);
    tree reference_to(tree variable);
    tree address_of(tree variable);
    tree new_address_of(tree variable, gimple_seq *code);
    tree displacement_for(tree variable, tree address, gimple_seq *code);
    void start_entry(void);

    tree emit(gimple_seq *code, tree type, tree_code operation, tree first,
              tree second = NULL_TREE);

    function *fun;
    bool optimizes;
    location_t location = UNKNOWN_LOCATION;
    tree displacement = NULL_TREE;
    hash_map<tree, tree> addresses;
    gimple_seq entry = NULL;  /* inserted at the start of the function */
    gimple_seq before = NULL; /* inserted before the current statement */
};

tree rewriter::emit(gimple_seq *code, tree type, tree_code operation, tree first, tree second)
{
    tree result = create_tmp_reg(type);
    gimple *statement = second != NULL_TREE
                            ? gimple_build_assign(result, operation, first, second)
                            : gimple_build_assign(result, operation, first);

    if (code != &entry)
        gimple_set_location(statement, location);
    gimple_seq_add_stmt(code, statement);
    return result;
}

void rewriter::start_entry(void)
{
    tree loaded;

    if (displacement != NULL_TREE)
        return;
    loaded = emit(&entry, ptrdiff_type_node, VAR_DECL, displacement_variable());
    if (flag_lto)
        loaded = emit(&entry, ptrdiff_type_node, BIT_AND_EXPR, loaded,
                      build_int_cst(ptrdiff_type_node, -DISPLACEMENT_ALIGNMENT));
    displacement = emit(&entry, sizetype, NOP_EXPR, loaded);
}

/* Masks the displacement for an undefined weak variable, whose address must stay zero. */
tree rewriter::displacement_for(tree variable, tree address, gimple_seq *code)
{
    tree mask, distance = displacement;

    if (verdict_of(variable) == VERDICT_AS_DEFINED) {
        mask = emit(code, ptrdiff_type_node, VAR_DECL, mask_variable(variable, true));
        mask = emit(code, sizetype, NOP_EXPR, mask);
        distance = emit(code, sizetype, BIT_AND_EXPR, distance, mask);
    }
    if (!DECL_WEAK(variable) || !DECL_EXTERNAL(variable))
        return distance;
    mask = emit(code, boolean_type_node, NE_EXPR, address, build_zero_cst(TREE_TYPE(address)));
    mask = emit(code, sizetype, NOP_EXPR, mask);
    mask = emit(code, sizetype, NEGATE_EXPR, mask);
    return emit(code, sizetype, BIT_AND_EXPR, distance, mask);
}

tree rewriter::new_address_of(tree variable, gimple_seq *code)
{
    tree type = build_pointer_type(TREE_TYPE(variable));
    tree original = build1(ADDR_EXPR, type, variable);
    tree own, distance;
    gcall *sum;

    TREE_ADDRESSABLE(variable) = 1;
    recompute_tree_invariant_for_addr_expr(original);
    start_entry();
    distance = displacement_for(variable, original, code);
    /* With -flto the link step would have to lower the call; emit a plain sum to avoid that
     * dependence. */
    if (!optimizes || flag_lto || distance != displacement ||
        !type_has_data_pointer(TREE_TYPE(variable)))
        return emit(code, type, POINTER_PLUS_EXPR, original, distance);
    own = create_tmp_reg(type);
    sum = gimple_build_call(sum_function(), 2, original, distance);
    gimple_call_set_lhs(sum, own);
    gimple_seq_add_stmt(code, sum);
    return own;
}

/* Returns the variable's address. Without optimisation it is computed for each statement, because
 * operands of one statement may have to be equal. */
tree rewriter::address_of(tree variable)
{
    tree *known = addresses.get(variable);
    tree own;

    if (known != NULL)
        return *known;
    own = new_address_of(variable, optimizes ? &entry : &before);
    addresses.put(variable, own);
    return own;
}

/* Returns the variable itself, as a memory reference. */
tree rewriter::reference_to(tree variable)
{
    tree address = address_of(variable);
    tree type = TREE_TYPE(variable);
    tree reference;

    if (DECL_ALIGN(variable) < TYPE_ALIGN(type))
        type = build_aligned_type(type, DECL_ALIGN(variable));
    reference = build2(MEM_REF, type, address, build_zero_cst(TREE_TYPE(address)));
    TREE_THIS_VOLATILE(reference) = TREE_THIS_VOLATILE(variable);
    TREE_SIDE_EFFECTS(reference) = TREE_THIS_VOLATILE(variable);
    TREE_THIS_NOTRAP(reference) = !DECL_WEAK(variable) || !DECL_EXTERNAL(variable);
    return reference;
}

void rewriter::rewrite_parts(tree expression)
{
    if (TREE_CODE(expression) == CONSTRUCTOR) {
        for (unsigned i = 0; i < CONSTRUCTOR_NELTS(expression); i++)
            rewrite_operand(&CONSTRUCTOR_ELT(expression, i)->value);
        return;
    }
    for (int i = 0; i < TREE_OPERAND_LENGTH(expression); i++)
        rewrite_operand(&TREE_OPERAND(expression, i));
}

/* Rewrites an operand. The address of a variable is an invariant, and may stand where only
 * invariants may. A computed address may not, and goes into a register before the statement. */
void rewriter::rewrite_operand(tree *operand)
{
    tree expression = *operand;
    tree address;

    if (!mentions_private(expression))
        return;
    if (VAR_P(expression)) {
        *operand = reference_to(expression);
        return;
    }
    if (TREE_CODE(expression) == TREE_LIST) {
        rewrite_operand(&TREE_VALUE(expression));
        return;
    }
    if (TREE_CODE(expression) != ADDR_EXPR) {
        rewrite_parts(expression);
        return;
    }
    if (VAR_P(TREE_OPERAND(expression, 0))) {
        address = address_of(TREE_OPERAND(expression, 0));
        if (!useless_type_conversion_p(TREE_TYPE(expression), TREE_TYPE(address)))
            address = emit(&before, TREE_TYPE(expression), NOP_EXPR, address);
        *operand = address;
        return;
    }
    rewrite_operand(&TREE_OPERAND(expression, 0));
    recompute_tree_invariant_for_addr_expr(expression);
    *operand = emit(&before, TREE_TYPE(expression), ADDR_EXPR, expression);
}

static tree first_private(tree expression)
{
    return walk_tree_without_duplicates(
        &expression,
        [](tree *slot, int *, void *) { return is_private(*slot) ? *slot : NULL_TREE; }, NULL);
}

/* True for an operand that must be a link-time constant, and can therefore name only the
 * original. */
static bool wants_constant(gasm *statement, unsigned input)
{
    tree link = gimple_asm_input_op(statement, input);
    const char *constraint = TREE_STRING_POINTER(TREE_VALUE(TREE_PURPOSE(link)));
    unsigned outputs = gimple_asm_noutputs(statement);
    std::vector<const char *> outputs_constraints(outputs);
    bool takes_memory, takes_register;

    for (unsigned i = 0; i < outputs; i++)
        outputs_constraints[i] = TREE_STRING_POINTER(
            TREE_VALUE(TREE_PURPOSE(gimple_asm_output_op(statement, i))));
    read_constraint(constraint, outputs, outputs_constraints.data(), &takes_memory,
                    &takes_register);
    return !takes_memory && !takes_register;
}

void rewriter::rewrite_asm(gasm *statement)
{
    check_assembler(location, gimple_asm_string(statement));
    for (unsigned i = 0; i < gimple_asm_ninputs(statement); i++) {
        tree value = TREE_VALUE(gimple_asm_input_op(statement, i));

        if (mentions_private(value) && wants_constant(statement, i))
            warning_at(location, 0, "this %<asm%> operand names the first rank%'s copy of %qD: "
                                    "use a memory operand (%<\"m\"%>)",
                       first_private(value));
        else
            rewrite_operand(&TREE_VALUE(gimple_asm_input_op(statement, i)));
    }
    for (unsigned i = 0; i < gimple_asm_noutputs(statement); i++)
        rewrite_operand(&TREE_VALUE(gimple_asm_output_op(statement, i)));
}

void rewriter::rewrite_statement(gimple_stmt_iterator *where)
{
    gimple *statement = gsi_stmt(*where);

    /* Besides labels, a switch has only its value, which is in a register. */
    if (is_gimple_debug(statement) || gimple_code(statement) == GIMPLE_SWITCH)
        return;
    location = gimple_location(statement);
    before = NULL;
    if (!optimizes)
        addresses.empty();
    if (gasm *assembler = dyn_cast<gasm *>(statement)) {
        rewrite_asm(assembler);
    } else {
        for (unsigned i = 0; i < gimple_num_ops(statement); i++) {
            tree *operand = gimple_op_ptr(statement, i);

            if (!mentions_private(*operand))
                continue;
            /* Constant addresses may be shared between statements. */
            *operand = unshare_expr(*operand);
            rewrite_operand(operand);
        }
    }
    if (before != NULL)
        gsi_insert_seq_before(where, before, GSI_SAME_STMT);
}

void rewriter::rewrite_all(void)
{
    basic_block block;

    FOR_EACH_BB_FN (block, fun)
        for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
            rewrite_statement(&i);
    if (entry != NULL)
        gsi_insert_seq_on_edge_immediate(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(fun)), entry);
}

/* True for the resolver of an indirect function. It runs while the loader still relocates, before
 * there is a displacement or a rank. */
static bool is_ifunc_resolver(tree function)
{
    ipa_ref *reference;
    cgraph_node *node = cgraph_node::get(function);

    if (node == NULL)
        return false;
    for (unsigned i = 0; node->iterate_referring(i, reference); i++)
        if (reference->use == IPA_REF_ALIAS && is_a<cgraph_node *>(reference->referring) &&
            as_a<cgraph_node *>(reference->referring)->ifunc_resolver)
            return true;
    return false;
}

static const pass_data rewrite_data = {
    GIMPLE_PASS, "heddle-rewrite", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0,
};

struct rewrite_pass : gimple_opt_pass {
    rewrite_pass(gcc::context *context) : gimple_opt_pass(rewrite_data, context) {}

    bool gate(function *fun) final override
    {
        return !lookup_attribute("heddle_shared", DECL_ATTRIBUTES(fun->decl)) &&
               !is_ifunc_resolver(fun->decl);
    }

    unsigned int execute(function *fun) final override
    {
        rewriter(fun).rewrite_all();
        return 0;
    }
};

opt_pass *make_rewrite_pass(gcc::context *context)
{
    return new rewrite_pass(context);
}
