/* SPDX-License-Identifier: MIT */
/* Variables of all kinds of types, read, written, copied, passed and returned.
 * options: -O0 -O1 -O2 -O3
 * variant: native; options: -O3; flags: -march=native
 * variant: address; options: -O1; flags: -fsanitize=address; sanitizer: no
 * variant: thread; options: -O1; flags: -fsanitize=thread; sanitizer: no
 * variant: undefined; options: -O1; flags: -fsanitize=undefined; sanitizer: no */
#include "../globals.h"

#include <complex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

typedef int vector __attribute__((vector_size(16)));

struct large {
    int numbers[32];
    double ratio;
};

static struct { unsigned narrow : 3, wide : 9; signed negative : 5; } bits = {1, 2, -3};
static vector lanes = {1, 2, 3, 4};
static double _Complex phase = 1 + 2i;
static _Atomic long counter = 4;
static union { int number; float real; char bytes[8]; } overlay = {.bytes = "abc"};
static struct { char tag; long value; } __attribute__((packed)) packed = {'p', 5};
static struct { int count; int items[]; } flexible = {3, {1, 2, 3}};
static struct large large = {{1, 2, 3}, 0.5}, other_large;
static bool flag;
static __int128 wide = 5;
static long double precise = 2.5L;
static int matrix[3][4] = {{1}, {2}, {3}};
static int sparse[1000] = {[999] = 7};
static char text[64] = "hello";
static _Alignas(64) double aligned[64];
static enum { RED, GREEN = 5 } color = GREEN;
volatile int watched = 1;
static struct { volatile int inner; int *volatile to; } device = {3, &sparse[5]};

static struct large get_large(void)
{
    return large;
}

static double take_large(struct large value)
{
    return value.ratio + value.numbers[2];
}

static void vary(int rank)
{
    bits.wide = (unsigned)(2 + rank);
    lanes += rank;
    phase *= rank + 1;
    atomic_fetch_add(&counter, rank);
    overlay.bytes[0] = (char)(overlay.bytes[0] + rank);
    packed.value += rank;
    flexible.items[1] += rank;
    large.numbers[2] += rank;
    other_large = large;
    flag = rank & 1;
    wide += rank;
    precise += rank;
    matrix[2][1] += rank;
    sparse[5] = rank;
    memcpy(text, "jello", 5);
    text[5] = (char)('0' + rank % 10);
    watched += rank;
    watched++;
    device.inner += rank;
}

int main(int argc, char **argv)
{
    int rank, i;
    double sum = 0;

    MPI_Init(&argc, &argv);
    rank = my_rank();
    vary(rank);
    for (i = 0; i < 64; i++)
        aligned[i] = rank * i;
    meet();
    expect(bits.wide == (unsigned)(2 + rank) && bits.narrow == 1 && bits.negative == -3);
    expect(lanes[0] == 1 + rank && lanes[3] == 4 + rank);
    expect(creal(phase) == rank + 1 && cimag(phase) == 2 * (rank + 1));
    expect(counter == 4 + rank);
    expect(overlay.bytes[0] == (char)('a' + rank) && overlay.bytes[1] == 'b');
    expect(packed.value == 5 + rank && packed.tag == 'p');
    expect(flexible.items[1] == 2 + rank && flexible.items[2] == 3);
    expect(get_large().numbers[2] == 3 + rank && take_large(large) == 3.5 + rank);
    expect(other_large.numbers[2] == 3 + rank && memcmp(&other_large, &large, sizeof large) == 0);
    expect(flag == (rank & 1) && wide == 5 + rank && precise == 2.5L + rank);
    expect(matrix[2][1] == rank && matrix[2][0] == 3 && sparse[999] == 7);
    expect(strncmp(text, "jello", 5) == 0 && text[5] == '0' + rank % 10);
    expect(watched == 2 + rank && device.inner == 3 + rank && *device.to == rank);
    expect(color == GREEN);
    expect((size_t)aligned % 64 == 0);
    for (i = 0; i < 64; i++)
        sum += aligned[i];
    expect(sum == rank * 2016.0);
    MPI_Finalize();
    return 0;
}
