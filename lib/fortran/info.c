/* SPDX-License-Identifier: MIT */
#include "fortran/info.h"

#include <stddef.h>

#include "mpi.h"

/* Sizes that gfortran has on each machine that Heddle runs on. */
static const char *const facts[][2] = {
    {"mpi_logical_size", "4"},
    {"mpi_integer_size", "4"},
    {"mpi_real_size", "4"},
    {"mpi_double_precision_size", "8"},
    {"mpi_logical1_supported", "true"},
    {"mpi_logical2_supported", "true"},
    {"mpi_logical4_supported", "true"},
    {"mpi_logical8_supported", "true"},
    {"mpi_logical16_supported", "true"},
    {"mpi_integer1_supported", "true"},
    {"mpi_integer2_supported", "true"},
    {"mpi_integer4_supported", "true"},
    {"mpi_integer8_supported", "true"},
    {"mpi_integer16_supported", "true"},
    {"mpi_real2_supported", "false"},
    {"mpi_real4_supported", "true"},
    {"mpi_real8_supported", "true"},
    {"mpi_real16_supported", "true"},
    {"mpi_complex4_supported", "false"},
    {"mpi_complex8_supported", "true"},
    {"mpi_complex16_supported", "true"},
    {"mpi_complex32_supported", "true"},
    {"mpi_double_complex_supported", "true"},
};

void fortran_tell(void)
{
    MPI_Info info = MPI_INFO_NULL;

    if (PMPI_Abi_get_fortran_info(&info) != MPI_SUCCESS)
        return;
    if (info == MPI_INFO_NULL && PMPI_Info_create(&info) == MPI_SUCCESS) {
        for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
            PMPI_Info_set(info, facts[i][0], facts[i][1]);
        PMPI_Abi_set_fortran_info(info);
    }
    if (info != MPI_INFO_NULL)
        PMPI_Info_free(&info);
}
