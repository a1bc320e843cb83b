# SPDX-License-Identifier: GPL-2.0
# features: what of the tool a build may leave out; whoever includes this has set
# PKG_CONFIG. `make TOOL_FEATURES=` leaves all of it out.

features_dir := $(dir $(lastword $(MAKEFILE_LIST)))
# what the page's charts are drawn with, which `make page` fetches: a build never does
page_library := $(features_dir)page/echarts/echarts.min.js

TOOL_FEATURES ?= zstd microhttpd ncurses$(if $(wildcard $(page_library)), page)

known_features := zstd microhttpd ncurses page

package_of_zstd := libzstd
debian_of_zstd := libzstd-dev
package_of_microhttpd := libmicrohttpd
debian_of_microhttpd := libmicrohttpd-dev
# some systems have only one of the two; what is drawn is ASCII
package_of_ncurses := $(shell $(PKG_CONFIG) --exists ncurses && echo ncurses || echo ncursesw)
debian_of_ncurses := libncurses-dev

unknown_features := $(filter-out $(known_features),$(TOOL_FEATURES))
ifneq ($(unknown_features),)
$(error TOOL_FEATURES=$(TOOL_FEATURES): no feature $(unknown_features), there is $(known_features))
endif

# recording/pack_zstd.c, or what stands in for it where zstd is left out; likewise the others
tool_left_out := $(if $(filter zstd,$(TOOL_FEATURES)),recording/pack_none.c,recording/pack_zstd.c) \
	$(if $(filter microhttpd,$(TOOL_FEATURES)),serve/http_none.c,serve/http_microhttpd.c) \
	$(if $(filter ncurses,$(TOOL_FEATURES)),top/screen_none.c,top/screen_curses.c) \
	$(if $(filter page,$(TOOL_FEATURES)),output/html_none.c,output/html_page.c)
# those that come as a package, with headers
packaged := $(filter-out page,$(TOOL_FEATURES))
tool_packages := json-c $(foreach feature,$(packaged),$(package_of_$(feature)))

# the page's parts are in html_page.o: where the assembler looks for them, and which they are
tool_asflags := -Wa,-I$(features_dir)page
page_parts := $(wildcard $(features_dir)page/page.* $(features_dir)page/echarts/*)

# what a rule runs before anything is compiled
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
