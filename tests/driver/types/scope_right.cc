/* SPDX-License-Identifier: MIT */
/* Operations of C++ whose buffer lives until they are complete, or may do so. The compiler is
 * silent. */
#include <array>
#include <functional>
#include <mpi.h>
#include <vector>

/* Waits when it goes out of scope. */
class waiting
{
public:
    ~waiting()
    {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request request = MPI_REQUEST_NULL;
};

class halo
{
public:
    void send(int peer)
    {
        MPI_Isend(edge.data(), 4, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &request);
    }
    ~halo()
    {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }

private:
    std::array<double, 4> edge = {};
    MPI_Request request = MPI_REQUEST_NULL;
};

void wait_later(std::function<void()> call);

void wait_by_an_object(int peer)
{
    int number = peer;
    waiting last;
    halo one;

    MPI_Isend(&number, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &last.request);
    one.send(peer);
}

void wait_by_a_lambda(int peer)
{
    std::array<double, 4> edge = {};
    MPI_Request request;
    auto wait = [&] { MPI_Wait(&request, MPI_STATUS_IGNORE); };

    MPI_Isend(edge.data(), 4, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &request);
    wait();
}

void wait_by_a_function(int peer)
{
    MPI_Request request;
    int number = peer;

    MPI_Isend(&number, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request);
    wait_later([&request] { MPI_Wait(&request, MPI_STATUS_IGNORE); });
}

void wait_unless_thrown(int peer, bool is_odd)
{
    MPI_Request request;
    int number = peer;

    MPI_Isend(&number, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request);
    if (is_odd)
        throw number;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void wait_for_many(int peers)
{
    std::vector<MPI_Request> requests(peers);
    std::array<int, 16> numbers;

    for (int peer = 0; peer < peers; peer++)
        MPI_Irecv(&numbers[peer], 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &requests[peer]);
    MPI_Waitall(peers, requests.data(), MPI_STATUSES_IGNORE);
}
