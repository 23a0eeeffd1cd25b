import { type App, createApp } from '../app.ts';
import { UsageError } from '../config/refusal.ts';
import { type Config, type SettingName, settingNames } from '../config.ts';
import { createIds } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import { systemRandom } from '../kernel/random.ts';
import { Timeline } from '../kernel/timer.ts';
import { Checkpointer } from '../store/checkpointer.ts';
import { type Data, openDataDirectory, openMemory } from '../store/data-directory.ts';
import { eraseEverything } from '../store/erase.ts';
import { Store } from '../store/store.ts';
import { demoGuide } from './demo-guide.ts';
import { type DemoIds, demoIds, hasStudio, makeDemoStudio, SANDBOX_KEY } from './demo-studio.ts';
import { checkExposure, listen } from './listen.ts';
import type { Log } from './log.ts';
import { addressesOf, logOf, runUntilStopped, sharedDeps, untilStopped, webhookNetwork } from './running.ts';
import { Inbox } from './sandbox-inbox.ts';
import { sandboxRoutes } from './sandbox-routes.ts';
import { type Call, exit, type Verb } from './verb.ts';
import { release } from './version.ts';

/** Epoch ms of `fixed:<instant>`; undefined for a clock that runs. */
const startOf = (clock: string | undefined): number | undefined => {
  if (clock === undefined) return undefined;
  const instant = Date.parse(clock.replace(/^fixed:/, ''));
  if (clock.startsWith('fixed:') && !Number.isNaN(instant)) return instant;
  throw new UsageError(`--clock must be fixed:<instant>, such as fixed:2026-03-02T08:00:00Z, not '${clock}'.`);
};

/** One sandbox from its start to its next reset. */
interface Run {
  readonly app: App;
  readonly demo: DemoIds;
  end(): Promise<void>;
}

/** A sandbox, which a reset begins anew: another clock, another application, the same port and directory. */
class Sandbox {
  readonly #random: Random = systemRandom();
  #run: Run | undefined;
  #resetting: Promise<unknown> = Promise.resolve();

  constructor(
    readonly config: Config,
    readonly data: Data,
    readonly startAt: number | undefined,
    readonly log: Log,
  ) {}

  get run(): Run {
    if (this.#run === undefined) throw new Error('the sandbox has not begun');
    return this.#run;
  }

  async begin(): Promise<void> {
    const time = new Timeline(this.startAt);
    const store = new Store(this.data.db, time, createIds(time, this.#random));
    const checkpointer = this.data.file === undefined ? undefined : new Checkpointer(store, this.data.file);
    if (!hasStudio(store.view())) await makeDemoStudio(store);
    const inbox = new Inbox(time);
    const app = createApp({
      ...sharedDeps(this.config, this.log),
      store,
      time,
      random: this.#random,
      seal: this.data.seal,
      environment: 'sandbox',
      webhookNetwork: { ...webhookNetwork(this.config), allowHttp: true, allowLoopback: true },
      demo: () => demoGuide(store.view()),
      extra: {
        prefix: '/sandbox/',
        routes: sandboxRoutes({ store, time, inbox, reset: () => this.#reset(store) }),
      },
    });
    const end = async () => {
      inbox.release();
      await app.stop();
      time.stop();
      await checkpointer?.stop();
    };
    await app.start();
    this.#run = { app, demo: demoIds(store.view()), end };
  }

  /** Resets come one after the other; the store is the one of the run that is asked to end. */
  #reset(store: Store): Promise<object> {
    const done = this.#resetting.then(async () => {
      await this.run.end();
      await store.write(eraseEverything);
      await this.begin();
      return { object: 'sandbox_reset', apiKey: SANDBOX_KEY, ...this.run.demo };
    });
    this.#resetting = done.catch(() => undefined);
    return done;
  }
}

const open = (call: Call, config: Config): Data | Promise<Data> => {
  const path = call.flag('data');
  const random = systemRandom();
  if (path === undefined) return openMemory(release, random);
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

const announce = (call: Call, rootUrl: string, demo: DemoIds): void => {
  const addresses = addressesOf(rootUrl);
  const lines = [
    `studiod ${release}, sandbox: nothing here is real, and everybody knows its key`,
    `API       ${addresses.baseUrl}`,
    `key       ${SANDBOX_KEY}`,
    `docs      ${addresses.docs}`,
    ...Object.entries(demo).map(([name, id]) => `${name.padEnd(9)} ${id}`),
  ];
  call.print(call.json ? JSON.stringify({ ...addresses, apiKey: SANDBOX_KEY, ...demo }) : lines.join('\n'));
};

// A sandbox never opens what STUDIOD_DATA names: that is the business.
const offered: readonly SettingName[] = settingNames.filter((name) => name !== 'data');

export const sandbox: Verb = {
  name: 'sandbox',
  summary: 'serves a demo studio from memory, with a known key, to try and to test against',
  example: 'studiod sandbox --port 0 --json --clock fixed:2026-03-02T08:00:00Z',
  flags: [
    { name: 'data', value: 'PATH', help: 'keeps the sandbox in this directory; default in memory' },
    { name: 'clock', value: 'fixed:INSTANT', help: 'a clock that stands still until POST /sandbox/clock' },
  ],
  settings: offered,
  hasJson: true,
  async run(call) {
    const { config } = call.configure();
    const startAt = startOf(call.flag('clock'));
    checkExposure(config);
    const stopped = untilStopped(call);
    const data = await open(call, config);
    const log = logOf(call, config);
    try {
      const box = new Sandbox(config, data, startAt, log);
      await box.begin();
      const listening = listen(config, () => box.run.app);
      announce(call, listening.rootUrl, box.run.demo);
      await runUntilStopped({ call, log, listening, stopped, stop: () => box.run.end() });
    } finally {
      log.flush();
      data.close();
    }
    return exit.done;
  },
};
