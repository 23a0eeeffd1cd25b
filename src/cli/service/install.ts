import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { digestOf, syncToDisk } from '../../database/backup/backup.ts';
import { DATABASE_FILE } from '../../database/data-directory.ts';
import type { FirstStartValues } from '../server/first-start.ts';
import { exit, Failure } from '../verb.ts';
import { giveAway, hasSystemd, runCommand, userNamed } from './machine.ts';
import type { Step } from './steps.ts';
import { SERVICE, unitFiles } from './unit.ts';

const ROOT = 0;

/** What to install, and where. */
export interface Installation {
  /** The executable to install. */
  readonly source: string;
  /** The root directory of the machine: `/`, or that of an image which is not running. */
  readonly root: string;
  readonly firstStart: FirstStartValues;
  /** Takes the first API key. */
  readonly onKey: (key: string) => void;
}

const isSame = (path: string, text: string): boolean => existsSync(path) && readFileSync(path, 'utf8') === text;

const writeSteps = (root: string, files: Readonly<Record<string, string>>): Step[] =>
  Object.entries(files).flatMap(([name, text]) => {
    const path = join(root, SERVICE.units, name);
    if (isSame(path, text)) return [];
    const run = () => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { mode: 0o644 });
    };
    return { says: `writes ${path}`, run };
  });

const hasSameBytes = (source: string, target: string): boolean =>
  statSync(target, { throwIfNoEntry: false })?.size === statSync(source).size && digestOf(target) === digestOf(source);

/** Replaces a file in one step, so that a running executable can be replaced. */
const placeExecutable = (source: string, target: string): void => {
  mkdirSync(dirname(target), { recursive: true });
  const part = `${target}.new`;
  rmSync(part, { force: true });
  copyFileSync(source, part, constants.COPYFILE_EXCL);
  chmodSync(part, 0o755);
  syncToDisk(part);
  renameSync(part, target);
};

const userStep = (root: string): Step[] => {
  const { user, data } = SERVICE;
  if (userNamed(user, root) !== undefined) return [];
  const prefix = root === '/' ? [] : ['--prefix', root];
  const words = ['useradd', ...prefix, '--system', '--user-group', '--no-create-home', '--home-dir', data];
  return [
    {
      says: `creates the system user ${user}`,
      run: () => runCommand([...words, '--shell', '/usr/sbin/nologin', user]),
    },
  ];
};

const folderStep = (path: string, mode: number): Step[] => {
  const run = () => {
    // The mode is that of the last folder only.
    mkdirSync(dirname(path), { recursive: true });
    mkdirSync(path, { mode });
  };
  return existsSync(path) ? [] : [{ says: `creates the folder ${path}`, run }];
};

/** The first key, in data that nobody has used yet. */
const keyStep = ({ root, onKey }: Installation, executable: string): Step[] => {
  const data = join(root, SERVICE.data);
  if (existsSync(join(data, DATABASE_FILE))) return [];
  const owner = lstatSync(data, { throwIfNoEntry: false })?.uid ?? ROOT;
  if (![ROOT, userNamed(SERVICE.user, root)?.uid].includes(owner)) {
    throw new Failure(
      `${data} belongs to the user with the number ${owner}, and the service is run by ${SERVICE.user}. Nothing was changed. ` +
        `Give the folder to ${SERVICE.user}, or remove it.`,
      exit.unsafe,
    );
  }
  const run = async () => {
    try {
      onKey(
        (await runCommand([executable, 'key', 'create', '--new-data', '--name', 'First key', '--data', data])).trim(),
      );
    } finally {
      const user = userNamed(SERVICE.user, root);
      // In a folder of the user the verb worked with the rights of the user.
      if (user !== undefined && lstatSync(data).uid === ROOT) giveAway(user, data);
    }
  };
  return [{ says: `creates the database and the first API key in ${data}`, run }];
};

const systemctl = (root: string, ...words: string[]): Promise<string> =>
  runCommand(['systemctl', ...(root === '/' ? [] : [`--root=${root}`]), ...words]);

const { unit, socket } = SERVICE;

const startSteps = (root: string): Step[] => {
  const enable = { says: `enables ${socket} and ${unit}`, run: () => systemctl(root, 'enable', socket, unit) };
  if (root !== '/' || !hasSystemd()) {
    return [enable, { says: 'starts nothing, since no systemd runs there: it starts with the machine', run: () => {} }];
  }
  return [
    { says: 'tells systemd of the units', run: () => systemctl(root, 'daemon-reload') },
    enable,
    { says: `starts ${socket} and ${unit}`, run: () => systemctl(root, 'start', socket, unit) },
  ];
};

/** Where the executable is installed: a package has its own place. */
const targetOf = ({ source }: Installation): string =>
  source === SERVICE.packagedExecutable ? SERVICE.packagedExecutable : SERVICE.executable;

/** The steps that are not done yet. */
export const installSteps = (installation: Installation): readonly Step[] => {
  const { source, root, firstStart } = installation;
  const installed = targetOf(installation);
  const target = join(root, installed);
  const isPackaged = installed === SERVICE.packagedExecutable && Object.keys(firstStart).length === 0;
  if (!existsSync(source)) throw new Failure(`There is no executable ${source}.`);
  if (Bun.which('systemctl') === null) {
    throw new Failure(
      'studiod install makes a service of systemd, and this machine has no systemctl. Install systemd, or start ' +
        '`studiod serve --data DIR` with what starts services here.',
    );
  }
  const copy = { says: `copies the executable to ${target}`, run: () => placeExecutable(source, target) };
  return [
    ...(source === target || hasSameBytes(source, target) ? [] : [copy]),
    ...userStep(root),
    ...folderStep(join(root, SERVICE.configuration), 0o755),
    ...folderStep(join(root, SERVICE.data), 0o700),
    ...(isPackaged ? [] : writeSteps(root, unitFiles(installed, firstStart))),
    ...keyStep(installation, target),
    ...startSteps(root),
  ];
};

/** The steps that remove what `installSteps` made, but for the data, the settings and the user. */
export const uninstallSteps = (root: string): readonly Step[] => {
  const isInstalled = [unit, socket].some((name) => existsSync(join(root, SERVICE.units, name)));
  if (!isInstalled && existsSync(join(root, SERVICE.packagedUnits, unit))) {
    throw new Failure('studiod was installed by a package. Remove it with: apt remove studiod');
  }
  const isRunning = root === '/' && hasSystemd();
  const names = [unit, socket].map((name) => join(root, SERVICE.units, name));
  const executable = join(root, SERVICE.executable);
  const files = [...names, executable, `${executable}.previous`].filter((path) => existsSync(path));
  return [
    ...(isInstalled
      ? [
          {
            says: `${isRunning ? 'stops and ' : ''}disables ${socket} and ${unit}`,
            run: () => systemctl(root, 'disable', ...(isRunning ? ['--now'] : []), socket, unit),
          },
        ]
      : []),
    ...files.map((path) => ({ says: `removes ${path}`, run: () => rmSync(path) })),
    ...(isRunning ? [{ says: 'tells systemd of it', run: () => systemctl(root, 'daemon-reload') }] : []),
  ];
};
