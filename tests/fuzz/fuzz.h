/* SPDX-License-Identifier: GPL-2.0 */
/* fuzz: what libFuzzer calls */
#ifndef _PATHTIME_FUZZ_H
#define _PATHTIME_FUZZ_H

#include <stddef.h>

/**
 * LLVMFuzzerTestOneInput() - read what the fuzzer has thought of
 * @data: the bytes
 * @size: their number
 *
 * Return: 0; what is wrong, the sanitizers say.
 */
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

#endif /* _PATHTIME_FUZZ_H */
