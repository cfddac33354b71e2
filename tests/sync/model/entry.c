/* SPDX-License-Identifier: MIT */
#include "entry.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "explore.h"

#define ENTRY __attribute__((visibility("default")))
#define SITE __builtin_return_address(0)

enum { SITES_MAX = 512, ORDERS_ALL = ORDER_ACQUIRE | ORDER_RELEASE | ORDER_SC };

static struct site {
    const void *address;
    int orders, weakened;
} sites[SITES_MAX];

static int site_count;

static struct site *site_at(const void *address)
{
    int i;

    for (i = 0; i < site_count; i++)
        if (sites[i].address == address)
            return &sites[i];
    explore_must_fit(site_count < SITES_MAX, "atomic operations");
    sites[site_count].address = address;
    return &sites[site_count++];
}

void entry_weaken(const void *address, int orders)
{
    site_at(address)->weakened |= orders;
}

void entry_print_sites(void)
{
    for (int i = 0; i < site_count; i++)
        printf("site %p %d\n", sites[i].address, sites[i].orders);
}

/* A load cannot release, and a store cannot acquire: `all` are those that an operation can have. */
static int orders_at(int order, int all, const void *address)
{
    static const int orders[] = {
        [memory_order_relaxed] = 0,
        [memory_order_consume] = ORDER_ACQUIRE,
        [memory_order_acquire] = ORDER_ACQUIRE,
        [memory_order_release] = ORDER_RELEASE,
        [memory_order_acq_rel] = ORDER_ACQUIRE | ORDER_RELEASE,
        [memory_order_seq_cst] = ORDER_ACQUIRE | ORDER_RELEASE | ORDER_SC,
    };
    struct site *site = site_at(address);

    site->orders |= orders[order] & all;
    return orders[order] & all & ~site->weakened;
}

/* ---- atomic operations ----------------------------------------------------------------------- */

static int begin(enum op_kind kind, const volatile void *object, int bytes, int orders,
                 const void *site)
{
    struct op op = {.kind = kind, .orders = orders, .site = site};
    const char *wrong;

    op.location = memory_location((uintptr_t)object, bytes);
    explore_stop(&op);
    /* As a read: a plain write or a free that nothing orders with it is a race. */
    wrong = memory_access(explore_self(), (uintptr_t)object, (size_t)bytes, false);
    if (wrong != NULL)
        model_fail("%s, by an atomic operation at %p", wrong, site);
    return memory_location((uintptr_t)object, bytes); /* as it is now */
}

static uint64_t load(const volatile void *object, int bytes, int order, const void *site)
{
    int orders = orders_at(order, ORDER_ACQUIRE | ORDER_SC, site);
    int location = begin(OP_LOAD, object, bytes, orders, site);
    int choice = explore_choose(memory_choices(explore_self(), location, orders));
    uint64_t value = memory_value(location, choice);

    memory_load(explore_self(), location, orders, choice);
    explore_note(value);
    return value;
}

static void store(volatile void *object, int bytes, uint64_t value, int order, const void *site)
{
    int orders = orders_at(order, ORDER_RELEASE | ORDER_SC, site);
    int location = begin(OP_STORE, object, bytes, orders, site);

    memory_store(explore_self(), location, orders, value, false);
    explore_note(value);
}

typedef uint64_t change(uint64_t old, uint64_t operand);

static uint64_t update(volatile void *object, int bytes, change *change, uint64_t operand,
                       int order, const void *site)
{
    const uint64_t mask = ~UINT64_C(0) >> (64 - 8 * bytes);
    int orders = orders_at(order, ORDERS_ALL, site);
    int location = begin(OP_UPDATE, object, bytes, orders, site);
    uint64_t old = memory_value(location, 0), new = change(old, operand) & mask;

    memory_load(explore_self(), location, orders, 0);
    memory_store(explore_self(), location, orders, new, true);
    explore_note(new);
    return old;
}

/* How many of the stores that may be read, the newest first, have another value than expected. */
static int others(int location, int count, uint64_t expected)
{
    int other = 0;

    for (int choice = 0; choice < count; choice++)
        other += memory_value(location, choice) != expected;
    return other;
}

static int choice_of_other(int location, int number, uint64_t expected)
{
    for (int choice = 0;; choice++)
        if (memory_value(location, choice) != expected && number-- == 0)
            return choice;
}

/* The exchange succeeds if the newest store is as expected. It may also fail by reading an older
 * one. */
static bool exchange_if(volatile void *object, int bytes, uint64_t *expected, uint64_t new,
                        int order, int order_failed, const void *site)
{
    int orders = orders_at(order, ORDERS_ALL, site);
    int failed = orders_at(order_failed, ORDER_ACQUIRE | ORDER_SC, site);
    int location = begin(OP_UPDATE, object, bytes, orders, site);
    int succeeds = memory_value(location, 0) == *expected;
    int count = memory_choices(explore_self(), location, failed);
    int number = explore_choose(succeeds + others(location, count, *expected));
    int choice;

    if (succeeds && number == 0) {
        memory_load(explore_self(), location, orders, 0);
        memory_store(explore_self(), location, orders, new, true);
        explore_note(new);
        return true;
    }
    choice = choice_of_other(location, number - succeeds, *expected);
    *expected = memory_value(location, choice);
    memory_load(explore_self(), location, failed, choice);
    explore_note(*expected);
    explore_note_load();
    return false;
}

static uint64_t of_exchange(uint64_t old, uint64_t operand)
{
    (void)old;
    return operand;
}

static uint64_t of_fetch_add(uint64_t old, uint64_t operand)
{
    return old + operand;
}

static uint64_t of_fetch_sub(uint64_t old, uint64_t operand)
{
    return old - operand;
}

static uint64_t of_fetch_or(uint64_t old, uint64_t operand)
{
    return old | operand;
}

static uint64_t of_fetch_and(uint64_t old, uint64_t operand)
{
    return old & operand;
}

static uint64_t of_fetch_xor(uint64_t old, uint64_t operand)
{
    return old ^ operand;
}

#define UPDATE(bits, name)                                                                      \
    ENTRY uint##bits##_t __tsan_atomic##bits##_##name(volatile void *object,                    \
                                                      uint##bits##_t operand, int order)        \
    {                                                                                           \
        return (uint##bits##_t)update(object, bits / 8, of_##name, operand, order, SITE);       \
    }

#define EXCHANGE_IF(bits, name)                                                                 \
    ENTRY bool __tsan_atomic##bits##_##name(volatile void *object, uint##bits##_t *expected,    \
                                            uint##bits##_t new, int order, int order_failed)    \
    {                                                                                           \
        uint64_t seen = *expected;                                                              \
        bool is_done = exchange_if(object, bits / 8, &seen, new, order, order_failed, SITE);    \
                                                                                                \
        *expected = (uint##bits##_t)seen;                                                       \
        return is_done;                                                                         \
    }

#define ENTRIES(bits)                                                                           \
    ENTRY uint##bits##_t __tsan_atomic##bits##_load(const volatile void *object, int order)     \
    {                                                                                           \
        return (uint##bits##_t)load(object, bits / 8, order, SITE);                             \
    }                                                                                           \
    ENTRY void __tsan_atomic##bits##_store(volatile void *object, uint##bits##_t value,         \
                                           int order)                                           \
    {                                                                                           \
        store(object, bits / 8, value, order, SITE);                                            \
    }                                                                                           \
    UPDATE(bits, exchange)                                                                      \
    UPDATE(bits, fetch_add)                                                                     \
    UPDATE(bits, fetch_sub)                                                                     \
    UPDATE(bits, fetch_or)                                                                      \
    UPDATE(bits, fetch_and)                                                                     \
    UPDATE(bits, fetch_xor)                                                                     \
    EXCHANGE_IF(bits, compare_exchange_strong)                                                  \
    EXCHANGE_IF(bits, compare_exchange_weak)

ENTRIES(8)
ENTRIES(16)
ENTRIES(32)
ENTRIES(64)

/* compiler_fence. */
ENTRY void __tsan_atomic_signal_fence(int order)
{
    struct op op = {.kind = OP_FENCE, .location = NOWHERE, .site = SITE};

    (void)order;
    site_at(SITE)->orders |= WEAKEN_FENCE;
    if (site_at(SITE)->weakened & WEAKEN_FENCE)
        return;
    explore_stop(&op);
    memory_fence(explore_self());
}

/* fence_seq_cst. */
ENTRY void __tsan_atomic_thread_fence(int order)
{
    struct op op = {.kind = OP_FENCE, .location = NOWHERE, .site = SITE};

    op.orders = orders_at(order, ORDER_SC, SITE);
    if (op.orders == 0)
        return;
    explore_stop(&op);
    memory_fence_sc(explore_self());
}

/* ---- plain accesses -------------------------------------------------------------------------- */

static void access_plain(const void *address, size_t bytes, bool is_write, const void *site)
{
    const char *wrong = memory_access(explore_self(), (uintptr_t)address, bytes, is_write);

    if (wrong != NULL)
        model_fail("%s, at %p", wrong, site);
}

#define ACCESSES(bytes)                                            \
    ENTRY void __tsan_read##bytes(void *address)                   \
    {                                                              \
        access_plain(address, bytes, false, SITE);                 \
    }                                                              \
    ENTRY void __tsan_write##bytes(void *address)                  \
    {                                                              \
        access_plain(address, bytes, true, SITE);                  \
    }                                                              \
    ENTRY void __tsan_unaligned_read##bytes(void *address)         \
    {                                                              \
        access_plain(address, bytes, false, SITE);                 \
    }                                                              \
    ENTRY void __tsan_unaligned_write##bytes(void *address)        \
    {                                                              \
        access_plain(address, bytes, true, SITE);                  \
    }

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

ENTRY void __tsan_read_range(void *address, size_t bytes)
{
    access_plain(address, bytes, false, SITE);
}

ENTRY void __tsan_write_range(void *address, size_t bytes)
{
    access_plain(address, bytes, true, SITE);
}

/* Sources that are checked are compiled with -Dmemcpy=model_memcpy. */
ENTRY void *model_memcpy(void *to, const void *from, size_t bytes)
{
    access_plain(from, bytes, false, SITE);
    access_plain(to, bytes, true, SITE);
    return memcpy(to, from, bytes);
}

ENTRY void *model_memset(void *to, int value, size_t bytes)
{
    access_plain(to, bytes, true, SITE);
    return memset(to, value, bytes);
}

ENTRY void __tsan_init(void) {}
ENTRY void __tsan_func_entry(void *caller)
{
    (void)caller;
}
ENTRY void __tsan_func_exit(void) {}
