// SPDX-License-Identifier: GPL-2.0
/* control: the control file and its commands */
#include <linux/bitops.h>
#include <linux/ctype.h>
#include <linux/fs.h>
#include <linux/in.h>
#include <linux/kernel.h>
#include <linux/kref.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/netdevice.h>
#include <linux/nsproxy.h>
#include <linux/overflow.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <net/net_namespace.h>
#include <net/rtnetlink.h>

#include <pathtime/abi.h>

#include "debugfs/control.h"
#include "packets/device.h"
#include "packets/hooks.h"
#include "packets/path.h"
#include "probes/budget.h"
#include "probes/commands.h"
#include "probes/disabled.h"
#include "probes/probe.h"
#include "probes/reaper.h"

#define DEFAULT_GROUP	"added"
#define MAX_ARGS	8

/* characters of a line that are shown with its error */
#define SHOWN_MAX	255
#define CUT_MARK	"..."

/* error of a line that was written; empty if there was none */
struct error_text {
	char text[SHOWN_MAX + PTIME_REASON_LEN + sizeof("'" CUT_MARK "': ")];
};

/**
 * struct results - result of a line for each of the functions that it names
 * @users: the answer, the open files that show it, and last_results
 * @names: the names, which @named points to
 * @count: number of functions
 * @named: the functions
 */
struct results {
	struct kref users;
	char *names;
	unsigned int count;
	struct ptime_named named[];
};

/**
 * struct answer - answer of the module to a line
 * @reason: a sentence for the user, if the command failed
 * @results: result of each function that the line names; NULL if it names none
 */
struct answer {
	char reason[PTIME_REASON_LEN];
	struct results *results;
};

/**
 * struct control_file - state of one open file
 * @error: error of the last line written to this file. Before the first write, error of the
 *	line that was the last one written to any file when this one was opened.
 * @results: results of that line, or NULL
 */
struct control_file {
	struct error_text error;
	struct results *results;
};

/*
 * Error and results of the last line written to any file. The mutex also protects those of open
 * files.
 */
static struct error_text last_error;
static struct results *last_results;
static DEFINE_MUTEX(last_error_mutex);

static void results_free(struct kref *users)
{
	struct results *results = container_of(users, struct results, users);

	kfree(results->names);
	kvfree(results);
}

static void results_put(struct results *results)
{
	if (results)
		kref_put(&results->users, results_free);
}

static struct results *results_get(struct results *results)
{
	if (results)
		kref_get(&results->users);
	return results;
}

/* the words of a comma-separated list, empty ones included */
static unsigned int count_words(const char *list)
{
	unsigned int words = 1;

	for (; *list; list++)
		words += *list == ',';
	return words;
}

/* split a comma-separated list; returns NULL if there is no memory */
static struct results *results_new(const char *list, bool keep_empty)
{
	struct results *results;
	char *rest, *word;

	results = kvzalloc(struct_size(results, named, count_words(list)), GFP_KERNEL);
	if (!results)
		return NULL;
	kref_init(&results->users);
	results->names = kstrdup(list, GFP_KERNEL);
	if (!results->names) {
		kvfree(results);
		return NULL;
	}
	rest = results->names;
	while ((word = strsep(&rest, ",")))
		if (*word || keep_empty)
			results->named[results->count++].name = word;
	return results;
}

static int unknown_group(const char *name, char *reason)
{
	scnprintf(reason, PTIME_REASON_LEN, "no group '%.20s': %s", name,
		  ptime_group_names());
	return -ENOENT;
}

/* reason for a command that failed without giving one */
static void explain(int err, char *reason)
{
	scnprintf(reason, PTIME_REASON_LEN, err == -ENOMEM ? "no memory" : "interrupted");
}

/**
 * ptime_control_group() - Enable or disable a group
 * @word: "GROUP" or "GROUP:detail"
 * @enable: true to enable, false to disable
 * @reason: PTIME_REASON_LEN bytes; on failure takes a sentence for the user
 *
 * Context: process, may sleep, not under ptime_probes_lock().
 * Return: 0; -EINVAL for a level other than "detail"; -ENOENT if there is no such group, or no
 * probe in it to disable; -ENOSPC if the disabled groups have too many functions; -ENOMEM;
 * -ERESTARTSYS for a signal.
 */
int ptime_control_group(const char *word, bool enable, char *reason)
{
	const char *colon = strchr(word, ':');
	enum ptime_level level = colon ? PTIME_DETAIL : PTIME_LANDMARK;
	size_t length = colon ? colon - word : strlen(word);
	char name[PTIME_GROUP_LEN];
	int err;

	if (colon && strcmp(colon, ":detail")) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "'%.32s' is not GROUP or GROUP:detail", word);
		return -EINVAL;
	}
	if (length >= sizeof(name))
		return unknown_group(word, reason);
	memcpy(name, word, length);
	name[length] = '\0';

	if (!enable) {
		err = ptime_probes_disable(name, level, reason);
		if (err == -ENOMEM || err == -ERESTARTSYS)
			explain(err, reason);
		return err;
	}
	err = ptime_probes_enable(name, level);
	if (err == -ENOENT)
		return unknown_group(name, reason);
	if (err)
		explain(err, reason);
	return err;
}

/* a function that is listed twice must not make the load fail */
static int first_error(const struct ptime_named *named, unsigned int count, char *reason)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		if (!named[i].error || named[i].error == -EEXIST)
			continue;
		strscpy(reason, named[i].reason, PTIME_REASON_LEN);
		return named[i].error;
	}
	return 0;
}

/* add functions at load: each one, or report an error */
static int add_all(const struct ptime_request *request, struct ptime_named *named,
		   unsigned int count, char *reason)
{
	int err = ptime_probes_add(request, named, count, reason);

	return err == -ERESTARTSYS ? err : first_error(named, count, reason);
}

/**
 * ptime_control_functions() - Add the functions of a comma-separated list
 * @list: as in the parameter probes=
 * @reason: PTIME_REASON_LEN bytes; on failure takes a sentence for the user
 *
 * If a function cannot be attached to, its probe is kept and shown as failed.
 *
 * Context: process, may sleep, not under ptime_probes_lock().
 * Return: 0; -EINVAL for a malformed name; -ENOMEM; -ERESTARTSYS for a signal.
 */
int ptime_control_functions(const char *list, char *reason)
{
	const struct ptime_request request = {
		.group = DEFAULT_GROUP,
		.origin = PTIME_FROM_USER,
		.outcomes = &ptime_outcomes_all,
		.arguments = PTIME_ARGUMENTS_UNKNOWN,
		.keep = true,
	};
	struct results *results = results_new(list, false);
	int err;

	if (!results) {
		scnprintf(reason, PTIME_REASON_LEN, "no memory");
		return -ENOMEM;
	}
	err = add_all(&request, results->named, results->count, reason);
	results_put(results);
	return err;
}

/**
 * ptime_control_groups() - Enable the groups of a comma-separated list
 * @list: as in the parameter groups=
 * @reason: PTIME_REASON_LEN bytes; on failure takes a sentence for the user
 *
 * Context: process, may sleep, not under ptime_probes_lock().
 * Return: 0; -ENOMEM; or an error of ptime_control_group().
 */
int ptime_control_groups(const char *list, char *reason)
{
	char *copy, *rest, *word;
	int err = 0;

	copy = kstrdup(list, GFP_KERNEL);
	if (!copy) {
		scnprintf(reason, PTIME_REASON_LEN, "no memory");
		return -ENOMEM;
	}
	rest = copy;
	while (!err && (word = strsep(&rest, ",")))
		if (*word)
			err = ptime_control_group(word, true, reason);
	kfree(copy);
	return err;
}

/**
 * ptime_control_steps() - Add step-only probes on all functions that have a step hook
 * @reason: PTIME_REASON_LEN bytes; on failure takes a sentence for the user
 *
 * If a function cannot be attached to, its probe is kept and shown as failed.
 *
 * Context: process, may sleep, not under ptime_probes_lock().
 * Return: 0; -ENOMEM; -ERESTARTSYS for a signal.
 */
int ptime_control_steps(char *reason)
{
	const struct ptime_request request = {
		.group = PTIME_GROUP_PATHS,
		.origin = PTIME_FROM_STEPS,
		.outcomes = &ptime_outcomes_all,
		.arguments = PTIME_ARGUMENTS_UNKNOWN,
		.keep = true,
	};
	const struct ptime_step_hook *hook;
	struct ptime_named *named;
	unsigned int count = 0;
	int err;

	for (hook = ptime_step_hooks; hook->name; hook++)
		count++;
	named = kvcalloc(count, sizeof(*named), GFP_KERNEL);
	if (!named) {
		scnprintf(reason, PTIME_REASON_LEN, "no memory");
		return -ENOMEM;
	}
	for (count = 0, hook = ptime_step_hooks; hook->name; hook++)
		if (ptime_step_hook_is_wanted(hook))
			named[count++].name = hook->name;
	err = add_all(&request, named, count, reason);
	kvfree(named);
	return err;
}

static int do_start(char **args, struct answer *answer)
{
	int err = ptime_probes_start();

	if (err && err != -ERESTARTSYS)
		scnprintf(answer->reason, PTIME_REASON_LEN, "packet tracing is off: error %d", err);
	return err;
}

static int do_stop(char **args, struct answer *answer)
{
	return ptime_probes_stop();
}

static int do_reset(char **args, struct answer *answer)
{
	int err = ptime_probes_reset();

	if (err)
		explain(err, answer->reason);
	return err;
}

/**
 * struct wanted - a request as the words of an add command state it
 * @request: the request; its .hook is set once all words are read
 * @step: name of the step that each call of the function is, or NULL
 * @skb: number of the argument that is the packet, or SKB_UNKNOWN
 */
struct wanted {
	struct ptime_request request;
	const char *step;
	int skb;
};

#define SKB_UNKNOWN	(-1)

static bool valid_name(const char *name, size_t room)
{
	size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-");

	return length && !name[length] && length < room;
}

static int parse_group(const char *value, struct wanted *wanted, char *reason)
{
	if (!valid_name(value, PTIME_GROUP_LEN)) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "a group's name must have 1 to %d characters of a-z 0-9 _ -",
			  PTIME_GROUP_LEN - 1);
		return -EINVAL;
	}
	wanted->request.group = value;
	return 0;
}

static int parse_returns(const char *value, struct wanted *wanted, char *reason)
{
	wanted->request.outcomes = ptime_outcomes_find(value);
	if (!wanted->request.outcomes) {
		scnprintf(reason, PTIME_REASON_LEN, "returns= must be one of %s",
			  ptime_outcomes_names());
		return -EINVAL;
	}
	return 0;
}

static int parse_backend(const char *value, struct wanted *wanted, char *reason)
{
	int err = ptime_backend_find(value, &wanted->request.backend);

	if (err)
		scnprintf(reason, PTIME_REASON_LEN, "backend= must be one of %s here",
			  PTIME_BACKEND_NAMES);
	return err;
}

static int parse_arguments(const char *value, struct wanted *wanted, char *reason)
{
	u8 words;
	int err = kstrtou8(value, 10, &words);

	if (err) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "arguments= must be the number of words that the function takes, 0 to %d",
			  U8_MAX);
		return -EINVAL;
	}
	wanted->request.arguments = words;
	return 0;
}

static int parse_force(const char *value, struct wanted *wanted, char *reason)
{
	if (*value) {
		scnprintf(reason, PTIME_REASON_LEN, "'force' takes no value");
		return -EINVAL;
	}
	wanted->request.force = true;
	return 0;
}

static int parse_step(const char *value, struct wanted *wanted, char *reason)
{
	if (!valid_name(value, PTIME_STEP_LEN)) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "a step's name must have 1 to %d characters of a-z 0-9 _ -",
			  PTIME_STEP_LEN - 1);
		return -EINVAL;
	}
	wanted->step = value;
	return 0;
}

static int parse_skb(const char *value, struct wanted *wanted, char *reason)
{
	u8 skb;

	if (kstrtou8(value, 10, &skb) || skb >= PTIME_HOOK_ARGUMENTS) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "skb= must be the number of the argument that is the packet, 0 to %d",
			  PTIME_HOOK_ARGUMENTS - 1);
		return -EINVAL;
	}
	wanted->skb = skb;
	return 0;
}

static const struct {
	const char *name;
	int (*parse)(const char *value, struct wanted *wanted, char *reason);
} options[] = {
	{ "group=", parse_group },
	{ "returns=", parse_returns },
	{ "backend=", parse_backend },
	{ "arguments=", parse_arguments },
	{ "step=", parse_step },
	{ "skb=", parse_skb },
	{ "force", parse_force },
};

static int parse_option(const char *word, struct wanted *wanted, unsigned long *seen,
			char *reason)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(options); i++) {
		size_t length = strlen(options[i].name);

		if (strncmp(word, options[i].name, length))
			continue;
		if (__test_and_set_bit(i, seen)) {
			scnprintf(reason, PTIME_REASON_LEN, "%s is given twice",
				  options[i].name);
			return -EINVAL;
		}
		return options[i].parse(word + length, wanted, reason);
	}
	scnprintf(reason, PTIME_REASON_LEN,
		  "'%.40s' is not group=, returns=, backend=, arguments=, step=, skb= or force",
		  word);
	return -EINVAL;
}

static int take_names(const char *list, struct answer *answer)
{
	unsigned int names = count_words(list);

	if (names > PTIME_NAMES_MAX) {
		scnprintf(answer->reason, PTIME_REASON_LEN, "%u functions: a line takes %d at most",
			  names, PTIME_NAMES_MAX);
		return -EINVAL;
	}
	answer->results = results_new(list, true);
	if (!answer->results) {
		explain(-ENOMEM, answer->reason);
		return -ENOMEM;
	}
	return 0;
}

static int find_hook(struct wanted *wanted, char *reason)
{
	if (!wanted->step && wanted->skb == SKB_UNKNOWN)
		return 0;
	if (!wanted->step || wanted->skb == SKB_UNKNOWN) {
		scnprintf(reason, PTIME_REASON_LEN, wanted->step ?
			  "step= needs skb=N: which argument is the packet, from 0" :
			  "skb= needs step=NAME, the step that the packet takes");
		return -EINVAL;
	}
	return ptime_step_hook_of_user(wanted->step, wanted->skb, &wanted->request.hook, reason);
}

static int do_add(char **args, struct answer *answer)
{
	struct wanted wanted = {
		.request = {
			.group = DEFAULT_GROUP,
			.origin = PTIME_FROM_USER,
			.outcomes = &ptime_outcomes_all,
			.arguments = PTIME_ARGUMENTS_UNKNOWN,
		},
		.skb = SKB_UNKNOWN,
	};
	unsigned long seen = 0;
	unsigned int i;
	int err;

	for (i = 1; args[i]; i++) {
		err = parse_option(args[i], &wanted, &seen, answer->reason);
		if (err)
			return err;
	}
	err = find_hook(&wanted, answer->reason);
	if (err)
		return err;
	err = take_names(args[0], answer);
	if (!err)
		err = ptime_probes_add(&wanted.request, answer->results->named,
				       answer->results->count, answer->reason);
	/* the probes that were added have it, too */
	ptime_step_hook_put(wanted.request.hook);
	return err;
}

static int do_del(char **args, struct answer *answer)
{
	int err = take_names(args[0], answer);

	if (err)
		return err;
	return ptime_probes_del(answer->results->named, answer->results->count, answer->reason);
}

static int do_enable(char **args, struct answer *answer)
{
	return ptime_control_group(args[0], true, answer->reason);
}

static int do_disable(char **args, struct answer *answer)
{
	return ptime_control_group(args[0], false, answer->reason);
}

static int do_budget(char **args, struct answer *answer)
{
	u32 percent = 0;
	int err = 0;

	if (strcmp(args[0], PTIME_BUDGET_OFF))
		err = kstrtou32(args[0], 10, &percent) || !percent ? -EINVAL : 0;
	err = err ?: ptime_budget_set(percent);
	if (err)
		scnprintf(answer->reason, PTIME_REASON_LEN, err == -EOPNOTSUPP ?
			  "the overhead of the probes is not known, for example with sample=" :
			  "a budget must be 1 to %d percent of one CPU, or " PTIME_BUDGET_OFF,
			  PTIME_BUDGET_MAX);
	return err ? -EINVAL : 0;
}

/**
 * struct interface - an interface that a filter names
 * @number: ifindex
 * @is_virtual: it may get its packets from other interfaces
 * @is_ifb: packets that it gets keep the interface that they came in by
 */
struct interface {
	u32 number;
	bool is_virtual;
	bool is_ifb;
};

/* look the interface up in the writer's network namespace */
static int parse_interface(const char *name, struct interface *interface, char *reason)
{
	struct net_device *dev = dev_get_by_name(current->nsproxy->net_ns, name);

	if (!dev) {
		scnprintf(reason, PTIME_REASON_LEN, "no interface '%.16s' here", name);
		return -ENODEV;
	}
	interface->number = dev->ifindex;
	interface->is_virtual = dev->rtnl_link_ops ||
				ptime_device_kind(dev) != PTIME_DEVICE_LAST;
	interface->is_ifb = dev->rtnl_link_ops && !strcmp(dev->rtnl_link_ops->kind, "ifb");
	dev_put(dev);
	return 0;
}

static int parse_in(const char *value, struct ptime_filter *filter, char *reason)
{
	struct interface interface;
	int err = parse_interface(value, &interface, reason);

	if (err)
		return err;
	if (interface.is_ifb) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "in=%.16s is an ifb: name the interface that its packets came in by",
			  value);
		return -EINVAL;
	}
	filter->in = interface.number;
	filter->in_is_upper = interface.is_virtual;
	return 0;
}

static int parse_out(const char *value, struct ptime_filter *filter, char *reason)
{
	struct interface interface;
	int err = parse_interface(value, &interface, reason);

	if (err)
		return err;
	filter->out = interface.number;
	return 0;
}

static const struct {
	const char *name;
	u8 number;
} protocols[] = {
	{ "icmp", IPPROTO_ICMP },
	{ "tcp", IPPROTO_TCP },
	{ "udp", IPPROTO_UDP },
	{ "esp", IPPROTO_ESP },
	{ "icmp6", IPPROTO_ICMPV6 },
	{ "sctp", IPPROTO_SCTP },
};

static int parse_protocol(const char *value, struct ptime_filter *filter, char *reason)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(protocols); i++) {
		if (strcmp(protocols[i].name, value))
			continue;
		filter->transport = protocols[i].number;
		return 0;
	}
	if (!kstrtou8(value, 10, &filter->transport) && filter->transport)
		return 0;
	scnprintf(reason, PTIME_REASON_LEN,
		  "proto= must be icmp, tcp, udp, esp, icmp6, sctp or 1 to 255");
	return -EINVAL;
}

static bool is_namespace(u32 number)
{
	const struct net *net;
	bool is_found = false;

	rcu_read_lock();
	for_each_net_rcu(net) {
		is_found = net->ns.inum == number;
		if (is_found)
			break;
	}
	rcu_read_unlock();
	return is_found;
}

static int parse_netns(const char *value, struct ptime_filter *filter, char *reason)
{
	if (kstrtou32(value, 10, &filter->netns) || !filter->netns) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "netns= must be the inode number of a network namespace");
		return -EINVAL;
	}
	if (!is_namespace(filter->netns)) {
		scnprintf(reason, PTIME_REASON_LEN, "no network namespace has the number %u now",
			  filter->netns);
		return -ENOENT;
	}
	return 0;
}

static const struct {
	const char *name;
	int (*parse)(const char *value, struct ptime_filter *filter, char *reason);
} filter_options[] = {
	{ "in=", parse_in },
	{ "out=", parse_out },
	{ "proto=", parse_protocol },
	{ "netns=", parse_netns },
};

static int parse_filter_option(const char *word, struct ptime_filter *filter,
			       unsigned long *seen, char *reason)
{
	size_t i, length;

	for (i = 0; i < ARRAY_SIZE(filter_options); i++) {
		length = strlen(filter_options[i].name);
		if (strncmp(word, filter_options[i].name, length))
			continue;
		if (__test_and_set_bit(i, seen)) {
			scnprintf(reason, PTIME_REASON_LEN, "%s is given twice",
				  filter_options[i].name);
			return -EINVAL;
		}
		return filter_options[i].parse(word + length, filter, reason);
	}
	scnprintf(reason, PTIME_REASON_LEN,
		  "'%.64s' is not in=, out=INTERFACE, proto=PROTOCOL or netns=NUMBER", word);
	return -EINVAL;
}

static int do_filter(char **args, struct answer *answer)
{
	struct ptime_filter filter;
	unsigned long seen = 0;
	unsigned int i;
	u32 here;
	int err;

	if (!ptime_paths_max) {
		scnprintf(answer->reason, PTIME_REASON_LEN,
			  "no paths: loaded with paths=0, reload the module with paths=N");
		return -EOPNOTSUPP;
	}
	/* with its padding, as it is compared as bytes */
	memset(&filter, 0, sizeof(filter));
	for (i = 0; args[i]; i++) {
		err = parse_filter_option(args[i], &filter, &seen, answer->reason);
		if (err)
			return err;
	}
	/* the number of an interface is unique only within its network namespace */
	if (filter.in || filter.out) {
		here = current->nsproxy->net_ns->ns.inum;
		if (filter.netns && filter.netns != here) {
			scnprintf(answer->reason, PTIME_REASON_LEN,
				  "in= and out= must be interfaces of the writer's namespace, %u",
				  here);
			return -EINVAL;
		}
		filter.netns = here;
	}
	err = ptime_probes_set_filter(&filter);
	if (err && err != -ERESTARTSYS)
		scnprintf(answer->reason, PTIME_REASON_LEN, "packet tracing is off now: error %d",
			  err);
	return err;
}

/**
 * struct verb - a control command
 * @name: first word of the line
 * @act: runs the command; takes the words after @name, and sets the answer
 * @min_args: minimum number of words after @name
 * @max_args: maximum number of words after @name
 * @waits: before it does anything, it waits until the reaper has taken out what other commands
 *	have marked
 * @usage: the words after @name, for the help text
 * @help: what the command does, for the help text
 */
struct verb {
	const char *name;
	int (*act)(char **args, struct answer *answer);
	unsigned int min_args;
	unsigned int max_args;
	bool waits;
	const char *usage;
	const char *help;
};

static const struct verb verbs[] = {
#define PTIME_VERB(_verb, _name, _min, _max, _waits, _usage, _help)	\
	{ #_name, do_##_name, _min, _max, _waits, _usage, _help },
#include <pathtime/verbs.def>
};

/* run_line() has room for the arguments, and a reason for the usage */
#define PTIME_VERB(_verb, _name, _min, _max, _waits, _usage, _help)	\
	static_assert((_max) <= MAX_ARGS);				\
	static_assert(sizeof("usage: " #_name " " _usage) <= PTIME_REASON_LEN);
#include <pathtime/verbs.def>

static const struct verb *find_verb(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(verbs); i++)
		if (!strcmp(verbs[i].name, name))
			return &verbs[i];
	return NULL;
}

static int run_line(char *line, bool may_wait, struct answer *answer)
{
	char *args[MAX_ARGS + 1] = { NULL };
	const struct verb *verb;
	unsigned int count = 0;
	char *word, *name;

	name = strsep(&line, " \t");
	verb = find_verb(name);
	if (!verb) {
		scnprintf(answer->reason, PTIME_REASON_LEN, "no such command, see the list above");
		return -EINVAL;
	}
	while ((word = strsep(&line, " \t"))) {
		if (!*word)
			continue;
		if (count < MAX_ARGS)
			args[count] = word;
		count++;
	}
	if (count < verb->min_args || count > verb->max_args) {
		scnprintf(answer->reason, PTIME_REASON_LEN, "usage: %s%s%s", verb->name,
			  *verb->usage ? " " : "", verb->usage);
		return -EINVAL;
	}
	if (verb->waits && !may_wait && ptime_reaper_is_at_work()) {
		scnprintf(answer->reason, PTIME_REASON_LEN,
			  "probes are still being removed: try again, or write without O_NONBLOCK");
		return -EAGAIN;
	}
	return verb->act(args, answer);
}

static struct control_file *to_control_file(struct file *file)
{
	struct seq_file *seq = file->private_data;

	return seq->private;
}

/* Characters that are not printable become '?', as a terminal might interpret them. */
static void make_printable(char *text)
{
	for (; *text; text++)
		if (!isascii(*text) || !isprint(*text))
			*text = '?';
}

static void results_make_printable(struct results *results)
{
	unsigned int i;

	for (i = 0; i < results->count; i++) {
		/* the names are in results->names */
		make_printable((char *)results->named[i].name);
		make_printable(results->named[i].reason);
	}
}

/* Keep error and results of a line for readers; a @reason of NULL means that there was no error. */
static void keep_answer(struct file *file, const char *line, const char *reason,
			struct results *results)
{
	struct control_file *own = to_control_file(file);

	if (results)
		results_make_printable(results);
	mutex_lock(&last_error_mutex);
	if (reason)
		scnprintf(last_error.text, sizeof(last_error.text), "'%.*s%s': %s", SHOWN_MAX, line,
			  strlen(line) > SHOWN_MAX ? CUT_MARK : "", reason);
	else
		last_error.text[0] = '\0';
	make_printable(last_error.text);
	own->error = last_error;
	results_put(last_results);
	last_results = results_get(results);
	results_put(own->results);
	own->results = results_get(results);
	mutex_unlock(&last_error_mutex);
}

/*
 * A line that a signal interrupted has no error. So forget the error that the file has, which
 * may be another writer's.
 */
static void forget_answer(struct file *file)
{
	struct control_file *own = to_control_file(file);

	mutex_lock(&last_error_mutex);
	own->error.text[0] = '\0';
	results_put(own->results);
	own->results = NULL;
	mutex_unlock(&last_error_mutex);
}

/* returns the length of the first line, including its newline, or -errno */
static ssize_t check_line(struct file *file, const char *buffer, size_t length)
{
	const char *newline = memchr(buffer, '\n', length);
	size_t taken = newline ? newline - buffer + 1 : length;

	if (memchr(buffer, '\0', taken)) {
		keep_answer(file, buffer, "a NUL in the line", NULL);
		return -EINVAL;
	}
	if (!newline && length > PTIME_LINE_MAX) {
		keep_answer(file, CUT_MARK, "line too long", NULL);
		return -E2BIG;
	}
	return taken;
}

/* run the first line of what was written, and keep its answer */
static ssize_t take_line(struct file *file, char *line, size_t length)
{
	bool may_wait = !(file->f_flags & O_NONBLOCK);
	ssize_t taken = check_line(file, line, length);
	char shown[SHOWN_MAX + 2];
	struct answer answer = { };
	char *text;
	int err;

	if (taken < 0)
		return taken;
	line[taken] = '\0';
	text = strim(line);
	/* one character more than is shown, so that the cut is seen */
	strscpy(shown, text, sizeof(shown));
	err = run_line(text, may_wait, &answer);
	if (err == -ERESTARTSYS) {
		forget_answer(file);
	} else {
		if (may_wait)
			ptime_reaper_wait_killable();
		keep_answer(file, shown, err ? answer.reason : NULL, answer.results);
	}
	results_put(answer.results);
	return err ?: taken;
}

/*
 * Take one line. The rest of the buffer is left to the next write(2), which cat, echo and
 * printf issue after a short write. So an error belongs to the one line that caused it.
 *
 * When the write returns, the probes that the command takes out are out of the code. If the
 * file was opened with O_NONBLOCK or the writer is killed, the reaper takes them out later.
 */
static ssize_t control_write(struct file *file, const char __user *from,
			     size_t count, loff_t *pos)
{
	size_t length = min_t(size_t, count, PTIME_LINE_MAX + 1);
	ssize_t taken;
	char *line;

	if (!count)
		return 0;
	line = memdup_user_nul(from, length);
	if (line == ERR_PTR(-ENOMEM))
		keep_answer(file, CUT_MARK, "no memory", NULL);
	if (IS_ERR(line))
		return PTR_ERR(line);
	taken = take_line(file, line, length);
	kfree(line);
	return taken;
}

/* print words that are separated by blanks, wrapped to the width of a terminal */
static void put_words(struct seq_file *seq, const char *heading, const char *words)
{
	size_t column = strlen(heading), length;

	seq_puts(seq, heading);
	for (; *words; words += length + !!words[length]) {
		length = strcspn(words, " ");
		if (column + 1 + length > 78) {
			seq_puts(seq, "\n     ");
			column = 5;
		}
		seq_printf(seq, " %.*s", (int)length, words);
		column += 1 + length;
	}
	seq_putc(seq, '\n');
}

static void put_verb(struct seq_file *seq, const struct verb *verb)
{
	char heading[32];

	scnprintf(heading, sizeof(heading), "  %s", verb->name);
	put_words(seq, heading, verb->usage);
	seq_printf(seq, "\t%s\n", verb->help);
}

static void put_disabled(void *seq, const char *group, unsigned int functions)
{
	seq_printf(seq, PTIME_DISABLED_GROUP "%s (functions: %u)\n", group, functions);
}

/* print the result for each function that the line names */
static void put_results(struct seq_file *seq, const struct results *results)
{
	const struct ptime_named *named;
	unsigned int i, done = 0;

	for (i = 0; i < results->count; i++)
		done += !results->named[i].error;
	if (results->count > 1)
		seq_printf(seq, "done: %u of %u functions\n", done, results->count);
	for (i = 0; i < results->count; i++) {
		named = &results->named[i];
		if (named->error)
			seq_printf(seq, PTIME_REFUSED "%s (%d): %s\n", named->name, -named->error,
				   named->reason);
	}
}

static int control_show(struct seq_file *seq, void *unused)
{
	const struct control_file *own = seq->private;
	size_t i;

	seq_puts(seq, "write one command per line:\n");
	for (i = 0; i < ARRAY_SIZE(verbs); i++)
		put_verb(seq, &verbs[i]);
	put_words(seq, "GROUP:", ptime_group_names());
	put_words(seq, "RULE:", ptime_outcomes_names());
	seq_puts(seq, "BACKEND: " PTIME_BACKEND_NAMES "\n");
	ptime_probes_lock();
	ptime_disabled_each(put_disabled, seq);
	ptime_probes_unlock();
	mutex_lock(&last_error_mutex);
	if (own->results)
		put_results(seq, own->results);
	seq_printf(seq, "%s%s\n", PTIME_LAST_ERROR,
		   own->error.text[0] ? own->error.text : PTIME_NO_ERROR);
	mutex_unlock(&last_error_mutex);
	return 0;
}

static void control_file_free(struct control_file *own)
{
	results_put(own->results);
	kfree(own);
}

static int control_open(struct inode *inode, struct file *file)
{
	struct control_file *own = kzalloc(sizeof(*own), GFP_KERNEL);
	int err;

	if (!own)
		return -ENOMEM;
	mutex_lock(&last_error_mutex);
	own->error = last_error;
	own->results = results_get(last_results);
	mutex_unlock(&last_error_mutex);
	err = single_open(file, control_show, own);
	if (err)
		control_file_free(own);
	return err;
}

static int control_release(struct inode *inode, struct file *file)
{
	control_file_free(to_control_file(file));
	return single_release(inode, file);
}

const struct file_operations ptime_control_fops = {
	.owner		= THIS_MODULE,
	.open		= control_open,
	.read		= seq_read,
	.write		= control_write,
	.llseek		= seq_lseek,
	.release	= control_release,
};

/* at unload, when no file is open any more */
void ptime_control_exit(void)
{
	results_put(last_results);
}
