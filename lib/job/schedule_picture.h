/* SPDX-License-Identifier: MIT */
/* A picture of the schedule of the latest run: a line for each rank, time goes down, and an arrow
 * for each message, in the order in which they were taken, or came if nothing chose them. Choices
 * that are no message are points. The unusual ones are marked. */
#ifndef JOB_SCHEDULE_PICTURE_H
#define JOB_SCHEDULE_PICTURE_H

#include <stdio.h>

#include "job/schedule.h"

/* Draws in text, at most 30 lines around the first unusual choice. Writes nothing about a job
 * without choices or messages, or of more ranks than fit beside each other. */
void schedule_draw_text(const struct schedule *schedule, FILE *out);

/* Draws all of it as a file of SVG. */
void schedule_draw_svg(const struct schedule *schedule, const char *title, FILE *out);

#endif
