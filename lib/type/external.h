/* SPDX-License-Identifier: MIT */
/* The standard's representation "external32": big-endian, IEEE, without gaps. */
#ifndef TYPE_EXTERNAL_H
#define TYPE_EXTERNAL_H

#include "type/data.h"

/* Convert the data to or from external32. Each element takes type->external bytes there. */
void external_pack(const struct data *from, void *out);
void external_unpack(const struct data *to, const void *in);

#endif
