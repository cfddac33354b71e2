/* SPDX-License-Identifier: MIT */
#include "base/report_file.h"

#include <errno.h>
#include <string.h>

bool report_file_open(struct report_file *file, const char *what, const char *path)
{
    *file = (struct report_file){.what = what, .path = path, .out = fopen(path, "we")};
    file->error = file->out != NULL ? 0 : errno;
    if (file->out == NULL)
        return false;
    file->of_numbers = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    file->of_program = uselocale(file->of_numbers);
    return true;
}

void report_file_close(struct report_file *file)
{
    if (file->out != NULL) {
        uselocale(file->of_program);
        if (file->of_numbers != (locale_t)0)
            freelocale(file->of_numbers);
        if (ferror(file->out))
            file->error = EIO;
        if (fclose(file->out) != 0)
            file->error = errno;
    }
    if (file->error != 0)
        fprintf(stderr, "heddle: %s cannot be written to %s: %s\n", file->what, file->path,
                strerror(file->error));
}
