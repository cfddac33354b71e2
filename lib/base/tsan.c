/* SPDX-License-Identifier: MIT */
#include "base/tsan.h"

enum { ORDER_RELAXED };

uint8_t tsan_do_atomic8_fetch_add(volatile uint8_t *address, uint8_t value,
                                  int order) SANITIZERS(atomic8_fetch_add);

uint8_t tsan_do_atomic8_load(const volatile uint8_t *address, int order) SANITIZERS(atomic8_load);

void tsan_change(void *address, size_t bytes)
{
    uint8_t *at = address;
    size_t i;

    for (i = 0; i < bytes && tsan_do_atomic8_fetch_add != NULL; i++)
        tsan_do_atomic8_fetch_add(at + i, 0, ORDER_RELAXED);
}

void tsan_look(const void *address, size_t bytes)
{
    const uint8_t *at = address;
    size_t i;

    for (i = 0; i < bytes && tsan_do_atomic8_load != NULL; i++)
        tsan_do_atomic8_load(at + i, ORDER_RELAXED);
}
