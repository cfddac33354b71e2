/* SPDX-License-Identifier: MIT */
/* GNU Fortran's functions that take a unit: they work on the rank's own unit. */
#include "runtime/fortran/runtime.h"

/* Defines a function whose first argument is a unit, which `find` maps. The others are pointers or
 * lengths, at most four. */
#define OF_UNIT_BY(find, name)                                      \
    long name(const int *unit, void *a, void *b, void *c, void *d); \
    long name(const int *unit, void *a, void *b, void *c, void *d)  \
    {                                                               \
        int own = find(*unit);                                      \
                                                                    \
        return BEHIND(name)(&own, a, b, c, d);                      \
    }
#define OF_UNIT(name) OF_UNIT_BY(units_find, name)

#define OF_UNIT_IN_ALL_SIZES(find, name) \
    OF_UNIT_BY(find, name##_i1_sub)      \
    OF_UNIT_BY(find, name##_i2_sub)      \
    OF_UNIT_BY(find, name##_i4_sub)      \
    OF_UNIT_BY(find, name##_i8_sub)

OF_UNIT(_gfortran_ftell)
OF_UNIT_IN_ALL_SIZES(units_find, _gfortran_ftell)
OF_UNIT(_gfortran_fseek_sub)
OF_UNIT(_gfortran_fgetc)
OF_UNIT_IN_ALL_SIZES(units_find, _gfortran_fgetc)
OF_UNIT_BY(units_find_to_write, _gfortran_fputc)
OF_UNIT_IN_ALL_SIZES(units_find_to_write, _gfortran_fputc)
OF_UNIT(_gfortran_fstat_i4)
OF_UNIT(_gfortran_fstat_i4_sub)
OF_UNIT(_gfortran_fstat_i8)
OF_UNIT(_gfortran_fstat_i8_sub)
OF_UNIT(_gfortran_fnum_i4)
OF_UNIT(_gfortran_isatty_l4)
OF_UNIT(_gfortran_isatty_l8)
OF_UNIT(_gfortran_ttynam_sub)

long _gfortran_fnum_i8(const long *unit);
long _gfortran_flush_i8(const long *unit);
void _gfortran_flush_i4(const int *unit);
void _gfortran_ttynam(char **name, size_t *length, int unit);

long _gfortran_fnum_i8(const long *unit)
{
    return _gfortran_fnum_i4(&(int){(int)*unit}, NULL, NULL, NULL, NULL);
}

long _gfortran_flush_i8(const long *unit)
{
    _gfortran_flush_i4(unit != NULL ? &(int){(int)*unit} : NULL);
    return 0;
}

void _gfortran_ttynam(char **name, size_t *length, int unit)
{
    BEHIND(_gfortran_ttynam)(name, length, units_find(unit));
}

/* Defines a function without a unit argument, which means a standard unit. */
#define OF_STANDARD(name, behind, standard)                 \
    long name(void *a, void *b, void *c);                   \
    long name(void *a, void *b, void *c)                    \
    {                                                       \
        return behind(&(int){standard}, a, b, c, NULL);     \
    }

#define OF_STANDARD_IN_ALL_SIZES(name, behind, standard)      \
    OF_STANDARD(name##_i1_sub, behind##_i1_sub, standard)     \
    OF_STANDARD(name##_i2_sub, behind##_i2_sub, standard)     \
    OF_STANDARD(name##_i4_sub, behind##_i4_sub, standard)     \
    OF_STANDARD(name##_i8_sub, behind##_i8_sub, standard)

OF_STANDARD(_gfortran_fget, _gfortran_fgetc, 5)
OF_STANDARD_IN_ALL_SIZES(_gfortran_fget, _gfortran_fgetc, 5)
OF_STANDARD(_gfortran_fput, _gfortran_fputc, 6)
OF_STANDARD_IN_ALL_SIZES(_gfortran_fput, _gfortran_fputc, 6)
