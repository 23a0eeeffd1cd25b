import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import service from '../../../systemd/studiod.service' with { type: 'text' };
import socket from '../../../systemd/studiod.socket' with { type: 'text' };
import type { FirstStartValues } from '../server/first-start.ts';

/** The names and places of the service, as the unit has them. */
export const SERVICE = {
  user: 'studiod',
  unit: 'studiod.service',
  socket: 'studiod.socket',
  data: '/var/lib/studiod',
  configuration: '/etc/studiod',
  /** Where units of the administrator are, and where a Debian package puts its own. */
  units: '/etc/systemd/system',
  firstStartDropIn: 'studiod.service.d/first-start.conf',
  packagedUnits: '/usr/lib/systemd/system',
  executable: '/usr/local/bin/studiod',
  packagedExecutable: '/usr/bin/studiod',
} as const;

/** A word of a command line in a unit: `%`, `$`, quotes and backslashes are not special. */
const quoted = (word: string): string =>
  `"${word.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`;

/** What the unit runs. @param executable where it is installed */
const execStart = (executable: string): string => `ExecStart=${executable} serve --data ${SERVICE.data}`;

export const unitFiles = (executable: string): Readonly<Record<string, string>> => ({
  [SERVICE.unit]: service.replace(/^ExecStart=.*$/m, () => execStart(executable)),
  [SERVICE.socket]: socket,
});

/** A drop-in with the server's flags for its first start, so that a package keeps its own unit. */
export const firstStartDropIn = (executable: string, firstStart: FirstStartValues): string => {
  const flags = Object.entries(firstStart).map(([name, value]) => ` --${name} ${quoted(value)}`);
  return `# For the first start. You may remove this file afterwards.\n[Service]\nExecStart=\n${execStart(executable)}${flags.join('')}\n`;
};

export const isPackaged = (root: string): boolean => existsSync(join(root, SERVICE.packagedUnits, SERVICE.unit));

/** `root` is the root directory of the machine, on which the service may be installed. */
export const startCommand = (data: string, root: string): string => {
  const isInstalled = existsSync(join(root, SERVICE.units, SERVICE.unit)) || isPackaged(root);
  return isInstalled && resolve(data) === join(root, SERVICE.data)
    ? `sudo systemctl start ${SERVICE.socket} ${SERVICE.unit}`
    : `studiod serve --data ${data}`;
};
