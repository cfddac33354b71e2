/* SPDX-License-Identifier: MIT */
/* The ways to access a file at an offset, by number: odd ones move the rank's pointer. Independent
 * are 0, 1 and 4, all others are collective. */
#include <mpi.h>

enum { WAYS = 9 };

static void access_file(MPI_File file, int is_write, int way, MPI_Offset offset, void *buffer,
                        int count, MPI_Datatype type, MPI_Status *status)
{
    MPI_Request request;

    if (way % 2 == 1)
        MPI_File_seek(file, offset, MPI_SEEK_SET);
    switch (way + (is_write ? 0 : 10)) {
    case 0: MPI_File_write_at(file, offset, buffer, count, type, status); break;
    case 1: MPI_File_write(file, buffer, count, type, status); break;
    case 2: MPI_File_write_at_all(file, offset, buffer, count, type, status); break;
    case 3: MPI_File_write_all(file, buffer, count, type, status); break;
    case 4: MPI_File_iwrite_at(file, offset, buffer, count, type, &request); break;
    case 5: MPI_File_iwrite_all(file, buffer, count, type, &request); break;
    case 6: MPI_File_iwrite_at_all(file, offset, buffer, count, type, &request); break;
    case 7:
        MPI_File_write_all_begin(file, buffer, count, type);
        MPI_File_write_all_end(file, buffer, status);
        break;
    case 8:
        MPI_File_write_at_all_begin(file, offset, buffer, count, type);
        MPI_File_write_at_all_end(file, buffer, status);
        break;
    case 10: MPI_File_read_at(file, offset, buffer, count, type, status); break;
    case 11: MPI_File_read(file, buffer, count, type, status); break;
    case 12: MPI_File_read_at_all(file, offset, buffer, count, type, status); break;
    case 13: MPI_File_read_all(file, buffer, count, type, status); break;
    case 14: MPI_File_iread_at(file, offset, buffer, count, type, &request); break;
    case 15: MPI_File_iread_all(file, buffer, count, type, &request); break;
    case 16: MPI_File_iread_at_all(file, offset, buffer, count, type, &request); break;
    case 17:
        MPI_File_read_all_begin(file, buffer, count, type);
        MPI_File_read_all_end(file, buffer, status);
        break;
    default:
        MPI_File_read_at_all_begin(file, offset, buffer, count, type);
        MPI_File_read_at_all_end(file, buffer, status);
        break;
    }
    if (way >= 4 && way <= 6)
        MPI_Wait(&request, status);
}
