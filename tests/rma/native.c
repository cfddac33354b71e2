/* SPDX-License-Identifier: MIT */
/* Elements combined by the processor's atomic instructions: each way, width and number, and that
 * nothing is lost between threads. */
#include "rma/native.h"

#include <heddle/criterion.h>
#include <pthread.h>
#include <string.h>

#include "base/atomic.h"

enum { COUNT = 5 };

static int64_t load(const void *array, int bytes, int i)
{
    int64_t value = 0;

    memcpy(&value, (const char *)array + i * bytes, (size_t)bytes);
    return value;
}

static void fill(void *array, int bytes, int64_t first)
{
    for (int i = 0; i < COUNT; i++) {
        int64_t value = first + i;

        memcpy((char *)array + i * bytes, &value, (size_t)bytes);
    }
}

static void multiply_8(const void *left, const void *right, void *out, MPI_Count count)
{
    for (MPI_Count i = 0; i < count; i++)
        ((uint8_t *)out)[i] = (uint8_t)(((const uint8_t *)left)[i] * ((const uint8_t *)right)[i]);
}

static void check(enum native_way way, int bytes, int64_t (*combined)(int64_t, int64_t))
{
    _Alignas(64) char target[COUNT * 8 + 8];
    char origin[COUNT * 8 + 1], result[COUNT * 8 + 1];

    memset(target, 0, sizeof target);
    fill(target, bytes, 12);
    fill(origin + 1, bytes, 5); /* aligned for nothing */
    native_combine(way, multiply_8, bytes, target, origin + 1, result + 1, COUNT);
    for (int i = 0; i < COUNT; i++) {
        cr_assert_eq(load(target, bytes, i), combined(12 + i, 5 + i), "way %d, %d bytes", way,
                     bytes);
        cr_assert_eq(load(result + 1, bytes, i), 12 + i, "way %d, %d bytes", way, bytes);
    }
    cr_assert_eq(target[COUNT * bytes], 0);
}

static int64_t kept(int64_t target, int64_t origin)
{
    (void)origin;
    return target;
}

static int64_t replaced(int64_t target, int64_t origin)
{
    (void)target;
    return origin;
}

static int64_t added(int64_t target, int64_t origin)
{
    return target + origin;
}

static int64_t in_both(int64_t target, int64_t origin)
{
    return target & origin;
}

static int64_t in_either(int64_t target, int64_t origin)
{
    return target | origin;
}

static int64_t in_one(int64_t target, int64_t origin)
{
    return target ^ origin;
}

static int64_t multiplied(int64_t target, int64_t origin)
{
    return target * origin;
}

Test(native, every_way_combines_every_width)
{
    for (int bytes = 1; bytes <= 8; bytes *= 2) {
        check(NATIVE_READ, bytes, kept);
        check(NATIVE_REPLACE, bytes, replaced);
        check(NATIVE_ADD, bytes, added);
        check(NATIVE_AND, bytes, in_both);
        check(NATIVE_OR, bytes, in_either);
        check(NATIVE_XOR, bytes, in_one);
    }
    check(NATIVE_KERNEL, 1, multiplied);
}

Test(native, reading_needs_no_origin)
{
    uint32_t target = 7, result = 0;

    native_combine(NATIVE_READ, NULL, sizeof target, &target, NULL, &result, 1);
    cr_assert_eq(result, 7);
    cr_assert_eq(target, 7);
}

Test(native, widths_and_addresses_tell_what_is_native)
{
    _Alignas(16) static char place[32];

    for (int bytes = 1; bytes <= 8; bytes *= 2)
        for (int offset = 0; offset < 8; offset++)
            cr_assert_eq(native_is(place + offset, bytes), offset % bytes == 0);
    cr_assert_not(native_is(place, 16));
    cr_assert_not(native_is(place, 3));
    cr_assert_not(native_is(place, 0));
}

Test(native, a_swap_takes_place_on_equality_alone)
{
    for (int bytes = 1; bytes <= 8; bytes *= 2) {
        uint64_t target = 9, origin = 4, compare = 9, result = 0;

        cr_assert(native_compare_and_swap(bytes, &target, &origin, &compare, &result));
        cr_assert_eq(result, 9);
        cr_assert_eq(target, 4);
        result = 0;
        cr_assert_not(native_compare_and_swap(bytes, &target, &origin, &compare, &result));
        cr_assert_eq(result, 4);
        cr_assert_eq(target, 4);
    }
}

enum { THREADS = 4, TURNS = 20000 };

static _Alignas(8) uint8_t odd;
static uint64_t sum;

static void *combine(void *argument)
{
    for (int i = 0; i < TURNS; i++) {
        native_combine(NATIVE_ADD, NULL, sizeof sum, &sum, &(uint64_t){3}, NULL, 1);
        native_combine(NATIVE_KERNEL, multiply_8, sizeof odd, &odd, &(uint8_t){3}, NULL, 1);
    }
    return argument;
}

/* Three is of order 64 among the odd bytes, which the turns are a multiple of. */
Test(native, nothing_is_lost_between_threads)
{
    pthread_t threads[THREADS];

    odd = 5;
    for (int i = 0; i < THREADS; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, combine, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    cr_assert_eq(sum, UINT64_C(3) * THREADS * TURNS);
    cr_assert_eq(odd, 5);
}
