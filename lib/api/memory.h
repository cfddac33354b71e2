/* SPDX-License-Identifier: MIT */
/* Memory that users take with MPI_Alloc_mem. */
#ifndef API_MEMORY_H
#define API_MEMORY_H

#include "api/local.h"

/* What a rank has not freed. */
void allocation_give_all(struct local *local);

#endif
