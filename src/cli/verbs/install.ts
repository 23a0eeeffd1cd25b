import { join, resolve } from 'node:path';
import { isCompiled } from '../release.ts';
import { firstStartFlags, firstStartValues } from '../server/first-start.ts';
import { installSteps, uninstallSteps } from '../service/install.ts';
import { requireRoot } from '../service/machine.ts';
import { runSteps } from '../service/steps.ts';
import { isPackaged, SERVICE } from '../service/unit.ts';
import { type Call, type Flag, printResult, type Verb, VerbError } from '../verb.ts';

const flags: readonly Flag[] = [
  { name: 'root', value: 'DIR', help: 'Root directory of an image that is not running; default /' },
  { name: 'dry-run', help: 'Print what would be done without doing it' },
];

/** The root directory, and whether nothing is to be done. @throws VerbError for a machine that only root may change. */
const placeOf = (call: Call, verb: string): { root: string; isDry: boolean } => {
  const [root, isDry] = [resolve(call.flag('root') ?? '/'), call.flag('dry-run') !== undefined];
  if (process.platform !== 'linux') throw new VerbError(`studiod ${verb} needs Linux with systemd.`);
  if (!isDry) requireRoot(verb);
  return { root, isDry };
};

const executableOf = (call: Call): string => {
  const given = call.flag('executable');
  if (given !== undefined) return resolve(given);
  if (isCompiled) return process.execPath;
  throw new VerbError('Only the executable installs itself. Build it (npm run build), or name it with --executable.');
};

export const install: Verb = {
  name: 'install',
  summary: 'Install this executable as a systemd service and print the first API key',
  example: 'studiod install --name "Harbour Yoga" --timezone Europe/Lisbon --currency EUR --locale pt-PT',
  flags: [
    ...flags,
    { name: 'executable', value: 'FILE', help: 'Executable to install; default this one' },
    ...firstStartFlags,
  ],
  async run(call) {
    const firstStart = firstStartValues(call);
    const { root, isDry } = placeOf(call, 'install');
    let key: string | undefined;
    const onKey = (created: string) => {
      key = created;
    };
    const source = executableOf(call);
    await runSteps(call, installSteps({ source, root, firstStart, onKey }), isDry);
    const { user, data, configuration, units, packagedUnits, unit } = SERVICE;
    const folder = isPackaged(root) ? packagedUnits : units;
    const places = { user, data: join(root, data), configuration: join(root, configuration) };
    printResult(call, { ...places, unit: join(root, folder, unit), key: key ?? null, dryRun: isDry }, key ?? '');
  },
};

export const uninstall: Verb = {
  name: 'uninstall',
  summary: 'Stop and remove the systemd service, and keep its data',
  example: 'studiod uninstall',
  flags,
  async run(call) {
    const { root, isDry } = placeOf(call, 'uninstall');
    const steps = uninstallSteps(root);
    await runSteps(call, steps, isDry);
    const kept = [SERVICE.data, SERVICE.configuration].map((path) => join(root, path));
    call.printError(`${kept.join(', ')} and user ${SERVICE.user} are kept.`);
    printResult(call, { steps: steps.map(({ says }) => says), kept, dryRun: isDry }, '');
  },
};
