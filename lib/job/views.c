/* SPDX-License-Identifier: MIT */
#include "job/views.h"

#include "base/knob.h"
#include "job/matrix.h"
#include "timeline/summary.h"
#include "timeline/timeline.h"

/* The ranks of an explored program take turns, so a run's times say nothing. */
static const char *summary_wish(void)
{
    return knobs.explore == NULL ? knobs.summary : NULL;
}

int views_begin(struct world *world)
{
    bool has_summary;
    const char *file;

    if ((knobs.matrix != NULL && matrix_begin(world) != 0) ||
        !summary_read(summary_wish(), &has_summary, &file) ||
        (knobs.trace != NULL && timeline_check(knobs.trace) != 0))
        return -1;
    if (knobs.trace == NULL && !has_summary)
        return 0;
    return timeline_begin(world, knobs.trace != NULL ? knobs.trace_kb : 0, has_summary);
}

void views_write_timeline(const char *title)
{
    if (knobs.trace != NULL)
        timeline_write(title, knobs.trace);
}

void views_write(const struct world *world, const char *title)
{
    if (knobs.matrix != NULL)
        matrix_write(world, title, knobs.matrix);
    views_write_timeline(title);
}

void views_tell(void)
{
    summary_tell(summary_wish());
}
