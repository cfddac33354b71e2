/* SPDX-License-Identifier: MIT */
/* Lowers the call that represents address plus displacement to an addition.
 *
 * Before this pass, alias analysis treats the call's result as the address of exactly that
 * variable. It would treat a sum with an unknown number as an address in any of the variable's
 * fields, and lose what `restrict` says about them. "pre" is the last pass that this analysis
 * precedes. Functions that skip "pre" are lowered at the end. */
#include "privatize.h"

#include "gimple-iterator.h"
#include "ssa.h"
#include "tree-cfg.h"
#include "cfg.h"
#include "basic-block.h"

static bool is_sum(gimple *statement)
{
    tree function = is_gimple_call(statement) ? gimple_call_fndecl(statement) : NULL_TREE;

    return function != NULL_TREE && function == sum_function();
}

static void lower(gimple_stmt_iterator *where)
{
    gcall *call = as_a<gcall *>(gsi_stmt(*where));
    tree result = gimple_call_lhs(call);
    gimple *lowered = gimple_build_nop();

    if (result != NULL_TREE) {
        lowered = gimple_build_assign(result, POINTER_PLUS_EXPR, gimple_call_arg(call, 0),
                                      gimple_call_arg(call, 1));
        gimple_set_location(lowered, gimple_location(call));
    }
    gsi_replace(where, lowered, false);
}

static const pass_data lower_data = {
    GIMPLE_PASS, "heddle-lower", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0,
};

struct lower_pass : gimple_opt_pass {
    lower_pass(gcc::context *context) : gimple_opt_pass(lower_data, context) {}

    opt_pass *clone() final override { return new lower_pass(m_ctxt); }

    unsigned int execute(function *fun) final override
    {
        basic_block block;

        FOR_EACH_BB_FN (block, fun)
            for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
                if (is_sum(gsi_stmt(i)))
                    lower(&i);
        return 0;
    }
};

opt_pass *make_lower_pass(gcc::context *context)
{
    return new lower_pass(context);
}
