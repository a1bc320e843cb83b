// SPDX-License-Identifier: GPL-2.0
/* debugfs: creates and removes the files in debugfs */
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kernel.h>

#include <pathtime/abi.h>

#include "debugfs/control.h"
#include "debugfs/debugfs.h"
#include "debugfs/show.h"
#include "debugfs/snapshot.h"

/*
 * The modes let only root open the files, as debugfs has no call to restrict the directory.
 * Lockdown allows files whose mode permits no writing (fs/debugfs/file.c).
 */
static const struct {
	const char *name;
	umode_t mode;
	const struct file_operations *fops;
} files[] = {
	{ PTIME_FILE_HIST, 0400, &ptime_hist_fops },
	{ PTIME_FILE_SUMMARY, 0400, &ptime_summary_fops },
	{ PTIME_FILE_TREE, 0400, &ptime_tree_fops },
	{ PTIME_FILE_PATHS, 0400, &ptime_paths_fops },
	{ PTIME_FILE_PROBES, 0400, &ptime_probes_fops },
	{ PTIME_FILE_STATUS, 0400, &ptime_status_fops },
	{ PTIME_FILE_SNAPSHOT, 0400, &ptime_snapshot_fops },
	{ PTIME_FILE_CONTROL, 0600, &ptime_control_fops },
};

static struct dentry *dir;

/**
 * ptime_debugfs_init() - Create the directory and its files
 *
 * debugfs asks its users to ignore errors. Without debugfs the probes still count, but there
 * are no files.
 *
 * Context: process, may sleep.
 */
void ptime_debugfs_init(void)
{
	size_t i;

	dir = debugfs_create_dir(PTIME_DEBUGFS_DIR, NULL);
	if (IS_ERR(dir))
		return;
	for (i = 0; i < ARRAY_SIZE(files); i++)
		debugfs_create_file(files[i].name, files[i].mode, dir, NULL,
				    files[i].fops);
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
