/* SPDX-License-Identifier: MIT */
/* Memory and buffers: their addresses are integers in the module mpi, TYPE(C_PTR) in mpi_f08, which
 * are the same bits; and what mpi's generic name calls for a TYPE(C_PTR). */
#include <heddle_has.h>

#include "fortran/section.h"

WEAK void FORTRAN(alloc_mem_)(const MPI_Aint *size, const int *info, void **baseptr, int *ierror)
{
    const void *const outer = site_enter(__builtin_return_address(0));
    int code = MPI(Alloc_mem)(*size, info_in(*info), baseptr);

    site_leave(outer);
    error_out(ierror, code);
}
ALIAS(alloc_mem_f08_, alloc_mem_)
ALIAS(alloc_mem_cptr_, alloc_mem_)

WEAK void FORTRAN(free_mem_)(void *base, int *ierror)
{
    const void *const outer = site_enter(__builtin_return_address(0));
    int code = MPI(Free_mem)(base);

    site_leave(outer);
    error_out(ierror, code);
}

WEAK void FORTRAN(free_mem_f08ts_)(const CFI_cdesc_t *base, int *ierror)
{
    const void *const outer = site_enter(__builtin_return_address(0));
    int code = MPI(Free_mem)(base->base_addr);

    site_leave(outer);
    error_out(ierror, code);
}

/* ---- buffers for MPI_Bsend ----------------------------------------------------------------- */

/* The address of a buffer that was attached, as Fortran knows it. */
static void *detached(void *address)
{
    return address == MPI_BUFFER_AUTOMATIC ? &heddle_fortran_.buffer_automatic : address;
}

/* Defines an attaching procedure, of which there are six: `buffer` is the address in C. */
#define ATTACH(name, parameters, buffer, call)                            \
    WEAK void FORTRAN(name) parameters                                    \
    {                                                                     \
        const void *const outer = site_enter(__builtin_return_address(0)); \
        int code = call;                                                  \
                                                                          \
        site_leave(outer);                                                \
        error_out(ierror, code);                                          \
    }

ATTACH(buffer_attach_, (void *buffer, const int *size, int *ierror), buffer,
       MPI(Buffer_attach)(buffer_in(buffer), *size))
ATTACH(buffer_attach_f08ts_, (const CFI_cdesc_t *buffer, const int *size, int *ierror), buffer,
       MPI(Buffer_attach)(buffer_in(buffer->base_addr), *size))
ATTACH(buffer_attach_c_f08ts_, (const CFI_cdesc_t *buffer, const MPI_Count *size, int *ierror),
       buffer, MPI(Buffer_attach_c)(buffer_in(buffer->base_addr), *size))
ATTACH(comm_attach_buffer_, (const int *comm, void *buffer, const int *size, int *ierror),
       buffer, MPI(Comm_attach_buffer)(comm_in(*comm), buffer_in(buffer), *size))
ATTACH(comm_attach_buffer_f08ts_,
       (const int *comm, const CFI_cdesc_t *buffer, const int *size, int *ierror), buffer,
       MPI(Comm_attach_buffer)(comm_in(*comm), buffer_in(buffer->base_addr), *size))
ATTACH(comm_attach_buffer_c_f08ts_,
       (const int *comm, const CFI_cdesc_t *buffer, const MPI_Count *size, int *ierror), buffer,
       MPI(Comm_attach_buffer_c)(comm_in(*comm), buffer_in(buffer->base_addr), *size))
ATTACH(session_attach_buffer_, (const int *session, void *buffer, const int *size, int *ierror),
       buffer, MPI(Session_attach_buffer)(session_in(*session), buffer_in(buffer), *size))
ATTACH(session_attach_buffer_f08ts_,
       (const int *session, const CFI_cdesc_t *buffer, const int *size, int *ierror), buffer,
       MPI(Session_attach_buffer)(session_in(*session), buffer_in(buffer->base_addr), *size))
ATTACH(session_attach_buffer_c_f08ts_,
       (const int *session, const CFI_cdesc_t *buffer, const MPI_Count *size, int *ierror), buffer,
       MPI(Session_attach_buffer_c)(session_in(*session), buffer_in(buffer->base_addr), *size))

/* The module mpi does not use the value of buffer_addr, which may be of any type. */
#define DETACH(name, parameters, store, call)                             \
    WEAK void FORTRAN(name) parameters                                    \
    {                                                                     \
        const void *const outer = site_enter(__builtin_return_address(0)); \
        void *address = NULL;                                             \
        int code = call;                                                  \
                                                                          \
        if (code == MPI_SUCCESS && (store) != NULL)                       \
            *(void **)(store) = detached(address);                        \
        site_leave(outer);                                                \
        error_out(ierror, code);                                          \
    }

DETACH(buffer_detach_, (void *addr __attribute__((unused)), int *size, int *ierror), (void *)NULL,
       MPI(Buffer_detach)(&address, size))
DETACH(buffer_detach_f08_, (void **addr, int *size, int *ierror), addr,
       MPI(Buffer_detach)(&address, size))
DETACH(buffer_detach_c_f08_, (void **addr, MPI_Count *size, int *ierror), addr,
       MPI(Buffer_detach_c)(&address, size))
DETACH(comm_detach_buffer_,
       (const int *comm, void *addr __attribute__((unused)), int *size, int *ierror),
       (void *)NULL, MPI(Comm_detach_buffer)(comm_in(*comm), &address, size))
DETACH(comm_detach_buffer_f08_, (const int *comm, void **addr, int *size, int *ierror), addr,
       MPI(Comm_detach_buffer)(comm_in(*comm), &address, size))
DETACH(comm_detach_buffer_c_f08_, (const int *comm, void **addr, MPI_Count *size, int *ierror),
       addr, MPI(Comm_detach_buffer_c)(comm_in(*comm), &address, size))
DETACH(session_detach_buffer_,
       (const int *session, void *addr __attribute__((unused)), int *size, int *ierror),
       (void *)NULL, MPI(Session_detach_buffer)(session_in(*session), &address, size))
DETACH(session_detach_buffer_f08_, (const int *session, void **addr, int *size, int *ierror),
       addr, MPI(Session_detach_buffer)(session_in(*session), &address, size))
DETACH(session_detach_buffer_c_f08_,
       (const int *session, void **addr, MPI_Count *size, int *ierror), addr,
       MPI(Session_detach_buffer_c)(session_in(*session), &address, size))

/* ---- windows that bring their memory ------------------------------------------------------- */

#ifdef HAS_MPI_Win_allocate
#define ALLOCATE(name, c_name, unit)                                                            \
    WEAK void FORTRAN(name)(const MPI_Aint *size, const unit *disp_unit, const int *info,       \
                            const int *comm, void **baseptr, int *win, int *ierror)             \
    {                                                                                           \
        const void *const outer = site_enter(__builtin_return_address(0));                      \
        MPI_Win made = MPI_WIN_NULL;                                                            \
        int code = MPI(c_name)(*size, *disp_unit, info_in(*info), comm_in(*comm), baseptr,      \
                               &made);                                                          \
                                                                                                \
        if (code == MPI_SUCCESS)                                                                \
            *win = win_out(made);                                                               \
        site_leave(outer);                                                                      \
        error_out(ierror, code);                                                                \
    }
ALLOCATE(win_allocate_, Win_allocate, int)
ALLOCATE(win_allocate_c_f08_, Win_allocate_c, MPI_Aint)
ALLOCATE(win_allocate_shared_, Win_allocate_shared, int)
ALLOCATE(win_allocate_shared_c_f08_, Win_allocate_shared_c, MPI_Aint)
ALIAS(win_allocate_f08_, win_allocate_)
ALIAS(win_allocate_cptr_, win_allocate_)
ALIAS(win_allocate_shared_f08_, win_allocate_shared_)
ALIAS(win_allocate_shared_cptr_, win_allocate_shared_)

#define QUERY(name, c_name, unit)                                                               \
    WEAK void FORTRAN(name)(const int *win, const int *rank, MPI_Aint *size, unit *disp_unit,   \
                            void **baseptr, int *ierror)                                        \
    {                                                                                           \
        const void *const outer = site_enter(__builtin_return_address(0));                      \
        int code = MPI(c_name)(win_in(*win), *rank, size, disp_unit, baseptr);                  \
                                                                                                \
        site_leave(outer);                                                                      \
        error_out(ierror, code);                                                                \
    }
QUERY(win_shared_query_, Win_shared_query, int)
QUERY(win_shared_query_c_f08_, Win_shared_query_c, MPI_Aint)
ALIAS(win_shared_query_f08_, win_shared_query_)
ALIAS(win_shared_query_cptr_, win_shared_query_)
#endif
