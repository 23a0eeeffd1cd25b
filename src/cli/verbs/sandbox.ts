import { type App, createApp } from '../../app.ts';
import { type Config, type SettingName, settingNames } from '../../config/settings.ts';
import { UsageError } from '../../config/usage-error.ts';
import { Checkpointer } from '../../database/checkpointer.ts';
import { type Data, openDataDirectory, openMemory } from '../../database/data-directory.ts';
import { eraseEverything } from '../../database/erase.ts';
import { Store } from '../../database/store.ts';
import { createIds } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { systemRandom } from '../../kernel/random.ts';
import { Timeline } from '../../kernel/timer.ts';
import { saveDemoCard } from '../../sandbox/demo/card.ts';
import { demoGuide } from '../../sandbox/demo/guide.ts';
import { createDemoStudio, type DemoIds, demoIds, hasStudio, SANDBOX_KEY } from '../../sandbox/demo/studio.ts';
import { Inbox } from '../../sandbox/inbox.ts';
import { createSandboxIssuer, type SandboxIssuer } from '../../sandbox/issuer.ts';
import { sandboxRoutes } from '../../sandbox/routes.ts';
import { checkExposure, listen } from '../server/listen.ts';
import type { Log } from '../server/log.ts';
import { checkProcessor, processorFrom } from '../server/processor.ts';
import {
  addressesOf,
  logOf,
  memberIssuers,
  runUntilStopped,
  sharedDeps,
  untilStopped,
  webhookNetwork,
} from '../server/run.ts';
import { type Call, exit, type Verb } from '../verb.ts';
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
  readonly store: Store;
  readonly demo: DemoIds;
  end(): Promise<void>;
}

/** What stays when a sandbox begins anew. */
interface Parts {
  readonly config: Config;
  readonly data: Data;
  readonly startAt: number | undefined;
  readonly log: Log;
  readonly issuer: SandboxIssuer;
  readonly rootUrl: () => string;
}

/** A sandbox, which a reset begins anew: another clock, another application, the same port and directory. */
class Sandbox {
  readonly #random: Random = systemRandom();
  #run: Run | undefined;
  #resetting: Promise<unknown> = Promise.resolve();

  constructor(readonly parts: Parts) {}

  get run(): Run {
    if (this.#run === undefined) throw new Error('the sandbox has not begun');
    return this.#run;
  }

  /** A fresh ID token of the client that the ready line names. */
  async memberToken(): Promise<string> {
    return (await this.parts.issuer.createToken(this.run.store, this.run.demo.clientId)).idToken;
  }

  async begin(): Promise<void> {
    const time = new Timeline(this.parts.startAt);
    const store = new Store(this.parts.data.db, time, createIds(time, this.#random));
    const checkpointer = this.parts.data.file === undefined ? undefined : new Checkpointer(store, this.parts.data.file);
    const cards = processorFrom(this.parts.config, { store, random: this.#random, seal: this.parts.data.seal });
    if (!hasStudio(store.view())) {
      await createDemoStudio(store);
      if (cards.sandbox !== undefined) await saveDemoCard(store, cards.sandbox);
    }
    const inbox = new Inbox(time);
    const app = createApp({
      ...sharedDeps(this.parts.config, this.parts.log),
      rootUrl: this.parts.rootUrl,
      memberIssuers: [this.parts.issuer.member, ...memberIssuers(this.parts.config, time, this.parts.log)],
      store,
      time,
      random: this.#random,
      seal: this.parts.data.seal,
      environment: 'sandbox',
      processor: cards.processor,
      processorAccount: cards.processorAccount,
      webhookNetwork: { ...webhookNetwork(this.parts.config), allowHttp: true, allowLoopback: true },
      demo: () => demoGuide(store.view()),
      extra: {
        prefix: '/sandbox/',
        routes: sandboxRoutes({
          store,
          time,
          inbox,
          issuer: this.parts.issuer,
          processor: cards.sandbox,
          reset: () => this.#reset(store),
        }),
      },
    });
    const end = async () => {
      inbox.release();
      await app.stop();
      time.stop();
      await checkpointer?.stop();
    };
    await app.start();
    this.#run = { app, store, demo: demoIds(store.view()), end };
  }

  /** Resets come one after the other; the store is the one of the run that is asked to end. */
  #reset(store: Store): Promise<object> {
    const done = this.#resetting.then(async () => {
      await this.run.end();
      await store.write(eraseEverything);
      await this.begin();
      return { object: 'sandbox_reset', apiKey: SANDBOX_KEY, ...this.run.demo, memberToken: await this.memberToken() };
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

const announce = (call: Call, rootUrl: string, demo: DemoIds, memberToken: string): void => {
  const addresses = addressesOf(rootUrl);
  const lines = [
    `studiod ${release}, sandbox: nothing here is real, and everybody knows its key`,
    `API       ${addresses.baseUrl}`,
    `key       ${SANDBOX_KEY}`,
    `docs      ${addresses.docs}`,
    ...Object.entries(demo).map(([name, id]) => `${name.padEnd(9)} ${id}`),
    `member    ${memberToken}`,
  ];
  call.print(
    call.json ? JSON.stringify({ ...addresses, apiKey: SANDBOX_KEY, ...demo, memberToken }) : lines.join('\n'),
  );
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
    checkProcessor(config, 'test');
    const stopped = untilStopped(call);
    const data = await open(call, config);
    const log = logOf(call, config);
    try {
      const rootUrl = () => config.publicUrl ?? listening.rootUrl;
      const issuer = await createSandboxIssuer(rootUrl);
      const box = new Sandbox({ config, data, startAt, log, issuer, rootUrl });
      await box.begin();
      const listening = listen(config, () => box.run.app);
      announce(call, listening.rootUrl, box.run.demo, await box.memberToken());
      await runUntilStopped({ call, log, listening, stopped, stop: () => box.run.end() });
    } finally {
      log.flush();
      data.close();
    }
    return exit.done;
  },
};
