/* SPDX-License-Identifier: MIT */
#ifndef IMAGE_LIMIT_H
#define IMAGE_LIMIT_H

enum { IMAGE_SLOTS_MAX = 65536 };

#endif
