/* SPDX-License-Identifier: MIT */
#include "libc/objects.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/libc_version.h"
#include "base/must.h"
#include "base/sanitizer.h"
#include "rank/thread/taken.h"

_Atomic(libc_any *) object_functions[BEHIND_FUNCTIONS];

/* libc keeps older functions under the names of some. */
static const struct {
    const char *name, *version;
} names[] = {
    [BEHIND_MUTEX_LOCK] = {"pthread_mutex_lock", NULL},
    [BEHIND_MUTEX_TRYLOCK] = {"pthread_mutex_trylock", NULL},
    [BEHIND_MUTEX_TIMEDLOCK] = {"pthread_mutex_timedlock", NULL},
    [BEHIND_MUTEX_CLOCKLOCK] = {"pthread_mutex_clocklock", NULL},
    [BEHIND_MUTEX_UNLOCK] = {"pthread_mutex_unlock", NULL},
    [BEHIND_MTX_LOCK] = {"mtx_lock", NULL},
    [BEHIND_MTX_TRYLOCK] = {"mtx_trylock", NULL},
    [BEHIND_MTX_TIMEDLOCK] = {"mtx_timedlock", NULL},
    [BEHIND_MTX_UNLOCK] = {"mtx_unlock", NULL},
    [BEHIND_RDLOCK] = {"pthread_rwlock_rdlock", NULL},
    [BEHIND_TRYRDLOCK] = {"pthread_rwlock_tryrdlock", NULL},
    [BEHIND_TIMEDRDLOCK] = {"pthread_rwlock_timedrdlock", NULL},
    [BEHIND_CLOCKRDLOCK] = {"pthread_rwlock_clockrdlock", NULL},
    [BEHIND_WRLOCK] = {"pthread_rwlock_wrlock", NULL},
    [BEHIND_TRYWRLOCK] = {"pthread_rwlock_trywrlock", NULL},
    [BEHIND_TIMEDWRLOCK] = {"pthread_rwlock_timedwrlock", NULL},
    [BEHIND_CLOCKWRLOCK] = {"pthread_rwlock_clockwrlock", NULL},
    [BEHIND_RWLOCK_UNLOCK] = {"pthread_rwlock_unlock", NULL},
    [BEHIND_COND_WAIT] = {"pthread_cond_wait", LIBC_SINCE("2.3.2")},
    [BEHIND_COND_TIMEDWAIT] = {"pthread_cond_timedwait", LIBC_SINCE("2.3.2")},
    [BEHIND_COND_CLOCKWAIT] = {"pthread_cond_clockwait", NULL},
    [BEHIND_COND_SIGNAL] = {"pthread_cond_signal", LIBC_SINCE("2.3.2")},
    [BEHIND_COND_BROADCAST] = {"pthread_cond_broadcast", LIBC_SINCE("2.3.2")},
    [BEHIND_CND_WAIT] = {"cnd_wait", NULL},
    [BEHIND_CND_TIMEDWAIT] = {"cnd_timedwait", NULL},
    [BEHIND_CND_SIGNAL] = {"cnd_signal", NULL},
    [BEHIND_CND_BROADCAST] = {"cnd_broadcast", NULL},
    [BEHIND_SEM_WAIT] = {"sem_wait", NULL},
    [BEHIND_SEM_TRYWAIT] = {"sem_trywait", NULL},
    [BEHIND_SEM_TIMEDWAIT] = {"sem_timedwait", NULL},
    [BEHIND_SEM_CLOCKWAIT] = {"sem_clockwait", NULL},
    [BEHIND_SEM_POST] = {"sem_post", NULL},
    [BEHIND_BARRIER_WAIT] = {"pthread_barrier_wait", NULL},
    [BEHIND_ONCE] = {"pthread_once", NULL},
    [BEHIND_CALL_ONCE] = {"call_once", NULL},
    [BEHIND_SCHED_YIELD] = {"sched_yield", NULL},
    [BEHIND_CLOCK_GETTIME] = {"clock_gettime", NULL},
    [BEHIND_CLOCK_NANOSLEEP] = {"clock_nanosleep", NULL},
    [BEHIND_GETTIMEOFDAY] = {"gettimeofday", NULL},
    [BEHIND_TIME] = {"time", NULL},
    [BEHIND_TIMESPEC_GET] = {"timespec_get", NULL},
    [BEHIND_CANCEL] = {"pthread_cancel", NULL},
    [BEHIND_GETRANDOM] = {"getrandom", NULL},
    [BEHIND_GETENTROPY] = {"getentropy", NULL},
    [BEHIND_ARC4RANDOM] = {"arc4random", NULL},
    [BEHIND_ARC4RANDOM_BUF] = {"arc4random_buf", NULL},
    [BEHIND_ARC4RANDOM_UNIFORM] = {"arc4random_uniform", NULL},
    [BEHIND_OPEN] = {"open", NULL},
    [BEHIND_OPEN64] = {"open64", NULL},
    [BEHIND_OPENAT] = {"openat", NULL},
    [BEHIND_OPENAT64] = {"openat64", NULL},
    [BEHIND_OPEN_2] = {"__open_2", NULL},
    [BEHIND_OPEN64_2] = {"__open64_2", NULL},
    [BEHIND_OPENAT_2] = {"__openat_2", NULL},
    [BEHIND_OPENAT64_2] = {"__openat64_2", NULL},
    [BEHIND_FOPEN] = {"fopen", NULL},
    [BEHIND_FOPEN64] = {"fopen64", NULL},
};

/* libc's dlsym and dlvsym. With the static library, loader_symbol is led to the program's copies,
 * which takes a lock that is among these functions. */
void *libc_dlvsym(void *handle, const char *name, const char *version);
__asm__(".symver libc_dlvsym, dlvsym@" LIBC_SINCE("2.2.5"));

typedef void *symbol_finder(void *handle, const char *name);

NOT_INSTRUMENTED static libc_any *find(int function)
{
    const char *name = names[function].name, *version = names[function].version;
    void *newer = version != NULL ? libc_dlvsym(RTLD_NEXT, name, version) : NULL;
    symbol_finder *const dlsym_of_libc =
        (symbol_finder *)(uintptr_t)libc_dlvsym(RTLD_NEXT, "dlsym", LIBC_SINCE("2.2.5"));
    libc_any *found = (libc_any *)(newer != NULL ? newer : dlsym_of_libc(RTLD_NEXT, name));

    store_relaxed(&object_functions[function], found);
    return found;
}

/* The first call finds all, so that none is looked up later in a signal handler, or with a lock
 * held. An older libc lacks some. What the loader calls meanwhile, to take memory for a word about
 * that, finds its own. */
NOT_INSTRUMENTED __attribute__((noinline)) libc_any *object_look_up(enum object_function function)
{
    static _Atomic(bool) has_begun;
    libc_any *found;
    int i;

    if (!exchange_relaxed(&has_begun, true))
        for (i = 0; i < BEHIND_FUNCTIONS; i++)
            (void)find(i);
    found = find((int)function);
    must(found != NULL);
    return found;
}

__attribute__((constructor)) static void look_up_all(void)
{
    (void)object_behind(BEHIND_MUTEX_LOCK);
}

void object_give(struct rank *self, enum turn_object kind, void *object, uintptr_t site)
{
    const struct turn_block none = {.site = (const void *)site};

    if (taken_stand(self, kind, object, TURN_GIVE, &none))
        taken_end(self, true);
}

int object_try(struct rank *self, enum turn_object kind, enum object_function function,
               void *object, uintptr_t site)
{
    const struct turn_block none = {.site = (const void *)site};
    bool is_by_turn = unlikely(self != NULL) && taken_stand(self, kind, object, TURN_TRY, &none);
    int error = object_do(function, object);

    if (is_by_turn)
        taken_end(self, error == 0);
    return error;
}
