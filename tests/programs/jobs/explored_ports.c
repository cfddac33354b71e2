/* SPDX-License-Identifier: MIT */
/* The option explore and meetings: the order in which ranks move the shared pointer of a file, come
 * to a port, and publish names.
 *
 * launch: alone
 * ranks: 1
 * options: -g -O1
 * sanitizer: address */
#include <fcntl.h>
#include <mpi.h>
#include <stdbool.h>
#include <unistd.h>

#include "explored.h"

static char path[64]; /* of each rank */

static MPI_File open_file(int mode)
{
    MPI_File file;

    snprintf(path, sizeof path, "explored_ports.%d", (int)getpid());
    MPI_File_open(MPI_COMM_WORLD, path, mode | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    MPI_File_set_errhandler(file, MPI_ERRORS_ARE_FATAL);
    return file;
}

/* MPI's own reads are not explored. */
static void read_first(char *first)
{
    int descriptor = open(path, O_RDONLY);

    must(descriptor >= 0 && read(descriptor, first, 1) == 1);
    close(descriptor);
}

/* With an argument rank 0 expects its letter in front. */
static int writes_a_letter(void *argument)
{
    MPI_File file = open_file(MPI_MODE_RDWR);
    char letter = (char)('a' + heddle_rank()), first;

    MPI_File_write_shared(file, &letter, 1, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    read_first(&first);
    MPI_File_close(&file);
    return argument != NULL && first != 'a';
}

/* Rank 0 moves the pointer, the other one asks for it twice: never, once or twice in vain. */
static int asks_for_the_pointer(void *argument)
{
    MPI_File file = open_file(MPI_MODE_WRONLY);
    MPI_Offset first = 0, second = 0;

    if (heddle_rank() == 0) {
        MPI_File_write_shared(file, "x", 1, MPI_CHAR, MPI_STATUS_IGNORE);
    } else {
        MPI_File_get_position_shared(file, &first);
        MPI_File_get_position_shared(file, &second);
    }
    MPI_File_close(&file);
    return argument != NULL && first != second;
}

/* The pointer of a file does not move by itself. */
static int waits_for_the_pointer(void *argument)
{
    MPI_File file = open_file(MPI_MODE_WRONLY);
    MPI_Offset position = 0;

    if (heddle_rank() == 0 && argument == NULL)
        MPI_File_write_shared(file, "x", 1, MPI_CHAR, MPI_STATUS_IGNORE);
    while (heddle_rank() == 1 && position == 0)
        MPI_File_get_position_shared(file, &position);
    MPI_File_close(&file);
    return 0;
}

static int serve(const char *port, int clients)
{
    int first = -1, i, client;

    for (i = 0; i < clients; i++) {
        MPI_Comm connection;

        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &connection);
        MPI_Recv(&client, 1, MPI_INT, 0, TAG, connection, MPI_STATUS_IGNORE);
        MPI_Comm_disconnect(&connection);
        first = i == 0 ? client : first;
    }
    return first;
}

static void call_server(const char *port)
{
    MPI_Comm connection;
    int self = heddle_rank();

    MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &connection);
    MPI_Send(&self, 1, MPI_INT, 0, TAG, connection);
    MPI_Comm_disconnect(&connection);
}

/* With an argument the server expects rank 1 first. */
static int serves_who_comes_first(void *argument)
{
    char port[MPI_MAX_PORT_NAME];
    int first = 1;

    if (heddle_rank() == 0)
        MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Bcast(port, sizeof port, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (heddle_rank() == 0)
        first = serve(port, size_of() - 1);
    else
        call_server(port);
    if (heddle_rank() == 0)
        MPI_Close_port(port);
    return argument != NULL && first != 1;
}

/* With an argument rank 1 expects the name to be there. */
static int looks_up_a_name(void *argument)
{
    char port[MPI_MAX_PORT_NAME];
    bool is_there = true;

    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (heddle_rank() == 0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Publish_name("explored", MPI_INFO_NULL, port);
    } else {
        is_there = MPI_Lookup_name("explored", MPI_INFO_NULL, port) == MPI_SUCCESS;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (heddle_rank() == 0) {
        MPI_Unpublish_name("explored", MPI_INFO_NULL, port);
        MPI_Close_port(port);
    }
    return argument != NULL && !is_there;
}

int main(void)
{
    has_outcomes("letters of two", writes_a_letter, 2, 2);
    tells_apart("letters", writes_a_letter, 3, 6, "moves the shared pointer of a file");
    tells_apart("asks", asks_for_the_pointer, 2, 3, "the shared pointer of a file");
    has_outcomes("waits", waits_for_the_pointer, 2, 2);
    finds("all", "waits for ever", waits_for_the_pointer, path, 2, "livelock: rank 1 calls");
    tells_apart("serves", serves_who_comes_first, 3, 2, "comes to a port");
    tells_apart("names", looks_up_a_name, 2, 2, "published names");
    return 0;
}
