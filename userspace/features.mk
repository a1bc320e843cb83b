# SPDX-License-Identifier: GPL-2.0
# features: what of the tool a build may leave out; whoever includes this has set
# PKG_CONFIG. `make TOOL_FEATURES=` leaves all of it out.

TOOL_FEATURES ?= zstd

known_features := zstd

package_of_zstd := libzstd
debian_of_zstd := libzstd-dev

unknown_features := $(filter-out $(known_features),$(TOOL_FEATURES))
ifneq ($(unknown_features),)
$(error TOOL_FEATURES=$(TOOL_FEATURES): no feature $(unknown_features), there is $(known_features))
endif

# pack_zstd.c, or what stands in for it where zstd is left out
tool_left_out := $(if $(filter zstd,$(TOOL_FEATURES)),pack_none.c,pack_zstd.c)
tool_packages := json-c $(foreach feature,$(TOOL_FEATURES),$(package_of_$(feature)))

# what a rule runs before anything is compiled
define check_features
$(foreach feature,$(TOOL_FEATURES),\
	$(PKG_CONFIG) --exists $(package_of_$(feature)) || { \
	echo "no $(package_of_$(feature)): install $(debian_of_$(feature))," \
	     "or build without it: make TOOL_FEATURES=$(filter-out $(feature),$(TOOL_FEATURES))" >&2; \
	exit 1; };)
endef
