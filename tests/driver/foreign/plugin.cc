/* SPDX-License-Identifier: MIT */
// A library for each rank to open: with classes, exceptions, a variable of each thread, and objects
// that begin and end with it.
#include "plugin.h"

#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

std::map<int, int> seen;
thread_local std::vector<int> numbers;

struct square : shape {
    explicit square(int side) : side(side) { numbers.push_back(seen[side]++); }
    int area() const override
    {
        if (side < 0)
            throw std::runtime_error("negative " + std::to_string(side));
        return side * side;
    }
    int side;
};

struct farewell {
    ~farewell() { std::printf("%zu sides were seen\n", seen.size()); }
} at_the_end;

} // namespace

extern "C" shape *make_shape(int side)
{
    return new square(side);
}

extern "C" int count_shapes()
{
    return static_cast<int>(numbers.size());
}
