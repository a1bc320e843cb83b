// SPDX-License-Identifier: GPL-2.0
/*
 * kernel: what the module's objects need of a kernel, in a program
 *
 * The objects are those that the kernel's build has made. The functions here do what the kernel
 * does when it loads a module. Each CPU gets memory for what is per CPU, which code finds with
 * GS. Static keys, static calls, return thunks and ftrace's calls are patched. A function of the
 * kernel that is not here ends the program (see missing).
 */
#include <asm/prctl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel.h"
#include "sections.h"

#define CPUS_MAX	8192
#define PERCPU_BYTES	(64UL << 20)
#define CACHE_LINE	64UL
#define PAGE		4096UL

/* 64 bits in the newest kernels, 32 in others */
PERCPU u64 __preempt_count;
PERCPU void *current_task;
PERCPU void *const_current_task;
/* from 6.2 to 6.14: the current task, then the preempt count */
PERCPU void *pcpu_hot[8] __aligned(64);
PERCPU unsigned long this_cpu_off;
PERCPU int cpu_number;
PERCPU int numa_node;

unsigned long __per_cpu_offset[CPUS_MAX];
unsigned int nr_cpu_ids;
unsigned long __cpu_possible_mask[CPUS_MAX / 64], __cpu_online_mask[CPUS_MAX / 64];

/* bytes of each CPU's memory that are in use */
static size_t percpu_used;

static void die(const char *what, const char *name)
{
	fprintf(stderr, "native: %s%s\n", what, name);
	exit(1);
}

void kernel_lacks(const char *name)
{
	die("the module has called a function of the kernel that the benchmark lacks: ", name);
}

/* begin: memory */

#define REGIONS_MAX	4096

struct kernel_region kernel_regions[REGIONS_MAX];
unsigned int kernel_regions_count;

static void add_region(const char *name, const void *by, void *begin, size_t bytes, int percpu)
{
	if (kernel_regions_count == REGIONS_MAX)
		die("too much is allocated", "");
	kernel_regions[kernel_regions_count++] = (struct kernel_region){
		.name = name, .by = by, .begin = begin, .bytes = bytes, .percpu = percpu,
	};
}

static void *alloc_percpu(size_t bytes, size_t align, const void *by)
{
	size_t begin = (percpu_used + align - 1) & ~(align - 1);

	if (begin + bytes > PERCPU_BYTES)
		die("per-CPU memory is used up", "");
	percpu_used = begin + bytes;
	add_region(NULL, by, __start_percpu + begin, bytes, 1);
	return __start_percpu + begin;
}

FOR_MODULE void *__alloc_percpu(size_t bytes, size_t align)
{
	return alloc_percpu(bytes, align, __builtin_return_address(0));
}

FOR_MODULE void *__alloc_percpu_gfp(size_t bytes, size_t align, unsigned int flags)
{
	(void)flags;
	return alloc_percpu(bytes, align, __builtin_return_address(0));
}

FOR_MODULE void *pcpu_alloc_noprof(size_t bytes, size_t align, int reserved, unsigned int flags)
{
	(void)reserved;
	(void)flags;
	return alloc_percpu(bytes, align, __builtin_return_address(0));
}

FOR_MODULE void free_percpu(void *pointer)
{
	(void)pointer;
}

static void *alloc(const char *name, size_t bytes, size_t unit, const void *by)
{
	void *memory = aligned_alloc(unit, (bytes + unit - 1) & ~(unit - 1));

	if (!memory)
		return NULL;
	add_region(name, by, memory, bytes, 0);
	return memset(memory, 0, bytes);
}

FOR_MODULE void *kernel_alloc(const char *name, unsigned long bytes)
{
	void *memory = alloc(name, bytes, PAGE, NULL);

	if (!memory)
		die("there is no memory for the ", name);
	return memory;
}

FOR_MODULE void *kvmalloc_node(size_t bytes, unsigned int flags, int node)
{
	(void)flags;
	(void)node;
	return alloc(NULL, bytes, PAGE, __builtin_return_address(0));
}

FOR_MODULE void *__kvmalloc_node_noprof(size_t bytes, unsigned int flags, int node)
{
	(void)flags;
	(void)node;
	return alloc(NULL, bytes, PAGE, __builtin_return_address(0));
}

FOR_MODULE void kvfree(const void *memory)
{
	unsigned int i;

	for (i = kernel_regions_count; i--;)
		if (memory && kernel_regions[i].begin == memory)
			kernel_regions[i] = kernel_regions[--kernel_regions_count];
	free((void *)memory);
}

/* kmalloc() of a size that the compiler knows; the module has small structures there */
FOR_MODULE void *kmalloc_trace(void *cache, unsigned int flags, size_t bytes)
{
	(void)cache;
	(void)flags;
	return alloc(NULL, bytes, CACHE_LINE, __builtin_return_address(0));
}

FOR_MODULE void *__kmalloc_cache_noprof(void *cache, unsigned int flags, size_t bytes)
{
	return kmalloc_trace(cache, flags, bytes);
}

struct kmem_cache {
	size_t bytes;
};

FOR_MODULE struct kmem_cache *kmem_cache_create(const char *name, unsigned int bytes,
						unsigned int align, unsigned int flags, void *ctor)
{
	struct kmem_cache *cache = kernel_alloc("cache", sizeof(*cache));

	(void)name;
	(void)align;
	(void)flags;
	(void)ctor;
	cache->bytes = bytes;
	return cache;
}

FOR_MODULE struct kmem_cache *__kmem_cache_create_args(const char *name, unsigned int bytes,
						       void *args, unsigned int flags)
{
	(void)args;
	return kmem_cache_create(name, bytes, 0, flags, NULL);
}

FOR_MODULE void *kmem_cache_alloc_node(struct kmem_cache *cache, unsigned int flags, int node)
{
	(void)flags;
	(void)node;
	return alloc(NULL, cache->bytes, CACHE_LINE, __builtin_return_address(0));
}

FOR_MODULE void *kmem_cache_alloc_node_noprof(struct kmem_cache *cache, unsigned int flags,
					      int node)
{
	return kmem_cache_alloc_node(cache, flags, node);
}

/* begin: what the module asks at load */

/* as large as any kernel's, and beginning like it */
struct tracepoint {
	const char *name;
	char rest[1024];
};

/* the shadow stacks look for this event only; the benchmark calls the others' hooks itself */
FOR_MODULE void for_each_kernel_tracepoint(void (*visit)(void *tracepoint, void *data), void *data)
{
	static struct tracepoint task_ends = { .name = "sched_process_free" };

	visit(&task_ends, data);
}

FOR_MODULE int tracepoint_probe_register(void *tracepoint, void *probe, void *data)
{
	(void)tracepoint;
	(void)probe;
	(void)data;
	return 0;
}

/* CONFIG_DEBUG_LIST */
FOR_MODULE bool __list_add_valid_or_report(void *entry, void *previous, void *next)
{
	(void)entry;
	(void)previous;
	(void)next;
	return true;
}

FOR_MODULE bool __list_add_valid(void *entry, void *previous, void *next)
{
	return __list_add_valid_or_report(entry, previous, next);
}

/* for the memory of more paths than the program has */
FOR_MODULE bool irq_work_queue(void *work)
{
	(void)work;
	return true;
}

/* only one thread of the program loads the module */
FOR_MODULE void mutex_lock(void *mutex)
{
	(void)mutex;
}

FOR_MODULE void mutex_unlock(void *mutex)
{
	(void)mutex;
}

/* all CPUs are up, and stay so: nobody calls back */
FOR_MODULE void cpus_read_lock(void)
{
}

FOR_MODULE void cpus_read_unlock(void)
{
}

FOR_MODULE int register_module_notifier(void *block)
{
	(void)block;
	return 0;
}

FOR_MODULE int __cpuhp_setup_state(int state, const char *name, bool invoke, void *startup,
				   void *teardown, bool multi)
{
	(void)state;
	(void)name;
	(void)invoke;
	(void)startup;
	(void)teardown;
	(void)multi;
	return 1;
}

FOR_MODULE int __cpuhp_setup_state_cpuslocked(int state, const char *name, bool invoke,
					      void *startup, void *teardown, bool multi)
{
	return __cpuhp_setup_state(state, name, invoke, startup, teardown, multi);
}

/* no function of a kernel is here to be probed: -ENOENT */
FOR_MODULE int register_kretprobe(void *probe)
{
	(void)probe;
	return -2;
}

/* for the turns of sampling, which need not be random here */
FOR_MODULE unsigned long get_random_u64(void)
{
	return 0;
}

FOR_MODULE unsigned long _find_next_bit(const unsigned long *bits, unsigned long size,
					unsigned long start)
{
	while (start < size && !(bits[start / 64] >> start % 64 & 1))
		start++;
	return start;
}

FOR_MODULE unsigned long _find_first_bit(const unsigned long *bits, unsigned long size)
{
	return _find_next_bit(bits, size, 0);
}

/* begin: patched code */

#define CALL		0xe8
#define JUMP		0xe9
#define SHORT_JUMP	0xeb
#define BRANCH_BYTES	5

static const unsigned char nop2[] = { 0x66, 0x90 };
static const unsigned char nop5[BRANCH_BYTES] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };
static const unsigned char plain_return[BRANCH_BYTES] = { 0xc3, 0xcc, 0xcc, 0xcc, 0xcc };

static void put_branch(unsigned char *at, unsigned char opcode, const void *to)
{
	s32 distance = (intptr_t)to - (intptr_t)at - BRANCH_BYTES;

	at[0] = opcode;
	memcpy(at + 1, &distance, sizeof(distance));
}

/* the lowest bit of .key says what the code is while the key is off: 1 is a jump */
static void patch_jump(struct jump_entry *entry)
{
	unsigned char *code = (unsigned char *)&entry->code + entry->code;
	unsigned char *target = (unsigned char *)&entry->target + entry->target;
	const int *enabled = (const int *)((char *)&entry->key + (entry->key & ~3L));
	int jumps = (*enabled > 0) ^ (entry->key & 1);

	if (*code != SHORT_JUMP && *code != nop2[0]) {
		if (jumps)
			put_branch(code, JUMP, target);
		else
			memcpy(code, nop5, sizeof(nop5));
	} else if (jumps) {
		code[0] = SHORT_JUMP;
		code[1] = target - code - 2;
	} else {
		memcpy(code, nop2, sizeof(nop2));
	}
}

static void patch_jumps(void)
{
	struct jump_entry *entry;

	for (entry = __start___jump_table; entry < __stop___jump_table; entry++)
		patch_jump(entry);
}

FOR_MODULE void static_key_enable(int *key)
{
	*key = 1;
	patch_jumps();
}

FOR_MODULE int static_key_count(const int *key)
{
	return *key;
}

FOR_MODULE void __static_call_update(void *key, void *trampoline, void *function)
{
	struct static_call_site *site;

	*(void **)key = function;
	put_branch(trampoline, JUMP, function);
	for (site = __start_static_call_sites; site < __stop_static_call_sites; site++) {
		unsigned char *at = (unsigned char *)&site->address + site->address;

		if ((char *)&site->key + (site->key & ~3) == key &&
		    (*at == CALL || *at == JUMP))
			put_branch(at, *at, function);
	}
}

/* as on a processor that needs no return thunk */
static void patch_returns(void)
{
	s32 *site;

	for (site = __start_return_sites; site < __stop_return_sites; site++)
		if (*((unsigned char *)site + *site) == JUMP)
			memcpy((char *)site + *site, plain_return, sizeof(plain_return));
}

static void patch_ftrace(void)
{
	unsigned long *site;

	for (site = __start___mcount_loc; site < __stop___mcount_loc; site++)
		if (*(unsigned char *)*site == CALL)
			memcpy((void *)*site, nop5, sizeof(nop5));
}

static void make_code_writable(void)
{
	uintptr_t begin = (uintptr_t)__executable_start & ~(PAGE - 1);
	uintptr_t end = ((uintptr_t)_end + PAGE - 1) & ~(PAGE - 1);

	if (mprotect((void *)begin, end - begin, PROT_READ | PROT_WRITE | PROT_EXEC))
		die("the code cannot be made writable", "");
}

void *kernel_alloc_code(unsigned long bytes)
{
	void *code = mmap(NULL, bytes, PROT_READ | PROT_WRITE | PROT_EXEC,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);

	if (code == MAP_FAILED)
		die("there is no memory for code", "");
	add_region("functions", NULL, code, bytes, 0);
	return code;
}

void *kernel_alloc_stack(void)
{
	void *stack = aligned_alloc(KERNEL_STACK_BYTES, KERNEL_STACK_BYTES);

	if (!stack)
		die("there is no memory for a stack", "");
	add_region("stack", NULL, stack, KERNEL_STACK_BYTES, 0);
	return memset(stack, 0, KERNEL_STACK_BYTES);
}

/* begin: CPUs */

static void cpu_begin(unsigned int cpu)
{
	size_t bytes = __stop_percpu - __start_percpu;
	/* with room for the stack protector's word, which older kernels have at GS:40 */
	char *base = mmap(NULL, (uintptr_t)__start_percpu + PERCPU_BYTES, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	char *memory = base + (uintptr_t)__start_percpu;

	if (base == MAP_FAILED)
		die("there is no per-CPU memory", "");
	memcpy(memory, __start_percpu, bytes);
	__per_cpu_offset[cpu] = (uintptr_t)base;
	memcpy(memory + ((char *)&this_cpu_off - __start_percpu), &__per_cpu_offset[cpu],
	       sizeof(this_cpu_off));
	memcpy(memory + ((char *)&cpu_number - __start_percpu), &cpu, sizeof(cpu));
	__cpu_possible_mask[cpu / 64] |= 1UL << cpu % 64;
	__cpu_online_mask[cpu / 64] |= 1UL << cpu % 64;
}

void kernel_begin(unsigned int cpus)
{
	unsigned int cpu;

	make_code_writable();
	patch_returns();
	patch_ftrace();
	patch_jumps();
	nr_cpu_ids = cpus;
	percpu_used = __stop_percpu - __start_percpu;
	for (cpu = 0; cpu < cpus; cpu++)
		cpu_begin(cpu);
	kernel_enter_cpu(0, NULL);
}

void *kernel_percpu(unsigned int cpu)
{
	return __start_percpu + __per_cpu_offset[cpu];
}

unsigned long kernel_percpu_bytes(void)
{
	return percpu_used;
}

void kernel_enter_cpu(unsigned int cpu, void *task)
{
	if (syscall(SYS_arch_prctl, ARCH_SET_GS, __per_cpu_offset[cpu]))
		die("GS cannot be set", "");
	asm volatile("movq %0, %%gs:current_task" : : "r"(task));
	asm volatile("movq %0, %%gs:const_current_task" : : "r"(task));
	asm volatile("movq %0, %%gs:pcpu_hot" : : "r"(task));
}
