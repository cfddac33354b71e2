/* SPDX-License-Identifier: MIT */
#include "fortran/glue.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct fortran_constants heddle_fortran_;

void *buffer_of_constant(void *argument)
{
    if (argument == &heddle_fortran_.in_place)
        return MPI_IN_PLACE;
    if (argument == &heddle_fortran_.buffer_automatic)
        return MPI_BUFFER_AUTOMATIC;
    return argument == &heddle_fortran_.bottom ? MPI_BOTTOM : argument;
}

/* ---- errors -------------------------------------------------------------------------------- */

int refused(int class, const char *sentence)
{
    int code = class;

    if (PMPI_Add_error_code(class, &code) == MPI_SUCCESS)
        PMPI_Add_error_string(code, sentence);
    PMPI_Comm_call_errhandler(MPI_COMM_SELF, code);
    return code;
}

/* ---- lists of handles ---------------------------------------------------------------------- */

static void *room(void *own, MPI_Count count)
{
    return count <= LIST_MAX ? own : malloc((size_t)count * sizeof(void *));
}

void list_give(void *list, const void *own)
{
    if (list != own)
        free(list);
}

MPI_Request *requests_in(MPI_Request own[], int count, const int numbers[])
{
    MPI_Request *list = room(own, count);

    for (int i = 0; list != NULL && i < count; i++)
        list[i] = request_in(numbers[i]);
    return list;
}

void requests_out(int numbers[], int count, MPI_Request list[], const MPI_Request own[])
{
    for (int i = 0; list != NULL && i < count; i++)
        numbers[i] = request_out(list[i]);
    list_give(list, own);
}

MPI_Datatype *types_in(MPI_Datatype own[], MPI_Count count, const int numbers[])
{
    MPI_Datatype *list = room(own, count);

    for (MPI_Count i = 0; list != NULL && i < count; i++)
        list[i] = type_in(numbers[i]);
    return list;
}

MPI_Info *infos_in(MPI_Info own[], int count, const int numbers[])
{
    MPI_Info *list = room(own, count);

    for (int i = 0; list != NULL && i < count; i++)
        list[i] = info_in(numbers[i]);
    return list;
}

MPI_Aint *addresses_in(MPI_Aint own[], int count, const int numbers[])
{
    MPI_Aint *list = room(own, count);

    for (int i = 0; list != NULL && i < count; i++)
        list[i] = numbers[i];
    return list;
}

struct kept {
    struct kept *next;
    MPI_Count count;
    MPI_Datatype types[];
};

static pthread_mutex_t kept_lock = PTHREAD_MUTEX_INITIALIZER;
static struct kept *all_kept;

static struct kept *kept_find(MPI_Count count, const MPI_Datatype types[])
{
    struct kept *kept = all_kept;

    while (kept != NULL && (kept->count != count ||
                            memcmp(kept->types, types, (size_t)count * sizeof *types) != 0))
        kept = kept->next;
    return kept;
}

static struct kept *kept_add(MPI_Count count, const MPI_Datatype types[])
{
    struct kept *kept = malloc(sizeof *kept + (size_t)count * sizeof *types);

    if (kept == NULL)
        return NULL;
    memcpy(kept->types, types, (size_t)count * sizeof *types);
    kept->count = count;
    kept->next = all_kept;
    return all_kept = kept;
}

const MPI_Datatype *types_kept(MPI_Count count, const int numbers[])
{
    MPI_Datatype own[LIST_MAX], *types = types_in(own, count, numbers);
    struct kept *kept = NULL;

    if (types != NULL) {
        pthread_mutex_lock(&kept_lock);
        kept = kept_find(count, types);
        if (kept == NULL)
            kept = kept_add(count, types);
        pthread_mutex_unlock(&kept_lock);
    }
    list_give(types, own);
    return kept != NULL ? kept->types : NULL;
}

/* ---- peers --------------------------------------------------------------------------------- */

int peers_of(const int *comm, const void *buffer, int is_send)
{
    int count = 0, is_inter = 0;

    (void)is_send;
    if (buffer == MPI_IN_PLACE || *comm == comm_out(MPI_COMM_NULL))
        return 0;
    PMPI_Comm_test_inter(comm_in(*comm), &is_inter);
    if (is_inter)
        PMPI_Comm_remote_size(comm_in(*comm), &count);
    else
        PMPI_Comm_size(comm_in(*comm), &count);
    return count;
}

static int degree_of_cart(MPI_Comm comm)
{
    int dimensions = 0;

    PMPI_Cartdim_get(comm, &dimensions);
    return 2 * dimensions;
}

static int degree_of_graph(MPI_Comm comm)
{
    int rank = 0, degree = 0;

    PMPI_Comm_rank(comm, &rank);
    PMPI_Graph_neighbors_count(comm, rank, &degree);
    return degree;
}

int neighbors_of(const int *number, const void *buffer, int is_send)
{
    MPI_Comm comm = comm_in(*number);
    int topology = MPI_UNDEFINED, in = 0, out = 0, is_weighted;

    if (buffer == MPI_IN_PLACE || comm == MPI_COMM_NULL)
        return 0;
    PMPI_Topo_test(comm, &topology);
    switch (topology) {
    case MPI_CART: return degree_of_cart(comm);
    case MPI_GRAPH: return degree_of_graph(comm);
    case MPI_DIST_GRAPH:
        PMPI_Dist_graph_neighbors_count(comm, &in, &out, &is_weighted);
        return is_send ? out : in;
    default: return 0;
    }
}

/* ---- strings ------------------------------------------------------------------------------- */

/* Longer than every key, value, name and path; what is longer still would be refused anyway. */
enum { TEXT_MAX = 1 << 16 };

static size_t trimmed(const char *text, size_t length)
{
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return length < TEXT_MAX ? length : TEXT_MAX;
}

size_t text_bytes(const char *text, size_t length)
{
    return trimmed(text, length) + 1;
}

void text_in(char copy[], const char *text, size_t length, enum trim trim)
{
    size_t bytes = trimmed(text, length), from = 0;

    while (trim == TRIM_BOTH && from < bytes && text[from] == ' ')
        from++;
    memcpy(copy, text + from, bytes - from);
    copy[bytes - from] = '\0';
}

void text_out(char *text, size_t length, const char *from)
{
    size_t bytes = strnlen(from, length);

    memcpy(text, from, bytes);
    memset(text + bytes, ' ', length - bytes);
}
