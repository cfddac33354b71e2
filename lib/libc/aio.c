/* SPDX-License-Identifier: MIT */
/* Asynchronous input and output: functions that are called at its end run in the rank. */
#include <aio.h>

#include "base/libc.h"
#include "libc/callback.h"
#include "libc/libc.h"

typedef int starter(struct aiocb *operation);
typedef int syncer(int how, struct aiocb *operation);
typedef int lister(int mode, struct aiocb *const list[], int count, struct sigevent *event);

/* Redirects the event's function to the rank and returns the callback. NULL: there is no function
 * to call, or no memory, and libc calls it outside of the rank. The operation keeps the
 * redirection: the program may use it once more. */
static struct callback *redirect(struct sigevent *event)
{
    struct rank *self = rank_self();
    struct callback *callback;

    if (event == NULL || event->sigev_notify != SIGEV_THREAD || libc_self() == NULL)
        return NULL;
    callback = callback_of(event);
    if (callback == NULL)
        callback = callback_make(self, event);
    if (callback != NULL)
        callback_expect(callback);
    return callback;
}

static int finish_callback(struct callback *callback, int result)
{
    if (result != 0 && callback != NULL)
        callback_expect_no_more(callback);
    return result;
}

static int start_operation(struct aiocb *operation, const char *name)
{
    struct callback *callback = redirect(&operation->aio_sigevent);

    return finish_callback(callback, ((starter *)libc_function(name))(operation));
}

static int synchronise(int how, struct aiocb *operation, const char *name)
{
    struct callback *callback = redirect(&operation->aio_sigevent);

    return finish_callback(callback, ((syncer *)libc_function(name))(how, operation));
}

static int start_list(int mode, struct aiocb *const list[], int count, struct sigevent *event)
{
    struct sigevent own = event != NULL ? *event : (struct sigevent){.sigev_notify = SIGEV_NONE};
    struct callback *callback = mode == LIO_NOWAIT ? redirect(&own) : NULL;
    int i;

    for (i = 0; i < count; i++)
        if (list[i] != NULL && list[i]->aio_lio_opcode != LIO_NOP)
            redirect(&list[i]->aio_sigevent);
    return finish_callback(callback, ((lister *)libc_function("lio_listio"))(
                                         mode, list, count, event != NULL ? &own : NULL));
}

__attribute__((visibility("default"))) int aio_read(struct aiocb *operation)
{
    return start_operation(operation, "aio_read");
}

__attribute__((visibility("default"))) int aio_write(struct aiocb *operation)
{
    return start_operation(operation, "aio_write");
}

__attribute__((visibility("default"))) int aio_fsync(int how, struct aiocb *operation)
{
    return synchronise(how, operation, "aio_fsync");
}

__attribute__((visibility("default")))
int lio_listio(int mode, struct aiocb *const list[restrict], int count,
               struct sigevent *restrict event)
{
    return start_list(mode, list, count, event);
}

/* The names for files of any size, whose structure is the same on this machine. */

__attribute__((visibility("default"))) int aio_read64(struct aiocb64 *operation)
{
    return start_operation((struct aiocb *)operation, "aio_read");
}

__attribute__((visibility("default"))) int aio_write64(struct aiocb64 *operation)
{
    return start_operation((struct aiocb *)operation, "aio_write");
}

__attribute__((visibility("default"))) int aio_fsync64(int how, struct aiocb64 *operation)
{
    return synchronise(how, (struct aiocb *)operation, "aio_fsync");
}

__attribute__((visibility("default")))
int lio_listio64(int mode, struct aiocb64 *const list[restrict], int count,
                 struct sigevent *restrict event)
{
    return start_list(mode, (struct aiocb *const *)list, count, event);
}
