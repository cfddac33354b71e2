/* SPDX-License-Identifier: MIT */
/* Marks for the optimiser that displacements are whole pages, so that private variables keep the
 * alignment that vector instructions need.
 *
 * Known bits belong to SSA names, so this pass runs right after a function got its SSA names. With
 * -flto these bits are not streamed; rewrite.cc then emits an explicit mask. */
#include "privatize.h"

#include "gimple-iterator.h"
#include "ssa.h"
#include "tree-cfg.h"
#include "cfg.h"
#include "basic-block.h"
#include "tree-ssanames.h"

static bool is_displacement(gimple *statement)
{
    return gimple_assign_single_p(statement) &&
           gimple_assign_rhs1(statement) == displacement_variable() &&
           TREE_CODE(gimple_assign_lhs(statement)) == SSA_NAME;
}

static const pass_data alignment_data = {
    GIMPLE_PASS, "heddle-alignment", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0,
};

struct alignment_pass : gimple_opt_pass {
    alignment_pass(gcc::context *context) : gimple_opt_pass(alignment_data, context) {}

    bool gate(function *fun) final override { return opt_for_fn(fun->decl, optimize) != 0; }

    unsigned int execute(function *fun) final override
    {
        unsigned bits = TYPE_PRECISION(ptrdiff_type_node);
        wide_int known = wi::shwi(-DISPLACEMENT_ALIGNMENT, bits);
        basic_block block;

        FOR_EACH_BB_FN (block, fun)
            for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
                if (is_displacement(gsi_stmt(i)))
                    set_nonzero_bits(gimple_assign_lhs(gsi_stmt(i)), known);
        return 0;
    }
};

opt_pass *make_alignment_pass(gcc::context *context)
{
    return new alignment_pass(context);
}
