/* SPDX-License-Identifier: MIT */
/* Variables in sections of their own; a walk over a section sees the rank's own entries.
 * options: -O0 -O2 -O3 */
#include "../globals.h"

struct command {
    const char *name;
    int *value;
    int calls;
};

static int opened, closed;
__attribute__((section("commands"), used, aligned(8)))
static struct command open_command = {"open", &opened, 1};
__attribute__((section("commands"), used, aligned(8)))
static struct command close_command = {"close", &closed, 1};
extern struct command __start_commands[], __stop_commands[];

__attribute__((section("options"), used)) static const int verbose = 1;
__attribute__((section("options"), used)) static const int quiet = 2;
extern const int __start_options[], __stop_options[];

__attribute__((section(".mydata"))) static int in_data = 9;
__attribute__((section(".bss.mine"))) static int in_zeros;

int main(int argc, char **argv)
{
    struct command *command;
    const int *option;
    int rank, sum = 0;

    MPI_Init(&argc, &argv);
    rank = my_rank();
    for (command = __start_commands; command < __stop_commands; command++) {
        *command->value += rank + 1;
        command->calls += rank;
    }
    in_data += rank;
    in_zeros = rank;
    meet();
    expect(__stop_commands - __start_commands == 2);
    expect(opened == rank + 1 && closed == rank + 1);
    expect(open_command.calls == 1 + rank && close_command.calls == 1 + rank);
    expect(open_command.value == &opened);
    for (option = __start_options; option < __stop_options; option++)
        sum += *option;
    expect(sum == verbose + quiet);
    expect(in_data == 9 + rank && in_zeros == rank);
    MPI_Finalize();
    return 0;
}
