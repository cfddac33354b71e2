/* SPDX-License-Identifier: MIT */
/* With templates.cc, as a unit of it or as a library. */
#include "templates.h"

struct square : shape {
    int corners() const override { return 4; }
};

static square the_square;

void other_add(int amount)
{
    registry<int>::count += amount;
    registry<int>::list.push_back(amount);
    registry<int>::fallback += amount;
    registry<double>::count -= amount;
    value_of<int> += amount;
    inline_text += std::to_string(amount);
    inline_array[1] += amount;
}

int other_count()
{
    return registry<int>::count;
}

int *other_latest()
{
    return registry<int>::latest;
}

int *other_array()
{
    return inline_pointers[0];
}

int &other_counter()
{
    return counter();
}

const shape *other_square()
{
    return &the_square;
}
