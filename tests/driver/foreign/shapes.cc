/* SPDX-License-Identifier: MIT */
#include <vector>

#include "shapes.h"

static int calls = 0;

base::~base() {}

int base::area() const
{
    return ++calls;
}

int shape::area() const
{
    return calls += n;
}

void shape::grow()
{
    calls += 100;
    n++;
}

int square::area() const
{
    return calls += n * n;
}

trouble::trouble(int number)
    : std::runtime_error("trouble " + std::to_string(number) + " at " + std::to_string(calls))
{
}

trouble::~trouble() {}

int calls_so_far()
{
    return calls;
}

int count_in_library()
{
    return ++counter<int>::count;
}

base *make_square(int size)
{
    return new square(size);
}

std::string remember(const std::string &name)
{
    static std::vector<std::string> names{"first"};
    std::string all;

    names.push_back(name);
    for (const std::string &each : names)
        all += each + " ";
    return all;
}

void fail(int number)
{
    throw trouble(number);
}
