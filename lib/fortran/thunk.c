/* SPDX-License-Identifier: MIT */
/* A thunk loads two words from the page behind its own and jumps. So the code is written once for a
 * whole page, which is never writable and executable at a time. */
#include "fortran/thunk.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

#include "base/page.h"
#include "base/pass_on.h"

/* In the order of base/pass_on.h. */
struct thunk_words {
    thunk_function *procedure, *called;
};

/* A page of code, and one of words. */
struct thunk_page {
    struct thunk_page *next;
    unsigned char *code;
    int count;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct thunk_page *pages;

/* The first words of a page say which page was made before. */
static struct thunk_page *page_of(unsigned char *code)
{
    return (struct thunk_page *)(void *)(code + page_bytes());
}

static struct thunk_words *words_of(unsigned char *code, int number)
{
    return (struct thunk_words *)(void *)(code + page_bytes() + PASS_ON_BYTES * (size_t)number);
}

static struct thunk_page *add_page(void)
{
    size_t bytes = page_bytes();
    unsigned char *code;

    if (!PASS_ON_EXISTS)
        return NULL;
    code = mmap(NULL, 2 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (code == MAP_FAILED)
        return NULL;
    for (size_t at = 0; at < bytes; at += PASS_ON_BYTES)
        pass_on_write(code + at, (ptrdiff_t)bytes);
    if (mprotect(code, bytes, PROT_READ | PROT_EXEC) != 0) {
        munmap(code, 2 * bytes);
        return NULL;
    }
    __builtin___clear_cache((char *)code, (char *)code + bytes);
    *page_of(code) = (struct thunk_page){pages, code, 1};
    return pages = page_of(code);
}

static thunk_function *find_thunk(thunk_function *called, thunk_function *procedure)
{
    for (struct thunk_page *page = pages; page != NULL; page = page->next)
        for (int i = 1; i < page->count; i++) {
            const struct thunk_words *words = words_of(page->code, i);

            if (words->called == called && words->procedure == procedure)
                return (thunk_function *)(uintptr_t)(page->code + PASS_ON_BYTES * i);
        }
    return NULL;
}

static thunk_function *make_thunk_for(thunk_function *called, thunk_function *procedure)
{
    struct thunk_page *page = pages;

    if (page == NULL || (size_t)page->count == page_bytes() / PASS_ON_BYTES)
        page = add_page();
    if (page == NULL)
        return NULL;
    *words_of(page->code, page->count) = (struct thunk_words){procedure, called};
    return (thunk_function *)(uintptr_t)(page->code + PASS_ON_BYTES * page->count++);
}

thunk_function *thunk(thunk_function *called, thunk_function *procedure)
{
    thunk_function *found;

    pthread_mutex_lock(&lock);
    found = find_thunk(called, procedure);
    if (found == NULL)
        found = make_thunk_for(called, procedure);
    pthread_mutex_unlock(&lock);
    return found;
}
