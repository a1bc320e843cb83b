/* SPDX-License-Identifier: GPL-2.0 */
/* returns: an empty function, with different methods to intercept its return */
#ifndef _PATHTIME_RETURNS_H
#define _PATHTIME_RETURNS_H

/* The return is not intercepted. */
void plain_function(void);
/* The return into the function, which has been called, is skipped. */
void left_out_function(void);
/* The function jumps to the trampoline, so no return is left. */
void jumped_function(void);
/* The function returns to the trampoline first. */
void replaced_function(void);
/* The return is skipped, with an extra return in its place. */
void spent_function(void);

#endif /* _PATHTIME_RETURNS_H */
