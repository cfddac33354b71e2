/* SPDX-License-Identifier: MIT */
/* How data are represented in a file, and their conversion to and from memory.
 *
 * "native" is memory's representation, and "internal" is equal to it. "external32" is the
 * standard's. A program registers its own by three functions: the sizes of the predefined types in
 * the file, and the conversions. Each rank registers for itself; nothing registered is ever
 * removed. */
#ifndef IO_DATAREP_H
#define IO_DATAREP_H

#include <stdbool.h>

#include "mpi_types.h"
#include "rank/rank.h"
#include "type/data.h"

enum datarep_kind { DATAREP_NATIVE, DATAREP_EXTERNAL32, DATAREP_OF_USER };

/* A conversion function in its plain or its large form; neither: bytes are as in memory. */
struct converter {
    MPI_Datarep_conversion_function *plain;
    MPI_Datarep_conversion_function_c *large;
};

struct datarep {
    struct datarep *next;
    const char *name;
    enum datarep_kind kind;
    struct converter read, write;
    MPI_Datarep_extent_function *extent;
    void *extra_state;
    char own_name[];
};

/* Returns the representation of that name, NULL if there is none. */
const struct datarep *datarep_find(struct rank *self, const char *name);

/* Adds one, which is copied: 0, MPI_ERR_DUP_DATAREP, MPI_ERR_NO_MEM. */
int datarep_register(struct rank *self, const char *name, const struct datarep *wanted);
void datareps_give(struct datarep *first);

/* Finds the bytes of an element of the type in the file, without gaps. Fails as a user's function
 * does. */
int datarep_size(const struct datarep *datarep, const struct type *type, MPI_Count *bytes);

/* Makes the type that lies in the file where the given one lies in memory: of bytes, with
 * displacements scaled where they count elements. It is the given one, held, when nothing
 * differs. */
int datarep_type(const struct datarep *datarep, const struct type *type,
                 const struct type **in_file);

/* Are the bytes of elements of the type in the file not those in memory? */
bool datarep_converts(const struct datarep *datarep, const struct type *type);

/* Convert whole elements [first, first + count) of the data, to and from contiguous bytes. */
int datarep_pack(const struct datarep *datarep, const struct data *data, MPI_Count first,
                 MPI_Count count, void *out);
int datarep_unpack(const struct datarep *datarep, const struct data *data, MPI_Count first,
                   MPI_Count count, const void *in);

/* Converts from contiguous bytes the basic elements that the first `bytes` bytes of element
 * `number` hold, and leaves the others in memory as they are. `in` has room for a whole element. */
int datarep_unpack_items(const struct datarep *datarep, const struct data *data, MPI_Count number,
                         MPI_Count bytes, const void *in);

/* Returns how many bytes in memory those of the first `bytes` bytes in the file are, of one
 * element; whole basic elements only. *items, unless NULL: how many basic elements. */
MPI_Count datarep_bytes_here(const struct datarep *datarep, const struct type *type,
                             MPI_Count bytes, MPI_Count *items);

#endif
