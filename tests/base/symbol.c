/* SPDX-License-Identifier: MIT */
#include "base/symbol.h"

#include <criterion/criterion.h>
#include <string.h>

static void expect(const char *symbol, const char *expected)
{
    char name[SYMBOL_NAME_BYTES];

    cr_assert_str_eq(symbol_name(symbol, name), expected, "%s: %s", symbol, name);
}

/* Makes this a program that has the C++ runtime. */
char *__cxa_demangle(const char *symbol, char *buffer, size_t *bytes, int *status);
char *(*const runtime)(const char *, char *, size_t *, int *) = __cxa_demangle;

Test(symbol, of_c_is_its_name)
{
    expect("exchange", "exchange");
    expect("work.isra.0", "work");
    expect("", "");
}

Test(symbol, of_cxx_is_its_name_without_types)
{
    expect("_ZN4halo8exchangeEPdi", "halo::exchange");
    expect("_ZN4halo8exchangeIiEEvPT_", "halo::exchange<int>");
    expect("_Z3maxIdERKT_S2_S2_", "max<double>");
    expect("_Z4workPi.constprop.0", "work");
    expect("_ZN12_GLOBAL__N_16hiddenEv", "(anonymous namespace)::hidden");
    expect("_ZZ4mainENKUliE_clEi", "main::{lambda(int)#1}::operator()");
    expect("_ZZ5outeriEN5Local6methodEv", "outer::Local::method");
    expect("_ZN6matrixIdEC2Ei", "matrix<double>::matrix");
    expect("_ZN6matrixIdED1Ev", "matrix<double>::~matrix");
}

Test(symbol, of_a_cxx_operator_keeps_its_brackets)
{
    expect("_ZNK6matrixixEi", "matrix::operator[]");
    expect("_ZNK6matrixclEii", "matrix::operator()");
    expect("_ZlsRSoRK6matrix", "operator<<");
    expect("_ZltIdEbRK6matrixIT_ES4_", "operator< <double>");
    expect("_ZNK3ptrIiEptEv", "ptr<int>::operator->");
    expect("_ZN6matrixnwEm", "matrix::operator new");
    expect("_ZNK6matrixcvmEv", "matrix::operator unsigned long");
}

Test(symbol, of_fortran_names_its_module)
{
    expect("__halo_MOD_exchange", "halo::exchange");
    expect("exchange_", "exchange_");
    expect("__libc_start_main", "__libc_start_main");
}

Test(symbol, that_is_too_long_loses_its_template_arguments_and_then_its_front)
{
    char name[SYMBOL_NAME_BYTES];

    symbol_name("_ZN4halo8exchangeISt6vectorIS1_IS1_IdSaIdEESaIS3_EESaIS5_EES7_EEvRKT_RKT0_", name);
    cr_assert_str_eq(name, "halo::exchange");
    symbol_name("_ZN40a_name_space_whose_own_name_is_so_long_1"
                "40a_name_space_whose_own_name_is_so_long_2"
                "40a_name_space_whose_own_name_is_so_long_38exchangeEv", name);
    cr_assert_eq(strlen(name), SYMBOL_NAME_BYTES - 1);
    cr_assert_eq(strncmp(name, "...", 3), 0, "%s", name);
    cr_assert_str_eq(name + strlen(name) - strlen("::exchange"), "::exchange");
}

Test(symbol, of_the_standard_library_is_known_in_its_functions_classes_too)
{
    cr_assert(symbol_is_of_standard_library("_ZNSt6vectorIdSaIdEE6resizeEm"));
    cr_assert(symbol_is_of_standard_library("_ZNKSt6vectorIdSaIdEE4sizeEv"));
    cr_assert(symbol_is_of_standard_library("_ZN9__gnu_cxx13new_allocatorIdE8allocateEmPKv"));
    cr_assert(symbol_is_of_standard_library(
        "_ZZNSt6vectorIdSaIdEE17_M_default_appendEmEN6_GuardD2Ev"));
    cr_assert_not(symbol_is_of_standard_library("_ZN4halo8exchangeISt6vectorIdEEEvT_"));
    cr_assert_not(symbol_is_of_standard_library("_ZZ5outeriEN5Local6methodEv"));
    cr_assert_not(symbol_is_of_standard_library("main"));
    cr_assert_not(symbol_is_of_standard_library(NULL));
}
