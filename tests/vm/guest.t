#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# the guest tests as a TAP source for prove: all kernels of tests/vm/kernels, or those in $KERNELS
set -eu
VM=$(cd "$(dirname "$0")" && pwd)

# shellcheck disable=SC2046,SC2086
exec "$VM/suite" ${KERNELS:-$(awk '!/^#/ && NF { print $1 }' "$VM/kernels")}
