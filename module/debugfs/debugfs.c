// SPDX-License-Identifier: GPL-2.0
/* debugfs: creates and removes the files in debugfs */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/printk.h>

#include <pathtime/abi.h>

#include "debugfs/control.h"
#include "debugfs/debugfs.h"
#include "debugfs/show.h"
#include "debugfs/snapshot.h"

/*
 * The modes let only root open the files, as debugfs has no call to restrict the directory.
 * Lockdown allows files whose mode permits no writing (fs/debugfs/file.c). The first file is
 * control: no other one may be open if it cannot be created and the load fails.
 */
static const struct {
	const char *name;
	umode_t mode;
	const struct file_operations *fops;
} files[] = {
	{ PTIME_FILE_CONTROL, 0600, &ptime_control_fops },
	{ PTIME_FILE_HIST, 0400, &ptime_hist_fops },
	{ PTIME_FILE_SUMMARY, 0400, &ptime_summary_fops },
	{ PTIME_FILE_TREE, 0400, &ptime_tree_fops },
	{ PTIME_FILE_PATHS, 0400, &ptime_paths_fops },
	{ PTIME_FILE_PROBES, 0400, &ptime_probes_fops },
	{ PTIME_FILE_STATUS, 0400, &ptime_status_fops },
	{ PTIME_FILE_SNAPSHOT, 0400, &ptime_snapshot_fops },
};

static struct dentry *dir;

/**
 * ptime_debugfs_init() - Create the directory, without files
 *
 * Without it, nobody could stop the probes, and while a direct call is armed the module cannot
 * be unloaded. So the load fails, before any function has a probe.
 *
 * Context: process, may sleep.
 * Return: 0; -EPERM if debugfs is off, by the kernel's command line or configuration; other -errno
 * of debugfs_create_dir().
 */
int __init ptime_debugfs_init(void)
{
	dir = debugfs_create_dir(PTIME_DEBUGFS_DIR, NULL);
	if (!IS_ERR(dir))
		return 0;
	pr_err("no directory %s in debugfs: error %pe%s\n", PTIME_DEBUGFS_DIR, dir,
	       PTR_ERR(dir) == -EPERM ? ", boot with debugfs=on" : "");
	return PTR_ERR(dir);
}

/**
 * ptime_debugfs_create_files() - Create the files
 *
 * As debugfs asks its users, this goes on without a file that cannot be created. But control is
 * needed, see ptime_debugfs_init().
 *
 * Context: process, may sleep, when all that the files show and do is ready.
 * Return: 0, or -errno of debugfs_create_file() for control; then there are no files.
 */
int __init ptime_debugfs_create_files(void)
{
	struct dentry *file;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(files); i++) {
		file = debugfs_create_file(files[i].name, files[i].mode, dir, NULL,
					   files[i].fops);
		if (i || !IS_ERR(file))
			continue;
		pr_err("no file %s in debugfs: error %pe\n", PTIME_FILE_CONTROL, file);
		return PTR_ERR(file);
	}
	return 0;
}

/**
 * ptime_debugfs_exit() - Remove the directory and its files
 *
 * Context: process, may sleep, not under ptime_probes_lock(): waits for readers and writers,
 * which take it.
 */
void ptime_debugfs_exit(void)
{
	debugfs_remove(dir);
	ptime_control_exit();
}
