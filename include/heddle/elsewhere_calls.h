/* SPDX-License-Identifier: MIT */
/* heddle/record.h and heddle/faults.h with another library of MPI: nothing is recorded, and nothing
 * fails on purpose. */
#ifndef HEDDLE_ELSEWHERE_CALLS_H
#define HEDDLE_ELSEWHERE_CALLS_H

#include <heddle.h>

#define heddle_record_start() heddle_leave_out_contract_()
#define heddle_record_start_all() heddle_leave_out_contract_()
#define heddle_record_stop() ((void)0)
#define heddle_record_write(out) ((void)(out))
#define heddle_log2(number) ((void)(number), 0)
#define heddle_expect_sent(peer, tag, comm, least, most) \
    ((void)(peer), (void)(tag), (void)(comm), (void)(least), (void)(most))
#define heddle_expect_sent_in(function, least, most) \
    ((void)(function), (void)(least), (void)(most))
#define heddle_expect_only_on(comm) ((void)(comm))
#define heddle_expect_no_collective() ((void)0)
#define heddle_expect_rounds(least, most) ((void)(least), (void)(most))
#define heddle_expect_recorded(text) ((void)(text))
#define heddle_expect_trace(path) ((void)(path))

/* Nothing is known. */
#define heddle_result_sent(result, rank, peer, tag, comm_name) \
    ((void)(result), (void)(rank), (void)(peer), (void)(tag), (void)(comm_name), -1)
#define heddle_result_sent_in(result, rank, function) \
    ((void)(result), (void)(rank), (void)(function), -1)
#define heddle_result_calls(result, rank, call, comm_name) \
    ((void)(result), (void)(rank), (void)(call), (void)(comm_name), -1)
#define heddle_result_collectives(result, rank, comm_name) \
    ((void)(result), (void)(rank), (void)(comm_name), -1)
#define heddle_result_rounds(result, rank) ((void)(result), (void)(rank), -1)
#define heddle_result_write(result, out) ((void)(result), (void)(out))

#define heddle_fail_call(function, n, error_class) \
    ((void)(function), (void)(n), (void)(error_class), heddle_leave_out_contract_())
#define heddle_end_at_call(function, n, status) \
    ((void)(function), (void)(n), (void)(status), heddle_leave_out_contract_())
#define heddle_sleep_at_call(function, n, seconds) \
    ((void)(function), (void)(n), (void)(seconds), heddle_leave_out_contract_())
#define heddle_delay_messages(peer, seconds) \
    ((void)(peer), (void)(seconds), heddle_leave_out_contract_())
static inline int heddle_no_faults(void)
{
    return 1; /* nothing has happened */
}

#endif
