/* SPDX-License-Identifier: MIT */
/* Texts in XML, as pictures have them. */
#ifndef BASE_XML_H
#define BASE_XML_H

#include <stdio.h>

/* Writes the text between elements, without characters that XML does not have. */
void xml_write_text(FILE *out, const char *text);

#endif
