# SPDX-License-Identifier: GPL-2.0
# The commands that a person types. The module's own list of objects is in Kbuild.

KVER ?= $(shell uname -r)
KDIR ?= /lib/modules/$(KVER)/build
DESTDIR ?=
# kernels_in LIST[,ROLE]: the names in one of the lab's lists, of all lines or of those that have the role
kernels_in = $(shell awk '/^[0-9a-z]/ && ("$2" == "" || "," $$2 "," ~ ",$2,") { print $$1 }' tests/guest/kernels/$1)
KERNELS ?= $(call kernels_in,kernels)
OTHER_KERNELS = $(if $(filter file,$(origin KERNELS)),$(call kernels_in,kernels-other),$(KERNELS))
DEBUG_KERNELS = $(if $(filter file,$(origin KERNELS)),$(call kernels_in,kernels-debug),$(KERNELS))

version := $(shell sed -n 's/.*PTIME_VERSION[[:space:]]*"\(.*\)"/\1/p' include/pathtime/version.h)
dkms_src := $(DESTDIR)/usr/src/pathtime-$(version)
deb_src := build/deb/pathtime-$(version)

# A kernel that clang has compiled wants its modules so, too: with kCFI a module of GCC's panics at the first call back.
llvm = $(if $(LLVM),,$(shell grep -qs '^CONFIG_CC_IS_CLANG=y' $(KDIR)/include/config/auto.conf && echo LLVM=1))

# Headers that bring a vmlinux make kbuild run pahole, which need not be there:
# the build would fail at its very end. The module needs no BTF of its own.
kbuild = $(MAKE) -C $(KDIR) M=$(CURDIR) CONFIG_DEBUG_INFO_BTF_MODULES= $(llvm)

all: module tool

help:
	@sed -n 's/^##//p' $(MAKEFILE_LIST)
## make                  build the module for the running kernel, and the tool
## make module           the module; KVER=, KDIR= choose another kernel
## make tool             the tool; TOOL_FEATURES= leaves libraries out
## make page             fetch the library of the HTML page (npm); later builds have it
## make install          install both; DESTDIR=, PREFIX=
## make dkms-install     register the module's source with DKMS and build it
## make deb              build the Debian packages
## make demo             boot a VPN gateway in a virtual machine, and show its packets
## make tutorial         record the tutorial's gateway again, in a virtual machine
## make check            run all tests; KERNELS="newest 6.1" chooses, CASES=all runs each case
## make check-unit       tests without a virtual machine
## make check-debug      all cases on kernels with KASAN, KCSAN and lockdep
## make check-kernels    all cases on kernels that are configured differently, or built by clang
## make lint             static checks
## make soak             randomised stress tests, for hours; SOAK_MINUTES=, SOAK_SEED=
## make fuzz             fuzz the readers of files; FUZZ_MINUTES=
## make bench            measure the overhead; writes tables
## make bench-native     the same on this processor only, with the module of the running kernel; KVER=
## make pictures         draw the pictures of the README again; RECORDING=
## make clean            remove what was built

module:
	@test -e $(KDIR)/Makefile || { \
		echo "no headers of kernel $(KVER) in $(KDIR):" \
		     "apt-get install linux-headers-$(KVER)" >&2; exit 1; }
	+$(kbuild) modules

tool:
	$(MAKE) -C userspace

# Fetch the chart library of the tool's page from the npm registry. The tool is then built with it.
page:
	userspace/page/fetch

# If the library cannot be fetched, a message says so, and html.t tests the tool's message about it.
check-page: check-unit-deps
	userspace/page/fetch || echo "the page is not tested" >&2

demo:
	tests/guest/bin/demo

# the recordings of docs/tutorial.md, and the output that it shows of them
tutorial:
	tests/guest/bin/tutorial

# the pictures of the README, from a recording that is in the tree
RECORDING ?= docs/tutorial/slow.ptime
pictures: tool
	docs/img/pictures $(RECORDING)

# The longest come first, so that no core is left idle while another ends. lint comes last, without its slowest
# checks (tests/lint/checks): its checkers use all cores.
slowest_tests = $(addprefix tests/cli/,exposition.t listen.t) tests/fuzz/run \
	$(addprefix tests/cli/,many.t width.t schema.t import.t html.t sync.t)
longest = $(foreach role,newest arm64 lts oldest,$(call kernels_in,kernels,$(role))) packages
# 6.12 is tested as 6.12-arm64 and 6.12-rt, whose sources are the same. Debian's kernel for clouds differs by what it lacks. Both are
# tested on request only.
CHECK_KERNELS = $(if $(filter file,$(origin KERNELS)),$(filter-out $(call kernels_in,kernels,request),$(KERNELS)),$(KERNELS))
suites = packages $(CHECK_KERNELS)

# The newest kernel runs most cases: half of those of each topology, and those without one, are a suite of their own.
topologies = $(basename $(notdir $(wildcard tests/guest/topologies/*.sh)))
parts = $(foreach part,1of2 2of2,$(addsuffix :$(part),$(topologies))) none
in_parts = $(foreach suite,$1,$(if $(filter $(suite),$(call kernels_in,kernels,newest)),$(addprefix $(suite):,$(parts)),$(suite)))

# CASES=all also has each kernel do what is left to others (docs/testing.md)
check: check-unit
	KERNELS="$(CHECK_KERNELS)" tests/guest/bin/matrix suite $(call in_parts,$(filter $(suites),$(longest)) $(filter-out $(longest),$(suites))) lint

# on kernels that look for errors themselves, and are built first, once; KERNELS="6.1-kasan" chooses
check-debug: check-deps
	tests/guest/bin/matrix detectors $(DEBUG_KERNELS)
	tests/guest/bin/matrix suite $(DEBUG_KERNELS)

# on kernels that are configured or compiled otherwise, built first, once; KERNELS="6.1-builtin" chooses
check-kernels: check-deps
	tests/guest/bin/matrix suite $(OTHER_KERNELS)

# for SOAK_MINUTES=, from SOAK_SEED= (docs/testing.md); hours by default
soak: check-deps
	tests/guest/bin/matrix soak $(KERNELS)

check-unit: check-unit-deps check-page
	$(MAKE) -s -C tests/unit
	prove --jobs $$(($$(nproc) + 1)) --timer --exec '' $(slowest_tests) build/unit/*_test $(filter-out $(slowest_tests),$(wildcard tests/cli/*.t))

# for FUZZ_MINUTES=, each target (docs/testing.md); hours by default
fuzz: check-unit-deps
	$(MAKE) -s -C tests/unit
	tests/fuzz/run $$((60 * $(or $(FUZZ_MINUTES),60)))

lint: check-deps
	tests/lint/run

check-deps:
	tests/guest/bin/deps

check-unit-deps:
	tests/guest/bin/deps tests

bench: check-deps
	tests/bench/run

# needs no root tree, no virtual machine, and no root
bench-native: module
	$(MAKE) -s -C tests/bench/native KVER=$(KVER) KDIR=$(KDIR)
	build/native/native check
	@tests/bench/native/machine $(KVER)
	build/native/native | tests/bench/native/table
	tests/bench/native/lines build/native/native

install: all
	+$(kbuild) INSTALL_MOD_PATH=$(DESTDIR) modules_install
	$(MAKE) -C userspace install

dkms-install:
	install -d $(dkms_src)
	cp -r Kbuild Makefile dkms.conf COPYING $(dkms_src)
	for file in $$(find module include \( -name '*.[chS]' -o -name '*.def' -o -name Kbuild.include \) ! -path '*/generated/*'); do \
		install -D -m 644 $$file $(dkms_src)/$$file || exit; \
	done
ifeq ($(DESTDIR),)
	dkms add pathtime/$(version)
	dkms install pathtime/$(version) -k $(KVER)
endif

dkms-uninstall:
ifeq ($(DESTDIR),)
	dkms remove pathtime/$(version) --all
endif
	$(RM) -r $(dkms_src)

# dpkg-buildpackage leaves its results next to the source directory
deb:
	@command -v dpkg-buildpackage >/dev/null || { \
		echo "no dpkg-buildpackage: apt-get install dpkg-dev" >&2; exit 1; }
	@dpkg-checkbuilddeps || { \
		echo "to install them, as root: apt-get build-dep ./" >&2; exit 1; }
	$(RM) -r build/deb
	mkdir -p $(deb_src)
	tar -cf - --exclude=./build --exclude-vcs . | tar -C $(deb_src) -xf -
	+cd $(deb_src) && dpkg-buildpackage --no-sign
	$(RM) -r $(deb_src)

# The fetched library stays, because it is no result of a build. To remove it: rm -r userspace/page/echarts
# dkms cleans a tree that holds the module only
clean:
	$(RM) -r build
	$(if $(wildcard userspace),$(MAKE) -C userspace clean)
	$(RM) -r module/generated
	find . -name .git -prune -o \( -name '*.o' -o -name '*.ko' -o -name '*.mod' \
		-o -name '*.mod.c' -o -name '*.s' -o -name '.*.cmd' -o -name Module.symvers \
		-o -name modules.order \) -exec $(RM) {} +

.PHONY: all help module tool page check-page demo tutorial pictures check check-unit fuzz lint check-debug check-kernels soak check-deps check-unit-deps \
	bench bench-native install dkms-install dkms-uninstall deb clean
