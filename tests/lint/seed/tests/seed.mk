# SPDX-License-Identifier: GPL-2.0
# known defects: a check that does not find its own has gone blind

# Where make fails, it stops.		finds: prose
seed: # of each road			finds: prose
