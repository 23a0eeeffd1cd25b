import manifest from '../../../package.json' with { type: 'json' };
import { exit, type Verb } from '../verb.ts';

/** The release, and the commit it was built from; a program run from its source has none. */
export const release = typeof BUILD_VERSION === 'undefined' ? manifest.version : BUILD_VERSION;
const commit = typeof BUILD_COMMIT === 'undefined' ? '' : BUILD_COMMIT;

export const version: Verb = {
  name: 'version',
  summary: 'prints the version',
  example: 'studiod version --json',
  flags: [],
  settings: [],
  hasJson: true,
  run(call) {
    const told = { version: release, commit: commit || null, runtime: `bun ${Bun.version}` };
    const built = commit === '' ? '' : ` (${commit})`;
    call.print(call.json ? JSON.stringify(told) : `studiod ${release}${built}, ${told.runtime}`);
    return exit.done;
  },
};
