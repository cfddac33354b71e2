/* SPDX-License-Identifier: MIT */
#include <heddle/catch2.h>

#include "cases.h"
