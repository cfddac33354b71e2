/* SPDX-License-Identifier: MIT */
// Objects of C++, its exceptions, streams and thread-local objects.
#include <mpi.h>

#include <iostream>
#include <map>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <typeinfo>

struct Base {
    virtual ~Base() {}
};
struct Derived : Base {};

static std::map<std::string, int> counts;
static std::string name = "nobody";

struct Static {
    int value = 7;
    Static() { counts["static"]++; }
    ~Static() { std::cout << "destroyed " + std::to_string(value) + "\n"; }
};
static Static object;

struct OfThread {
    ~OfThread() { counts["thread"]++; }
};
static thread_local OfThread of_thread;

static int once()
{
    static int value = (counts["once"]++, 40);
    return ++value;
}

static int thrower(int depth)
{
    if (depth == 0)
        throw std::runtime_error("thrown by " + name);
    return thrower(depth - 1) + 1;
}

int main()
{
    int rank, value = 0;
    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    name = std::to_string(rank);
    object.value += rank;
    for (int i = 0; i <= rank; i++)
        value = once();
    std::thread([] { (void)&of_thread; }).join();
    std::once_flag flag;
    std::call_once(flag, [] { counts["call"]++; });
    std::ostringstream line;
    try {
        thrower(5);
    } catch (const std::exception &error) {
        line << error.what();
    }
    Base *base = rank % 2 != 0 ? new Derived : new Base;
    line << " once " << value << " " << counts["static"] << counts["once"] << counts["thread"]
         << counts["call"] << " " << (dynamic_cast<Derived *>(base) != nullptr) << " "
         << typeid(*base).name();
    delete base;
    MPI_Barrier(MPI_COMM_WORLD);
    std::cout.precision(3 + rank);
    MPI_Barrier(MPI_COMM_WORLD);
    std::cout << line.str() + " precise ", std::cout << 3.14159265 << std::endl;
    MPI_Finalize();
}
