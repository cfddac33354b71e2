! SPDX-License-Identifier: MIT
! As stores.c, with arrays of Fortran.
program stores
    use mpi_f08
    implicit none
    integer, save, target :: mine(64) = 0
    integer, save :: from(64) = 1
    integer :: rank, i
    type(MPI_Win) :: win

    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Win_create(mine, int(256, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
    do i = 0, 1
        call MPI_Win_fence(0, win)
        if (rank == 0 .and. i == 0) then
            call MPI_Put(from, 64, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 64, MPI_INTEGER, win)
        end if
        call MPI_Barrier(MPI_COMM_WORLD)
        if (rank == 1) then
            mine(5) = 7 ! told
            mine(10:20) = mine(10:20) + from(10:20) ! told
        end if
    end do
    call MPI_Win_fence(0, win)
    call MPI_Win_free(win)
    call MPI_Finalize()
end program
