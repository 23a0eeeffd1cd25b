import { existsSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';

/** The path itself, or the nearest folder above it that exists. */
export const nearestExisting = (path: string): string => (existsSync(path) ? path : nearestExisting(dirname(path)));

export interface Below {
  readonly path: string;
  /** What the path itself is, also where it is a link. */
  readonly status: Stats;
}

/**
 * Everything below a folder, each folder before what is in it. Links are named and not followed: they could lead out of the
 * folder, or in a circle. (`readdirSync` with `recursive` follows links to folders.)
 * @param enters whether to look into a folder.
 */
export function* everythingBelow(folder: string, enters: (found: Below) => boolean = () => true): Generator<Below> {
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const name of readdirSync(next)) {
      const path = join(next, name);
      const status = lstatSync(path, { throwIfNoEntry: false });
      if (status === undefined) continue;
      const found = { path, status };
      yield found;
      if (status.isDirectory() && enters(found)) folders.push(path);
    }
  }
}
