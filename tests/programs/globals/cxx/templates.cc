/* SPDX-License-Identifier: MIT */
/* Templates' static members, variable templates and inline variables: several units define them,
 * each rank has one. Types, their tables and string literals are the same for all ranks.
 * options: -O0 -O2
 * with: templates_other.cc
 * variant: lto; options: -O2; flags: -flto
 * variant: library; with: ; library: templates_other.cc */
#include "templates.h"

#include <typeinfo>

struct triangle : shape {
    int corners() const override { return 3; }
};

static triangle the_triangle;
static const char *const literal = "a literal";
static shape *shapes[2] = {&the_triangle, nullptr};

static void check_types()
{
    const void *mine[2] = {&typeid(triangle), *(void **)&the_triangle}, *first[2];

    first[0] = mine[0];
    first[1] = mine[1];
    MPI_Bcast(first, sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD);
    expect(first[0] == mine[0] && first[1] == mine[1]);
    expect(shapes[0]->corners() == 3 && shapes[0] == &the_triangle);
    expect(other_square()->corners() == 4);
    expect(dynamic_cast<triangle *>(shapes[0]) == &the_triangle);
    expect(dynamic_cast<const triangle *>(other_square()) == nullptr);

    const char *text = literal;
    MPI_Bcast(&text, sizeof text, MPI_BYTE, 0, MPI_COMM_WORLD);
    expect(text == literal);
    try {
        throw the_triangle;
    } catch (const shape &caught) {
        expect(caught.corners() == 3);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank = my_rank();

    expect(registry<int>::count == 100 && registry<int>::list.size() == 3);
    expect(registry<int>::latest == &registry<int>::fallback);
    expect(other_latest() == &registry<int>::fallback);
    expect(value_of<int> == 21 && value_of<long> == 0);
    expect(inline_text == "inline" && inline_pointers[0] == &inline_array[1]);
    meet();
    other_add(rank);
    registry<int>::count += 1000;
    value_of<long> += rank;
    counter() += rank;
    meet();
    expect(registry<int>::count == 1100 + rank && other_count() == 1100 + rank);
    expect(registry<int>::list.size() == 4 && registry<int>::list[3] == rank);
    expect(registry<double>::count == 100 - rank);
    expect(*registry<int>::latest == rank && *other_latest() == rank);
    expect(value_of<int> == 21 + rank && value_of<long> == rank);
    expect(inline_text == "inline" + std::to_string(rank));
    expect(*other_array() == 2 + rank && other_array() == inline_pointers[0]);
    expect(&other_counter() == &counter() && counter() == 1 + rank && constructions == 1);
    check_types();
    MPI_Finalize();
    return 0;
}
