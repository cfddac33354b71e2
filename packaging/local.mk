# SPDX-License-Identifier: MIT
# `make deb` makes packages for Debian and its relatives, in the folder $(deb): docs/RELEASING.md.
EXTRA_DIST += \
	%D%/Containerfile \
	%D%/Containerfile.containerignore \
	%D%/ci/check.yml \
	%D%/deb/build.sh \
	%D%/deb/control \
	%D%/deb/files.txt \
	%D%/deb/heddle.postinst \
	%D%/deb/heddle.prerm \
	%D%/deb/libheddle-dev.postinst \
	%D%/deb/libheddle-dev.prerm \
	%D%/deb/libheddle-dev.triggers \
	%D%/deb/links.txt \
	%D%/deb/lintian/libheddle \
	%D%/spack/spack_repo/heddle/packages/heddle/package.py \
	%D%/spack/spack_repo/heddle/repo.yaml
deb = deb
deb:
	rm -rf "$(deb)/tree" && $(MKDIR_P) "$(deb)"
	$(MAKE) $(AM_MAKEFLAGS) install prefix=/usr/lib/heddle DESTDIR="$$(cd "$(deb)" && pwd)/tree" \
	  >"$(deb)/install.log"
	cd "$(deb)" && version='$(PACKAGE_VERSION)' WRAPPER_CC='$(WRAPPER_CC)' \
	  WRAPPER_CXX='$(WRAPPER_CXX)' WRAPPER_FC='$(WRAPPER_FC)' DEB_FLAGS='$(DEB_FLAGS)' \
	  bash "$(abs_srcdir)"/%D%/deb/build.sh
clean-deb:
	rm -rf deb
.PHONY: deb clean-deb
