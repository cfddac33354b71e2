/* SPDX-License-Identifier: MIT */
#include "objects.h"

/* Before those of the other unit by its priority, wherever it is linked. */
__attribute__((init_priority(300))) static named other("other");

bool other_sees_itself()
{
    return other.self == &other && other.number == 1;
}

int other_everywhere()
{
    return everywhere;
}
