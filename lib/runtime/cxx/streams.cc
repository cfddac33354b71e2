/* SPDX-License-Identifier: MIT */
/* The standard streams of C++, one set for each rank, so that ranks do not share formats, states
 * and positions. The streams read and write through the rank's C streams, which keep lines whole.
 *
 * The plugin that compiles this file makes its variables private. It treats std::cin and the others
 * as private wherever programs name them. */
#include <dlfcn.h>

#include <cstdio>
#include <istream>
#include <new>
#include <ostream>
#include <streambuf>

extern "C" {
extern __attribute__((weak)) const char heddle_main[];

/* The stream objects, without their constructors: the C++ library constructs the originals. */
alignas(std::istream) char std_cin[sizeof(std::istream)] __asm__("_ZSt3cin");
alignas(std::ostream) char std_cout[sizeof(std::ostream)] __asm__("_ZSt4cout");
alignas(std::ostream) char std_cerr[sizeof(std::ostream)] __asm__("_ZSt4cerr");
alignas(std::ostream) char std_clog[sizeof(std::ostream)] __asm__("_ZSt4clog");

/* Weak: other modules define these functions and objects, too. */
__attribute__((weak)) bool standard_streams_are_made;
}

namespace {

/* A stream buffer that holds nothing, so that output of C and C++ arrives in the order of
 * writing. */
class passage : public std::streambuf {
public:
    explicit passage(FILE **file) : file_(file) {}

protected:
    int_type overflow(int_type next) override
    {
        return next == EOF ? (sync() == 0 ? 0 : EOF) : std::putc(next, *file_);
    }

    std::streamsize xsputn(const char *text, std::streamsize length) override
    {
        return static_cast<std::streamsize>(
            std::fwrite(text, 1, static_cast<std::size_t>(length), *file_));
    }

    int sync() override { return std::fflush(*file_); }

    int_type underflow() override { return std::ungetc(std::getc(*file_), *file_); }

    int_type uflow() override { return latest_ = std::getc(*file_); }

    std::streamsize xsgetn(char *text, std::streamsize length) override
    {
        auto taken = std::fread(text, 1, static_cast<std::size_t>(length), *file_);

        latest_ = taken > 0 ? static_cast<unsigned char>(text[taken - 1]) : EOF;
        return static_cast<std::streamsize>(taken);
    }

    int_type pbackfail(int_type next) override
    {
        int_type kept = std::ungetc(next == EOF ? latest_ : next, *file_);

        latest_ = EOF;
        return kept;
    }

private:
    FILE **file_; /* a pointer because stdin is set after the constructors have run */
    int_type latest_ = EOF;
};

/* Storage for objects that are never destroyed, because destructors of the program may write. */
template <typename Kind> struct room {
    alignas(Kind) char bytes[sizeof(Kind)];
};
room<std::ios_base::Init> init;
room<passage> in, out, err, log;

/* Gives a stream its buffer. Libraries that were compiled without the wrapper, and the C++ library
 * itself, use one rank's copy of a stream: the C++ library has constructed it, and other ranks may
 * write to it now. Such a copy only gets another buffer. */
template <typename Stream>
Stream *make_stream(void *copy, const char *name, room<passage> &room, FILE **file)
{
    auto *buffer = new (room.bytes) passage(file);

    if (dlvsym(RTLD_DEFAULT, name, "GLIBCXX_3.4") != copy)
        return new (copy) Stream(buffer);
    static_cast<Stream *>(copy)->rdbuf(buffer);
    return static_cast<Stream *>(copy);
}

/* Runs before the constructors of the program's objects. */
__attribute__((constructor(101))) void make_streams()
{
    if (heddle_main == nullptr || standard_streams_are_made)
        return;
    standard_streams_are_made = true;
    new (init.bytes) std::ios_base::Init; /* makes the library construct its streams before ours */
    auto *to_out = make_stream<std::ostream>(std_cout, "_ZSt4cout", out, &stdout);
    auto *to_err = make_stream<std::ostream>(std_cerr, "_ZSt4cerr", err, &stderr);
    make_stream<std::ostream>(std_clog, "_ZSt4clog", log, &stderr);
    auto *from_in = make_stream<std::istream>(std_cin, "_ZSt3cin", in, &stdin);
    from_in->tie(to_out);
    to_err->tie(to_out);
    to_err->setf(std::ios_base::unitbuf);
}

}

/* Interposed, because the library's function would give other buffers to the originals. */
__attribute__((weak)) bool std::ios_base::sync_with_stdio(bool sync)
{
    static bool is_synced = true;
    bool was_synced = is_synced;

    if (heddle_main == nullptr) {
        void *behind = dlsym(RTLD_NEXT, "_ZNSt8ios_base15sync_with_stdioEb");

        return reinterpret_cast<bool (*)(bool)>(behind)(sync);
    }
    is_synced = sync;
    return was_synced;
}
