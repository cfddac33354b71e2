# SPDX-License-Identifier: MIT
# What is installed as the library, made of libheddle.a.
if SHARED
execlib_DATA += lib/libmpi_abi.so.1
endif
if STATIC
execlib_DATA += lib/libmpi_abi.a
endif
CLEANFILES += lib/libmpi_abi.so lib/libmpi_abi.so.1 lib/libmpi_abi.o lib/libmpi_abi.a

lib/libmpi_abi.so.1: libheddle.a %D%/exports.map
	$(AM_V_CCLD)mkdir -p lib && $(CC) $(AM_CFLAGS) $(CFLAGS) $(LDFLAGS) -shared -o $@ \
	  -Wl,-soname,libmpi_abi.so.1 $(no_undefined) -Wl,--version-script=$(srcdir)/%D%/exports.map \
	  -Wl,--whole-archive libheddle.a -Wl,--no-whole-archive $(heddle_LIBS) $(LIBS)
	@ln -sf libmpi_abi.so.1 lib/libmpi_abi.so

# One relocatable object whose hidden names are local: a program sees no name but the public ones.
lib/libmpi_abi.a: libheddle.a
	$(AM_V_AR)mkdir -p lib && $(LD) -r -o lib/libmpi_abi.o --whole-archive libheddle.a && \
	  $(OBJCOPY) --localize-hidden lib/libmpi_abi.o && rm -f $@ && \
	  $(AR) rcs $@ lib/libmpi_abi.o

install-library-link:
if SHARED
	$(MKDIR_P) "$(DESTDIR)$(libdir)"
	cd "$(DESTDIR)$(libdir)" && ln -sf libmpi_abi.so.1 libmpi_abi.so
endif
uninstall-library-link:
	rm -f "$(DESTDIR)$(libdir)/libmpi_abi.so"
.PHONY: install-library-link uninstall-library-link
