import { type App, createApp } from '../../app.ts';
import { settings } from '../../config/settings.ts';
import { openInMemory } from '../../database/data-directory.ts';
import { Store } from '../../database/store.ts';
import { createIds } from '../../kernel/ids.ts';
import { systemRandom } from '../../kernel/random.ts';
import { Timeline } from '../../kernel/timer.ts';
import { createMediaStore } from '../../media/store.ts';
import { createSandboxProcessor } from '../../payments-processor/sandbox/processor.ts';
import { BUSINESS_TIERS } from '../../rate-limits/tiers.ts';
import { temporaryMediaDirectory } from '../media.ts';
import { release } from '../release.ts';
import type { Verb } from '../verb.ts';

/** An application without a server or a data directory, from which the interface can be read. */
export const detachedApp = (
  rootUrl = `http://${settings.host.default}:${settings.port.default}`,
  version = release,
): App => {
  const random = systemRandom();
  const time = new Timeline();
  const data = openInMemory(release, random);
  const store = new Store(data.db, time, createIds(time, random));
  return createApp({
    store,
    time,
    random,
    seal: data.seal,
    release: version,
    environment: 'production',
    mode: 'serve',
    tiers: BUSINESS_TIERS,
    trustedProxies: [],
    rootUrl: () => rootUrl,
    memberIssuers: [],
    memberCorsOrigins: [],
    media: createMediaStore({ directory: temporaryMediaDirectory() }),
    mediaMaxBytes: settings.mediaMaxBytes.default,
    processor: createSandboxProcessor(store, random, data.seal),
    processorAccount: null,
    webhookNetwork: { allowHttp: false, allowLoopback: false, allowedNetworks: [] },
    reportError: () => {},
  });
};

export const openApiDocument = (): Promise<object> => detachedApp().document();

export const openapi: Verb = {
  name: 'openapi',
  summary: 'Print the OpenAPI document',
  example: 'studiod openapi > openapi.json',
  // It prints JSON in any case.
  async run(call) {
    call.print(JSON.stringify(await openApiDocument(), null, 2));
  },
};
