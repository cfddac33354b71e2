# SPDX-License-Identifier: MIT
# The demos in C.
# shellcheck disable=SC2034
names='atmosphere auction backmask cached checkpoint digits fox library nameserver ocean pairs
    pipeline plate ring smooth strips torus'
