/* SPDX-License-Identifier: MIT */
#include "fortran/loops.h"

#include "mpi.h"

/* ---- loops --------------------------------------------------------------------------------- */

static void add_loop(struct loops *loops, MPI_Count turns, MPI_Aint stride)
{
    struct loop *last = loops->count > 0 ? &loops->loop[loops->count - 1] : NULL;

    if (turns == 1)
        return;
    if (last != NULL && last->stride * last->turns == stride)
        last->turns *= turns;
    else
        loops->loop[loops->count++] = (struct loop){turns, stride};
}

/* Makes of each `elements` in a row one: only the innermost loop can have some in a row. */
static bool group(struct loops *loops, MPI_Count elements, MPI_Aint bytes)
{
    struct loops grouped = {0};

    if (loops->count == 0 || loops->loop[0].stride != bytes ||
        loops->loop[0].turns % elements != 0)
        return false;
    add_loop(&grouped, loops->loop[0].turns / elements, (MPI_Aint)(bytes * elements));
    for (int i = 1; i < loops->count; i++)
        add_loop(&grouped, loops->loop[i].turns, loops->loop[i].stride);
    *loops = grouped;
    return true;
}

bool loops_of_section(struct loops *loops, const CFI_cdesc_t *array, MPI_Count bytes)
{
    MPI_Count element = (MPI_Count)array->elem_len;

    loops->count = 0;
    if (bytes == 0 || (element % bytes != 0 && bytes % element != 0))
        return false;
    if (bytes < element)
        add_loop(loops, element / bytes, (MPI_Aint)bytes);
    for (int i = 0; i < array->rank; i++)
        add_loop(loops, array->dim[i].extent, array->dim[i].sm);
    return bytes <= element || group(loops, bytes / element, (MPI_Aint)element);
}

MPI_Count loops_elements(const struct loops *loops, int without)
{
    MPI_Count elements = 1;

    for (int i = 0; i < loops->count - without; i++)
        elements *= loops->loop[i].turns;
    return elements;
}

/* ---- types --------------------------------------------------------------------------------- */

/* Replaces *type by `turns` of it, and frees what it replaces unless that is `element`. */
static int repeat(MPI_Datatype *type, MPI_Count turns, MPI_Aint stride, MPI_Datatype element)
{
    MPI_Datatype inner = *type;
    int err = PMPI_Type_create_hvector_c(turns, 1, stride, inner, type);

    if (inner != element)
        PMPI_Type_free(&inner);
    return err;
}

/* All elements of that many inner loops. */
static int whole(const struct loops *loops, int inner, MPI_Datatype element, MPI_Datatype *made)
{
    int err = MPI_SUCCESS;

    *made = element;
    for (int i = 0; i < inner && err == MPI_SUCCESS; i++)
        err = repeat(made, loops->loop[i].turns, loops->loop[i].stride, element);
    return err;
}

/* The parts that a number of elements consists of: at most one for each loop, and the rest of the
 * innermost one. */
struct parts {
    int count;
    MPI_Count lengths[CFI_MAX_RANK + 2];
    MPI_Count displacements[CFI_MAX_RANK + 2];
    MPI_Datatype types[CFI_MAX_RANK + 2];
};

static int add_part(struct parts *parts, const struct loops *loops, int loop, MPI_Count turns,
                    MPI_Count displacement, MPI_Datatype element)
{
    MPI_Datatype type;
    int err = whole(loops, loop, element, &type);

    if (err == MPI_SUCCESS)
        err = repeat(&type, turns, loops->loop[loop].stride, element);
    parts->lengths[parts->count] = 1;
    parts->displacements[parts->count] = displacement;
    parts->types[parts->count++] = type;
    return err;
}

int loops_type(const struct loops *loops, MPI_Count count, MPI_Datatype element,
               MPI_Datatype *made)
{
    struct parts parts = {0};
    MPI_Count displacement = 0;
    int err = MPI_SUCCESS;

    for (int loop = loops->count - 1; loop >= 0 && err == MPI_SUCCESS; loop--) {
        MPI_Count inner = loops_elements(loops, loops->count - loop), turns = count / inner;

        if (turns > 0)
            err = add_part(&parts, loops, loop, turns, displacement, element);
        displacement += turns * loops->loop[loop].stride;
        count -= turns * inner;
    }
    if (err == MPI_SUCCESS && parts.count == 1) {
        *made = parts.types[0];
        return MPI_SUCCESS;
    }
    if (err == MPI_SUCCESS)
        err = PMPI_Type_create_struct_c(parts.count, parts.lengths, parts.displacements,
                                        parts.types, made);
    for (int i = 0; i < parts.count; i++)
        PMPI_Type_free(&parts.types[i]);
    return err;
}
