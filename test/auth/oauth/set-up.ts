import * as client from 'openid-client';
import type { App } from '../../../src/app.ts';
import { openStudio, type Studio } from '../../helpers/api.ts';

/** A studio behind a real port, so that OAuth clients find it by discovery. */
export const serveStudio = async () => {
  let app: App | undefined;
  const server: Bun.Server<undefined> = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, from): Response | Promise<Response> => (app as App).fetch(request, from),
  });
  const rootUrl = `http://127.0.0.1:${server.port}`;
  const studio = await openStudio({ rootUrl: () => rootUrl });
  app = studio.app;
  return { studio, rootUrl, stop: () => server.stop(true) };
};

/** Makes an OAuth client; scope `*` and tier unlimited unless said otherwise. */
export const makeClient = async (studio: Studio, request: Record<string, unknown> = {}) => {
  const response = await studio.post('/manage/oauth-clients', {
    name: 'Reporting',
    scopes: ['*'],
    tier: 'unlimited',
    ...request,
  });
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body as { id: string; clientId: string; clientSecret: string };
};

/** Finds the token endpoint by discovery, as any integrator's library does. */
export const discover = (rootUrl: string, id: string, secret: string, how?: client.ClientAuth) =>
  client.discovery(new URL(rootUrl), id, secret, how, {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  });
