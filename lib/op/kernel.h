/* SPDX-License-Identifier: MIT */
/* The reduction loops, by operation and by how an element is stored; NULL if there is none. */
#ifndef TYPE_KERNEL_H
#define TYPE_KERNEL_H

#include "op/op.h"

extern op_kernel *const sum_kernels[ELEMENT_COUNT];
extern op_kernel *const prod_kernels[ELEMENT_COUNT];
extern op_kernel *const min_kernels[ELEMENT_COUNT];
extern op_kernel *const max_kernels[ELEMENT_COUNT];
extern op_kernel *const band_kernels[ELEMENT_COUNT];
extern op_kernel *const bor_kernels[ELEMENT_COUNT];
extern op_kernel *const bxor_kernels[ELEMENT_COUNT];
extern op_kernel *const land_kernels[ELEMENT_COUNT];
extern op_kernel *const lor_kernels[ELEMENT_COUNT];
extern op_kernel *const lxor_kernels[ELEMENT_COUNT];
extern op_kernel *const minloc_kernels[ELEMENT_COUNT];
extern op_kernel *const maxloc_kernels[ELEMENT_COUNT];

#endif
