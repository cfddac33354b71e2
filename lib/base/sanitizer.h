/* SPDX-License-Identifier: MIT */
/* Whether this build is for a sanitizer, according to gcc's or clang's macros. GCC 14 has
 * __has_feature, too, but its macros decide: tests/sync/model undefines them. */
#ifndef BASE_SANITIZER_H
#define BASE_SANITIZER_H

#if defined(__clang__)
#define HAS_SANITIZER(name) __has_feature(name)
#else
#define HAS_SANITIZER(name) 0
#endif

#if defined(__SANITIZE_THREAD__) || HAS_SANITIZER(thread_sanitizer)
#define IS_FOR_THREAD_SANITIZER 1
#else
#define IS_FOR_THREAD_SANITIZER 0
#endif

#if defined(__SANITIZE_ADDRESS__) || HAS_SANITIZER(address_sanitizer)
#define IS_FOR_ADDRESS_SANITIZER 1
#else
#define IS_FOR_ADDRESS_SANITIZER 0
#endif

/* A function of AddressSanitizer's; NULL in a process without it. For ThreadSanitizer there is
 * base/tsan.h. */
__attribute__((weak)) void __asan_init(void);

/* For functions that run in threads that a sanitizer does not know yet. */
#define NOT_INSTRUMENTED __attribute__((no_sanitize("thread", "address", "undefined")))

#endif
