# SPDX-License-Identifier: GPL-2.0
# features: what of the tool a build may leave out; whoever includes this has set
# PKG_CONFIG. `make TOOL_FEATURES=` leaves all of it out.

TOOL_FEATURES ?= zstd microhttpd ncurses

known_features := zstd microhttpd ncurses

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

# pack_zstd.c, or what stands in for it where zstd is left out; likewise the other two
tool_left_out := $(if $(filter zstd,$(TOOL_FEATURES)),pack_none.c,pack_zstd.c) \
	$(if $(filter microhttpd,$(TOOL_FEATURES)),http_none.c,http_microhttpd.c) \
	$(if $(filter ncurses,$(TOOL_FEATURES)),screen_none.c,screen_curses.c)
tool_packages := json-c $(foreach feature,$(TOOL_FEATURES),$(package_of_$(feature)))

# what a rule runs before anything is compiled
define check_features
$(foreach feature,$(TOOL_FEATURES),\
	$(PKG_CONFIG) --exists $(package_of_$(feature)) || { \
	echo "no $(package_of_$(feature)): install $(debian_of_$(feature))," \
	     "or build without it: make TOOL_FEATURES='$(filter-out $(feature),$(TOOL_FEATURES))'" >&2; \
	exit 1; };)
endef
