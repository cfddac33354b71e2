/* SPDX-License-Identifier: MIT */
#define CATCH_CONFIG_MAIN
#define CATCH_CONFIG_CONSOLE_WIDTH 300 // sentences stay in one line
#include <catch2/catch.hpp>
