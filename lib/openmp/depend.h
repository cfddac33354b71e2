/* SPDX-License-Identifier: MIT */
/* The lists of a task's dependences that compilers pass to OpenMP. Also for code that becomes part
 * of programs (runtime/openmp). */
#ifndef OPENMP_DEPEND_H
#define OPENMP_DEPEND_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* In an older form a list has the number of the dependences, that of the outputs, and the
 * addresses; else 0, the number, and that of three kinds; objects that name an address follow
 * these. */
static inline int depend_count(void *const *list)
{
    return list == NULL ? 0 : (int)(uintptr_t)(list[0] != NULL ? list[0] : list[1]);
}

/* Objects count as outputs, whatever they are: that orders too much, never too little. Returns the
 * number of outputs, which come first. */
static inline int depend_list(void *const *list, void *listed[])
{
    const int count = depend_count(list);
    int outputs, inputs, i;

    if (count == 0)
        return 0;
    if (list[0] != NULL) {
        memcpy(listed, list + 2, (size_t)count * sizeof *listed);
        return (int)(uintptr_t)list[1];
    }
    outputs = (int)((uintptr_t)list[2] + (uintptr_t)list[3]);
    inputs = (int)(uintptr_t)list[4];
    for (i = 0; i < outputs; i++)
        listed[i] = list[5 + i];
    for (i = 0; i < inputs; i++)
        listed[count - inputs + i] = list[5 + outputs + i];
    for (i = outputs; i < count - inputs; i++)
        listed[i] = *(void **)list[5 + inputs + i];
    return count - inputs;
}

#endif
