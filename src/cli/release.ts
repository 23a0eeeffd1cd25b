import manifest from '../../package.json' with { type: 'json' };
import { ownExecutable } from '../database/own-executable.ts';

export const release = typeof BUILD_VERSION === 'undefined' ? manifest.version : BUILD_VERSION;
/** The commit of the build; empty when the program runs from source. */
export const commit = typeof BUILD_COMMIT === 'undefined' ? '' : BUILD_COMMIT;
export const isCompiled = typeof BUILD_VERSION !== 'undefined';
/** The flags of a child process whose settings are its own flags and environment, and no file. */
export const NO_SETTINGS_FILE = ['--config', process.platform === 'win32' ? '\\\\.\\nul' : '/dev/null'] as const;
export const thisProgram = isCompiled ? [ownExecutable] : [ownExecutable, Bun.main];
