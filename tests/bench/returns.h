/* SPDX-License-Identifier: GPL-2.0 */
/* returns: an empty function, with different ways of getting behind its return */
#ifndef _PATHTIME_RETURNS_H
#define _PATHTIME_RETURNS_H

/* nobody gets there */
void plain_function(void);
/* the return into the function, which has been called, is left out */
void left_out_function(void);
/* the return goes elsewhere first */
void replaced_function(void);
/* as left out, with a return spent on it */
void spent_function(void);

#endif /* _PATHTIME_RETURNS_H */
