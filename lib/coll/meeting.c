/* SPDX-License-Identifier: MIT */
#include "coll/meeting.h"

#include "base/cpu.h"
#include "coll/agree.h"
#include "rank/wait.h"

/* Looks of the last one on a core at whether the others have come: a few microseconds, for which
 * whom it shares the core with, and who only waits, need not be let run. */
enum { LOOKS = 256 };

void meeting_look_out(const struct board *board, uint64_t epoch)
{
    int looks;

    for (looks = 0; looks < LOOKS && board_read(board, board->seats, epoch) == NULL; looks++)
        cpu_pause();
}

bool meeting_come_last(struct comm *comm, struct board *board, uint64_t epoch)
{
    int seat = turn_seat_of(comm), processors = comm->self->world->cpus;

    if (!board_come_last(board, seat, epoch, cpu_current()))
        return false;
    if (unlikely(rank_moves(comm->self, board_count_crammed(board, seat, processors))))
        board_settle(board, seat, cpu_current());
    return true;
}

bool meeting_come(struct coll *coll, struct turn *turn, const struct coll_card *card,
                  size_t bytes)
{
    enum board_arrival arrival;
    bool is_last_here;

    coll->seen = 0;
    if (!coll->is_crowded) {
        turn_show(turn, card, bytes);
        return false;
    }
    turn_lay(turn, card, bytes);
    is_last_here = meeting_come_last(turn->comm, turn->board, turn->epoch);
    arrival = turn_arrive(turn, turn->board->seats, head_word(coll->call, &coll->head));
    if (unlikely(arrival == ARRIVAL_LAST_UNLIKE))
        card_blame(coll, turn);
    else if (arrival == ARRIVAL_EARLY && is_last_here && !coll_is_started(coll))
        meeting_look_out(turn->board, turn->epoch);
    return arrival == ARRIVAL_LAST;
}

void meeting_begin(struct coll *coll, struct turn *turn, const struct coll_card *card,
                   size_t bytes)
{
    if (meeting_come(coll, turn, card, bytes))
        turn_announce(turn, NULL, 0);
}

/* Between groups the readers of a root's buffer may have told that root that all of them have
 * arrived, before a member came that calls something else. */
static bool is_announced(const struct coll *coll, const struct turn *turn)
{
    if (turn_see(turn, turn_table(turn)) == NULL)
        return false;
    if (!comm_is_inter(coll->call->comm) || likely(board_is_counted(turn->board, turn->epoch)))
        return true;
    card_blame(coll, turn);
    return false;
}

bool meeting_is_over(struct coll *coll, const struct turn *turn)
{
    if (coll->is_crowded)
        return is_announced(coll, turn);
    for (; coll->seen < turn->board->seats; coll->seen++) {
        const struct coll_card *card = turn_see(turn, coll->seen);

        if (card == NULL || unlikely(!card_agrees(coll, card, coll->seen)))
            return false;
    }
    return true;
}
