/* SPDX-License-Identifier: MIT */
/* Calls of MPI return to the function that has them in the program's text: a call with which an
 * optimised function ends would return to that function's caller, which reports would name, and
 * which the call's description would be missed for (described.cc). A function that stands in front
 * of one of MPI keeps its jumps: reports are to name that function's caller. */
#include "mpi_calls.h"

#include "basic-block.h"
#include "cfg.h"
#include "gimple-iterator.h"

static void keep_frame(gcall *call)
{
    if (gimple_call_tail_p(call) && !gimple_call_must_tail_p(call) &&
        !mpi_name(gimple_call_fndecl(call)).empty())
        gimple_call_set_tail(call, false);
}

static const pass_data frames_data = {
    GIMPLE_PASS, "heddle-frames", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0,
};

struct frames_pass : gimple_opt_pass {
    frames_pass(gcc::context *context) : gimple_opt_pass(frames_data, context)
    {
    }

    unsigned int execute(function *fun) final override
    {
        basic_block block;

        if (!mpi_name(fun->decl).empty())
            return 0;
        FOR_EACH_BB_FN (block, fun)
            for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
                if (gcall *call = dyn_cast<gcall *>(gsi_stmt(i)))
                    keep_frame(call);
        return 0;
    }
};

opt_pass *make_frames_pass(gcc::context *context)
{
    return new frames_pass(context);
}
