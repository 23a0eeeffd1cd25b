/** The paths in what `git status --porcelain -z` prints. A file that was moved has its new path; the old one follows it. */
export const changedFiles = (status: string): readonly string[] => {
  const entries = status.split('\0');
  return entries.flatMap((entry, index) => {
    const isOldPath = /^[RC]/.test(entries[index - 1] ?? '');
    return entry === '' || isOldPath ? [] : [entry.slice(3)];
  });
};

/** Whether a test is of a folder of the program in which something is changed: test/ mirrors src/. */
export const isBeside = (changed: readonly string[], test: string): boolean =>
  changed.some((file) => {
    const [, folder] = /^src\/(.+)\/[^/]+$/.exec(file) ?? [];
    return folder !== undefined && test.startsWith(`test/${folder}/`);
  });
