! SPDX-License-Identifier: MIT
! Fox's algorithm in the Fortran of 1990 and before: q * q processes
! multiply two matrices, each with one block of either and of the
! product. What all subroutines need is in COMMON, and each process has
! its own: its place in the grid, its row and column, its blocks.
!
! The matrices are those of a discrete sine transform and its inverse,
! so the product is known: the program says how far it is from that.
!
!     mpiexec -n 9 ./foxmult
      PROGRAM FOXMUL
      IMPLICIT NONE
      INCLUDE 'mpif.h'
      INTEGER NMAX
      PARAMETER (NMAX = 480)
      INTEGER Q, ROW, COL, GRID, ROWCOM, COLCOM, N
      COMMON /PLACE/ Q, ROW, COL, GRID, ROWCOM, COLCOM, N
      DOUBLE PRECISION A, B, C, T
      COMMON /BLOCKS/ A(NMAX*NMAX), B(NMAX*NMAX), C(NMAX*NMAX),
     &                T(NMAX*NMAX)
      INTEGER RANK, IERR
      DOUBLE PRECISION FAULT, WORST

      CALL MPI_INIT(IERR)
      CALL SETUP
      CALL MPI_COMM_RANK(GRID, RANK, IERR)
      CALL FILL
      CALL FOX
      FAULT = 0
      CALL DIFFER(C, N, FAULT)
      CALL MPI_REDUCE(FAULT, WORST, 1, MPI_DOUBLE_PRECISION, MPI_MAX,
     &                0, GRID, IERR)
      IF (RANK.EQ.0) THEN
        PRINT '(A,I0,A,I0)', 'a product of matrices of ', NMAX,
     &        ' by ', NMAX
        PRINT '(A,L1)', 'within 1e-12 of what it should be: ',
     &        WORST.LT.1D-12
      END IF
      CALL MPI_COMM_FREE(ROWCOM, IERR)
      CALL MPI_COMM_FREE(COLCOM, IERR)
      CALL MPI_COMM_FREE(GRID, IERR)
      CALL MPI_FINALIZE(IERR)
      END

! The grid, and the communicators of this process's row and column.
      SUBROUTINE SETUP
      IMPLICIT NONE
      INCLUDE 'mpif.h'
      INTEGER NMAX
      PARAMETER (NMAX = 480)
      INTEGER Q, ROW, COL, GRID, ROWCOM, COLCOM, N
      COMMON /PLACE/ Q, ROW, COL, GRID, ROWCOM, COLCOM, N
      INTEGER SIZE, RANK, IERR, DIMS(2), COORDS(2)
      LOGICAL RING(2), KEEP(2)

      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, SIZE, IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERR)
      Q = INT(SQRT(REAL(SIZE)) + 0.5)
      IF (Q*Q.NE.SIZE .OR. MOD(NMAX, Q).NE.0) THEN
        IF (RANK.EQ.0) PRINT '(A,I0,A,I0,A)', 'there are ', SIZE,
     &    ' processes, and not the square of a divisor of ', NMAX
        CALL MPI_FINALIZE(IERR)
        STOP 1
      END IF
      N = NMAX/Q
      DIMS(1) = Q
      DIMS(2) = Q
      RING(1) = .TRUE.
      RING(2) = .TRUE.
      CALL MPI_CART_CREATE(MPI_COMM_WORLD, 2, DIMS, RING, .TRUE., GRID,
     &                     IERR)
      CALL MPI_COMM_RANK(GRID, RANK, IERR)
      CALL MPI_CART_COORDS(GRID, RANK, 2, COORDS, IERR)
      ROW = COORDS(1)
      COL = COORDS(2)
      KEEP(1) = .FALSE.
      KEEP(2) = .TRUE.
      CALL MPI_CART_SUB(GRID, KEEP, ROWCOM, IERR)
      KEEP(1) = .TRUE.
      KEEP(2) = .FALSE.
      CALL MPI_CART_SUB(GRID, KEEP, COLCOM, IERR)
      END

! An element of the transform, which is its own inverse.
      DOUBLE PRECISION FUNCTION SINE(I, J, M)
      IMPLICIT NONE
      INTEGER I, J, M
      DOUBLE PRECISION PI
      PARAMETER (PI = 3.14159265358979323846D0)
      SINE = SQRT(2D0/(M + 1))*SIN(PI*MOD(I*J, 2*(M + 1))/(M + 1))
      END

      SUBROUTINE FILL
      IMPLICIT NONE
      INTEGER NMAX, I, J
      PARAMETER (NMAX = 480)
      INTEGER Q, ROW, COL, GRID, ROWCOM, COLCOM, N
      COMMON /PLACE/ Q, ROW, COL, GRID, ROWCOM, COLCOM, N
      DOUBLE PRECISION A, B, C, T, SINE
      COMMON /BLOCKS/ A(NMAX*NMAX), B(NMAX*NMAX), C(NMAX*NMAX),
     &                T(NMAX*NMAX)
      DO 10 J = 1, N
      DO 10 I = 1, N
        A(I + (J - 1)*N) = SINE(ROW*N + I, COL*N + J, NMAX)
        B(I + (J - 1)*N) = A(I + (J - 1)*N)
   10 C(I + (J - 1)*N) = 0
      END

! In step s the block of A that is s right of the diagonal goes along
! its row; blocks of B go up by one after each step.
      SUBROUTINE FOX
      IMPLICIT NONE
      INCLUDE 'mpif.h'
      INTEGER NMAX
      PARAMETER (NMAX = 480)
      INTEGER Q, ROW, COL, GRID, ROWCOM, COLCOM, N
      COMMON /PLACE/ Q, ROW, COL, GRID, ROWCOM, COLCOM, N
      DOUBLE PRECISION A, B, C, T
      COMMON /BLOCKS/ A(NMAX*NMAX), B(NMAX*NMAX), C(NMAX*NMAX),
     &                T(NMAX*NMAX)
      INTEGER STEP, ROOT, I, IERR, STATUS(MPI_STATUS_SIZE)
      DO 20 STEP = 0, Q - 1
        ROOT = MOD(ROW + STEP, Q)
        IF (ROOT.EQ.COL) THEN
          DO 10 I = 1, N*N
   10     T(I) = A(I)
        END IF
        CALL MPI_BCAST(T, N*N, MPI_DOUBLE_PRECISION, ROOT, ROWCOM, IERR)
        CALL ADDPRO(T, B, C, N)
        CALL MPI_SENDRECV_REPLACE(B, N*N, MPI_DOUBLE_PRECISION,
     &       MOD(ROW + Q - 1, Q), 1, MOD(ROW + 1, Q), 1, COLCOM,
     &       STATUS, IERR)
   20 CONTINUE
      END

      SUBROUTINE ADDPRO(X, Y, Z, M)
      IMPLICIT NONE
      INTEGER M, I, J, K
      DOUBLE PRECISION X(M,M), Y(M,M), Z(M,M)
      DO 10 J = 1, M
      DO 10 K = 1, M
      DO 10 I = 1, M
   10 Z(I,J) = Z(I,J) + X(I,K)*Y(K,J)
      END

      SUBROUTINE DIFFER(Z, M, FAULT)
      IMPLICIT NONE
      INTEGER M, I, J
      DOUBLE PRECISION Z(M,M), FAULT, WANTED
      INTEGER Q, ROW, COL, GRID, ROWCOM, COLCOM, N
      COMMON /PLACE/ Q, ROW, COL, GRID, ROWCOM, COLCOM, N
      DO 10 J = 1, M
      DO 10 I = 1, M
        WANTED = 0
        IF (ROW.EQ.COL .AND. I.EQ.J) WANTED = 1
   10 FAULT = MAX(FAULT, ABS(Z(I,J) - WANTED))
      END
