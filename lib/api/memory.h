/* SPDX-License-Identifier: MIT */
/* Memory that users allocate with MPI_Alloc_mem. */
#ifndef API_MEMORY_H
#define API_MEMORY_H

#include "api/local.h"

/* Frees what the rank has not freed. */
void allocation_give_all(struct local *local);

#endif
