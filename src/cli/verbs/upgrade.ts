import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../config/usage-error.ts';
import { healthFlag, healthUrl } from '../health-url.ts';
import { isCompiled } from '../release.ts';
import { controlOf } from '../service/control.ts';
import { dataStepsFlag, obey, startDataProcess } from '../service/data-process.ts';
import { requireExecutableOfRoot } from '../service/machine.ts';
import { isPackaged, SERVICE } from '../service/unit.ts';
import { runUpgrade } from '../service/upgrade.ts';
import { type Call, exit, oneArgument, printResult, type Verb, VerbError } from '../verb.ts';

const WAIT_SECONDS = 30;

const secondsOf = (given: string | undefined): number => {
  if (given === undefined) return WAIT_SECONDS;
  if (/^[1-9]\d{0,4}$/.test(given)) return Number(given);
  throw new UsageError(`--wait must be a number of seconds, not '${given}'.`);
};

const sumOf = (given: string | undefined): string | undefined => {
  if (given === undefined || /^[\da-f]{64}$/i.test(given)) return given;
  throw new UsageError(`--sha256 must be 64 hexadecimal digits, not '${given}'.`);
};

const executableOf = ({ flag, machine }: Call): string => {
  const given = flag('executable');
  if (given === undefined && !isCompiled) {
    throw new VerbError('Name the executable to replace: --executable FILE.', exit.usage);
  }
  const path = resolve(given ?? process.execPath);
  if (path === join(machine, SERVICE.packagedExecutable) && isPackaged(machine)) {
    throw new VerbError(
      'studiod was installed by a package, so use apt with the package of the newer release: ' +
        'sudo apt install ./studiod_VERSION_ARCHITECTURE.deb',
    );
  }
  if (!existsSync(path)) throw new VerbError(`Executable ${path} was not found.`);
  return path;
};

export const upgrade: Verb = {
  name: 'upgrade',
  summary: 'Upgrade the executable of a running server, with automatic rollback if it is not ready in time',
  example: 'studiod upgrade studiod-1.1.0-linux-x64.tar.gz',
  args: 'FILE',
  flags: [
    { name: 'sha256', value: 'HEX', help: 'SHA-256 of the file; default from SHA256SUMS next to it' },
    { name: 'executable', value: 'FILE', help: 'Executable to replace; default this one' },
    healthFlag,
    {
      name: 'wait',
      value: 'SECONDS',
      help: `How long the new server may take to become ready, not counting a migration; default ${WAIT_SECONDS}`,
    },
    {
      name: 'stop-command',
      value: 'COMMAND',
      help: 'Command that stops the server and waits until it has ended, where systemd does not run',
    },
    {
      name: 'start-command',
      value: 'COMMAND',
      help: 'Command that starts the server in the background, where systemd does not run',
    },
    dataStepsFlag,
  ],
  settings: ['data', 'backupDir', 'allowNetworkStorage', 'host', 'port', 'tlsCert'],
  keepsRoot: (given) => !given.has(dataStepsFlag.name),
  async run(call) {
    if (call.flag(dataStepsFlag.name) !== undefined) return obey(call);
    const file = oneArgument(call, 'Missing release file.');
    const within = secondsOf(call.flag('wait')) * 1_000;
    const sum = sumOf(call.flag('sha256'));
    const url = healthUrl(call);
    const executable = executableOf(call);
    requireExecutableOfRoot(executable);
    const control = controlOf(call);
    const data = startDataProcess(call);
    const upgrading = { call, data, file: resolve(file), sum, executable, control, url, within };
    const done = await runUpgrade(upgrading).finally(() => data.end());
    const text = `studiod ${done.to} is running. The old executable is kept as ${done.previous}, the backup as ${done.backup}.`;
    printResult(call, done, text);
  },
};
