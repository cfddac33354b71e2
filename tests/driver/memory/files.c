/* SPDX-License-Identifier: MIT */
/* Files, of one rank and of several. */
#include <unistd.h>

#include "memory.h"

enum { INTS = 5000 };

static int data[INTS], got[INTS];

static int extent_of(MPI_Datatype type, MPI_Aint *extent, void *extra)
{
    (void)type;
    (void)extra;
    *extent = 4;
    return MPI_SUCCESS;
}

static const char *name_of(const char *scene)
{
    static char name[1000];
    const char *folder = getenv("TMPDIR");

    snprintf(name, sizeof name, "%s/memory-%s-%ld", folder != NULL ? folder : "/tmp", scene,
             (long)getpid());
    return name;
}

/* Opens a file of this rank alone, and sets what can be set. */
static MPI_File open_alone(void)
{
    MPI_File file;
    MPI_Info info;
    MPI_Group group;

    again(MPI_File_open(MPI_COMM_SELF, name_of("alone"),
                        MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                        MPI_INFO_NULL, &file));
    again(MPI_File_get_info(file, &info));
    again(MPI_File_set_info(file, info));
    again(MPI_Info_free(&info));
    again(MPI_File_get_group(file, &group));
    again(MPI_Group_free(&group));
    return file;
}

static void check_access(MPI_File file)
{
    MPI_Request request;
    int i;

    for (i = 0; i < INTS; i++)
        data[i] = i;
    again(MPI_File_write_at(file, 0, data, INTS, MPI_INT, MPI_STATUS_IGNORE));
    again(MPI_File_iread_at(file, 0, got, INTS, MPI_INT, &request));
    again(MPI_Wait(&request, MPI_STATUS_IGNORE));
    must_be(memcmp(data, got, sizeof data) == 0);
    memset(got, 0, sizeof got);
    again(MPI_File_read_at(file, 0, got, INTS, MPI_INT, MPI_STATUS_IGNORE));
    must_be(memcmp(data, got, sizeof data) == 0);
    again(MPI_File_write_at_all(file, 0, data, INTS, MPI_INT, MPI_STATUS_IGNORE));
    again(MPI_File_read_at_all_begin(file, 0, got, INTS, MPI_INT));
    again(MPI_File_read_at_all_end(file, got, MPI_STATUS_IGNORE));
}

static void use_alone(void)
{
    MPI_File file = open_alone();
    MPI_Datatype type, etype, filetype;
    MPI_Offset disp;
    char datarep[MPI_MAX_DATAREP_STRING];

    again(MPI_Type_vector(10, 2, 5, MPI_INT, &type));
    again(MPI_Type_commit(&type));
    again(MPI_File_set_view(file, 4, MPI_INT, type, "native", MPI_INFO_NULL));
    check_access(file);
    again(MPI_File_get_view(file, &disp, &etype, &filetype, datarep));
    again(MPI_Type_free(&filetype));
    again(MPI_Register_datarep("four", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, extent_of,
                               NULL));
    again(MPI_File_set_view(file, 4, MPI_INT, type, "four", MPI_INFO_NULL));
    check_access(file);
    again(MPI_File_set_view(file, 4, MPI_INT, type, "external32", MPI_INFO_NULL));
    check_access(file);
    again(MPI_Type_free(&type));
    again(MPI_File_close(&file));
}

/* Each third int is one rank's. */
static void use_together(void)
{
    MPI_Datatype type;
    MPI_Request request;
    MPI_File file;
    int i;

    for (i = 0; i < INTS; i++)
        data[i] = rank * INTS + i;
    together(MPI_File_open(MPI_COMM_WORLD, name_of("together"),
                           MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                           MPI_INFO_NULL, &file));
    together(MPI_Type_create_resized(MPI_INT, 0, size * (MPI_Aint)sizeof(int), &type));
    together(MPI_Type_commit(&type));
    together(MPI_File_set_view(file, rank * (MPI_Offset)sizeof(int), MPI_INT, type, "native",
                               MPI_INFO_NULL));
    together(MPI_File_write_all(file, data, INTS, MPI_INT, MPI_STATUS_IGNORE));
    together(MPI_File_iread_at_all(file, 0, got, INTS, MPI_INT, &request));
    together(MPI_Wait(&request, MPI_STATUS_IGNORE));
    must_be(memcmp(data, got, sizeof data) == 0);
    together(MPI_File_write_ordered(file, data, 10, MPI_INT, MPI_STATUS_IGNORE));
    together(MPI_Type_free(&type));
    together(MPI_File_close(&file));
}

int main(int argc, char **argv)
{
    static const struct scene scenes[] = {
        {"alone", use_alone}, {"together", use_together}, {NULL, NULL}};

    return play(argc, argv, scenes);
}
