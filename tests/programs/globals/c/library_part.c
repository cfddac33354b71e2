/* SPDX-License-Identifier: MIT */
/* The library of library.c. */
int library_counter = 100;
int library_table[4] = {1, 2, 3, 4};
static int *inside = &library_table[2];
int *library_pointer = &library_counter;
extern int program_variable;
int *library_to_program = &program_variable;
const char *library_name = "part";
static int order;

int library_step(void);
int library_order(void);
int *library_own(void);

__attribute__((constructor)) static void construct(void)
{
    order = ++library_counter;
}

int library_step(void)
{
    library_counter++;
    *inside += 10;
    return program_variable + *library_to_program;
}

int library_order(void)
{
    return order;
}

int *library_own(void)
{
    static int own = 7;

    return &own;
}
