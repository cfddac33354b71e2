/* SPDX-License-Identifier: MIT */
/* With the argument `races`: calls a function before each load and each store of the program, so
 * that the library can compare them with operations on windows.
 *
 * The passes stand where GCC's own sanitizers have theirs: the optimiser has by then removed the
 * accesses that it can do without, and private variables are already reached at their own
 * addresses. Volatile and atomic accesses stay as they are, because a program that polls a window
 * uses them. So do accesses of variables whose address nobody takes: no operation knows them. */
#include "privatize.h"

#include "gimple-iterator.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "ssa.h"
#include "tree-cfg.h"
#include "cfg.h"
#include "basic-block.h"
#include "builtins.h"
#include "tree-ssa-alias.h"

static tree load_decl;
static tree store_decl;

const ggc_root_tab access_roots[] = {
    {&load_decl, 1, sizeof load_decl, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
    {&store_decl, 1, sizeof store_decl, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
    LAST_GGC_ROOT_TAB,
};

/* Returns the function that is told of an address and a number of bytes. The object that defines it
 * becomes part of each module, so its symbol is hidden. */
static tree telling_function(tree *decl, const char *name)
{
    tree type;

    if (*decl != NULL_TREE)
        return *decl;
    type = build_function_type_list(void_type_node, ptr_type_node, sizetype, NULL_TREE);
    *decl = build_decl(BUILTINS_LOCATION, FUNCTION_DECL, get_identifier(name), type);
    SET_DECL_ASSEMBLER_NAME(*decl, get_identifier(name));
    TREE_PUBLIC(*decl) = 1;
    DECL_EXTERNAL(*decl) = 1;
    DECL_ARTIFICIAL(*decl) = 1;
    TREE_NOTHROW(*decl) = 1;
    DECL_VISIBILITY(*decl) = VISIBILITY_HIDDEN;
    DECL_VISIBILITY_SPECIFIED(*decl) = 1;
    DECL_ATTRIBUTES(*decl) = tree_cons(get_identifier("leaf"), NULL_TREE, NULL_TREE);
    return *decl;
}

/* Inserts the call that tells of an access before the statement. */
static void tell(gimple_stmt_iterator *where, tree address, tree bytes, bool is_store)
{
    location_t location = gimple_location(gsi_stmt(*where));
    tree function = is_store ? telling_function(&store_decl, "heddle_store")
                             : telling_function(&load_decl, "heddle_load");
    gimple_seq before = NULL, code;
    gcall *call;

    address = force_gimple_operand(unshare_expr(address), &code, true, NULL_TREE);
    gimple_seq_add_seq(&before, code);
    bytes = force_gimple_operand(fold_convert(sizetype, unshare_expr(bytes)), &code, true,
                                 NULL_TREE);
    gimple_seq_add_seq(&before, code);
    call = gimple_build_call(function, 2, address, bytes);
    gimple_seq_add_stmt(&before, call);
    for (gimple_stmt_iterator i = gsi_start(before); !gsi_end_p(i); gsi_next(&i))
        gimple_set_location(gsi_stmt(i), location);
    gsi_insert_seq_before(where, before, GSI_SAME_STMT);
}

/* True if an operation may know the object of this base. */
static bool may_be_shared(tree base)
{
    if (TREE_CODE(base) == MEM_REF || TREE_CODE(base) == TARGET_MEM_REF)
        return true;
    if (!VAR_P(base) && TREE_CODE(base) != PARM_DECL && TREE_CODE(base) != RESULT_DECL)
        return false;
    return !TREE_READONLY(base) && may_be_aliased(base) &&
           !(VAR_P(base) && DECL_HARD_REGISTER(base));
}

/* Tells of one operand that is in memory, of the bytes that it has there. */
static void tell_operand(gimple_stmt_iterator *where, tree operand, bool is_store)
{
    poly_int64 bits, position;
    int is_unsigned, is_reversed, is_volatile = 0;
    HOST_WIDE_INT first, count;
    machine_mode mode;
    tree offset, base;

    if (operand == NULL_TREE || is_gimple_reg(operand) || is_gimple_min_invariant(operand) ||
        TREE_CODE(operand) == CONSTRUCTOR || TREE_THIS_VOLATILE(operand))
        return;
    base = get_base_address(operand);
    if (base == NULL_TREE || TREE_THIS_VOLATILE(base) || !may_be_shared(base))
        return;
    base = get_inner_reference(operand, &bits, &position, &offset, &mode, &is_unsigned,
                               &is_reversed, &is_volatile);
    if (is_volatile || !position.is_constant(&first) || !bits.is_constant(&count) || count <= 0)
        return;
    count = (first % BITS_PER_UNIT + count + BITS_PER_UNIT - 1) / BITS_PER_UNIT;
    base = build_fold_addr_expr(unshare_expr(base));
    if (offset != NULL_TREE)
        base = fold_build_pointer_plus(base, offset);
    base = fold_build_pointer_plus_hwi(base, first / BITS_PER_UNIT);
    tell(where, base, size_int(count), is_store);
}

/* Tells of the memory that one of the usual functions reads and writes. True: it is one of them. */
static bool tell_memory_function(gimple_stmt_iterator *where, gcall *call)
{
    bool reads;

    if (gimple_call_builtin_p(call, BUILT_IN_MEMCPY) ||
        gimple_call_builtin_p(call, BUILT_IN_MEMMOVE) ||
        gimple_call_builtin_p(call, BUILT_IN_MEMPCPY))
        reads = true;
    else if (gimple_call_builtin_p(call, BUILT_IN_MEMSET))
        reads = false;
    else
        return false;
    if (reads)
        tell(where, gimple_call_arg(call, 1), gimple_call_arg(call, 2), false);
    tell(where, gimple_call_arg(call, 0), gimple_call_arg(call, 2), true);
    return true;
}

static void tell_call(gimple_stmt_iterator *where, gcall *call)
{
    if (gimple_call_internal_p(call) || tell_memory_function(where, call))
        return;
    for (unsigned i = 0; i < gimple_call_num_args(call); i++)
        tell_operand(where, gimple_call_arg(call, i), false);
    tell_operand(where, gimple_call_lhs(call), true);
}

static void tell_statement(gimple_stmt_iterator *where)
{
    gimple *statement = gsi_stmt(*where);

    if (gcall *call = dyn_cast<gcall *>(statement)) {
        tell_call(where, call);
        return;
    }
    if (!is_gimple_assign(statement) || gimple_clobber_p(statement))
        return;
    if (gimple_assign_single_p(statement))
        tell_operand(where, gimple_assign_rhs1(statement), false);
    if (gimple_vdef(statement) != NULL_TREE)
        tell_operand(where, gimple_assign_lhs(statement), true);
}

static const pass_data accesses_data = {
    GIMPLE_PASS, "heddle-accesses", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0,
    TODO_update_ssa,
};

struct accesses_pass : gimple_opt_pass {
    accesses_pass(gcc::context *context, bool optimizes)
        : gimple_opt_pass(accesses_data, context), optimizes(optimizes)
    {
    }

    opt_pass *clone() final override { return new accesses_pass(m_ctxt, optimizes); }

    bool gate(function *fun) final override
    {
        return settings.tells_accesses && optimizes == (opt_for_fn(fun->decl, optimize) != 0);
    }

    unsigned int execute(function *fun) final override
    {
        basic_block block;

        FOR_EACH_BB_FN (block, fun)
            for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
                tell_statement(&i);
        return 0;
    }

    const bool optimizes;
};

opt_pass *make_accesses_pass(gcc::context *context, bool optimizes)
{
    return new accesses_pass(context, optimizes);
}
