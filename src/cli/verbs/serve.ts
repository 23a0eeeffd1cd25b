import { createApp } from '../../app.ts';
import { type Config, settingNames } from '../../config/settings.ts';
import { Checkpointer } from '../../database/checkpointer.ts';
import { type Data, openDataDirectory } from '../../database/data-directory.ts';
import { idsFor } from '../../database/id-order.ts';
import { migrations } from '../../database/migrate.ts';
import { Store } from '../../database/store.ts';
import { setRealTimeout } from '../../kernel/clock.ts';
import { systemRandom } from '../../kernel/random.ts';
import { Timeline } from '../../kernel/timer.ts';
import { createMediaStore } from '../../media/store.ts';
import { backupDirectory } from '../backups.ts';
import type { StartContext } from '../doctor/finding.ts';
import { mediaDirectory } from '../media.ts';
import { release } from '../release.ts';
import type { Acme, AcmeDeps } from '../server/acme/acme.ts';
import { appOptions, memberIssuers, webhookNetwork } from '../server/app-options.ts';
import { createBrand, type FirstStartValues, firstStartFlags, firstStartValues } from '../server/first-start.ts';
import { checkExposure, listen, tlsMetrics } from '../server/listen.ts';
import type { Log } from '../server/log.ts';
import { nightlyBackup } from '../server/nightly-backup.ts';
import { checkProcessor, createProcessor } from '../server/processor.ts';
import { addressesOf, logOf, runUntilStopped, untilStopped } from '../server/run.ts';
import type { InheritedSocket } from '../server/socket-activation.ts';
import { startReport } from '../server/start-report.ts';
import { type Call, printResult, type Verb } from '../verb.ts';

const warn = (log: Log, config: Config): void => {
  if (config.webhookAllowedNetworks.length > 0) {
    log.warn(`webhooks can be sent to these private networks: ${config.webhookAllowedNetworks.join(', ')}`);
  }
  if (config.processor === 'sandbox' && config.stripeSecretKey !== undefined) {
    log.warn('a Stripe key is configured and not used, since --processor is sandbox');
  }
};

/** Says what `doctor` would say of the data and the settings. Its files are loaded only once the server is ready. */
const warnOfDangers = async (log: Log, context: StartContext): Promise<void> => {
  const { startFindings } = await import('../doctor/at-start.ts');
  for (const { message, action } of startFindings(context)) log.warn(`${message} ${action}`);
};

interface Started {
  readonly rootUrl: string;
  readonly directory: string | undefined;
  /** The mode of the processor. */
  readonly mode: string;
}

const printReady = (call: Call, config: Config, log: Log, { rootUrl, directory, mode }: Started): void => {
  const addresses = addressesOf(rootUrl);
  if (!call.json && log.format === 'json') {
    log.info('ready', { ...addresses, release, data: directory, processor: config.processor, processorMode: mode });
    log.flush();
    return;
  }
  const lines = [
    `studiod ${release}`,
    `data     ${directory}`,
    `API      ${addresses.baseUrl}`,
    `docs     ${addresses.docs}`,
    `cards    ${config.processor}, ${mode} mode${config.processor === 'sandbox' ? ': no real money' : ''}`,
    ...(config.publicUrl === undefined ? [] : [`public   ${config.publicUrl}/v2`]),
  ];
  const advice = `Create an API key: studiod key create --name "My integration" --data ${directory}`;
  printResult(call, addresses, lines.join('\n'), [advice]);
};

/** The service manager that started this process, if any. Its file is loaded only then, for a fast start. */
const serviceManagerOf = async ({ environment }: Call, log: Log) => {
  const path = environment.NOTIFY_SOCKET;
  if (path === undefined || path === '') return undefined;
  return (await import('../server/service-manager.ts')).connectServiceManager(environment, path, log);
};

/** The socket that the service manager passes to this process, if any. */
const inheritedFrom = async ({ environment }: Call): Promise<InheritedSocket | undefined> => {
  const { LISTEN_FDS: count, LISTEN_PID: pid } = environment;
  if (count === undefined || pid !== String(process.pid)) return undefined;
  return (await import('../server/socket-activation.ts')).inheritedSocket(count);
};

/**
 * The settings with the public address that follows from the certificate's first name, and with the files that ACME keeps.
 * A server on a free port, or on one that another port leads to, does not know its public address.
 */
const withAcme = async (config: Config, directory: string): Promise<Config> => {
  const [name] = config.acmeDomain;
  if (name === undefined) return config;
  const { withAcmeFiles } = await import('../server/acme/files.ts');
  const port = config.port === 443 ? '' : `:${config.port}`;
  const publicUrl = config.publicUrl ?? (config.port === 0 ? undefined : `https://${name}${port}`);
  return { ...withAcmeFiles(config, directory), publicUrl };
};

/** The certificate that the server obtains by itself, if it is told to. Its files are loaded only then. */
const acmeOf = async (deps: AcmeDeps): Promise<Acme | undefined> =>
  deps.config.acmeDomain.length === 0 ? undefined : (await import('../server/acme/acme.ts')).createAcme(deps);

/** Work that waited for the server begins this long (real ms) after the start: the first requests come before it. */
const CATCH_UP_AFTER_MS = 100;

interface Start {
  readonly call: Call;
  readonly log: Log;
  readonly config: Config;
  readonly data: Data;
  readonly firstStart: FirstStartValues;
  readonly inherited: InheritedSocket | undefined;
  /** Resolves with the name of the signal that stops the server. */
  readonly stopped: Promise<string>;
}

const run = async ({ call, log, config: given, data, firstStart, inherited, stopped }: Start): Promise<void> => {
  const random = systemRandom();
  const time = new Timeline();
  const store = new Store(data.db, time, idsFor(data.db, time, random));
  const { directory = given.data } = data;
  const config = await withAcme(given, directory);
  const checkpointer = data.file === undefined ? undefined : new Checkpointer(store, data.file);
  const warnings = await createBrand(store, firstStart, call.environment.TZ);
  for (const warning of warnings) call.printError(`studiod: warning: ${warning}`);
  const cards = createProcessor(config, { store, random, seal: data.seal });
  const backup = nightlyBackup({ config, directory, environment: call.environment, log, store, now: () => time.now() });
  const rootUrl = (): string => config.publicUrl ?? listening.rootUrl;
  const acme = await acmeOf({ config, directory, log, now: () => time.now(), root: rootUrl });
  const app = createApp({
    ...appOptions(config, log),
    jobs: [...backup.jobs, ...(acme?.jobs ?? [])],
    metrics: () => [...tlsMetrics(config), ...(acme?.metrics() ?? [])],
    rootUrl,
    memberIssuers: memberIssuers(config, time, log),
    store,
    time,
    random,
    seal: data.seal,
    environment: 'production',
    ...cards,
    media: createMediaStore({ directory: mediaDirectory(config, directory) }),
    webhookNetwork: { ...webhookNetwork(config), allowHttp: false, allowLoopback: false },
  });
  if (data.migratedFrom !== undefined) {
    log.info(`the database was migrated from schema ${data.migratedFrom} to ${migrations.length}, after a backup`);
  }
  await app.start();
  const listening = listen(config, () => app, inherited);
  acme?.start(() => listening.reload());
  warn(log, config);
  const serviceManager = await serviceManagerOf(call, log);
  let warned: Promise<void> | undefined;
  const logStartupFindings = (): void => {
    warned = warnOfDangers(log, { config, directory, db: data.db, now: time.now() });
  };
  const cancelCatchUp = setRealTimeout(CATCH_UP_AFTER_MS, () => {
    app.catchUp();
    void backup.catchUp();
    logStartupFindings();
  });
  const stop = async (): Promise<void> => {
    cancelCatchUp();
    backup.stop();
    await Promise.all([acme?.stop(), app.stop()]);
  };
  // Before anybody hears that the server is ready: a HUP may come at once, and would end a process that expects none.
  const onReload = (): void => {
    acme?.retry();
    logStartupFindings();
  };
  const running = runUntilStopped({ call, log, listening, serviceManager, stopped, stop, onReload });
  printReady(call, config, log, {
    rootUrl: listening.rootUrl,
    directory: data.directory,
    mode: cards.processor.mode,
  });
  serviceManager?.watch(app);
  await running;
  // Also of a server that is stopped at once.
  if (warned === undefined) logStartupFindings();
  await warned;
  await checkpointer?.stop();
  log.flush();
};

export const serve: Verb = {
  name: 'serve',
  summary: 'serves a data directory, and creates it at the first start',
  example:
    'studiod serve --data /var/lib/studiod --name "Harbour Yoga" --timezone Europe/Lisbon --currency EUR --locale pt-PT',
  flags: firstStartFlags,
  settings: settingNames,
  isServer: true,
  async run(call) {
    const configured = call.configure().config;
    const inherited = await inheritedFrom(call);
    const config = inherited === undefined ? configured : { ...configured, host: inherited.host, port: inherited.port };
    checkExposure(config);
    checkProcessor(config);
    if (config.backupTargets.length > 0) (await import('../targets/target.ts')).requireTargets(config);
    const firstStart = firstStartValues(call);
    const stopped = untilStopped(call);
    const log = logOf(call, config);
    const data = await openDataDirectory({
      path: config.data,
      release,
      random: systemRandom(),
      purpose: 'business',
      serving: true,
      mayCreate: true,
      allowNetworkStorage: config.allowNetworkStorage,
      backupDirectory: backupDirectory(config),
      ...startReport(call, log),
    });
    try {
      await run({ call, log, config, data, firstStart, inherited, stopped });
    } finally {
      data.close();
    }
  },
};
