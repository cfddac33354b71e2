/* SPDX-License-Identifier: MIT */
/* All ranks write to the standard streams and to their own, also from constructors and destructors
 * of global objects.
 * options: -O0 -O2
 * ranks: 1 4
 * expect-stdout: ^constructed$
 * expect-stdout: ^rank 0 line 49 of 50, 3\.14$
 * expect-stdout: ^end of rank 0 hex ff$
 * expect-stderr: ^rank 0 complains$ */
#include "../globals.h"

#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>

struct speaker {
    speaker() { std::cout << "constructed\n" << std::flush; }
    ~speaker()
    {
        std::ostringstream text;

        text << "end of rank " << rank << " hex " << std::hex << 255 << "\n";
        std::cout << text.str() << std::flush;
    }

    int rank = -1;
};

static speaker the_speaker;
static std::ostringstream kept;
static std::stringstream both("1 2 3");

static void check_file(int rank)
{
    std::string name = "streams." + std::to_string(rank), word;
    int number = -1;

    std::ofstream(name) << "number " << rank << std::endl;
    std::ifstream in(name);
    in >> word >> number;
    expect(word == "number" && number == rank);
    std::remove(name.c_str());
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank = my_rank(), sum = 0, number;

    the_speaker.rank = rank;
    meet();
    for (int i = 0; i < 50; i++) {
        std::ostringstream line;

        line << "rank " << rank << " line " << i << " of 50, " << std::setprecision(3) << 3.14159;
        std::cout << line.str() + "\n" << std::flush;
        kept << rank;
    }
    std::cerr << "rank " + std::to_string(rank) + " complains\n";
    while (both >> number)
        sum += number;
    expect(sum == 6);
    expect(kept.str().size() == 50 && kept.str()[49] == '0' + rank);
    check_file(rank);
    meet();
    MPI_Finalize();
    return 0;
}
