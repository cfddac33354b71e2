/* SPDX-License-Identifier: MIT */
/* Calls whose strings depend on other arguments, and the contents of types. */
#include <stdlib.h>

#include "fortran/glue.h"

/* Values are at most MPI_MAX_INFO_VAL - 1 characters, however many are asked for. */
static int value_bytes(int asked)
{
    return asked < MPI_MAX_INFO_VAL ? asked : MPI_MAX_INFO_VAL - 1;
}

WEAK void FORTRAN(info_get_)(const int *info, const char *key, const int *valuelen, char *value,
                             int *flag, int *ierror, size_t key_len, size_t value_len)
{
    const void *const outer = site_enter(__builtin_return_address(0));
    char key_[text_bytes(key, key_len)], value_[MPI_MAX_INFO_VAL];
    int code;

    text_in(key_, key, key_len, TRIM_BOTH);
    code = MPI(Info_get)(info_in(*info), key_, value_bytes(*valuelen), value_, flag);
    if (code == MPI_SUCCESS && *flag)
        text_out(value, value_len, value_);
    site_leave(outer);
    error_out(ierror, code);
}
ALIAS(info_get_f08_, info_get_)

/* The length counts no zero at the end here: C's is one more. */
WEAK void FORTRAN(info_get_string_)(const int *info, const char *key, int *buflen, char *value,
                                    int *flag, int *ierror, size_t key_len, size_t value_len)
{
    const void *const outer = site_enter(__builtin_return_address(0));
    char key_[text_bytes(key, key_len)], value_[MPI_MAX_INFO_VAL];
    int bytes = *buflen == 0 ? 0 : value_bytes(*buflen) + 1, code;

    text_in(key_, key, key_len, TRIM_BOTH);
    code = MPI(Info_get_string)(info_in(*info), key_, &bytes, value_, flag);
    if (code == MPI_SUCCESS && *flag) {
        if (*buflen != 0)
            text_out(value, value_len, value_);
        *buflen = bytes - 1;
    }
    site_leave(outer);
    error_out(ierror, code);
}
ALIAS(info_get_string_f08_, info_get_string_)

WEAK void FORTRAN(session_get_nth_pset_)(const int *session, const int *info, const int *n,
                                         int *pset_len, char *pset_name, int *ierror,
                                         size_t pset_name_len)
{
    const void *const outer = site_enter(__builtin_return_address(0));
    char name[MPI_MAX_PSET_NAME_LEN];
    int bytes = *pset_len == 0 ? 0 : *pset_len + 1, code;

    if (bytes > MPI_MAX_PSET_NAME_LEN)
        bytes = MPI_MAX_PSET_NAME_LEN;
    code = MPI(Session_get_nth_pset)(session_in(*session), info_in(*info), *n, &bytes, name);
    if (code == MPI_SUCCESS) {
        if (*pset_len != 0)
            text_out(pset_name, pset_name_len, name);
        *pset_len = bytes - 1;
    }
    site_leave(outer);
    error_out(ierror, code);
}
ALIAS(session_get_nth_pset_f08_, session_get_nth_pset_)

/* ---- contents of types --------------------------------------------------------------------- */

static void types_out(int numbers[], MPI_Count count, const MPI_Datatype types[])
{
    for (MPI_Count i = 0; i < count; i++)
        numbers[i] = type_out(types[i]);
}

/* C writes as many types as there are, and leaves the rest of the array alone. */
WEAK void FORTRAN(type_get_contents_)(const int *datatype, const int *max_integers,
                                      const int *max_addresses, const int *max_datatypes,
                                      int integers[], MPI_Aint addresses[], int datatypes[],
                                      int *ierror)
{
    const void *const outer = site_enter(__builtin_return_address(0));
    MPI_Datatype own[LIST_MAX], *types = types_in(own, 0, NULL);
    int n_integers, n_addresses, n_types = 0, combiner, code;

    code = PMPI_Type_get_envelope(type_in(*datatype), &n_integers, &n_addresses, &n_types,
                                  &combiner);
    if (code == MPI_SUCCESS && n_types > LIST_MAX)
        types = malloc((size_t)n_types * sizeof *types);
    if (code == MPI_SUCCESS)
        code = MPI(Type_get_contents)(type_in(*datatype), *max_integers, *max_addresses,
                                      *max_datatypes < n_types ? *max_datatypes : n_types,
                                      integers, addresses, types);
    if (code == MPI_SUCCESS)
        types_out(datatypes, n_types, types);
    list_give(types, own);
    site_leave(outer);
    error_out(ierror, code);
}
ALIAS(type_get_contents_f08_, type_get_contents_)

WEAK void FORTRAN(type_get_contents_c_f08_)(const int *datatype, const MPI_Count *max_integers,
                                            const MPI_Count *max_addresses,
                                            const MPI_Count *max_large_counts,
                                            const MPI_Count *max_datatypes, int integers[],
                                            MPI_Aint addresses[], MPI_Count large_counts[],
                                            int datatypes[], int *ierror)
{
    const void *const outer = site_enter(__builtin_return_address(0));
    MPI_Datatype own[LIST_MAX], *types = types_in(own, 0, NULL);
    MPI_Count n_integers, n_addresses, n_counts, n_types = 0;
    int combiner, code;

    code = PMPI_Type_get_envelope_c(type_in(*datatype), &n_integers, &n_addresses, &n_counts,
                                    &n_types, &combiner);
    if (code == MPI_SUCCESS && n_types > LIST_MAX)
        types = malloc((size_t)n_types * sizeof *types);
    if (code == MPI_SUCCESS)
        code = MPI(Type_get_contents_c)(type_in(*datatype), *max_integers, *max_addresses,
                                        *max_large_counts,
                                        *max_datatypes < n_types ? *max_datatypes : n_types,
                                        integers, addresses, large_counts, types);
    if (code == MPI_SUCCESS)
        types_out(datatypes, n_types, types);
    list_give(types, own);
    site_leave(outer);
    error_out(ierror, code);
}
