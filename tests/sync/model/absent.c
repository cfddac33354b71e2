/* SPDX-License-Identifier: MIT */
/* Functions that the sources of the model call where no program comes: for reports, choosers,
 * observers and users' types. To come there is an error of the program. They are known to the
 * linker only, so that nothing else of theirs has to be written here. */
#include "model.h"

#define ABSENT(name)                                \
    void name(void);                                \
    void name(void)                                 \
    {                                               \
        model_fail(#name " is not in the model");   \
    }

/* lib/rank */
ABSENT(abort_view)
ABSENT(causal_acquire_slowly)
ABSENT(causal_release_slowly)
ABSENT(choice_list_add)
ABSENT(choice_list_ask)
ABSENT(choice_list_open)
ABSENT(finding_mark)
ABSENT(idlers_are_asleep)
ABSENT(journal_await_grant)
ABSENT(journal_note_grant)
ABSENT(observer_sees)
ABSENT(observer_send)
ABSENT(pool_is_idle)
ABSENT(rank_name)
ABSENT(rank_unwind)
ABSENT(seat_watch)
ABSENT(tape_begin_wait)
ABSENT(tape_end_wait)
ABSENT(thread_taker)
ABSENT(turn_pass_on)
ABSENT(wait_report_await)
ABSENT(wait_report_begin_part)
ABSENT(wait_report_end_part)
ABSENT(world_abort_call)

/* lib/base, lib/image, lib/comm, lib/type, lib/op */
ABSENT(comm_drop)
ABSENT(cpu_leave)
ABSENT(image_let_others_construct)
ABSENT(note_class)
ABSENT(note_text)
ABSENT(op_predefined)
ABSENT(place_describe)
ABSENT(places_close)
ABSENT(places_open)
ABSENT(round_describe_call)
ABSENT(trace_take)
ABSENT(type_drop_derived)
ABSENT(type_hold_derived)

/* lib/p2p, lib/rma, lib/io */
ABSENT(access_place)
ABSENT(eager_push_cells)
ABSENT(eager_tell_order)
ABSENT(overlap_check)
ABSENT(pending_keep)
ABSENT(pending_tell_access)
ABSENT(segment_give)
ABSENT(stream_advance)
ABSENT(stream_close)
ABSENT(stream_open)
ABSENT(window_tell)
ABSENT(worker_do)
