/* SPDX-License-Identifier: MIT */
/* The function that code in copies calls instead of dlopen. For lib/image only. */
#ifndef IMAGE_WHOLE_OPEN_H
#define IMAGE_WHOLE_OPEN_H

void *whole_open(const char *library, int mode);

#endif
