// SPDX-License-Identifier: GPL-2.0
/* control: the control file and its commands */
#include <linux/bitops.h>
#include <linux/ctype.h>
#include <linux/fs.h>
#include <linux/in.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/netdevice.h>
#include <linux/nsproxy.h>
#include <linux/seq_file.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <net/net_namespace.h>

#include <pathtime/abi.h>

#include "debugfs/control.h"
#include "packets/path.h"
#include "packets/hooks.h"
#include "probes/budget.h"
#include "probes/commands.h"
#include "probes/disabled.h"
#include "probes/probe.h"
#include "probes/reaper.h"

#define DEFAULT_GROUP	"added"
#define MAX_ARGS	6

/* error of a line that was written; empty if there was none */
struct error_text {
	char text[PTIME_LINE_MAX + PTIME_REASON_LEN + sizeof("'': ")];
};

/**
 * struct control_file - state of one open file
 * @error: error of the last line written to this file. Before the first write, error of the
 *	line that was the last one written to any file when this one was opened.
 */
struct control_file {
	struct error_text error;
};

/* error of the last line written to any file; the mutex also protects those of open files */
static struct error_text last_error;
static DEFINE_MUTEX(last_error_mutex);

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

typedef int (*word_fn)(char *word, char *reason);

static int act_on_words(const char *list, word_fn act, char *reason)
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
			err = act(word, reason);
	kfree(copy);
	return err;
}

static int enable_word(char *word, char *reason)
{
	return ptime_control_group(word, true, reason);
}

static int keep_word(char *word, char *reason)
{
	struct ptime_request request = {
		.name = word,
		.group = DEFAULT_GROUP,
		.origin = PTIME_FROM_USER,
		.outcomes = &ptime_outcomes_all,
		.arguments = PTIME_ARGUMENTS_UNKNOWN,
		.keep = true,
	};
	int err;

	err = ptime_probe_add(&request, reason);
	/* a function that is listed twice must not make the load fail */
	return err == -EEXIST ? 0 : err;
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
	return act_on_words(list, enable_word, reason);
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
	return act_on_words(list, keep_word, reason);
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
	struct ptime_request request = {
		.group = PTIME_GROUP_PATHS,
		.origin = PTIME_FROM_STEPS,
		.outcomes = &ptime_outcomes_all,
		.arguments = PTIME_ARGUMENTS_UNKNOWN,
		.keep = true,
	};
	const struct ptime_step_hook *hook;
	int err = 0;

	for (hook = ptime_step_hooks; hook->name && !err; hook++) {
		request.name = hook->name;
		err = ptime_probe_add(&request, reason);
	}
	return err;
}

static int do_start(char **args, char *reason)
{
	int err = ptime_probes_start();

	if (err && err != -ERESTARTSYS)
		scnprintf(reason, PTIME_REASON_LEN, "packet tracing is off: error %d", err);
	return err;
}

static int do_stop(char **args, char *reason)
{
	return ptime_probes_stop();
}

static int do_reset(char **args, char *reason)
{
	int err = ptime_probes_reset();

	if (err)
		explain(err, reason);
	return err;
}

static bool valid_group(const char *name)
{
	size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-");

	return length && !name[length] && length < PTIME_GROUP_LEN;
}

static int parse_group(const char *value, struct ptime_request *request,
		       char *reason)
{
	if (!valid_group(value)) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "a group's name must have 1 to %d characters of a-z 0-9 _ -",
			  PTIME_GROUP_LEN - 1);
		return -EINVAL;
	}
	request->group = value;
	return 0;
}

static int parse_returns(const char *value, struct ptime_request *request,
			 char *reason)
{
	request->outcomes = ptime_outcomes_find(value);
	if (!request->outcomes) {
		scnprintf(reason, PTIME_REASON_LEN, "returns= must be one of %s",
			  ptime_outcomes_names());
		return -EINVAL;
	}
	return 0;
}

static int parse_backend(const char *value, struct ptime_request *request,
			 char *reason)
{
	int err = ptime_backend_find(value, &request->backend);

	if (err)
		scnprintf(reason, PTIME_REASON_LEN, "backend= must be one of %s here",
			  PTIME_BACKEND_NAMES);
	return err;
}

static int parse_arguments(const char *value, struct ptime_request *request,
			   char *reason)
{
	u8 words;
	int err = kstrtou8(value, 10, &words);

	if (err) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "arguments= must be the number of words that the function takes, 0 to %d",
			  U8_MAX);
		return -EINVAL;
	}
	request->arguments = words;
	return 0;
}

static int parse_force(const char *value, struct ptime_request *request, char *reason)
{
	if (*value) {
		scnprintf(reason, PTIME_REASON_LEN, "'force' takes no value");
		return -EINVAL;
	}
	request->force = true;
	return 0;
}

static const struct {
	const char *name;
	int (*parse)(const char *value, struct ptime_request *request, char *reason);
} options[] = {
	{ "group=", parse_group },
	{ "returns=", parse_returns },
	{ "backend=", parse_backend },
	{ "arguments=", parse_arguments },
	{ "force", parse_force },
};

static int parse_option(const char *word, struct ptime_request *request,
			unsigned long *seen, char *reason)
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
		return options[i].parse(word + length, request, reason);
	}
	scnprintf(reason, PTIME_REASON_LEN,
		  "'%.40s' is not group=NAME, returns=RULE, backend=BACKEND, arguments=N or force",
		  word);
	return -EINVAL;
}

static int do_add(char **args, char *reason)
{
	struct ptime_request request = {
		.name = args[0],
		.group = DEFAULT_GROUP,
		.origin = PTIME_FROM_USER,
		.outcomes = &ptime_outcomes_all,
		.arguments = PTIME_ARGUMENTS_UNKNOWN,
	};
	unsigned long seen = 0;
	unsigned int i;
	int err;

	for (i = 1; args[i]; i++) {
		err = parse_option(args[i], &request, &seen, reason);
		if (err)
			return err;
	}
	return ptime_probe_add(&request, reason);
}

static int do_del(char **args, char *reason)
{
	return ptime_probe_del(args[0], reason);
}

static int do_enable(char **args, char *reason)
{
	return ptime_control_group(args[0], true, reason);
}

static int do_disable(char **args, char *reason)
{
	return ptime_control_group(args[0], false, reason);
}

static int do_budget(char **args, char *reason)
{
	u32 percent = 0;
	int err = 0;

	if (strcmp(args[0], PTIME_BUDGET_OFF))
		err = kstrtou32(args[0], 10, &percent) || !percent ? -EINVAL : 0;
	err = err ?: ptime_budget_set(percent);
	if (err)
		scnprintf(reason, PTIME_REASON_LEN, err == -EOPNOTSUPP ?
			  "the overhead of the probes is not known, for example with sample=" :
			  "a budget must be 1 to %d percent of one CPU, or " PTIME_BUDGET_OFF,
			  PTIME_BUDGET_MAX);
	return err ? -EINVAL : 0;
}

/* look the interface up in the writer's network namespace */
static int parse_interface(const char *name, u32 *number, char *reason)
{
	struct net_device *dev = dev_get_by_name(current->nsproxy->net_ns, name);

	if (!dev) {
		scnprintf(reason, PTIME_REASON_LEN, "no interface '%.16s' here", name);
		return -ENODEV;
	}
	*number = dev->ifindex;
	dev_put(dev);
	return 0;
}

static int parse_in(const char *value, struct ptime_filter *filter, char *reason)
{
	return parse_interface(value, &filter->in, reason);
}

static int parse_out(const char *value, struct ptime_filter *filter, char *reason)
{
	return parse_interface(value, &filter->out, reason);
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

static int parse_netns(const char *value, struct ptime_filter *filter, char *reason)
{
	if (!kstrtou32(value, 10, &filter->netns) && filter->netns)
		return 0;
	scnprintf(reason, PTIME_REASON_LEN,
		  "netns= must be the inode number of a network namespace");
	return -EINVAL;
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

static int do_filter(char **args, char *reason)
{
	struct ptime_filter filter = { 0 };
	unsigned long seen = 0;
	unsigned int i;
	u32 here;
	int err;

	if (!ptime_paths_max) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "no paths: loaded with paths=0, reload the module with paths=N");
		return -EOPNOTSUPP;
	}
	for (i = 0; args[i]; i++) {
		err = parse_filter_option(args[i], &filter, &seen, reason);
		if (err)
			return err;
	}
	/* the number of an interface is unique only within its network namespace */
	if (filter.in || filter.out) {
		here = current->nsproxy->net_ns->ns.inum;
		if (filter.netns && filter.netns != here) {
			scnprintf(reason, PTIME_REASON_LEN,
				  "in= and out= must be interfaces of the writer's namespace, %u",
				  here);
			return -EINVAL;
		}
		filter.netns = here;
	}
	err = ptime_probes_set_filter(&filter);
	if (err && err != -ERESTARTSYS)
		scnprintf(reason, PTIME_REASON_LEN, "packet tracing is off now: error %d",
			  err);
	return err;
}

/**
 * struct verb - a control command
 * @name: first word of the line
 * @act: runs the command; takes the words after @name, and on failure gives a reason
 * @min_args: minimum number of words after @name
 * @max_args: maximum number of words after @name
 * @waits: before it does anything, it waits until the reaper has taken out what other commands
 *	have marked
 * @usage: the words after @name, for the help text
 * @help: what the command does, for the help text
 */
struct verb {
	const char *name;
	int (*act)(char **args, char *reason);
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

static int run_line(char *line, bool may_wait, char *reason)
{
	char *args[MAX_ARGS + 1] = { NULL };
	const struct verb *verb;
	unsigned int count = 0;
	char *word, *name;

	name = strsep(&line, " \t");
	verb = find_verb(name);
	if (!verb) {
		scnprintf(reason, PTIME_REASON_LEN, "no such command, see the list above");
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
		scnprintf(reason, PTIME_REASON_LEN, "usage: %s%s%s", verb->name,
			  *verb->usage ? " " : "", verb->usage);
		return -EINVAL;
	}
	if (verb->waits && !may_wait && ptime_reaper_is_at_work()) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "probes are still being removed: try again, or write without O_NONBLOCK");
		return -EAGAIN;
	}
	return verb->act(args, reason);
}

static struct control_file *to_control_file(struct file *file)
{
	struct seq_file *seq = file->private_data;

	return seq->private;
}

/*
 * Keep the error of a line for readers; a @reason of NULL means that there was none.
 * Characters that are not printable become '?', as a terminal might interpret them.
 */
static void keep_error(struct file *file, const char *line, const char *reason)
{
	struct control_file *own = to_control_file(file);
	char *c;

	mutex_lock(&last_error_mutex);
	if (reason)
		scnprintf(last_error.text, sizeof(last_error.text), "'%s': %s", line, reason);
	else
		last_error.text[0] = '\0';
	for (c = last_error.text; *c; c++)
		if (!isascii(*c) || !isprint(*c))
			*c = '?';
	own->error = last_error;
	mutex_unlock(&last_error_mutex);
}

/*
 * A line that a signal interrupted has no error. So forget the error that the file has, which
 * may be another writer's.
 */
static void forget_error(struct file *file)
{
	mutex_lock(&last_error_mutex);
	to_control_file(file)->error.text[0] = '\0';
	mutex_unlock(&last_error_mutex);
}

/* returns the length of the first line, including its newline, or -errno */
static ssize_t check_line(struct file *file, const char *buffer, size_t length)
{
	const char *newline = memchr(buffer, '\n', length);
	size_t taken = newline ? newline - buffer + 1 : length;

	if (memchr(buffer, '\0', taken)) {
		keep_error(file, buffer, "a NUL in the line");
		return -EINVAL;
	}
	if (!newline && length > PTIME_LINE_MAX) {
		keep_error(file, "...", "line too long");
		return -E2BIG;
	}
	return taken;
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
	char line[PTIME_LINE_MAX + 2], shown[PTIME_LINE_MAX + 2];
	size_t length = min(count, sizeof(line) - 1);
	char reason[PTIME_REASON_LEN] = "";
	bool may_wait;
	ssize_t taken;
	char *text;
	int err;

	if (!count)
		return 0;
	if (copy_from_user(line, from, length))
		return -EFAULT;
	line[length] = '\0';
	taken = check_line(file, line, length);
	if (taken < 0)
		return taken;
	line[taken] = '\0';
	text = strim(line);
	strscpy(shown, text, sizeof(shown));
	may_wait = !(file->f_flags & O_NONBLOCK);
	err = run_line(text, may_wait, reason);
	if (err == -ERESTARTSYS) {
		forget_error(file);
		return err;
	}
	if (may_wait)
		ptime_reaper_wait_killable();
	keep_error(file, shown, err ? reason : NULL);
	return err ?: taken;
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
	seq_printf(seq, "%s%s\n", PTIME_LAST_ERROR,
		   own->error.text[0] ? own->error.text : PTIME_NO_ERROR);
	mutex_unlock(&last_error_mutex);
	return 0;
}

static int control_open(struct inode *inode, struct file *file)
{
	struct control_file *own = kzalloc(sizeof(*own), GFP_KERNEL);
	int err;

	if (!own)
		return -ENOMEM;
	mutex_lock(&last_error_mutex);
	own->error = last_error;
	mutex_unlock(&last_error_mutex);
	err = single_open(file, control_show, own);
	if (err)
		kfree(own);
	return err;
}

static int control_release(struct inode *inode, struct file *file)
{
	kfree(to_control_file(file));
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
