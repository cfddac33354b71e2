/* SPDX-License-Identifier: MIT */
/* With the argument `races`: calls a function before each load and each store of the program, so
 * that the library can compare them with operations on windows.
 *
 * The passes stand where GCC's own sanitizers have theirs: the optimiser has by then removed the
 * accesses that it can do without, and private variables are already reached at their own
 * addresses. Volatile and atomic accesses order threads, and so do calls of mutexes: of these the
 * library gets a call that the thread releases the variable before, or acquires it behind, and
 * their own accesses are none that could race. Nothing is reported of variables whose address is
 * not taken: no operation knows them. Accesses of a loop are reported as one range where that can
 * be (loops.cc). */
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
#include "cfgloop.h"
#include "loops.h"

static tree load_decl;
static tree load_in_loop_decl;
static tree store_decl;
static tree release_decl;
static tree acquire_decl;

const ggc_root_tab access_roots[] = {
    {&load_decl, 1, sizeof load_decl, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
    {&load_in_loop_decl, 1, sizeof load_in_loop_decl, &gt_ggc_mx_tree_node,
     &gt_pch_nx_tree_node},
    {&store_decl, 1, sizeof store_decl, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
    {&release_decl, 1, sizeof release_decl, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
    {&acquire_decl, 1, sizeof acquire_decl, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
    LAST_GGC_ROOT_TAB,
};

/* Returns the function that gets an address, and a number of bytes if it has one. The
 * object that defines it becomes part of each module, so its symbol is hidden. */
static tree telling_function(tree *decl, const char *name, bool has_bytes)
{
    tree type;

    if (*decl != NULL_TREE)
        return *decl;
    type = build_function_type_list(void_type_node, ptr_type_node,
                                    has_bytes ? sizetype : NULL_TREE, NULL_TREE);
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

/* The places of loads in loops of the function, which may poll. The optimiser copies the head of a
 * loop in front of it, and the copy has the same place. */
static bitmap polls;

static void find_polls(function *fun)
{
    basic_block block;

    FOR_EACH_BB_FN (block, fun)
        for (gimple_stmt_iterator i = gsi_start_bb(block);
             loop_outer(block->loop_father) != NULL && !gsi_end_p(i); gsi_next(&i))
            if (gimple_vuse(gsi_stmt(i)) != NULL_TREE)
                bitmap_set_bit(polls, LOCATION_LOCUS(gimple_location(gsi_stmt(i))));
}

static tree loading_function(location_t location)
{
    return bitmap_bit_p(polls, LOCATION_LOCUS(location))
               ? telling_function(&load_in_loop_decl, "heddle_load_in_loop", true)
               : telling_function(&load_decl, "heddle_load", true);
}

/* Returns the code that reports an access in that place. */
static gimple_seq code_to_tell(location_t location, tree address, tree bytes, bool is_store)
{
    tree function = is_store ? telling_function(&store_decl, "heddle_store", true)
                             : loading_function(location);
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
    return before;
}

/* Inserts the call that reports an access before the statement. */
static void tell(gimple_stmt_iterator *where, tree address, tree bytes, bool is_store)
{
    gsi_insert_seq_before(where, code_to_tell(gimple_location(gsi_stmt(*where)), address, bytes,
                                              is_store), GSI_SAME_STMT);
}

/* Reports all accesses by the operand in its loop before that begins. False: that cannot be. */
static bool tell_before_loop(gimple *statement, tree operand, HOST_WIDE_INT size, bool is_store)
{
    tree low, bytes;
    edge into = loops_find_range(statement, operand, size, &low, &bytes);

    if (into == NULL)
        return false;
    gsi_insert_seq_on_edge_immediate(
        into, code_to_tell(gimple_location(statement), low, bytes, is_store));
    return true;
}

/* ---- what orders threads --------------------------------------------------------------------- */

enum { RELEASES = 1, ACQUIRES = 2, RELEASES_BEHIND = 4 };

/* Inserts a call behind the statement, where that returns if it may throw. */
static void insert_behind(gimple_stmt_iterator *where, gcall *call)
{
    if (!stmt_ends_bb_p(gsi_stmt(*where))) {
        gsi_insert_after(where, call, GSI_SAME_STMT);
        return;
    }
    if (edge next = find_fallthru_edge(gsi_bb(*where)->succs))
        gsi_insert_on_edge_immediate(next, call);
}

/* Reports that the thread releases or acquires that address, before the statement or behind it. */
static void tell_order(gimple_stmt_iterator *where, tree address, int does)
{
    tree function = does == ACQUIRES ? telling_function(&acquire_decl, "heddle_acquire", false)
                                     : telling_function(&release_decl, "heddle_release", false);
    gimple_seq code;
    gcall *call;

    address = force_gimple_operand(unshare_expr(address), &code, true, NULL_TREE);
    if (code != NULL)
        gsi_insert_seq_before(where, code, GSI_SAME_STMT);
    call = gimple_build_call(function, 1, address);
    gimple_set_location(call, gimple_location(gsi_stmt(*where)));
    if (does == RELEASES)
        gsi_insert_before(where, call, GSI_SAME_STMT);
    else
        insert_behind(where, call);
}

/* Calls that order threads by the object that an argument points to. */
static const struct {
    const char *name;
    unsigned argument;
    int does;
} orderers[] = {
    {"pthread_mutex_lock", 0, ACQUIRES},
    {"pthread_mutex_trylock", 0, ACQUIRES},
    {"pthread_mutex_timedlock", 0, ACQUIRES},
    {"pthread_mutex_clocklock", 0, ACQUIRES},
    {"pthread_mutex_unlock", 0, RELEASES},
    {"pthread_rwlock_rdlock", 0, ACQUIRES},
    {"pthread_rwlock_wrlock", 0, ACQUIRES},
    {"pthread_rwlock_tryrdlock", 0, ACQUIRES},
    {"pthread_rwlock_trywrlock", 0, ACQUIRES},
    {"pthread_rwlock_timedrdlock", 0, ACQUIRES},
    {"pthread_rwlock_timedwrlock", 0, ACQUIRES},
    {"pthread_rwlock_clockrdlock", 0, ACQUIRES},
    {"pthread_rwlock_clockwrlock", 0, ACQUIRES},
    {"pthread_rwlock_unlock", 0, RELEASES},
    {"pthread_spin_lock", 0, ACQUIRES},
    {"pthread_spin_trylock", 0, ACQUIRES},
    {"pthread_spin_unlock", 0, RELEASES},
    {"pthread_cond_wait", 1, RELEASES | ACQUIRES},
    {"pthread_cond_timedwait", 1, RELEASES | ACQUIRES},
    {"pthread_cond_clockwait", 1, RELEASES | ACQUIRES},
    {"pthread_barrier_wait", 0, RELEASES | ACQUIRES},
    {"pthread_once", 0, RELEASES_BEHIND | ACQUIRES},
    {"sem_post", 0, RELEASES},
    {"sem_wait", 0, ACQUIRES},
    {"sem_trywait", 0, ACQUIRES},
    {"sem_timedwait", 0, ACQUIRES},
    {"sem_clockwait", 0, ACQUIRES},
    {"mtx_lock", 0, ACQUIRES},
    {"mtx_trylock", 0, ACQUIRES},
    {"mtx_timedlock", 0, ACQUIRES},
    {"mtx_unlock", 0, RELEASES},
    {"cnd_timedwait", 1, RELEASES | ACQUIRES},
    {"call_once", 0, RELEASES_BEHIND | ACQUIRES},
    {"__cxa_guard_acquire", 0, ACQUIRES},
    {"__cxa_guard_release", 0, RELEASES},
    {"__cxa_guard_abort", 0, RELEASES},
};

/* The functions for objects of any size. */
static bool has_size_first(const char *name)
{
    return strcmp(name, "__atomic_load") == 0 || strcmp(name, "__atomic_store") == 0 ||
           strcmp(name, "__atomic_exchange") == 0 ||
           strcmp(name, "__atomic_compare_exchange") == 0;
}

/* All atomic operations, of whatever order: a program may have fences, too. */
static bool find_order(tree function, unsigned *argument, int *does)
{
    const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));

    *argument = 0;
    *does = RELEASES | ACQUIRES;
    if (startswith(name, "__atomic_load"))
        *does = ACQUIRES;
    else if (startswith(name, "__atomic_store") || startswith(name, "__atomic_clear"))
        *does = RELEASES;
    if (startswith(name, "__atomic_") || startswith(name, "__sync_")) {
        *argument = has_size_first(name);
        return true;
    }
    for (const auto &orderer : orderers) {
        if (strcmp(name, orderer.name) != 0)
            continue;
        *argument = orderer.argument;
        *does = orderer.does;
        return true;
    }
    return false;
}

/* True: the call orders threads. */
static bool tell_ordering_call(gimple_stmt_iterator *where, gcall *call)
{
    tree function = gimple_call_fndecl(call), address;
    unsigned argument;
    int does;

    if (function == NULL_TREE || !find_order(function, &argument, &does) ||
        argument >= gimple_call_num_args(call))
        return false;
    address = gimple_call_arg(call, argument);
    if (!POINTER_TYPE_P(TREE_TYPE(address)))
        return true;
    for (int one : {RELEASES, ACQUIRES, RELEASES_BEHIND})
        if (does & one)
            tell_order(where, address, one);
    return true;
}

/* Returns the address of the first byte that has a part of the operand, and in *bytes how many have
 * one; NULL_TREE: that is unknown. */
static tree place_of(tree operand, HOST_WIDE_INT *bytes)
{
    poly_int64 bits, position;
    int is_unsigned, is_reversed, is_volatile = 0;
    HOST_WIDE_INT first, count;
    machine_mode mode;
    tree offset, base = get_inner_reference(operand, &bits, &position, &offset, &mode,
                                            &is_unsigned, &is_reversed, &is_volatile);

    if (!position.is_constant(&first) || !bits.is_constant(&count) || count <= 0)
        return NULL_TREE;
    *bytes = (first % BITS_PER_UNIT + count + BITS_PER_UNIT - 1) / BITS_PER_UNIT;
    base = build_fold_addr_expr(unshare_expr(base));
    if (offset != NULL_TREE)
        base = fold_build_pointer_plus(base, offset);
    return fold_build_pointer_plus_hwi(base, first / BITS_PER_UNIT);
}

/* Reports a volatile operand. Fields of bits that begin in one byte have one name. */
static void tell_volatile(gimple_stmt_iterator *where, tree operand, bool is_store)
{
    tree base = get_base_address(operand), place;
    HOST_WIDE_INT bytes;

    if (base == NULL_TREE || (VAR_P(base) && DECL_HARD_REGISTER(base)))
        return;
    mark_addressable(base);
    place = place_of(operand, &bytes);
    if (place != NULL_TREE)
        tell_order(where, place, is_store ? RELEASES : ACQUIRES);
}

/* ---- accesses -------------------------------------------------------------------------------- */

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

/* Reports one operand that is in memory, with the bytes that it has there. */
static void tell_operand(gimple_stmt_iterator *where, tree operand, bool is_store)
{
    HOST_WIDE_INT bytes;
    tree base, place;

    if (operand == NULL_TREE || is_gimple_reg(operand) || is_gimple_min_invariant(operand) ||
        TREE_CODE(operand) == CONSTRUCTOR)
        return;
    base = get_base_address(operand);
    if (base == NULL_TREE || !may_be_shared(base))
        return;
    if (TREE_THIS_VOLATILE(operand) || TREE_THIS_VOLATILE(base)) {
        tell_volatile(where, operand, is_store);
        return;
    }
    place = place_of(operand, &bytes);
    if (place != NULL_TREE && !tell_before_loop(gsi_stmt(*where), operand, bytes, is_store))
        tell(where, place, size_int(bytes), is_store);
}

/* Reports the memory that one of the usual functions reads and writes. True: it is one of them. */
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
    if (gimple_call_internal_p(call) || tell_memory_function(where, call) ||
        tell_ordering_call(where, call))
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
        auto_bitmap places;

        loops_begin(fun);
        polls = places;
        find_polls(fun);
        FOR_EACH_BB_FN (block, fun)
            for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
                tell_statement(&i);
        loops_end();
        return 0;
    }

    const bool optimizes;
};

opt_pass *make_accesses_pass(gcc::context *context, bool optimizes)
{
    return new accesses_pass(context, optimizes);
}
