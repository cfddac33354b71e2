/* SPDX-License-Identifier: MIT */
/* Accesses in loops that are reported to the library once, before the loop.
 *
 * A loop counts if nothing in it orders threads and the number of its rounds is known when it
 * begins. An access that each round makes, right behind or before that of the last one, or at the
 * same place, is then reported as one range. All of them are of one epoch of the thread, so the
 * library finds what it would find by the single accesses. */
#include "privatize.h"

#include "builtins.h"
#include "cfg.h"
#include "cfgloop.h"
#include "dominance.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "loops.h"
#include "ssa.h"
#include "tree-data-ref.h"
#include "tree-eh.h"
#include "tree-hash-traits.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop-niter.h"

/* The loops of the function that count, by number, each with the times that its latch runs. */
static std::unordered_map<int, tree> counting;

/* A function of mathematics orders nothing, though it may set errno. */
static bool is_mathematics(gcall *call)
{
    if (!gimple_call_builtin_p(call, BUILT_IN_NORMAL) || gimple_call_num_args(call) == 0 ||
        !SCALAR_FLOAT_TYPE_P(gimple_call_return_type(call)))
        return false;
    for (unsigned i = 0; i < gimple_call_num_args(call); i++)
        if (POINTER_TYPE_P(TREE_TYPE(gimple_call_arg(call, i))))
            return false;
    return true;
}

static bool is_memory_function(gcall *call)
{
    return gimple_call_builtin_p(call, BUILT_IN_MEMCPY) ||
           gimple_call_builtin_p(call, BUILT_IN_MEMMOVE) ||
           gimple_call_builtin_p(call, BUILT_IN_MEMSET);
}

/* A statement that may throw leaves the loop by a way that is no exit of it, maybe. */
static bool may_order(gimple *statement)
{
    if (gimple_has_volatile_ops(statement) || gimple_code(statement) == GIMPLE_ASM ||
        stmt_could_throw_p(cfun, statement))
        return true;
    if (gcall *call = dyn_cast<gcall *>(statement)) {
        const int flags = gimple_call_flags(call);

        return ((flags & (ECF_CONST | ECF_PURE)) == 0 ||
                (flags & ECF_LOOPING_CONST_OR_PURE) != 0) &&
               !is_mathematics(call) && !is_memory_function(call);
    }
    return false;
}

static bool body_may_order(class loop *of)
{
    basic_block *blocks = get_loop_body(of);
    bool may = false;

    for (unsigned i = 0; i < of->num_nodes && !may; i++)
        for (gimple_stmt_iterator j = gsi_start_bb(blocks[i]); !gsi_end_p(j) && !may; gsi_next(&j))
            may = may_order(gsi_stmt(j));
    free(blocks);
    return may;
}

void loops_begin(function *fun)
{
    counting.clear();
    loop_optimizer_init(LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
    calculate_dominance_info(CDI_DOMINATORS);
    if (number_of_loops(fun) <= 1)
        return;
    scev_initialize();
    for (unsigned i = 1; i < number_of_loops(fun); i++) {
        class loop *next = get_loop(fun, i);
        tree times;

        if (next == NULL || next->inner != NULL || single_exit(next) == NULL ||
            body_may_order(next))
            continue;
        times = number_of_latch_executions(next);
        if (times != NULL_TREE && times != chrec_dont_know && TREE_CODE(times) != COND_EXPR &&
            !chrec_contains_undetermined(times) && !expression_expensive_p(times))
            counting[next->num] = times;
    }
}

void loops_end(void)
{
    if (scev_initialized_p())
        scev_finalize();
    loop_optimizer_finalize();
    counting.clear();
}

/* Returns how often the block runs in the loop; NULL_TREE: that is unknown. */
static tree rounds_of(class loop *of, basic_block block)
{
    tree times;

    if (!dominated_by_p(CDI_DOMINATORS, of->latch, block))
        return NULL_TREE;
    times = fold_convert(sizetype, unshare_expr(counting[of->num]));
    return dominated_by_p(CDI_DOMINATORS, single_exit(of)->src, block)
               ? fold_build2(PLUS_EXPR, sizetype, times, size_one_node) : times;
}

edge loops_find_range(gimple *statement, tree operand, HOST_WIDE_INT size, tree *low, tree *bytes)
{
    class loop *of = gimple_bb(statement)->loop_father;
    innermost_loop_behavior behavior = {};
    HOST_WIDE_INT step;
    tree rounds, begin;

    if (counting.count(of->num) == 0 ||
        !dr_analyze_innermost(&behavior, operand, of, statement) ||
        !tree_fits_shwi_p(behavior.step))
        return NULL;
    step = tree_to_shwi(behavior.step);
    rounds = rounds_of(of, gimple_bb(statement));
    if (rounds == NULL_TREE || (step != 0 && step != size && step != -size))
        return NULL;
    begin = fold_build_pointer_plus(unshare_expr(behavior.base_address),
                                    fold_convert(sizetype, unshare_expr(behavior.offset)));
    begin = fold_build_pointer_plus(begin, fold_convert(sizetype, unshare_expr(behavior.init)));
    *bytes = fold_build2(MULT_EXPR, sizetype, rounds, size_int(size));
    if (step == 0)
        /* Nothing if no round makes the access. */
        *bytes = fold_build2(MIN_EXPR, sizetype, *bytes, size_int(size));
    *low = step >= 0 ? begin
                     : fold_build_pointer_plus(
                           fold_build_pointer_plus_hwi(begin, size),
                           fold_build1(NEGATE_EXPR, sizetype, unshare_expr(*bytes)));
    return loop_preheader_edge(of);
}
