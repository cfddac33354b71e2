/* SPDX-License-Identifier: MIT */
#include "comm/join.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/note.h"
#include "comm/intercomm.h"
#include "rank/thread/helper.h"
#include "rank/worlds/connected.h"

/* How often the helper looks whether its rank is about to end. */
enum { LOOK_MS = 50 };

/* Each end of the socket sends this about itself. The address distinguishes processes whose numbers
 * are of different namespaces. */
struct introduction {
    char magic[8];
    int64_t process;
    uint64_t address;
    uint64_t world; /* its serial */
    int64_t rank;
};

struct joining {
    struct helper helper;
    int fd;
    int error; /* errno; 0: none */
    struct introduction own, theirs;
};

static struct introduction introduce(const struct rank *self)
{
    return (struct introduction){
        .magic = "heddle1",
        .process = getpid(),
        .address = (uintptr_t)comm_join,
        .world = self->world->serial,
        .rank = self->world_rank,
    };
}

/* 0, or errno. */
static int send_own(const struct joining *joining)
{
    const char *next = (const char *)&joining->own;
    size_t left = sizeof joining->own;

    while (left > 0) {
        ssize_t sent = send(joining->fd, next, left, MSG_NOSIGNAL);

        if (sent < 0 && errno != EINTR)
            return errno;
        next += sent > 0 ? sent : 0;
        left -= sent > 0 ? (size_t)sent : 0;
    }
    return 0;
}

/* Takes no byte that comes behind the introduction. */
static int receive_theirs(struct joining *joining)
{
    char *next = (char *)&joining->theirs;
    size_t left = sizeof joining->theirs;

    while (left > 0 && !helper_should_stop(&joining->helper)) {
        struct pollfd ready = {.fd = joining->fd, .events = POLLIN};
        ssize_t got;

        if (poll(&ready, 1, LOOK_MS) <= 0)
            continue;
        got = recv(joining->fd, next, left, 0);
        if (got == 0)
            return ECONNRESET;
        if (got < 0 && errno != EINTR)
            return errno;
        next += got > 0 ? got : 0;
        left -= got > 0 ? (size_t)got : 0;
    }
    return 0;
}

static void exchange(struct helper *helper, void *argument)
{
    struct joining *joining = argument;

    (void)helper;
    joining->error = send_own(joining);
    if (joining->error == 0)
        joining->error = receive_theirs(joining);
}

static int check_socket(int fd)
{
    int type = 0;
    socklen_t bytes = sizeof type;

    if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &bytes) != 0)
        return note(MPI_ERR_ARG, "fd %d is no socket: %s", fd, strerror(errno));
    if (type != SOCK_STREAM)
        return note(MPI_ERR_ARG, "fd %d is no stream socket", fd);
    return MPI_SUCCESS;
}

/* The other rank, whose world is tied to this one's; NULL: it is of another process, or gone. */
static struct rank *find_other(struct rank *self, const struct joining *joining)
{
    const struct introduction *theirs = &joining->theirs;
    struct world *world;

    if (memcmp(theirs->magic, joining->own.magic, sizeof theirs->magic) != 0 ||
        theirs->process != joining->own.process || theirs->address != joining->own.address)
        return NULL;
    world = connected_tie_serial(self->world, theirs->world);
    if (world == NULL)
        return NULL;
    if (theirs->rank >= 0 && theirs->rank < world->size &&
        &world->ranks[theirs->rank] != self)
        return &world->ranks[theirs->rank];
    connected_untie_world(self->world, world);
    return NULL;
}

static int connect_to(struct rank *self, struct rank *other, struct comm **created)
{
    const struct leaders leaders = {.remote_leader = other};
    int err;

    if (self->world->options.heap != other->world->options.heap)
        memory_mix();
    err = comm_create_intercomm(self->comm_self, &leaders, NULL, 0, created);
    connected_untie_world(self->world, other->world);
    return err;
}

int comm_join(struct rank *self, int fd, struct comm **created)
{
    struct joining *joining;
    struct rank *other = NULL;
    int err = check_socket(fd), error;

    if (err != MPI_SUCCESS)
        return err;
    joining = memory_take_zeroed(sizeof *joining); /* an unwound rank leaves it to its job */
    if (joining == NULL)
        return note(MPI_ERR_NO_MEM, "no memory to join");
    joining->fd = fd;
    joining->own = introduce(self);
    if (helper_start(self, &joining->helper, exchange, joining) != 0) {
        memory_give(joining);
        return MPI_ERR_OTHER;
    }
    helper_join(&joining->helper);
    error = joining->error;
    if (error == 0)
        other = find_other(self, joining);
    memory_give(joining);
    if (error != 0)
        return note(MPI_ERR_OTHER, "fd %d: %s", fd, strerror(error));
    *created = NULL;
    return other != NULL ? connect_to(self, other, created) : MPI_SUCCESS;
}
