/* SPDX-License-Identifier: MIT */
#include "io/description.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/must.h"
#include "base/note.h"
#include "io/failure.h"
#include "io/staging.h"
#include "io/state.h"
#include "rank/abort.h"
#include "rank/world.h"

/* Linux moves at most this many bytes at once. */
enum { MOVE_BYTES_MAX = 0x7ffff000 };

static int flags_of(int mode)
{
    int flags = O_CLOEXEC | O_NOCTTY;

    if (mode & MPI_MODE_RDONLY)
        flags |= O_RDONLY;
    else
        flags |= mode & MPI_MODE_WRONLY ? O_WRONLY : O_RDWR;
    if (mode & MPI_MODE_CREATE)
        flags |= O_CREAT;
    return mode & MPI_MODE_EXCL ? flags | O_EXCL : flags;
}

/* A file that is to be written only is opened to be read as well, for the gaps of views. Not so a
 * pipe, which would wait for a reader then. */
static bool open_wider(struct description *made, int permissions)
{
    int flags = (flags_of(made->mode) & ~O_WRONLY) | O_RDWR;
    struct stat status;

    if (!(made->mode & MPI_MODE_WRONLY) ||
        (stat(made->path, &status) == 0 && !S_ISREG(status.st_mode)))
        return false;
    made->file = TEMP_FAILURE_RETRY(open(made->path, flags, permissions));
    return made->file >= 0;
}

static int open_file(struct description *made, int permissions)
{
    struct stat status;

    made->is_readable = open_wider(made, permissions) || description_may_read(made);
    if (made->file < 0)
        made->file = TEMP_FAILURE_RETRY(open(made->path, flags_of(made->mode), permissions));
    if (made->file < 0)
        return failure_of_file(errno, "opening", made->path);
    if (TEMP_FAILURE_RETRY(fstat(made->file, &status)) != 0)
        return failure_of_file(errno, "opening", made->path);
    if (S_ISDIR(status.st_mode))
        return failure_of_file(EISDIR, "opening", made->path);
    made->device = status.st_dev;
    made->inode = status.st_ino;
    made->has_places = S_ISREG(status.st_mode) ||
                       TEMP_FAILURE_RETRY(lseek(made->file, 0, SEEK_CUR)) >= 0;
    if (!made->has_places && errno != ESPIPE)
        return failure_of_file(errno, "opening", made->path);
    return made->mode & MPI_MODE_APPEND ? description_size(made, &made->start) : MPI_SUCCESS;
}

static void destroy_description(struct description *description)
{
    if (description->file >= 0)
        close(description->file);
    group_drop(description->group);
    memory_give(description->path);
    memory_give(description);
}

/* Counts a description that comes or goes among the others of its file, under the state's lock.
 * A member that writes gaps of one that was alone till now has done so before. */
static void count_twins(const struct io_state *state, struct description *counted, int change)
{
    const struct list *link;
    int i;

    for (link = state->descriptions.next; link != &state->descriptions; link = link->next) {
        struct description *other = container_of(link, struct description, link);

        if (other->device != counted->device || other->inode != counted->inode)
            continue;
        fetch_add_relaxed(&counted->twins, change);
        if (fetch_add_relaxed(&other->twins, change) > 0 || change < 0)
            continue;
        for (i = 0; i < DESCRIPTION_WINDOWS; i++) {
            lock_take(&other->windows[i]);
            lock_release(&other->windows[i]);
        }
    }
}

static _Atomic(uint32_t) latest_number;

int description_open(struct world *world, const struct open_request *request,
                     struct description **opened)
{
    struct io_state *state = io_state_of(world);
    struct description *made = memory_take_zeroed(sizeof *made);
    int err;

    if (made != NULL) {
        made->file = -1;
        made->path = memory_copy_text(request->path);
    }
    if (made == NULL || made->path == NULL) {
        memory_give(made);
        return note(MPI_ERR_NO_MEM, "no memory for an open file");
    }
    made->world = world;
    made->number = fetch_add_relaxed(&latest_number, 1) + 1;
    made->mode = request->mode;
    made->group = group_hold(request->group);
    made->has_order = journal_orders_are_kept(made->group->members, made->group->size);
    store_relaxed(&made->references, request->group->size);
    rank_lock_init(&made->access, made->path, -1);
    list_init(&made->accords);
    err = open_file(made, request->permissions);
    store_relaxed(&made->pointer, made->start);
    if (err != MPI_SUCCESS) {
        destroy_description(made);
        return err;
    }
    lock_take(&state->lock);
    count_twins(state, made, 1);
    list_append(&state->descriptions, &made->link);
    lock_release(&state->lock);
    *opened = made;
    return MPI_SUCCESS;
}

void description_drop(struct description *description)
{
    struct io_state *state = io_state_of(description->world);

    /* edge description.references */
    if (fetch_sub_acq_rel(&description->references, 1) > 1)
        return;
    lock_take(&state->lock);
    list_remove(&description->link);
    count_twins(state, description, -1);
    lock_release(&state->lock);
    destroy_description(description);
}

int description_close(struct description *description)
{
    int file = description->file, error;

    description->file = -1;
    if (close(file) == 0 || errno == EINTR) /* Linux has closed it then */
        return MPI_SUCCESS;
    error = errno;
    return failure_of_file(error, "closing", description->path);
}

static bool make_state(struct world *world)
{
    struct io_state *state = memory_take_zeroed(sizeof *state);

    if (state == NULL)
        return false;
    list_init(&state->descriptions);
    store_relaxed(&world->local[FLOOR_IO], state);
    return true;
}

void descriptions_close(struct world *world)
{
    struct io_state *state = io_state_of(world);

    if (state == NULL)
        return;
    while (!list_is_empty(&state->descriptions)) {
        struct description *left =
            container_of(state->descriptions.next, struct description, link);

        list_remove(&left->link);
        destroy_description(left);
    }
    staging_give_all(state);
    memory_give(state);
    store_relaxed(&world->local[FLOOR_IO], NULL);
}

/* The memory of an aborted job may be in the middle of a change, and goes as a whole. */
static void close_left(struct world *world)
{
    const struct io_state *state = io_state_of(world);
    const struct list *link;

    if (state == NULL)
        return;
    for (link = state->descriptions.next; link != &state->descriptions; link = link->next) {
        int file = container_of(link, struct description, link)->file;

        if (file >= 0)
            close(file);
    }
}

const struct floor descriptions_floor = {.create = make_state, .destroy = close_left};

/* ---- data ------------------------------------------------------------------------------------ */

/* Answers of the system that the file is not ready, one after the other. */
struct refusals {
    /* The latest pause after an answer that poll had not foreseen, and all of them. */
    int pause_ms, waited_ms;
};

enum { SLICE_MS = 50, REFUSALS_MS_MAX = 5000 };

static ssize_t move(struct description *description, bool is_write, MPI_Offset offset, char *at,
                    size_t bytes)
{
    int file = description->file;

    if (description->has_places)
        return is_write ? pwrite(file, at, bytes, offset) : pread(file, at, bytes, offset);
    return is_write ? write(file, at, bytes) : read(file, at, bytes);
}

/* Waits until the file may be ready, or SLICE_MS long. A file of which the system says that it is
 * ready, and then that it is not, is asked less and less often. */
static void await_file(const struct description *description, bool is_write,
                       struct refusals *so_far)
{
    struct pollfd pollfd = {.fd = description->file, .events = is_write ? POLLOUT : POLLIN};

    if (poll(&pollfd, 1, SLICE_MS) <= 0)
        return; /* it is not ready: the other program has its time */
    so_far->pause_ms = so_far->pause_ms < SLICE_MS / 2 ? 2 * so_far->pause_ms + 1 : SLICE_MS;
    so_far->waited_ms += so_far->pause_ms;
    poll(NULL, 0, so_far->pause_ms);
}

/* The file is not ready. 0, or MPI_ERR_IO with a note: it is no use to wait any longer. */
static int be_patient(const struct description *description, bool is_write, MPI_Offset offset,
                      MPI_Count left, struct refusals *so_far)
{
    const char *doing = is_write ? "writing" : "reading";

    if (world_is_aborted(description->world))
        return note(MPI_ERR_IO, "%s \"%s\": the job has been aborted", doing, description->path);
    if (so_far->waited_ms >= REFUSALS_MS_MAX)
        return note(MPI_ERR_IO,
                    "%s %lld bytes at %lld of \"%s\": %s (EAGAIN), again and again for %d s, of a "
                    "file that poll says is ready",
                    doing, (long long)left, (long long)offset, description->path,
                    strerror(EAGAIN), REFUSALS_MS_MAX / 1000);
    await_file(description, is_write, so_far);
    return MPI_SUCCESS;
}

/* The system has moved nothing: returns 0 if it is to be asked again. */
static int look_why(const struct description *description, bool is_write, ssize_t moved,
                    MPI_Offset offset, MPI_Count left, struct refusals *so_far)
{
    int error = moved == 0 ? ENOSPC : errno;

    if (error == EINTR)
        return MPI_SUCCESS;
    if (error == EAGAIN)
        return be_patient(description, is_write, offset, left, so_far);
    return failure_of_access(error, is_write ? "writing" : "reading", description->path, offset,
                             left);
}

static int move_all(struct description *description, bool is_write, MPI_Offset offset, char *at,
                    MPI_Count bytes, MPI_Count *done)
{
    struct refusals refusals = {0};
    int err = MPI_SUCCESS;

    *done = 0;
    while (*done < bytes && err == MPI_SUCCESS) {
        MPI_Count left = bytes - *done;
        ssize_t moved = move(description, is_write, offset + *done, at + *done,
                             left < MOVE_BYTES_MAX ? (size_t)left : MOVE_BYTES_MAX);

        if (moved > 0) {
            *done += moved;
            refusals = (struct refusals){0};
        } else if (moved == 0 && !is_write) {
            return MPI_SUCCESS; /* the end of the file */
        } else {
            err = look_why(description, is_write, moved, offset + *done, left, &refusals);
        }
    }
    return err;
}

int description_read(struct description *description, MPI_Offset offset, void *to, MPI_Count bytes,
                     MPI_Count *done)
{
    return move_all(description, false, offset, to, bytes, done);
}

static struct lock *window_of(struct description *description, MPI_Offset place)
{
    return &description->windows[place / BUFFER_BYTES % DESCRIPTION_WINDOWS];
}

/* Takes the locks of the windows of [offset, offset + bytes), in the order of their numbers, while
 * others may write gaps there. */
static void hold_windows(struct description *description, MPI_Offset offset, MPI_Count bytes,
                         void (*what)(struct lock *lock))
{
    MPI_Offset first = offset / BUFFER_BYTES, windows = (offset + bytes - 1) / BUFFER_BYTES - first;
    int i;

    if (likely(!description->has_sieves) || !description->has_places || bytes == 0)
        return;
    for (i = 0; i < DESCRIPTION_WINDOWS; i++)
        if ((i - first % DESCRIPTION_WINDOWS + DESCRIPTION_WINDOWS) % DESCRIPTION_WINDOWS <=
            windows)
            what(&description->windows[i]);
}

static void set_dirty(struct description *description)
{
    if (!load_relaxed(&description->is_dirty))
        store_relaxed(&description->is_dirty, true);
}

int description_write(struct description *description, MPI_Offset offset, const void *from,
                      MPI_Count bytes, MPI_Count *done)
{
    int err;

    set_dirty(description);
    hold_windows(description, offset, bytes, lock_take);
    err = move_all(description, true, offset, (char *)(uintptr_t)from, bytes, done);
    hold_windows(description, offset, bytes, lock_release);
    return err;
}

/* Leaves out of the parts what has been written. */
static void skip(struct iovec **parts, int *count, size_t moved)
{
    while (moved > 0 && moved >= (*parts)->iov_len) {
        moved -= (*parts)->iov_len;
        ++*parts;
        --*count;
    }
    if (moved > 0) {
        (*parts)->iov_base = (char *)(*parts)->iov_base + moved;
        (*parts)->iov_len -= moved;
    }
}

/* As move_all, from or to parts of memory. */
static int move_parts(struct description *description, bool is_write, MPI_Offset offset,
                      struct iovec *parts, int count, MPI_Count bytes, MPI_Count *done)
{
    struct refusals refusals = {0};
    int err = MPI_SUCCESS;

    *done = 0;
    while (*done < bytes && err == MPI_SUCCESS) {
        ssize_t moved = is_write ? pwritev(description->file, parts, count, offset + *done)
                                 : preadv(description->file, parts, count, offset + *done);

        if (moved > 0) {
            *done += moved;
            skip(&parts, &count, (size_t)moved);
            refusals = (struct refusals){0};
        } else if (moved == 0 && !is_write) {
            return MPI_SUCCESS;
        } else {
            err = look_why(description, is_write, moved, offset + *done, bytes - *done,
                           &refusals);
        }
    }
    return err;
}

int description_read_parts(struct description *description, MPI_Offset offset,
                           struct iovec *parts, int count, MPI_Count bytes, MPI_Count *done)
{
    return move_parts(description, false, offset, parts, count, bytes, done);
}

int description_write_parts(struct description *description, MPI_Offset offset,
                            struct iovec *parts, int count, MPI_Count bytes)
{
    MPI_Count done = 0;
    int err;

    if (count == 1)
        return description_write(description, offset, parts->iov_base, bytes, &done);
    set_dirty(description);
    hold_windows(description, offset, bytes, lock_take);
    err = move_parts(description, true, offset, parts, count, bytes, &done);
    hold_windows(description, offset, bytes, lock_release);
    return err;
}

int description_change(struct description *description, MPI_Offset low, MPI_Offset high,
                       char *buffer, void (*change)(void *subject), void *subject,
                       bool *is_refused)
{
    struct lock *window = window_of(description, low);
    MPI_Count done = 0;
    int err = MPI_SUCCESS;

    must(window == window_of(description, high - 1));
    set_dirty(description);
    lock_take(window);
    *is_refused = load_relaxed(&description->twins) > 0;
    if (!*is_refused)
        err = move_all(description, false, low, buffer, high - low, &done);
    if (err == MPI_SUCCESS && !*is_refused) {
        memset(buffer + done, 0, (size_t)(high - low - done));
        change(subject);
        err = move_all(description, true, low, buffer, high - low, &done);
    }
    lock_release(window);
    return err;
}

/* ---- size ------------------------------------------------------------------------------------ */

int description_size(struct description *description, MPI_Offset *size)
{
    struct stat status;
    off_t end;

    if (TEMP_FAILURE_RETRY(fstat(description->file, &status)) != 0)
        return failure_of_file(errno, "asking for the size of", description->path);
    if (S_ISBLK(status.st_mode)) { /* a device's is where its end is */
        end = TEMP_FAILURE_RETRY(lseek(description->file, 0, SEEK_END));
        if (end < 0)
            return failure_of_file(errno, "asking for the size of", description->path);
        *size = end;
        return MPI_SUCCESS;
    }
    *size = status.st_size;
    return MPI_SUCCESS;
}

int description_resize(struct description *description, MPI_Offset size)
{
    if (TEMP_FAILURE_RETRY(ftruncate(description->file, size)) == 0) {
        store_relaxed(&description->is_dirty, true);
        return MPI_SUCCESS;
    }
    return failure_of_size(errno, "resizing", description->path, size);
}

int description_preallocate(struct description *description, MPI_Offset size)
{
    MPI_Offset before;
    int err = description_size(description, &before), error;

    if (err != MPI_SUCCESS || size == 0)
        return err;
    do {
        error = posix_fallocate(description->file, 0, size);
    } while (error == EINTR);
    if (error != 0)
        return failure_of_size(error, "preallocating", description->path, size);
    store_relaxed(&description->is_dirty, true);
    return MPI_SUCCESS;
}

int description_sync(struct description *description)
{
    int result;

    if (!load_relaxed(&description->is_dirty) || !description_may_write(description))
        return MPI_SUCCESS;
    store_relaxed(&description->is_dirty, false);
    result = TEMP_FAILURE_RETRY(fsync(description->file));
    if (result == 0 || errno == EINVAL || errno == EROFS) /* it is nothing that can be synced */
        return MPI_SUCCESS;
    store_relaxed(&description->is_dirty, true);
    return failure_of_file(errno, "syncing", description->path);
}
