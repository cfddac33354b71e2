/* SPDX-License-Identifier: MIT */
/* Objects at namespace scope are constructed once per rank before main, in the usual order, and
 * destroyed in the reverse one when the rank ends.
 * options: -O0 -O2 -O3
 * flags: -std=c++17
 * with: objects_other.cc
 * ranks: 1 3
 * expect-stdout: ^rank 0 destroyed: late third second first other $ */
#include "objects.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

/* Before all others by its priority: what tells of the others' ends must outlive them. */
__attribute__((init_priority(200))) static teller told;
std::string &order()
{
    static std::string text;

    return text;
}

void note_end(const char *name)
{
    told.text += name;
    told.text += ' ';
}

static named first("first");

namespace {
named second("second");
int computed = second.number * 10 + first.number;
std::map<std::string, int> counts{{"one", 1}, {"two", 2}};
std::vector<int> numbers(100, 7);
std::unique_ptr<int> owned(new int(5));
} // namespace

struct members {
    static named third;
    static int plain;
    static inline int inlined = 4;
    static inline std::string text = std::string("inlined ") + "member";
    static constexpr int constant = 9;
};

named members::third("third");
int members::plain = 3;

int &reference = members::plain;
int &reference_to_computed = *new int(members::plain + 1);
const int &reference_to_constant = members::constant;
static named late_bound[1] = {named("late")};
const int *const table[] = {&members::plain, &everywhere};
const std::string constant_text = "constructed constant";

/* Rank by rank: the originals' own constructors have run in the process's start. */
static void check_start()
{
    expect(order() == "other first second third late ");
    expect(first.number == 2 && second.number == 3 && members::third.number == 4);
    expect(computed == 32);
    expect(counts.size() == 2 && counts["two"] == 2);
    expect(numbers.size() == 100 && numbers[99] == 7);
    expect(*owned == 5);
    expect(members::text == "inlined member");
    expect(&reference == &members::plain && *table[0] == 3 && table[1] == &everywhere);
    expect(reference_to_computed == 4 && reference_to_constant == 9);
    expect(constant_text == "constructed constant");
    expect(late_bound[0].self == &late_bound[0]);
    expect(other_sees_itself());
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank = my_rank();

    check_start();
    meet();
    reference += rank;
    reference_to_computed += rank;
    everywhere += rank;
    members::inlined += rank;
    members::text += std::to_string(rank);
    counts["rank"] = rank;
    numbers.push_back(rank);
    *owned = rank;
    told.rank = rank;
    meet();
    expect(members::plain == 3 + rank && *table[0] == 3 + rank);
    expect(reference_to_computed == 4 + rank);
    expect(everywhere == 11 + rank && other_everywhere() == 11 + rank);
    expect(members::inlined == 4 + rank);
    expect(members::text == "inlined member" + std::to_string(rank));
    expect(counts.size() == 3 && counts["rank"] == rank);
    expect(numbers.size() == 101 && numbers[100] == rank);
    expect(*owned == rank);
    MPI_Finalize();
    return 0;
}
