import { endpointOwners } from '../../app/webhooks.ts';
import { type App, createApp } from '../../app.ts';
import type { Config } from '../../config/settings.ts';
import { Checkpointer } from '../../database/checkpointer.ts';
import type { Data } from '../../database/data-directory.ts';
import { eraseEverything } from '../../database/erase.ts';
import { idsFor } from '../../database/id-order.ts';
import { Store } from '../../database/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type Random, systemRandom } from '../../kernel/random.ts';
import { Timeline } from '../../kernel/timer.ts';
import type { MediaStore } from '../../media/store.ts';
import { skipToEnd } from '../../resources/messages/following/cursor.ts';
import type { Machine } from '../../resources/system/port.ts';
import { saveDemoCards } from '../../sandbox/demo/card.ts';
import { noteSignIns, SANDBOX_KEY } from '../../sandbox/demo/credentials.ts';
import { demoGuide } from '../../sandbox/demo/guide.ts';
import { placeDemoMedia } from '../../sandbox/demo/media.ts';
import { createDemoStudio, type DemoIds, demoIds, hasStudio } from '../../sandbox/demo/studio.ts';
import { createWebhooks } from '../../sandbox/demo/webhook.ts';
import { listedSandboxOperations, withSandboxOperations } from '../../sandbox/document.ts';
import { Inbox } from '../../sandbox/inbox.ts';
import type { SandboxIssuer } from '../../sandbox/issuer.ts';
import { Mailbox } from '../../sandbox/mailbox/mailbox.ts';
import { PushBox } from '../../sandbox/pushes/push-box.ts';
import { sandboxRoutes } from '../../sandbox/routes.ts';
import { appOptions, memberIssuers, webhookNetwork } from './app-options.ts';
import type { Log } from './log.ts';
import { mailTransport } from './mail.ts';
import { createProcessor } from './processor.ts';

/** The address of the sandbox in the emails that it keeps, unless the settings have another one. */
const MAIL_FROM = 'studio@sandbox.example';

interface Run {
  readonly app: App;
  readonly store: Store;
  readonly demo: DemoIds;
  stop(): Promise<void>;
}

interface SandboxOptions {
  readonly config: Config;
  readonly data: Data;
  readonly media: MediaStore;
  /** The time of a fixed clock, epoch ms; undefined for a running one. */
  readonly startAt: number | undefined;
  readonly log: Log;
  readonly issuer: SandboxIssuer;
  readonly rootUrl: () => string;
  readonly random?: Random;
  /** The machine of a sandbox that is stored. */
  readonly machine?: ((clock: Clock) => Machine) | undefined;
}

/** A sandbox. A reset replaces its clock, data and application; port and directory stay. */
export class SandboxServer {
  readonly #random: Random;
  #run: Run | undefined;
  #lastReset: Promise<unknown> = Promise.resolve();

  constructor(readonly options: SandboxOptions) {
    this.#random = options.random ?? systemRandom();
  }

  get app(): App {
    return this.#current.app;
  }

  get demo(): DemoIds {
    return this.#current.demo;
  }

  get #current(): Run {
    if (this.#run === undefined) throw new Error('the sandbox has not started');
    return this.#run;
  }

  /** Makes an ID token of the client of the ready line. */
  async memberToken(): Promise<string> {
    const { store, demo } = this.#current;
    return (await this.options.issuer.createToken(store, demo.clientId)).idToken;
  }

  /** Makes the studio and its application, which works on nothing yet: that wants the address of the server. */
  async open(): Promise<void> {
    const { config, data, startAt } = this.options;
    const time = new Timeline(startAt);
    const store = new Store(data.db, time, idsFor(data.db, time, this.#random));
    const checkpointer = data.file === undefined ? undefined : new Checkpointer(store, data.file);
    const cards = createProcessor(config, { store, random: this.#random, seal: data.seal });
    if (!hasStudio(store.view())) {
      // First, so that a studio always has its files.
      await placeDemoMedia(this.options.media);
      await createDemoStudio(store);
      await store.write(noteSignIns);
      if (cards.sandbox !== undefined) await saveDemoCards(store, cards.sandbox);
      // Creating the demo studio notifies no one. A reset also sets the clock back, and ids with it.
      await store.write(skipToEnd);
    }
    const inbox = new Inbox(time);
    const mailbox = new Mailbox({
      clock: time,
      fromAddress: config.mailFrom ?? MAIL_FROM,
      server: await mailTransport(config),
    });
    const pushes = new PushBox(time);
    const app = this.#createApp({ time, store, cards, inbox, mailbox, pushes });
    const stop = async () => {
      inbox.release();
      mailbox.release();
      pushes.release();
      await app.stop();
      time.stop();
      await checkpointer?.stop();
    };
    await app.prepare();
    this.#run = { app, store, demo: demoIds(store.view()), stop };
  }

  /** Begins to work. Call it once the server listens. The result resolves when the jobs of the start have ended. */
  async start(): Promise<{ readonly caughtUp: Promise<void> }> {
    const { app } = this.#current;
    await app.start();
    return { caughtUp: app.catchUp() };
  }

  /** Creates the webhook endpoints of the demo studio. Call it once the server listens: they have its address. */
  async addEndpoints(): Promise<void> {
    const { rootUrl, data } = this.options;
    const secrets = { seal: data.seal, random: this.#random };
    await this.#current.store.write((tx) => createWebhooks(tx, rootUrl(), { secrets, owners: endpointOwners }));
  }

  stop(): Promise<void> {
    return this.#current.stop();
  }

  #createApp({ time, store, cards, inbox, mailbox, pushes }: Parts): App {
    const { config, data, media, log, issuer, rootUrl } = this.options;
    const reset = () => this.#reset(store);
    return createApp({
      ...appOptions(config, log),
      rootUrl,
      memberIssuers: [issuer.member, ...memberIssuers(config, time, log)],
      store,
      time,
      random: this.#random,
      seal: data.seal,
      environment: 'sandbox',
      media,
      machine: this.options.machine?.(time),
      mail: mailbox,
      keepsPush: (push) => pushes.keep(push),
      processor: cards.processor,
      processorAccount: cards.processorAccount,
      webhookNetwork: { ...webhookNetwork(config), allowHttp: true, allowLoopback: true },
      demo: () => demoGuide(store.view()),
      extra: {
        prefix: '/sandbox/',
        routes: sandboxRoutes({
          store,
          time,
          inbox,
          mailbox,
          pushes,
          issuer,
          random: this.#random,
          rootUrl,
          processor: cards.sandbox,
          reset,
        }),
        listed: listedSandboxOperations,
        inDocument: withSandboxOperations,
      },
    });
  }

  /** Resets run one after the other. `store` belongs to the run that received the request. */
  #reset(store: Store): Promise<object> {
    const done = this.#lastReset.then(async () => {
      await this.stop();
      await store.write(eraseEverything);
      await this.options.media.clear();
      await this.open();
      const { caughtUp } = await this.start();
      // What someone finds after a reset is the same each time.
      await caughtUp;
      await this.addEndpoints();
      return { object: 'sandbox_reset', apiKey: SANDBOX_KEY, ...this.demo, memberToken: await this.memberToken() };
    });
    this.#lastReset = done.catch(() => undefined);
    return done;
  }
}

interface Parts {
  readonly time: Timeline;
  readonly store: Store;
  readonly cards: ReturnType<typeof createProcessor>;
  readonly inbox: Inbox;
  readonly mailbox: Mailbox;
  readonly pushes: PushBox;
}
