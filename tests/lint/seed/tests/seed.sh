# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# known defects: a check that does not find its own has gone blind

# shellcheck disable=SC2034 # finds: reasons
seed=$(ls)
rm $1 # finds: shellcheck
# whoever reads this waits		finds: prose
seed=what # shall it be?		finds: prose
seed="what # shall be"		# spares: prose
