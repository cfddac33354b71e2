/* SPDX-License-Identifier: MIT */
/* What the objects of job/start call in the library, by weak references: they may be linked
 * with another one. */
#ifndef IMAGE_START_H
#define IMAGE_START_H

#include "image/record.h"

#define IMAGE_START_CALL __attribute__((visibility("default")))

/* From each module's first constructor. */
IMAGE_START_CALL void heddle_register(const struct heddle_module *tables);

/* From a unit's constructor: its variables, as AddressSanitizer is told of them. */
IMAGE_START_CALL void heddle_watch(const void *globals, size_t count);

/* Before and after a dlopen in the calling thread. NULL: it has failed. */
IMAGE_START_CALL void heddle_opening(void);
IMAGE_START_CALL void heddle_opened(void *handle);

/* Where the calling thread's slot has the variable whose original is at this address. */
IMAGE_START_CALL void *heddle_own(void *original);

#endif
