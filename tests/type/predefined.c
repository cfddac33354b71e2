/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>

#include "base/container.h"
#include "type/type.h"

struct fact {
    const char *name;
    MPI_Datatype handle;
    uintptr_t number;
    MPI_Count size, extent;
    int alignment;
    enum type_class class;
};

static const struct fact facts[] = {
#define FACT(name, number, size, extent, alignment, class) \
    {#name, name, number, size, extent, alignment, CLASS_##class},
#include "datatypes.def"
#undef FACT
};

Test(predefined, all_types_have_the_sizes_of_the_abi)
{
    for (size_t i = 0; i < ARRAY_LENGTH(facts); i++) {
        const struct fact *fact = &facts[i];
        const struct type *type = type_predefined(fact->handle);

        cr_assert_eq((uintptr_t)fact->handle, fact->number, "%s", fact->name);
        cr_assert_not_null(type, "%s", fact->name);
        cr_assert_eq(type->size, fact->size, "%s", fact->name);
        cr_assert_eq(type->extent, fact->extent, "%s", fact->name);
        cr_assert_eq(type->lb, 0, "%s", fact->name);
        cr_assert_eq(type->true_lb, 0, "%s", fact->name);
        cr_assert_eq(type->alignment, fact->alignment, "%s", fact->name);
        cr_assert_eq(type->class, fact->class, "%s", fact->name);
        cr_assert(type->is_committed, "%s", fact->name);
        cr_assert(type->is_predefined, "%s", fact->name);
        cr_assert_eq(type->is_dense, fact->size == fact->extent, "%s", fact->name);
    }
}

Test(predefined, a_type_is_called_by_the_first_name_that_the_standard_lists)
{
    for (size_t i = 0; i < ARRAY_LENGTH(facts); i++) {
        const char *name = type_predefined(facts[i].handle)->name;

        if (facts[i].handle == MPI_LONG_LONG)
            cr_assert_str_eq(name, "MPI_LONG_LONG_INT");
        else if (facts[i].handle == MPI_C_COMPLEX)
            cr_assert_str_eq(name, "MPI_C_COMPLEX");
        else
            cr_assert_str_eq(name, facts[i].name);
    }
}

Test(predefined, no_other_handle_is_a_type)
{
    int found = 0;

    for (uintptr_t number = 0; number < 4096; number++) {
        bool is_fact = false;

        for (size_t i = 0; i < ARRAY_LENGTH(facts); i++)
            is_fact = is_fact || facts[i].number == number;
        cr_assert_eq(type_predefined((MPI_Datatype)number) != NULL, is_fact, "%#zx", number);
        found += is_fact;
    }
    cr_assert_eq(found, 70);
    cr_assert_null(type_predefined(MPI_DATATYPE_NULL));
    cr_assert_null(type_predefined((MPI_Datatype)(uintptr_t)facts));
}

Test(predefined, a_pair_covers_no_more_than_its_index)
{
    cr_assert_eq(type_predefined(MPI_DOUBLE_INT)->true_extent, 12);
    cr_assert_eq(type_predefined(MPI_SHORT_INT)->true_extent, 8);
    cr_assert_eq(type_predefined(MPI_LONG_DOUBLE_INT)->true_extent, 20);
}

/* Two pairs of equal sizes, and a pair and its parts, are told apart; but two of the same are as
 * good as that repeated. */
Test(predefined, motifs_are_those_of_the_basic_types)
{
    for (size_t i = 0; i < ARRAY_LENGTH(facts); i++) {
        uint64_t sig_hash = type_predefined(facts[i].handle)->sig_hash;

        cr_assert_neq(sig_hash, SIG_HASH_EMPTY);
        cr_assert_eq(sig_hash == SIG_HASH_ANY, facts[i].handle == MPI_PACKED);
        for (size_t j = 0; j < i; j++) {
            bool is_alias = facts[i].handle == facts[j].handle;
            bool is_two = (facts[i].handle == MPI_2INT && facts[j].handle == MPI_INT) ||
                          (facts[i].handle == MPI_2REAL && facts[j].handle == MPI_REAL) ||
                          (facts[i].handle == MPI_2INTEGER && facts[j].handle == MPI_INTEGER) ||
                          (facts[i].handle == MPI_2DOUBLE_PRECISION &&
                           facts[j].handle == MPI_DOUBLE_PRECISION);

            cr_assert_eq(sig_hash == type_predefined(facts[j].handle)->sig_hash, is_alias || is_two,
                         "%s and %s", facts[i].name, facts[j].name);
        }
    }
}
