/* SPDX-License-Identifier: MIT */
/* Examples of chapter 8: topologies. Those with a given graph are of four ranks. */
#include "example.h"

static void example_8_1(void)
{
    int six[] = {0, 0}, seven[] = {0, 0}, fixed[] = {0, 3, 0};

    MPI_Dims_create(6, 2, six);
    MPI_Dims_create(7, 2, seven);
    MPI_Dims_create(6, 3, fixed);
    must(six[0] == 3 && six[1] == 2 && seven[0] == 7 && seven[1] == 1);
    must(fixed[0] == 2 && fixed[1] == 3 && fixed[2] == 1);
}

static void look_at_graph(MPI_Comm graph, const int index[], const int edges[])
{
    const int first = rank == 0 ? 0 : index[rank - 1];
    int count, found[8], i;

    MPI_Graph_neighbors_count(graph, rank, &count);
    must(count == index[rank] - first);
    MPI_Graph_neighbors(graph, rank, count, found);
    for (i = 0; i < count; i++)
        must(found[i] == edges[first + i]);
    MPI_Comm_free(&graph);
}

/* The ranks of `graph` are those of `comm`, because nothing is reordered. */
static MPI_Comm graph_of(const int index[], const int edges[])
{
    MPI_Comm graph;

    MPI_Graph_create(comm, 4, index, edges, 0, &graph);
    return graph;
}

static void example_8_2(void)
{
    const int index[] = {2, 3, 4, 6}, edges[] = {1, 3, 0, 3, 0, 2};
    MPI_Comm graph = graph_of(index, edges);

    if (graph != MPI_COMM_NULL)
        look_at_graph(graph, index, edges);
}

static void example_8_3(void)
{
    static const int degrees[] = {2, 1, 1, 2}, edges[] = {1, 3, 0, 3, 0, 2}, first[] = {0, 2, 3, 4};
    static const int ranks[] = {0, 1, 2, 3}, ones[] = {1, 1, 1, 1, 1, 1};
    const int degree = degrees[rank], *own = edges + first[rank];
    MPI_Comm graphs[3];
    int in, out, is_weighted, i;

    MPI_Dist_graph_create(comm, 1, &rank, &degree, own, ones, MPI_INFO_NULL, 0, &graphs[0]);
    MPI_Dist_graph_create(comm, rank == 0 ? 4 : 0, ranks, degrees, edges, ones, MPI_INFO_NULL, 0,
                          &graphs[1]);
    MPI_Dist_graph_create_adjacent(comm, degree, own, ones, degree, own, ones, MPI_INFO_NULL, 0,
                                   &graphs[2]);
    for (i = 0; i < 3; i++) {
        MPI_Dist_graph_neighbors_count(graphs[i], &in, &out, &is_weighted);
        must(in == degree && out == degree && is_weighted);
        MPI_Comm_free(&graphs[i]);
    }
}

/* A torus of 2 times 2 with diagonals. */
static void example_8_4(void)
{
    enum { P = 2, Q = 2 };
    const int y = rank / P, x = rank % P, degree = 8;
    int destinations[8], weights[8], in, out, is_weighted, i, j, count = 0;
    MPI_Comm torus;

    for (i = -1; i <= 1; i++)
        for (j = -1; j <= 1; j++) {
            if (i == 0 && j == 0)
                continue;
            destinations[count] = P * ((y + i + Q) % Q) + (x + j + P) % P;
            weights[count++] = i == 0 || j == 0 ? 2 : 1;
        }
    MPI_Dist_graph_create(comm, 1, &rank, &degree, destinations, weights, MPI_INFO_NULL, 1, &torus);
    MPI_Dist_graph_neighbors_count(torus, &in, &out, &is_weighted);
    must(in == 8 && out == 8);
    MPI_Comm_free(&torus);
}

static void example_8_5(void)
{
    const int index[] = {3, 5, 6, 9}, edges[] = {1, 1, 3, 0, 0, 3, 0, 2, 2};
    MPI_Comm graph = graph_of(index, edges);

    if (graph != MPI_COMM_NULL)
        look_at_graph(graph, index, edges);
}

/* A shuffle-exchange network of four: exchange, shuffle and unshuffle. */
static void example_8_6(void)
{
    const int index[] = {3, 6, 9, 12}, edges[] = {1, 0, 0, 0, 2, 2, 3, 1, 1, 2, 3, 3};
    MPI_Comm graph = graph_of(index, edges);
    int neighbours[3];
    float a = (float)rank;

    if (graph == MPI_COMM_NULL)
        return;
    MPI_Graph_neighbors(graph, rank, 3, neighbours);
    MPI_Sendrecv_replace(&a, 1, MPI_FLOAT, neighbours[0], 0, neighbours[0], 0, graph, IGNORE);
    must(a == (float)neighbours[0]);
    MPI_Sendrecv_replace(&a, 1, MPI_FLOAT, neighbours[1], 0, neighbours[2], 0, graph, IGNORE);
    MPI_Sendrecv_replace(&a, 1, MPI_FLOAT, neighbours[2], 0, neighbours[1], 0, graph, IGNORE);
    must(a == (float)neighbours[0]);
    MPI_Comm_free(&graph);
}

static MPI_Comm grid_of(int dimensions, int sides[], int is_periodic)
{
    const int periods[] = {is_periodic, is_periodic, is_periodic};
    MPI_Comm grid;

    MPI_Dims_create(size, dimensions, sides);
    MPI_Cart_create(comm, dimensions, sides, periods, 0, &grid);
    return grid;
}

static void example_8_7(void)
{
    int sides[2] = {0}, at[2], source, to;
    MPI_Comm grid = grid_of(2, sides, 1);
    float a = (float)rank;

    MPI_Cart_coords(grid, rank, 2, at);
    MPI_Cart_shift(grid, 0, at[1], &source, &to);
    MPI_Sendrecv_replace(&a, 1, MPI_FLOAT, to, 0, source, 0, grid, IGNORE);
    must(a == (float)source);
    MPI_Comm_free(&grid);
}

/* A grid of 1, 2 and 2 in place of 2, 3 and 4. */
static void example_8_8(void)
{
    const int planes[] = {1, 0, 1}, lines[] = {0, 0, 1};
    int sides[] = {1, 2, 2}, count;
    MPI_Comm grid, part;

    sides[2] = size / 2;
    MPI_Cart_create(comm, 3, sides, (int[]){0, 0, 0}, 0, &grid);
    if (grid == MPI_COMM_NULL)
        return;
    MPI_Cart_sub(grid, planes, &part);
    MPI_Comm_size(part, &count);
    must(count == sides[2]);
    MPI_Comm_free(&part);
    MPI_Cart_sub(grid, lines, &part);
    MPI_Comm_free(&part);
    MPI_Comm_free(&grid);
}

static void example_8_9(void)
{
    int sides[1] = {0}, from[2] = {-1, -1}, source, to;
    MPI_Comm grid = grid_of(1, sides, 0);

    MPI_Cart_shift(grid, 0, 1, &source, &to);
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, from, 1, MPI_INT, grid);
    must(from[0] == (source == MPI_PROC_NULL ? -1 : source));
    must(from[1] == (to == MPI_PROC_NULL ? -1 : to));
    MPI_Comm_free(&grid);
}

/* MPI_Neighbor_alltoall and what it is like. */
static void example_8_10(void)
{
    int sides[2] = {0}, out[4], in[4], as[4], source, to, i;
    MPI_Comm grid = grid_of(2, sides, 1);

    for (i = 0; i < 4; i++)
        out[i] = 10 * rank + i;
    MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, grid);
    for (i = 0; i < 2; i++) {
        MPI_Cart_shift(grid, i, 1, &source, &to);
        MPI_Sendrecv(out + 2 * i, 1, MPI_INT, source, 2 * i, as + 2 * i + 1, 1, MPI_INT, to, 2 * i,
                     grid, IGNORE);
        MPI_Sendrecv(out + 2 * i + 1, 1, MPI_INT, to, 2 * i + 1, as + 2 * i, 1, MPI_INT, source,
                     2 * i + 1, grid, IGNORE);
    }
    must(memcmp(in, as, sizeof in) == 0);
    MPI_Comm_free(&grid);
}

enum { N = 100, SIDE = N + 2 };

static float u[SIDE][SIDE]; /* as in Fortran: u[j][i] */

static void exchange_copies(MPI_Comm grid)
{
    static float out[4][N], in[4][N];
    int i;

    for (i = 0; i < N; i++) {
        out[0][i] = u[i + 1][1];
        out[1][i] = u[i + 1][N];
        out[2][i] = u[1][i + 1];
        out[3][i] = u[N][i + 1];
    }
    MPI_Neighbor_alltoall(out, N, MPI_FLOAT, in, N, MPI_FLOAT, grid);
    for (i = 0; i < N; i++) {
        u[i + 1][0] = in[0][i];
        u[i + 1][N + 1] = in[1][i];
        u[0][i + 1] = in[2][i];
        u[N + 1][i + 1] = in[3][i];
    }
}

static MPI_Aint place(int i, int j)
{
    return (i + (MPI_Aint)j * SIDE) * (MPI_Aint)sizeof(float);
}

static void exchange_in_place(MPI_Comm grid)
{
    const int counts[] = {1, 1, N, N};
    const MPI_Aint from[] = {place(1, 1), place(N, 1), place(1, 1), place(1, N)};
    const MPI_Aint into[] = {place(0, 1), place(N + 1, 1), place(1, 0), place(1, N + 1)};
    MPI_Datatype row, types[4];

    MPI_Type_vector(N, 1, SIDE, MPI_FLOAT, &row);
    MPI_Type_commit(&row);
    types[0] = types[1] = row;
    types[2] = types[3] = MPI_FLOAT;
    MPI_Neighbor_alltoallw(u, counts, from, types, u, counts, into, types, grid);
    MPI_Type_free(&row);
}

static void relax(int round)
{
    int i, j;

    for (j = 1; j <= N; j++)
        for (i = 1; i <= N; i++)
            u[j][i] = (float)(rank + round);
}

static void example_8_11(void)
{
    int sides[2] = {0}, source, to, round;
    MPI_Comm grid = grid_of(2, sides, 1);

    MPI_Cart_shift(grid, 0, 1, &source, &to);
    for (round = 0; round < 3; round++) {
        relax(round);
        exchange_copies(grid);
        must(u[5][0] == (float)(source + round) && u[5][N + 1] == (float)(to + round));
        relax(round + 1);
        exchange_in_place(grid);
        must(u[5][0] == (float)(source + round + 1));
    }
    MPI_Comm_free(&grid);
}

int main(int argc, char **argv)
{
    static const struct example examples[] = {
        {"8.1", example_8_1, 1}, {"8.2", example_8_2, 4},   {"8.3", example_8_3, 4},
        {"8.4", example_8_4, 4}, {"8.5", example_8_5, 4},   {"8.6", example_8_6, 4},
        {"8.7", example_8_7, 1}, {"8.8", example_8_8, 2},   {"8.9", example_8_9, 1},
        {"8.10", example_8_10, 1}, {"8.11", example_8_11, 1},
    };

    MPI_Init(&argc, &argv);
    begin_examples();
    RUN_EXAMPLES(argc, argv, examples);
    end_examples();
    return 0;
}
