/* SPDX-License-Identifier: MIT */
#include "image/opening.h"

#include "image/module.h"
#include "image/reservation.h"

static _Thread_local int openings; /* that the thread is in */

bool opening_is_under_way(void)
{
    return openings > 0;
}

void opening_begin(void)
{
    openings++;
    modules_lock();
    reservation_open();
    modules_unlock();
}

void opening_end(void)
{
    openings--;
    reservation_close();
}
