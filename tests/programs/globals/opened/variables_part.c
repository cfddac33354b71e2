/* SPDX-License-Identifier: MIT */
/* The library that variables.c opens. */
extern int program_variable;
int plugin_state = 5;
static int *to_state = &plugin_state;
static int constructed;

int plugin_step(int add);

__attribute__((constructor)) static void construct(void)
{
    constructed += 10 * (program_variable + 1);
}

int plugin_step(int add)
{
    plugin_state += add;
    return *to_state * 100 + constructed;
}
