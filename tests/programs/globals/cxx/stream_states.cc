/* SPDX-License-Identifier: MIT */
/* The standard streams are each rank's own: formats and states that one rank sets are not seen by
 * others, lines that are written in pieces stay whole, also between C and C++, and whether or not
 * the rank has asked for buffers that C does not share.
 * options: -O0 -O2
 * flags: -std=c++17
 * ranks: 1 2 5
 * expect-stdout: ^all is well$ */
#include "../globals.h"

#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

enum { LINES = 300 };

static int rank, size;

static void check_states()
{
    std::cout << std::hex << std::setprecision(rank + 2) << std::setfill('*');
    std::cerr.setf(std::ios_base::showpos);
    std::clog.width(rank);
    if (rank == 0)
        std::cin.setstate(std::ios_base::failbit);
    std::cout.exceptions(rank % 2 == 0 ? std::ios_base::badbit : std::ios_base::goodbit);
    meet();
    expect(std::cout.precision() == rank + 2 && std::cout.fill() == '*');
    expect((std::cout.flags() & std::ios_base::hex) && std::clog.width() == rank);
    expect(std::cin.fail() == (rank == 0));
    expect((std::cout.exceptions() == std::ios_base::badbit) == (rank % 2 == 0));
    expect(std::cin.tie() == &std::cout && std::cerr.tie() == &std::cout);
    expect(std::cerr.flags() & std::ios_base::unitbuf);
    std::cout.flags({});
    std::cin.clear();
    std::clog.width(0);
}

static void write_lines()
{
    for (int i = 0; i < LINES; i++) {
        std::cout << "rank " << std::setw(3) << rank << ' ' << std::setw(5) << i << " of ";
        if (i % 3 == 0)
            printf("%d", LINES);
        else
            std::cout << LINES;
        if (i % 2 == 0)
            std::cout << " lines" << std::endl;
        else
            std::cout << " lines\n";
    }
}

static std::string expected(int who, int what)
{
    char text[100];

    snprintf(text, sizeof text, "rank %s%d %s%d of %d lines", std::string(2, '*').c_str(), who,
             std::string(5 - std::to_string(what).size(), '*').c_str(), what, LINES);
    return text;
}

static void check_lines(const char *name)
{
    std::ifstream file(name);
    std::vector<int> next(static_cast<std::size_t>(size), 0);
    std::string line;
    int lines = 0;

    for (; std::getline(file, line); lines++) {
        int who = line.size() > 7 ? line[7] - '0' : size;

        expect(who >= 0 && who < size);
        expect(line == expected(who, next[static_cast<std::size_t>(who)]++));
    }
    expect(lines == size * LINES);
}

/* Standard output goes to a file meanwhile. */
static void check_output()
{
    int kept = -1;

    meet();
    if (rank == 0) {
        std::cout << std::flush;
        fflush(stdout);
        kept = dup(STDOUT_FILENO);
        int file = open("output.lines", O_CREAT | O_TRUNC | O_RDWR, 0600);
        expect(file >= 0 && dup2(file, STDOUT_FILENO) == STDOUT_FILENO);
        close(file);
    }
    meet();
    write_lines();
    std::cout << std::flush;
    meet();
    if (rank == 0) {
        expect(dup2(kept, STDOUT_FILENO) == STDOUT_FILENO);
        close(kept);
        check_lines("output.lines");
    }
    meet();
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    rank = my_rank();
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    check_states();
    check_output();
    expect(std::ios_base::sync_with_stdio(true));
    check_output();
    if (rank == 0)
        std::cout << "all is " << "well" << std::endl;
    MPI_Finalize();
    return 0;
}
