/* SPDX-License-Identifier: MIT */
#include "base/report_file.h"

#include <errno.h>
#include <string.h>

void plain_numbers_begin(struct plain_numbers *numbers)
{
    numbers->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    numbers->of_program = uselocale(numbers->plain);
}

void plain_numbers_end(struct plain_numbers *numbers)
{
    uselocale(numbers->of_program);
    if (numbers->plain != (locale_t)0)
        freelocale(numbers->plain);
}

bool report_file_open(struct report_file *file, const char *what, const char *path)
{
    *file = (struct report_file){.what = what, .path = path, .out = fopen(path, "we")};
    file->error = file->out != NULL ? 0 : errno;
    if (file->out == NULL)
        return false;
    plain_numbers_begin(&file->numbers);
    return true;
}

void report_file_close(struct report_file *file)
{
    if (file->out != NULL) {
        plain_numbers_end(&file->numbers);
        if (ferror(file->out))
            file->error = EIO;
        if (fclose(file->out) != 0)
            file->error = errno;
    }
    if (file->error != 0)
        fprintf(stderr, "heddle: %s cannot be written to %s: %s\n", file->what, file->path,
                strerror(file->error));
}
