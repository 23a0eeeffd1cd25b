import { existsSync } from 'node:fs';

/** The executable of this process, which a user can run also where its folder is closed to them, or it has been replaced. */
const OWN = '/proc/self/exe';
/** The executable that a child process runs: this program's own, or the runtime where it runs from source. */
export const ownExecutable = typeof BUILD_VERSION !== 'undefined' && existsSync(OWN) ? OWN : process.execPath;
