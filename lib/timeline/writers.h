/* SPDX-License-Identifier: MIT */
/* The formats of a timeline. Errors of the stream stay in it; nothing else fails. */
#ifndef TIMELINE_WRITERS_H
#define TIMELINE_WRITERS_H

#include <stdio.h>

#include "timeline/model.h"

/* Perfetto's protocol buffers (https://perfetto.dev/docs/reference/trace-packet-proto). */
void perfetto_write(const struct model *model, FILE *out);

/* The Trace Event Format, which Perfetto and Chrome read as well. */
void json_write(const struct model *model, FILE *out);

/* A page with all in it, for any browser: page.html, of which these are the lines, and NULL. */
extern const char *const html_page[];
void html_write(const struct model *model, FILE *out);

#endif
