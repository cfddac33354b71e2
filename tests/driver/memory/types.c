/* SPDX-License-Identifier: MIT */
/* Datatypes of every constructor. */
#include "memory.h"

static void use(MPI_Datatype *type)
{
    MPI_Datatype copy;
    char packed[4096];
    static char data[1 << 16];
    int position = 0, size_of;

    again(MPI_Type_commit(type));
    again(MPI_Type_size(*type, &size_of));
    again(MPI_Pack(data, 1, *type, packed, sizeof packed, &position, MPI_COMM_SELF));
    must_be(position == size_of);
    position = 0;
    again(MPI_Unpack(packed, sizeof packed, &position, data, 1, *type, MPI_COMM_SELF));
    again(MPI_Type_dup(*type, &copy));
    again(MPI_Type_free(&copy));
    again(MPI_Sendrecv(data, 1, *type, 0, 1, data + (1 << 15), 1, *type, 0, 1, MPI_COMM_SELF,
                       MPI_STATUS_IGNORE));
    again(MPI_Type_free(type));
}

static void make_plain(void)
{
    int lengths[] = {1, 2, 3}, displacements[] = {0, 4, 9};
    MPI_Aint addresses[] = {0, 40, 96};
    MPI_Datatype parts[] = {MPI_INT, MPI_DOUBLE, MPI_CHAR}, type;

    again(MPI_Type_contiguous(5, MPI_INT, &type));
    use(&type);
    again(MPI_Type_vector(4, 2, 3, MPI_INT, &type));
    use(&type);
    again(MPI_Type_create_hvector(4, 2, 24, MPI_INT, &type));
    use(&type);
    again(MPI_Type_indexed(3, lengths, displacements, MPI_INT, &type));
    use(&type);
    again(MPI_Type_create_hindexed(3, lengths, addresses, MPI_INT, &type));
    use(&type);
    again(MPI_Type_create_indexed_block(3, 2, displacements, MPI_INT, &type));
    use(&type);
    again(MPI_Type_create_hindexed_block(3, 2, addresses, MPI_INT, &type));
    use(&type);
    again(MPI_Type_create_struct(3, lengths, addresses, parts, &type));
    use(&type);
    again(MPI_Type_create_resized(MPI_INT, -4, 16, &type));
    use(&type);
}

static void make_arrays(void)
{
    int sizes[] = {6, 7}, subsizes[] = {2, 3}, starts[] = {1, 2}, grid[] = {2, 2};
    int kinds[] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK};
    int arguments[] = {2, MPI_DISTRIBUTE_DFLT_DARG};
    MPI_Datatype type;

    again(MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &type));
    use(&type);
    again(MPI_Type_create_darray(4, 1, 2, sizes, kinds, arguments, grid, MPI_ORDER_FORTRAN, MPI_INT,
                                 &type));
    use(&type);
}

static void make_large(void)
{
    MPI_Count lengths[] = {1, 2, 3}, displacements[] = {0, 16, 48};
    MPI_Datatype type, outer;

    again(MPI_Type_create_hindexed_c(3, lengths, displacements, MPI_INT, &type));
    again(MPI_Type_vector_c(3, 2, 5, type, &outer));
    again(MPI_Type_free(&type));
    use(&outer);
}

static int copy_attribute(MPI_Datatype type, int key, void *extra, void *in, void *out, int *flag)
{
    (void)type;
    (void)key;
    (void)extra;
    *(void **)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static void ask(void)
{
    int integers[4], key, counts[4];
    MPI_Aint addresses[4];
    MPI_Datatype type, parts[1], real, copy;

    again(MPI_Type_vector(3, 1, 2, MPI_INT, &type));
    again(MPI_Type_get_envelope(type, &counts[0], &counts[1], &counts[2], &counts[3]));
    again(MPI_Type_get_contents(type, 3, 0, 1, integers, addresses, parts));
    must_be(integers[0] == 3 && parts[0] == MPI_INT);
    again(MPI_Type_set_name(type, "a vector"));
    again(MPI_Type_set_name(MPI_INT, "an integer"));
    again(MPI_Type_create_keyval(copy_attribute, MPI_TYPE_NULL_DELETE_FN, &key, NULL));
    again(MPI_Type_set_attr(type, key, counts));
    again(MPI_Type_set_attr(MPI_INT, key, counts));
    again(MPI_Type_dup(type, &copy));
    again(MPI_Type_free(&copy));
    again(MPI_Type_delete_attr(MPI_INT, key));
    again(MPI_Type_free(&type));
    again(MPI_Type_free_keyval(&key));
    again(MPI_Type_create_f90_real(6, 30, &real));
    again(MPI_Type_create_f90_integer(5, &real));
    again(MPI_Type_create_f90_complex(12, 30, &real));
    again(MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &real));
}

static const struct scene scenes[] = {
    {"plain", make_plain}, {"arrays", make_arrays}, {"large", make_large}, {"ask", ask},
    {NULL, NULL},
};

int main(int argc, char **argv)
{
    return play(argc, argv, scenes);
}
