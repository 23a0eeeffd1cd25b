import { type Config, type SettingName, settingNames } from '../../config/settings.ts';
import { UsageError } from '../../config/usage-error.ts';
import { type Data, openDataDirectory, openInMemory } from '../../database/data-directory.ts';
import { type Clock, epochOf, isoInstant } from '../../kernel/clock.ts';
import { isInstant } from '../../kernel/formats.ts';
import { systemRandom } from '../../kernel/random.ts';
import { createMediaStore } from '../../media/store.ts';
import { SANDBOX_KEY } from '../../sandbox/demo/credentials.ts';
import type { DemoIds } from '../../sandbox/demo/studio.ts';
import { createSandboxIssuer } from '../../sandbox/issuer.ts';
import { mediaDirectory, newTemporaryMediaDirectory } from '../media.ts';
import { release } from '../release.ts';
import { checkExposure, listen } from '../server/listen.ts';
import { machineOf } from '../server/machine.ts';
import { mailServerOf } from '../server/mail.ts';
import { checkProcessor } from '../server/processor.ts';
import { addressesOf, logOf, runUntilStopped, untilServerStopped } from '../server/run.ts';
import { SandboxServer } from '../server/sandbox-server.ts';
import { type Call, printResult, type Verb } from '../verb.ts';

/** Tokens, signatures and ids have seconds since 1970. The demo studio has dates years later; none is after 9999. */
const [FIRST_YEAR, LAST_YEAR] = [1970, 9990];

/** The time (epoch ms) of `fixed:<instant>`; undefined for a running clock. @throws UsageError */
const startOf = (clock: string | undefined): number | undefined => {
  if (clock === undefined) return undefined;
  const at = /^fixed:(.*)$/.exec(clock)?.[1] ?? '';
  if (!isInstant(at)) {
    throw new UsageError(`--clock must be fixed:TIMESTAMP, such as fixed:2026-03-02T08:00:00Z, not '${clock}'.`);
  }
  const year = Number(isoInstant(epochOf(at)).slice(0, 4));
  if (year >= FIRST_YEAR && year <= LAST_YEAR) return epochOf(at);
  throw new UsageError(`--clock must be a timestamp in the years ${FIRST_YEAR} to ${LAST_YEAR}, not '${clock}'.`);
};

const open = (call: Call, config: Config): Data | Promise<Data> => {
  const path = call.flag('data');
  const random = systemRandom();
  if (path === undefined) return openInMemory(release, random);
  return openDataDirectory({
    path,
    release,
    random,
    purpose: 'sandbox',
    serving: true,
    mayCreate: true,
    allowNetworkStorage: config.allowNetworkStorage,
  });
};

const printReady = (call: Call, rootUrl: string, demo: DemoIds, memberToken: string): void => {
  // A page of the console that signs in without a password; the fragment says as whom.
  const addresses = {
    ...addressesOf(rootUrl),
    console: `${rootUrl}/console/sandbox-sign-in#owner`,
    mailbox: `${rootUrl}/sandbox/mailbox`,
  };
  const lines = [
    `studiod ${release}, sandbox: demo data and a public key`,
    `API       ${addresses.baseUrl}`,
    `key       ${SANDBOX_KEY}`,
    `console   ${addresses.console}`,
    `docs      ${addresses.docs}`,
    `mailbox   ${addresses.mailbox}`,
    ...Object.entries(demo).map(([name, id]) => `${name.padEnd(9)} ${id}`),
    `member    ${memberToken}`,
  ];
  printResult(call, { ...addresses, apiKey: SANDBOX_KEY, ...demo, memberToken }, lines.join('\n'));
};

// A sandbox does not read STUDIOD_DATA, which names the data of the business.
const sandboxSettings: readonly SettingName[] = settingNames.filter((name) => name !== 'data');

export const sandbox: Verb = {
  name: 'sandbox',
  summary: 'Serve an in-memory demo studio with a public key, for trials and tests',
  example: 'studiod sandbox --port 0 --json --clock fixed:2026-03-02T08:00:00Z',
  flags: [
    { name: 'data', value: 'PATH', help: 'Store the sandbox in this directory; default in memory' },
    { name: 'clock', value: 'fixed:TIMESTAMP', help: 'A clock that moves only with POST /sandbox/clock' },
  ],
  settings: sandboxSettings,
  isServer: true,
  async run(call) {
    const { config } = call.configure();
    const startAt = startOf(call.flag('clock'));
    checkExposure(config);
    checkProcessor(config, 'test');
    mailServerOf(config);
    const stopped = untilServerStopped(call);
    const data = await open(call, config);
    const log = logOf(call, config);
    const isLasting = data.directory !== undefined;
    const directory = isLasting ? mediaDirectory(config, data.directory) : newTemporaryMediaDirectory();
    const media = createMediaStore({ directory });
    try {
      const rootUrl = () => config.publicUrl ?? listening.rootUrl;
      const issuer = await createSandboxIssuer(rootUrl);
      const { directory: stored, seal } = data;
      const { environment } = call;
      // Of a fixed clock too: backups of a sandbox are named by its own time.
      const machine =
        stored === undefined
          ? undefined
          : (clock: Clock) =>
              machineOf({
                config: { ...config, data: stored },
                directory: stored,
                seal,
                environment,
                now: () => clock.now(),
                rootUrl,
              });
      const server = new SandboxServer({ config, data, media, startAt, log, issuer, rootUrl, machine });
      await server.open();
      const listening = listen(config, () => server.app);
      await server.start();
      await server.addEndpoints();
      printReady(call, listening.rootUrl, server.demo, await server.memberToken());
      await runUntilStopped({ call, log, listening, stopped, stop: () => server.stop() });
    } finally {
      if (!isLasting) await media.clear();
      await log.end();
      data.close();
    }
  },
};
