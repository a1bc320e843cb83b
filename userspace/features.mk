# SPDX-License-Identifier: GPL-2.0
# features: the optional features of the tool. The including makefile must set PKG_CONFIG.
# `make TOOL_FEATURES=` builds without all of them.

features_dir := $(dir $(lastword $(MAKEFILE_LIST)))
# the library that draws the charts of the page: `make page` fetches it, a build never does
page_library := $(features_dir)page/echarts/echarts.min.js

# zlib, too, is used if it is there: without it the exporter lacks nothing but compression
TOOL_FEATURES ?= zstd microhttpd ncurses$(shell $(PKG_CONFIG) --exists zlib && echo ' zlib')$(if $(wildcard $(page_library)), page)

known_features := zstd microhttpd ncurses zlib page

package_of_zstd := libzstd
debian_of_zstd := libzstd-dev
package_of_microhttpd := libmicrohttpd
debian_of_microhttpd := libmicrohttpd-dev
package_of_zlib := zlib
debian_of_zlib := zlib1g-dev
# some systems have only one of the two; either will do, as the tool draws ASCII only
package_of_ncurses := $(shell $(PKG_CONFIG) --exists ncurses && echo ncurses || echo ncursesw)
debian_of_ncurses := libncurses-dev

unknown_features := $(filter-out $(known_features),$(TOOL_FEATURES))
ifneq ($(unknown_features),)
$(error TOOL_FEATURES=$(TOOL_FEATURES): no feature $(unknown_features), there is $(known_features))
endif

# sources that only pathtime-exporter has; it is not built without microhttpd
exporter_sources := pathtime-exporter.c $(addprefix serve/,accept.c exporter.c gzip_none.c gzip_zlib.c http.c) \
	$(addprefix output/,exposition_protobuf.c native.c)

# of each feature, leave out the implementation or the stub that replaces it
tool_left_out := $(if $(filter zstd,$(TOOL_FEATURES)),recording/pack_none.c,recording/pack_zstd.c) \
	$(if $(filter microhttpd,$(TOOL_FEATURES)),,$(exporter_sources)) \
	$(if $(filter zlib,$(TOOL_FEATURES)),serve/gzip_none.c,serve/gzip_zlib.c) \
	$(if $(filter ncurses,$(TOOL_FEATURES)),top/screen_none.c,top/screen_curses.c) \
	$(if $(filter page,$(TOOL_FEATURES)),output/html_none.c,output/html_page.c)
# features that need a package with headers
packaged := $(filter-out page,$(TOOL_FEATURES))
# of the tool, of the exporter, and of both. The tool must not load what only the exporter
# needs: libmicrohttpd brings GnuTLS, whose start takes longer than most commands.
packages_of = $(foreach feature,$(filter $(1),$(packaged)),$(package_of_$(feature)))
tool_packages := json-c $(call packages_of,zstd ncurses)
exporter_packages := json-c $(call packages_of,zstd microhttpd zlib)
all_packages := $(sort $(tool_packages) $(exporter_packages))

# html_page.o embeds the parts of the page: the directory for the assembler, and the list of parts
tool_asflags := -Wa,-I$(features_dir)page
page_parts := $(wildcard $(features_dir)page/page.* $(features_dir)page/echarts/*)

# the commands of a rule that runs before anything is compiled
define check_features
$(if $(filter page,$(TOOL_FEATURES)),$(check_page)) \
$(foreach feature,$(packaged),\
	$(PKG_CONFIG) --exists $(package_of_$(feature)) || { \
	echo "no $(package_of_$(feature)): install $(debian_of_$(feature))," \
	     "or build without it: make TOOL_FEATURES='$(filter-out $(feature),$(TOOL_FEATURES))'" >&2; \
	exit 1; };)
endef

define check_page
test -e $(page_library) || { \
	echo "no $(page_library): fetch it by 'make page' at the top," \
	     "or build without it: make TOOL_FEATURES='$(packaged)'" >&2; \
	exit 1; };
endef
