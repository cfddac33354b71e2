/* SPDX-License-Identifier: MIT */
/* Operations of C++ whose buffer goes out of scope before they are complete. The compiler warns as
 * scope_wrong.cc.txt says; scope_right.cc has functions that look alike. */
#include <array>
#include <mpi.h>

class halo
{
public:
    void send(int peer)
    {
        std::array<double, 4> edge = {};

        MPI_Isend(edge.data(), 4, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &request);
    }
    ~halo()
    {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }

private:
    MPI_Request request = MPI_REQUEST_NULL;
};

template <typename number> void send_number(number value, MPI_Request &request)
{
    MPI_Isend(&value, sizeof value, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
}

void send_numbers(MPI_Request requests[])
{
    send_number(1, requests[0]);
    send_number(1.5, requests[1]);
}

void exchange(int peer)
{
    halo one;

    one.send(peer);
    auto receive = [](int from, MPI_Request *request) {
        int answer;

        MPI_Irecv(&answer, 1, MPI_INT, from, 0, MPI_COMM_WORLD, request);
    };
    MPI_Request request;
    receive(peer, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}
