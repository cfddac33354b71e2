/* SPDX-License-Identifier: MIT */
/* The beginning of MPI, and what only Fortran has. */
#include "fortran/info.h"
#include "fortran/section.h"

WEAK void FORTRAN(init_)(int *ierror)
{
    const void *const outer = site_enter(__builtin_return_address(0));
    int code = MPI(Init)(NULL, NULL);

    if (code == MPI_SUCCESS)
        fortran_tell();
    site_leave(outer);
    error_out(ierror, code);
}
ALIAS(init_f08_, init_)

WEAK void FORTRAN(init_thread_)(const int *required, int *provided, int *ierror)
{
    const void *const outer = site_enter(__builtin_return_address(0));
    int code = MPI(Init_thread)(NULL, NULL, *required, provided);

    if (code == MPI_SUCCESS)
        fortran_tell();
    site_leave(outer);
    error_out(ierror, code);
}
ALIAS(init_thread_f08_, init_thread_)

WEAK void FORTRAN(session_init_)(const int *info, const int *errhandler, int *session,
                                 int *ierror)
{
    const void *const outer = site_enter(__builtin_return_address(0));
    MPI_Session made = MPI_SESSION_NULL;
    int code = MPI(Session_init)(info_in(*info), errhandler_in(*errhandler), &made);

    if (code == MPI_SUCCESS) {
        *session = session_out(made);
        fortran_tell();
    }
    site_leave(outer);
    error_out(ierror, code);
}
ALIAS(session_init_f08_, session_init_)

WEAK void FORTRAN(info_create_env_)(int *info, int *ierror)
{
    const void *const outer = site_enter(__builtin_return_address(0));
    MPI_Info made = MPI_INFO_NULL;
    int code = MPI(Info_create_env)(0, NULL, &made);

    if (code == MPI_SUCCESS)
        *info = info_out(made);
    site_leave(outer);
    error_out(ierror, code);
}
ALIAS(info_create_env_f08_, info_create_env_)

/* ---- only in Fortran ----------------------------------------------------------------------- */

WEAK void FORTRAN(sizeof_f08ts_)(const CFI_cdesc_t *x, int *size, int *ierror)
{
    *size = (int)x->elem_len;
    error_out(ierror, MPI_SUCCESS);
}

/* The compiler must believe that it reads and writes its buffer. */
WEAK void FORTRAN(f_sync_reg_)(void *buf)
{
    (void)buf;
}

WEAK void FORTRAN(f_sync_reg_f08ts_)(const CFI_cdesc_t *buf)
{
    (void)buf;
}

WEAK void FORTRAN(status_f2f08_)(const int f_status[], int f08_status[], int *ierror)
{
    for (int i = 0; i < MPI_F_STATUS_SIZE; i++)
        f08_status[i] = f_status[i];
    error_out(ierror, MPI_SUCCESS);
}
ALIAS(status_f2f08_f08_, status_f2f08_)
ALIAS(status_f082f_, status_f2f08_)
ALIAS(status_f082f_f08_, status_f2f08_)
