import { newFolder, removeFolder } from './process.ts';

/** Runs `mount` or `umount`; returns whether it worked. */
export const mount = (...words: string[]): boolean => {
  try {
    return Bun.spawnSync(words, { stdout: 'ignore', stderr: 'ignore' }).exitCode === 0;
  } catch {
    return false;
  }
};

/** Whether a small disk, a folder in memory, can be mounted: only by the superuser of Linux. */
export const canMount: boolean = (() => {
  const folder = newFolder();
  const worked = mount('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder);
  if (worked) mount('umount', folder);
  removeFolder(folder);
  return worked;
})();
