import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { digestOf, syncToDisk } from '../../database/backup/backup.ts';
import { DATABASE_FILE } from '../../database/data-directory.ts';
import type { FirstStartValues } from '../server/first-start.ts';
import { exit, VerbError } from '../verb.ts';
import { giveAway, hasSystemd, runCommand, userNamed } from './machine.ts';
import type { Step } from './steps.ts';
import { firstStartDropIn, isPackaged, SERVICE, unitFiles } from './unit.ts';

const ROOT = 0;

export interface Installation {
  readonly source: string;
  /** The root directory of the machine: `/`, or the root of an image which is not running. */
  readonly root: string;
  readonly firstStart: FirstStartValues;
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
    return { says: `writing ${path}`, run };
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
      says: `creating the system user ${user}`,
      run: () => runCommand([...words, '--shell', '/usr/sbin/nologin', user]),
    },
  ];
};

const folderStep = (path: string, mode: number): Step[] => {
  const run = () => {
    // The mode applies to the last folder only.
    mkdirSync(dirname(path), { recursive: true });
    mkdirSync(path, { mode });
  };
  return existsSync(path) ? [] : [{ says: `creating the directory ${path}`, run }];
};

/** The first key, in data that no one has used yet. */
const keyStep = ({ root, onKey }: Installation, executable: string): Step[] => {
  const data = join(root, SERVICE.data);
  if (existsSync(join(data, DATABASE_FILE))) return [];
  const owner = lstatSync(data, { throwIfNoEntry: false })?.uid ?? ROOT;
  if (![ROOT, userNamed(SERVICE.user, root)?.uid].includes(owner)) {
    throw new VerbError(
      `${data} belongs to the user with ID ${owner}, but the service runs as ${SERVICE.user}. Nothing was changed. ` +
        `Give the directory to ${SERVICE.user}, or remove it.`,
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
  return [{ says: `creating the database and the first API key in ${data}`, run }];
};

const systemctl = (root: string, ...words: string[]): Promise<string> =>
  runCommand(['systemctl', ...(root === '/' ? [] : [`--root=${root}`]), ...words]);

const { unit, socket } = SERVICE;

const startSteps = (root: string): Step[] => {
  const enable = { says: `enabling ${socket} and ${unit}`, run: () => systemctl(root, 'enable', socket, unit) };
  if (root !== '/' || !hasSystemd()) {
    return [
      enable,
      {
        says: 'starting nothing, because systemd is not running there: the service starts with the machine',
        run: () => {},
      },
    ];
  }
  return [
    { says: 'reloading systemd', run: () => systemctl(root, 'daemon-reload') },
    enable,
    { says: `starting ${socket} and ${unit}`, run: () => systemctl(root, 'start', socket, unit) },
  ];
};

/** Where the executable is installed: a package has its own place. @throws VerbError when there would be two of them. */
const targetOf = ({ source, root }: Installation): string => {
  if (!isPackaged(root)) return source === SERVICE.packagedExecutable ? SERVICE.packagedExecutable : SERVICE.executable;
  const packaged = join(root, SERVICE.packagedExecutable);
  if (source !== packaged && !(existsSync(packaged) && hasSameBytes(source, packaged))) {
    throw new VerbError(
      `studiod was installed by a package. Use its executable: sudo ${SERVICE.packagedExecutable} install. Or remove the ` +
        'package first, which keeps the data: sudo apt remove studiod',
    );
  }
  const own = join(root, SERVICE.units, unit);
  if (existsSync(own) && readFileSync(own, 'utf8').includes(`ExecStart=${SERVICE.executable} `)) {
    throw new VerbError(
      `studiod is installed both by a package and as ${SERVICE.executable}. Remove the latter, which keeps the data: ` +
        `sudo ${SERVICE.executable} uninstall`,
    );
  }
  return SERVICE.packagedExecutable;
};

const firstStartSteps = ({ root, firstStart }: Installation, installed: string): Step[] => {
  const flags = Object.keys(firstStart).map((name) => `--${name}`);
  if (flags.length === 0) return [];
  const files = { [SERVICE.firstStartDropIn]: firstStartDropIn(installed, firstStart) };
  const steps = writeSteps(root, files);
  if (steps.length === 0 || !existsSync(join(root, SERVICE.data, DATABASE_FILE))) return steps;
  return [{ says: `ignoring ${flags.join(', ')}, because ${SERVICE.data} already has data`, run: () => {} }];
};

export const installSteps = (installation: Installation): readonly Step[] => {
  const { source, root } = installation;
  if (!existsSync(source)) throw new VerbError(`Executable ${source} was not found.`);
  const installed = targetOf(installation);
  const target = join(root, installed);
  if (Bun.which('systemctl') === null) {
    throw new VerbError(
      'studiod install sets up a systemd service, but this machine has no systemctl. Install systemd, or start ' +
        "'studiod serve --data DIR' with the service manager you use here.",
    );
  }
  const copy = { says: `copying the executable to ${target}`, run: () => placeExecutable(source, target) };
  return [
    ...(source === target || hasSameBytes(source, target) ? [] : [copy]),
    ...userStep(root),
    ...folderStep(join(root, SERVICE.configuration), 0o755),
    ...folderStep(join(root, SERVICE.data), 0o700),
    ...(isPackaged(root) ? [] : writeSteps(root, unitFiles(installed))),
    ...firstStartSteps(installation, installed),
    ...keyStep(installation, target),
    ...startSteps(root),
  ];
};

/** Removes a file, and the folder of drop-ins that it leaves empty. */
const removeFile = (path: string): void => {
  rmSync(path);
  const folder = dirname(path);
  if (folder.endsWith('.d') && readdirSync(folder).length === 0) rmdirSync(folder);
};

/** The steps that remove what `installSteps` made, but for the data, the settings and the user. */
export const uninstallSteps = (root: string): readonly Step[] => {
  const isInstalled = [unit, socket].some((name) => existsSync(join(root, SERVICE.units, name)));
  if (!isInstalled && isPackaged(root)) {
    throw new VerbError('studiod was installed by a package. Remove it with: apt remove studiod');
  }
  const isRunning = root === '/' && hasSystemd();
  const names = [unit, socket].map((name) => join(root, SERVICE.units, name));
  const executable = join(root, SERVICE.executable);
  const dropIn = join(root, SERVICE.units, SERVICE.firstStartDropIn);
  const files = [...names, dropIn, executable, `${executable}.previous`].filter((path) => existsSync(path));
  return [
    ...(isInstalled
      ? [
          {
            says: `${isRunning ? 'stopping and ' : ''}disabling ${socket} and ${unit}`,
            run: () => systemctl(root, 'disable', ...(isRunning ? ['--now'] : []), socket, unit),
          },
        ]
      : []),
    ...files.map((path) => ({ says: `removing ${path}`, run: () => removeFile(path) })),
    ...(isRunning ? [{ says: 'reloading systemd', run: () => systemctl(root, 'daemon-reload') }] : []),
  ];
};
