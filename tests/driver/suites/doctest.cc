/* SPDX-License-Identifier: MIT */
#include <heddle/doctest.h>

#include "cases.h"
