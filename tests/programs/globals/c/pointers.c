/* SPDX-License-Identifier: MIT */
/* Initialisers that hold addresses of private variables lead to the rank's own.
 * options: -O0 -O1 -O2 -O3
 * variant: lto; options: -O0 -O2 -O3; flags: -flto
 * variant: address; options: -O1; flags: -fsanitize=address; sanitizer: no
 * variant: thread; options: -O1; flags: -fsanitize=thread; sanitizer: no */
#include "../globals.h"

#include <stddef.h>
#include <stdint.h>

struct node {
    struct node *next;
    int *value;
    const char *name;
};

static int a = 1, b = 2;
int *pointer = &a;
int **pointer_to_pointer = &pointer;
static struct node first = {NULL, &a, "first"}, second = {&first, &b, "second"};
struct node *head = &second;
static struct node ring[3] = {{&ring[1], &a, "0"}, {&ring[2], &b, "1"}, {&ring[0], NULL, "2"}};
static int numbers[6] = {0, 1, 2, 3, 4, 5};
int *middle = &numbers[3];
int *beyond = numbers + 6; /* one past the end, where another variable may begin */
static int after;
static int *many[500] = {[0 ... 499] = &numbers[5]};
void *self = &self;
static uintptr_t as_number = (uintptr_t)&numbers[2];
static struct { char tag; int *to; } __attribute__((packed)) unaligned = {'u', &b};
static union { int *pointer; long number; } either = {.pointer = &a};
static int *unnamed = (int[]){7, 8, 9};
static struct node *unnamed_node = &(struct node){&first, &b, "unnamed"};
int (*matrix_row)[4] = &((int[2][4]){{1, 2, 3, 4}, {5, 6, 7, 8}})[1];
static int rows[3][4];
static int *row_starts[3] = {rows[0], rows[1], rows[2]};
static ptrdiff_t difference = (char *)&numbers[4] - (char *)&numbers[1];
static const char *text = "shared text";
static char buffer[32] = "own text";
static char *in_buffer = buffer + 4;
static int (*function)(int) = abs;

static int *local_table(int i)
{
    int *table[] = {&a, &b, &numbers[3], &rows[1][2], &a, &b, &a, &b};

    return table[i];
}

static int *switched(int i)
{
    switch (i) {
    case 0: return &a;
    case 1: return &b;
    case 2: return numbers + 2;
    case 3: return &numbers[5];
    case 4: return rows[2];
    default: return NULL;
    }
}

static void check_lists(int rank)
{
    expect(head == &second && head->next == &first && head->value == &b);
    expect(*head->next->value == 1 + rank);
    expect(ring[2].next == ring && ring[0].next->next->next == ring && *ring[1].value == 2 - rank);
    expect(unnamed_node->next == &first && unnamed_node->value == &b);
}

static void check_arrays(int rank)
{
    expect(middle == &numbers[3] && *middle == 3 + rank);
    expect(beyond - 6 == numbers && beyond[-1] == 5 + rank);
    expect(many[0] == &numbers[5] && many[499] == &numbers[5]);
    expect(row_starts[1] == rows[1] && row_starts[2][3] == rank);
    expect((*matrix_row)[0] == 5 + rank);
    expect(unnamed[1] == 8 + rank);
    expect(difference == 3 * (ptrdiff_t)sizeof numbers[0]);
}

int main(int argc, char **argv)
{
    int rank, i;

    MPI_Init(&argc, &argv);
    rank = my_rank();
    *pointer += rank;
    *second.value -= rank;
    after = 40 + rank;
    for (i = 0; i < 6; i++)
        numbers[i] += rank;
    rows[2][3] = rank;
    (*matrix_row)[0] += rank;
    unnamed[1] += rank;
    *in_buffer = (char)('A' + rank % 26);
    meet();
    expect(pointer == &a && *pointer == 1 + rank && **pointer_to_pointer == 1 + rank);
    expect(b == 2 - rank && after == 40 + rank);
    check_lists(rank);
    check_arrays(rank);
    expect(self == &self);
    expect(as_number == (uintptr_t)&numbers[2]);
    expect(unaligned.to == &b && either.pointer == &a);
    expect(text[0] == 's' && function == abs);
    expect(in_buffer == &buffer[4] && buffer[4] == 'A' + rank % 26);
    expect(local_table(0) == &a && local_table(2) == &numbers[3] && local_table(3) == &rows[1][2]);
    expect(switched(1) == &b && switched(3) == numbers + 5 && switched(4) == rows[2]);
    MPI_Finalize();
    return 0;
}
