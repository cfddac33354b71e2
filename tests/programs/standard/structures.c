/* SPDX-License-Identifier: MIT */
/* Examples of chapter 5: structures and packing. */
#include "example.h"

enum { TAG = 5 };

/* ---- structures ------------------------------------------------------------------------------ */

enum { PARTICLES = 50 };

struct particle {
    int type;
    double at[6];
    char more[7];
};

static struct particle particles[PARTICLES], received[PARTICLES];

/* Places are of a particle, or absolute ones of the first. */
static MPI_Datatype particle_type(bool is_absolute)
{
    const int lengths[] = {1, 6, 7};
    const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_CHAR};
    MPI_Aint places[3], base;
    MPI_Datatype whole, made;
    int i;

    MPI_Get_address(particles, &base);
    MPI_Get_address(&particles[0].type, &places[0]);
    MPI_Get_address(particles[0].at, &places[1]);
    MPI_Get_address(particles[0].more, &places[2]);
    for (i = 0; i < 3 && !is_absolute; i++)
        places[i] = MPI_Aint_diff(places[i], base);
    MPI_Type_create_struct(3, lengths, places, types, &whole);
    MPI_Type_create_resized(whole, 0, sizeof particles[0], &made);
    MPI_Type_free(&whole);
    MPI_Type_commit(&made);
    return made;
}

/* Returns a datatype of the particles of type 0; neighbours form one block. */
static MPI_Datatype zero_particles(MPI_Datatype particle)
{
    int places[PARTICLES], lengths[PARTICLES], count = 0, i, k;
    MPI_Datatype made;

    for (i = 0; i < PARTICLES; i = k + 1) {
        for (k = i; k < PARTICLES && particles[k].type == 0; k++)
            continue;
        if (k == i)
            continue;
        places[count] = i;
        lengths[count++] = k - i;
    }
    MPI_Type_indexed(count, lengths, places, particle, &made);
    return made;
}

static MPI_Datatype behind_count(const int *count, MPI_Datatype type, MPI_Aint place)
{
    const int lengths[] = {1, 1};
    MPI_Aint places[2] = {0, place};
    MPI_Datatype made;

    MPI_Get_address(count, &places[0]);
    MPI_Type_create_struct(2, lengths, places, (MPI_Datatype[]){MPI_INT, type}, &made);
    MPI_Type_commit(&made);
    MPI_Type_free(&type);
    return made;
}

static void begin_particles(void)
{
    int i;

    for (i = 0; i < PARTICLES; i++)
        particles[i] = (struct particle){.type = i % 3 == 0, .at = {i, i + 1}};
    memset(received, 0, sizeof received);
}

static void send_particles(bool is_absolute)
{
    MPI_Datatype particle = particle_type(is_absolute), counted, relative = particle_type(false);
    MPI_Aint address = 0;
    int count = 33, i;

    begin_particles();
    if (!is_absolute)
        MPI_Get_address(particles, &address);
    counted = behind_count(&count, zero_particles(particle), address);
    AT(0) {
        MPI_Send(is_absolute ? MPI_BOTTOM : particles, PARTICLES, particle, 1, TAG, comm);
        MPI_Send(MPI_BOTTOM, 1, counted, 1, TAG, comm);
    }
    AT(1) {
        MPI_Datatype into;

        MPI_Recv(received, PARTICLES, relative, 0, TAG, comm, IGNORE);
        must(received[7].at[1] == 8);
        MPI_Get_address(received, &address);
        MPI_Type_contiguous(33, relative, &into);
        into = behind_count(&count, into, address);
        MPI_Recv(MPI_BOTTOM, 1, into, 0, TAG, comm, IGNORE);
        must(count == 33);
        for (i = 0; i < count; i++)
            must(received[i].type == 0);
        MPI_Type_free(&into);
    }
    MPI_Type_free(&counted);
    MPI_Type_free(&relative);
    MPI_Type_free(&particle);
}

static void example_5_17(void)
{
    MPI_Datatype pairs, two, pair;
    MPI_Aint extent = sizeof particles[0];
    double got[2 * PARTICLES];

    send_particles(false);
    MPI_Type_create_hvector(PARTICLES, 2, extent, MPI_DOUBLE, &pairs);
    MPI_Type_commit(&pairs);
    MPI_Type_contiguous(2, MPI_DOUBLE, &two);
    MPI_Type_create_resized(two, 0, extent, &pair);
    MPI_Type_commit(&pair);
    AT(0) {
        MPI_Send(particles[0].at, 1, pairs, 1, TAG, comm);
        MPI_Send(particles[0].at, PARTICLES, pair, 1, TAG, comm);
    }
    AT(1) {
        MPI_Recv(got, 2 * PARTICLES, MPI_DOUBLE, 0, TAG, comm, IGNORE);
        MPI_Recv(got, 2 * PARTICLES, MPI_DOUBLE, 0, TAG, comm, IGNORE);
        must(got[14] == 7 && got[15] == 8);
    }
    MPI_Type_free(&pairs);
    MPI_Type_free(&two);
    MPI_Type_free(&pair);
}

static void example_5_18(void)
{
    send_particles(true);
}

static void example_5_19(void)
{
    union {
        int whole;
        float real;
        double wide;
    } entries[20] = {{0}};
    MPI_Datatype types[2];
    int kind;

    MPI_Type_create_resized(MPI_INT, 0, sizeof entries[0], &types[0]);
    MPI_Type_create_resized(MPI_FLOAT, 0, sizeof entries[0], &types[1]);
    for (kind = 0; kind < 2; kind++) {
        MPI_Type_commit(&types[kind]);
        AT(0) {
            entries[3].whole = 9;
            MPI_Send(entries, 20, types[kind], 1, TAG, comm);
        }
        AT(1) {
            MPI_Recv(entries, 20, types[kind], 0, TAG, comm, IGNORE);
            must(entries[3].whole == 9);
        }
        MPI_Type_free(&types[kind]);
    }
}

/* Counts the named types that the type is made of. False: it is named itself. */
static bool count_named(MPI_Datatype type, int *count)
{
    int integers[10], numbers[3], combiner, i;
    MPI_Aint addresses[10];
    MPI_Datatype parts[10];

    MPI_Type_get_envelope(type, &numbers[0], &numbers[1], &numbers[2], &combiner);
    if (combiner == MPI_COMBINER_NAMED) {
        ++*count;
        return false;
    }
    MPI_Type_get_contents(type, 10, 10, 10, integers, addresses, parts);
    for (i = 0; i < numbers[2]; i++)
        if (count_named(parts[i], count))
            MPI_Type_free(&parts[i]);
    return true;
}

static void example_5_20(void)
{
    MPI_Datatype type = particle_type(false);
    int count = 0;

    must(count_named(type, &count) && count == 3);
    MPI_Type_free(&type);
}

/* ---- packing --------------------------------------------------------------------------------- */

static void example_5_21(void)
{
    int i = 3, j = 4, a[2], position = 0;
    char buffer[100];

    AT(0) {
        MPI_Pack(&i, 1, MPI_INT, buffer, 100, &position, comm);
        MPI_Pack(&j, 1, MPI_INT, buffer, 100, &position, comm);
        MPI_Send(buffer, position, MPI_PACKED, 1, 0, comm);
    }
    AT(1) {
        MPI_Recv(a, 2, MPI_INT, 0, 0, comm, IGNORE);
        must(a[0] == 3 && a[1] == 4);
    }
}

static void example_5_22(void)
{
    enum { NUMBERS = 20 };
    int count = rank == 0 ? NUMBERS : 0, lengths[2] = {1, NUMBERS}, position = 0;
    float a[NUMBERS] = {0};
    char buffer[1000];
    MPI_Aint places[2];
    MPI_Datatype type;

    AT(0) {
        a[NUMBERS - 1] = 7;
        MPI_Get_address(&count, &places[0]);
        MPI_Get_address(a, &places[1]);
        MPI_Type_create_struct(2, lengths, places, (MPI_Datatype[]){MPI_INT, MPI_FLOAT}, &type);
        MPI_Type_commit(&type);
        MPI_Pack(MPI_BOTTOM, 1, type, buffer, 1000, &position, comm);
        MPI_Send(buffer, position, MPI_PACKED, 1, 0, comm);
        MPI_Type_free(&type);
    }
    AT(1) {
        MPI_Recv(buffer, 1000, MPI_PACKED, 0, 0, comm, IGNORE);
        MPI_Unpack(buffer, 1000, &position, &count, 1, MPI_INT, comm);
        MPI_Unpack(buffer, 1000, &position, a, count, MPI_FLOAT, comm);
        must(count == NUMBERS && a[NUMBERS - 1] == 7);
    }
}

/* The root strings together what all have packed. */
static void example_5_23(void)
{
    char letters[] = "abcdefgh", packed[100], all[1000], text[100] = "";
    int count = rank + 1, position = 0, counts[16], places[16] = {0}, total = 0, length = 0, i;

    MPI_Pack(&count, 1, MPI_INT, packed, sizeof packed, &position, comm);
    MPI_Pack(letters, count, MPI_CHAR, packed, sizeof packed, &position, comm);
    if (rank != 0) {
        MPI_Gather(&position, 1, MPI_INT, NULL, 0, MPI_DATATYPE_NULL, 0, comm);
        MPI_Gatherv(packed, position, MPI_PACKED, NULL, NULL, NULL, MPI_DATATYPE_NULL, 0, comm);
        return;
    }
    MPI_Gather(&position, 1, MPI_INT, counts, 1, MPI_INT, 0, comm);
    for (i = 0; i < size; i++) {
        places[i] = total;
        total += counts[i];
    }
    MPI_Gatherv(packed, position, MPI_PACKED, all, counts, places, MPI_PACKED, 0, comm);
    for (i = 0; i < size; i++) {
        position = 0;
        MPI_Unpack(all + places[i], total - places[i], &position, &count, 1, MPI_INT, comm);
        MPI_Unpack(all + places[i], total - places[i], &position, text + length, count, MPI_CHAR,
                   comm);
        length += count;
    }
    must(length == size * (size + 1) / 2 && strncmp(text, "aab", 3) == 0);
}

int main(int argc, char **argv)
{
    static const struct example examples[] = {
        {"5.17", example_5_17, 2}, {"5.18", example_5_18, 2}, {"5.19", example_5_19, 2},
        {"5.20", example_5_20, 1}, {"5.21", example_5_21, 2}, {"5.22", example_5_22, 2},
        {"5.23", example_5_23, 2},
    };

    MPI_Init(&argc, &argv);
    begin_examples();
    RUN_EXAMPLES(argc, argv, examples);
    end_examples();
    return 0;
}
