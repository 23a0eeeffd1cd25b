import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../../app.ts';
import { hasOwner } from '../../auth/staff/owners.ts';
import { newSetupLink } from '../../auth/staff/setup-link.ts';
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
import type { LastRestore } from '../../resources/system/port.ts';
import { backupDirectory, RESTORE_REQUEST_FILE } from '../backups.ts';
import { mediaDirectory } from '../media.ts';
import { release } from '../release.ts';
import type { Acme, AcmeDeps } from '../server/acme/acme.ts';
import { appOptions, memberIssuers, webhookNetwork } from '../server/app-options.ts';
import { demoDataProcess } from '../server/demo-data-process.ts';
import { createBrand, type FirstStartValues, firstStartFlags, firstStartValues } from '../server/first-start.ts';
import { checkExposure, listen, tlsMetrics } from '../server/listen.ts';
import type { Log } from '../server/log.ts';
import { machineOf } from '../server/machine.ts';
import { mailServerOf, mailTransport } from '../server/mail.ts';
import { nightlyBackup } from '../server/nightly-backup.ts';
import { checkProcessor, createProcessor } from '../server/processor.ts';
import { addressesOf, logOf, runUntilStopped, untilServerStopped } from '../server/run.ts';
import { servicesOf, withServices } from '../server/services.ts';
import type { InheritedSocket } from '../server/socket-activation.ts';
import { logZoneRules, startReport, warnOfDangers } from '../server/start-report.ts';
import { type Call, exit, printResult, type Verb, VerbError } from '../verb.ts';

const warn = (log: Log, config: Config): void => {
  if (config.webhookAllowedNetworks.length > 0) {
    log.warn(`webhooks can be sent to these private networks: ${config.webhookAllowedNetworks.join(', ')}`);
  }
  if (config.processor !== 'stripe' && config.stripeSecretKey !== undefined) {
    log.warn('a Stripe key is set but not used, because --processor is sandbox');
  }
};

interface Started {
  readonly rootUrl: string;
  /** The link of the first owner; undefined where there is an owner. */
  readonly setupUrl: string | undefined;
  readonly directory: string | undefined;
  readonly mode: string;
}

/** Says how the first owner gets in: on a terminal beside the addresses, else in the log, which a service has alone. */
const printSetup = (call: Call, log: Log, { setupUrl, directory }: Started): void => {
  if (setupUrl === undefined) return;
  const lines = [
    `No owner yet. To set up the studio, open this link within 30 minutes: ${setupUrl}`,
    `The next start prints a new link. Or run: studiod owner create EMAIL --data ${directory}`,
  ];
  if (call.json || log.format === 'json') log.warn(lines.join(' '));
  else for (const line of lines) call.printError(line);
  log.flush();
};

const printReady = (call: Call, config: Config, log: Log, { rootUrl, directory, mode }: Started): void => {
  const [addresses, { processor = 'sandbox' }] = [addressesOf(rootUrl), config];
  if (!call.json && log.format === 'json') {
    log.info('ready', { ...addresses, release, data: directory, processor, processorMode: mode });
    log.flush();
    return;
  }
  const lines = [
    `studiod ${release}`,
    `data     ${directory}`,
    `API      ${addresses.baseUrl}`,
    `console  ${addresses.console}`,
    `docs     ${addresses.docs}`,
    `cards    ${processor}, ${mode} mode${processor === 'sandbox' ? ': no real money' : ''}`,
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

/** The certificate that the server obtains automatically, if configured. Its files are loaded only then. */
const acmeOf = async (deps: AcmeDeps): Promise<Acme | undefined> =>
  deps.config.acmeDomain.length === 0 ? undefined : (await import('../server/acme/acme.ts')).createAcme(deps);

/** Restores the backup that the previous run of the server requested, if it did. The files for that are loaded only then. */
const restoreFirst = async (config: Config, log: Log): Promise<LastRestore | undefined> =>
  existsSync(join(config.data, RESTORE_REQUEST_FILE))
    ? (await import('../server/restore-request.ts')).restoreIfRequested(config, log)
    : undefined;

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
  /** The restore with which it begins, and what asks for the next one. */
  readonly lastRestore: LastRestore | undefined;
  readonly restart: Restart;
}

/** The mail server. @throws VerbError where members are to get codes by email and there is no such server. */
const mailOf = async (config: Config) => {
  const mail = await mailTransport(config);
  if (config.memberSignIn !== 'code' || mail !== undefined) return mail;
  throw new VerbError('--member-sign-in code needs --smtp-url and --mail-from: codes come by email.', exit.usage);
};

/** Ends the serving of a database, so that a backup takes its place. */
class Restart {
  readonly #asked = Promise.withResolvers<string>();
  isAsked = false;

  /** @param isFirst whether nothing was served before: later on no one waits for the ready line. */
  constructor(readonly isFirst: boolean) {}

  get asked(): Promise<string> {
    return this.#asked.promise;
  }

  ask(why: string): void {
    this.isAsked = true;
    this.#asked.resolve(why);
  }
}

/** Serves until it is stopped. @returns the port on which it did. */
const run = async (start: Start): Promise<number> => {
  const { call, log, config: given, data, firstStart, inherited, stopped, lastRestore, restart } = start;
  const random = systemRandom();
  const time = new Timeline();
  const store = new Store(data.db, time, idsFor(data.db, time, random));
  const { directory = given.data } = data;
  const settled = withServices(given, data.db, data.seal);
  checkProcessor(settled);
  const config = await withAcme(settled, directory);
  const checkpointer = data.file === undefined ? undefined : new Checkpointer(store, data.file);
  const warnings = await createBrand(store, firstStart, call.environment.TZ);
  for (const warning of warnings) call.printError(`studiod: warning: ${warning}`);
  const cards = createProcessor(config, { store, random, seal: data.seal });
  const backup = nightlyBackup({ config, directory, environment: call.environment, log, store, now: () => time.now() });
  const rootUrl = (): string => config.publicUrl ?? listening.rootUrl;
  const acme = await acmeOf({ config, directory, log, now: () => time.now(), root: rootUrl });
  const setup = hasOwner(store.view()) ? undefined : newSetupLink(random, time.now());
  const app = createApp({
    ...appOptions(config, log),
    setup: setup?.link,
    makeDemoData: demoDataProcess(mediaDirectory(config, directory)),
    machine: machineOf({
      config,
      directory,
      seal: data.seal,
      environment: call.environment,
      now: () => time.now(),
      rootUrl: () => listening.rootUrl,
      lastRestore,
      async restore(file, byStaffId) {
        const { requestRestore } = await import('../server/restore-request.ts');
        requestRestore(directory, file, byStaffId);
        restart.ask(`the restore of ${file}`);
      },
      services: servicesOf({ given, config, serveAgain: (why) => restart.ask(why) }),
    }),
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
    mail: await mailOf(config),
    webhookNetwork: { ...webhookNetwork(config), allowHttp: false, allowLoopback: false },
  });
  if (data.migratedFrom !== undefined) {
    log.info(`the database was migrated from schema ${data.migratedFrom} to ${migrations.length}, after a backup`);
  }
  logZoneRules(log, data.db);
  await app.prepare();
  const listening = listen(config, () => app, inherited);
  acme?.start(() => listening.reload());
  await app.start();
  warn(log, config);
  const serviceManager = await serviceManagerOf(call, log);
  let warned: Promise<void> | undefined;
  const logStartupFindings = (): void => {
    const { file: settingsFile } = call.configure();
    // The settings as they were given: the files of ACME, which follow from them, are no choice of the operator.
    warned = warnOfDangers(log, { config: given, settingsFile, directory, db: data.db, now: time.now() });
  };
  const cancelCatchUp = setRealTimeout(CATCH_UP_AFTER_MS, () => {
    void app.catchUp();
    void backup.catchUp();
    logStartupFindings();
  });
  const stop = async (): Promise<void> => {
    cancelCatchUp();
    backup.stop();
    await Promise.all([acme?.stop(), app.stop()]);
  };
  // Before anyone hears that the server is ready: a HUP may arrive immediately.
  const onReload = (): void => {
    acme?.retry();
    logStartupFindings();
  };
  const running = runUntilStopped({ call, log, listening, serviceManager, stopped, stop, onReload });
  const started = {
    rootUrl: listening.rootUrl,
    setupUrl: setup === undefined ? undefined : `${rootUrl()}/console/setup#${setup.token}`,
    directory: data.directory,
    mode: cards.processor.mode,
  };
  if (restart.isFirst) printReady(call, config, log, started);
  else log.info('serving again');
  printSetup(call, log, started);
  serviceManager?.watch(app);
  await running;
  // Also for a server that is stopped right away.
  if (warned === undefined) logStartupFindings();
  await warned;
  await checkpointer?.stop();
  await log.end();
  return Number(new URL(started.rootUrl).port) || config.port;
};

export const serve: Verb = {
  name: 'serve',
  summary: 'Serve a data directory, creating it on the first start',
  example:
    'studiod serve --data /var/lib/studiod --name "Harbour Yoga" --timezone Europe/Lisbon --currency EUR --locale pt-PT',
  flags: firstStartFlags,
  settings: settingNames,
  isServer: true,
  async run(call) {
    const configured = call.configure().config;
    const inherited = await inheritedFrom(call);
    let config = inherited === undefined ? configured : { ...configured, host: inherited.host, port: inherited.port };
    checkExposure(config);
    checkProcessor(config);
    mailServerOf(config);
    if (config.backupTargets.length > 0) (await import('../targets/target.ts')).requireTargets(config);
    const firstStart = firstStartValues(call);
    const stopped = untilServerStopped(call);
    const log = logOf(call, config);
    for (let isFirst = true; ; isFirst = false) {
      const lastRestore = await restoreFirst(config, log);
      const restart = new Restart(isFirst);
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
      const until = Promise.race([stopped, restart.asked]);
      try {
        const port = await run({
          call,
          log,
          config,
          data,
          firstStart,
          inherited,
          stopped: until,
          lastRestore,
          restart,
        });
        config = { ...config, port };
      } finally {
        data.close();
      }
      if (!restart.isAsked) return exit.done;
      // A service manager has heard that the server stops. It starts another one, which restores.
      if (inherited !== undefined || call.environment.NOTIFY_SOCKET) return exit.failed;
    }
  },
};
