/* SPDX-License-Identifier: MIT */
#include "type/wording.h"

#include <heddle/criterion.h>
#include <string.h>

#include "api/argument/handle.h"

static const char *wording(MPI_Datatype handle, char text[])
{
    return type_wording(handle_derived_type(handle), text);
}

MPI_TestCase(wording, names_the_basic_types_of_a_type, .ranks = 1)
{
    char text[TYPE_TEXT_BYTES];
    MPI_Datatype vector, pair, all;
    const int lengths[] = {1, 3};
    const MPI_Aint places[] = {0, 8};
    const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE};

    MPI_Type_vector(2, 3, 5, MPI_FLOAT, &vector);
    MPI_Type_create_struct(2, lengths, places, types, &pair);
    MPI_Type_contiguous(2, pair, &all);
    cr_assert_str_eq(type_wording(type_predefined(MPI_INT), text), "MPI_INT");
    cr_assert_str_eq(type_wording(type_predefined(MPI_DOUBLE_INT), text), "{MPI_DOUBLE, MPI_INT}");
    cr_assert_str_eq(wording(vector, text), "6 MPI_FLOAT");
    cr_assert_str_eq(wording(pair, text), "{MPI_INT, 3 MPI_DOUBLE}");
    cr_assert_str_eq(wording(all, text), "2 {MPI_INT, 3 MPI_DOUBLE}");
    MPI_Type_set_name(pair, "particle");
    cr_assert_str_eq(wording(pair, text), "particle, {MPI_INT, 3 MPI_DOUBLE}");
    MPI_Type_free(&all);
    MPI_Type_free(&pair);
    MPI_Type_free(&vector);
}

MPI_TestCase(wording, ends_a_long_list, .ranks = 1)
{
    char text[TYPE_TEXT_BYTES];
    MPI_Datatype type;
    int lengths[6] = {1, 1, 1, 1, 1, 1};
    MPI_Aint places[6] = {0, 8, 16, 24, 32, 40};
    MPI_Datatype types[6] = {MPI_INT, MPI_FLOAT, MPI_INT, MPI_DOUBLE, MPI_CHAR, MPI_SHORT};

    MPI_Type_create_struct(6, lengths, places, types, &type);
    cr_assert_str_eq(wording(type, text), "{MPI_INT, MPI_FLOAT, MPI_INT, MPI_DOUBLE, ...}");
    MPI_Type_free(&type);
}

MPI_TestCase(wording, knows_a_signature_that_the_rank_has_a_type_of, .ranks = 1)
{
    char text[TYPE_TEXT_BYTES];
    MPI_Datatype type;
    uint32_t folded;

    MPI_Type_create_struct(2, (int[]){2, 1}, (MPI_Aint[]){0, 8},
                           (MPI_Datatype[]){MPI_SHORT, MPI_LONG}, &type);
    MPI_Type_set_name(type, "not of the sender");
    folded = sig_hash_fold(handle_derived_type(type)->sig_hash);
    cr_assert_str_eq(type_wording_of_signature(folded, text), "{2 MPI_SHORT, MPI_LONG}");
    MPI_Type_free(&type);
    cr_assert_str_eq(type_wording_of_signature(folded, text), "a derived type");
    folded = sig_hash_fold(type_predefined(MPI_INT)->sig_hash);
    cr_assert_str_eq(type_wording_of_signature(folded, text), "MPI_INT");
}

MPI_TestCase(wording, finds_the_element_of_a_byte, .ranks = 1)
{
    struct element_place place;
    MPI_Datatype pair, all;

    MPI_Type_create_struct(2, (int[]){1, 3}, (MPI_Aint[]){0, 8},
                           (MPI_Datatype[]){MPI_INT, MPI_DOUBLE}, &pair);
    MPI_Type_vector(2, 1, 2, pair, &all);
    cr_assert(type_find_element(type_predefined(MPI_INT), 3, &place));
    cr_assert_eq(place.number, 0);
    cr_assert_eq(place.offset, 3);
    cr_assert(type_find_element(handle_derived_type(all), 28 + 4 + 17, &place));
    cr_assert_str_eq(place.name, "MPI_DOUBLE");
    cr_assert_eq(place.number, 4 + 3);
    cr_assert_eq(place.offset, 1);
    cr_assert(type_find_element(type_predefined(MPI_DOUBLE_INT), 9, &place));
    cr_assert_str_eq(place.name, "MPI_INT");
    cr_assert_eq(place.number, 1);
    cr_assert_eq(place.offset, 1);
    MPI_Type_free(&all);
    MPI_Type_free(&pair);
}
