/* SPDX-License-Identifier: MIT */
/* Wide characters reach standard output, beside bytes; each call's text is one piece.
 * options: -O0 -O2
 * ranks: 1 2 5
 * expect-stdout: ^wide 7 text of 0$
 * expect-stdout: ^written wide by 0$
 * expect-stdout: ^xyz$
 * expect-stdout: ^€ and \*$
 * variant: fortified; options: -O2; flags: -D_FORTIFY_SOURCE=2; ranks: 2 */
#include "../globals.h"

#include <locale.h>
#include <wchar.h>

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    rank = my_rank();
    setlocale(LC_ALL, "C.UTF-8");
    expect(wprintf(L"wide %d %ls of %d\n", 7, L"text", rank) == 17);
    expect(fwprintf(stdout, L"written %s by %d\n", "wide", rank) == 18);
    expect(putwchar(L'x') == L'x' && fputwc(L'y', stdout) == L'y' && putwc(L'z', stdout) == L'z');
    expect(fputws(L"\n", stdout) >= 0);
    expect(fputws(L"\u20ac and *\n", stdout) >= 0);
    setlocale(LC_ALL, "C");
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect(size == 1 || wprintf(L"\u20ac\n") == -1);
    expect(fflush(stdout) == 0);
    MPI_Finalize();
    return 0;
}
