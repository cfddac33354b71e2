/* SPDX-License-Identifier: MIT */
/* Mends what gfortran 16 makes of a scalar expression whose value is passed in a descriptor of
 * ISO_Fortran_binding.h, as the buffer in `call MPI_Send(rank + 1, ...)` of mpi_f08: it stores the
 * value of an INTEGER or LOGICAL where the address of the value belongs. The value gets memory, and
 * the descriptor that memory's address. With values of other types gfortran ends with an internal
 * error; earlier versions have neither fault.
 *
 * gfortran stores addresses there in all other cases, so a number that is converted to a pointer is
 * this fault. The conversion is a statement of its own when a function has just entered SSA form,
 * and optimisation might compute with it later. */
#include "mpi_calls.h"

#include "basic-block.h"
#include "cfg.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "ssa.h"

/* True for what gfortran makes of a comparison: a choice between the constants 1 and 0. */
static bool is_choice_of_constants(tree pointer)
{
    gimple *made = TREE_CODE(pointer) == SSA_NAME ? SSA_NAME_DEF_STMT(pointer) : NULL;

    if (made == NULL || gimple_code(made) != GIMPLE_PHI)
        return false;
    for (unsigned i = 0; i < gimple_phi_num_args(made); i++) {
        gassign *chosen = assignment_of(gimple_phi_arg_def(made, i));

        if (chosen == NULL || TREE_CODE(gimple_assign_rhs1(chosen)) != INTEGER_CST)
            return false;
    }
    return true;
}

/* The value that the statement stores in the place of its address; else NULL_TREE. A pointer of
 * this value stands for it unless it is longer: its first bytes are the value in each kind of
 * LOGICAL, of which a comparison has none. */
static tree stored_value(gimple *statement)
{
    tree pointer, number;
    gassign *made;

    if (!stores_field(statement, "base_addr"))
        return NULL_TREE;
    pointer = gimple_assign_rhs1(statement);
    if (is_choice_of_constants(pointer))
        return pointer;
    made = assignment_of(pointer);
    if (made == NULL || !gimple_assign_cast_p(made))
        return NULL_TREE;
    number = gimple_assign_rhs1(made);
    if (!INTEGRAL_TYPE_P(TREE_TYPE(number)))
        return NULL_TREE;
    return TYPE_PRECISION(TREE_TYPE(number)) > POINTER_SIZE ? number : pointer;
}

static void store_address_of(tree value, gimple_stmt_iterator *at)
{
    gimple *statement = gsi_stmt(*at);
    tree type = TREE_TYPE(gimple_assign_rhs1(statement));
    tree memory = create_tmp_var(TYPE_MAIN_VARIANT(TREE_TYPE(value)), "value");
    gassign *stores = gimple_build_assign(memory, value);

    TREE_ADDRESSABLE(memory) = 1;
    gimple_set_location(stores, gimple_location(statement));
    gsi_insert_before(at, stores, GSI_SAME_STMT);
    gimple_assign_set_rhs1(statement, build1(ADDR_EXPR, type, memory));
    update_stmt(statement);
}

static const pass_data values_data = {
    GIMPLE_PASS, "heddle-values", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0,
};

struct values_pass : gimple_opt_pass {
    values_pass(gcc::context *context) : gimple_opt_pass(values_data, context) {}

    bool gate(function *) final override { return is_fortran(); }

    unsigned int execute(function *fun) final override
    {
        bool changes = false;
        basic_block block;

        FOR_EACH_BB_FN (block, fun)
            for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
                if (tree value = stored_value(gsi_stmt(i))) {
                    store_address_of(value, &i);
                    changes = true;
                }
        return changes ? TODO_update_ssa_only_virtuals : 0;
    }
};

opt_pass *make_values_pass(gcc::context *context)
{
    return new values_pass(context);
}
