// What integrators do: their webhooks, and their keys.

import { rowsOf, send } from '../world.ts';
import { type Act, done, short } from './act.ts';

const webhook: Act = async (world, choose) => {
  const endpoints = rowsOf(world, 'select id, status from webhookEndpoints order by id');
  const { id } = choose.of(endpoints) ?? {};
  const act = choose.of(['create', 'enable', 'enable', 'enable', 'disable', 'delete', 'rotate-secret', 'failed']);
  if (act === 'create' || endpoints.length < 2) {
    const url = `https://more${world.program.studio.count('events') % 7}.net/hook`;
    return done(url, await send(world, 'POST', '/v2/webhooks', { name: url, url, eventTypes: ['*'] }));
  }
  if (act === 'delete') return done(`delete ${short(id)}`, await send(world, 'DELETE', `/v2/webhooks/${id}`));
  if (act === 'disable')
    return done(`disable ${short(id)}`, await send(world, 'PATCH', `/v2/webhooks/${id}`, { status: 'disabled' }));
  if (act === 'failed')
    return done(`failed ${short(id)}`, await send(world, 'POST', `/manage/webhooks/${id}/redeliver-failed`, {}));
  return done(`${act} ${short(id)}`, await send(world, 'POST', `/v2/webhooks/${id}/${act}`, {}));
};

const SCOPES = ['bookings:read', 'sessions:read'];

/** Makes a key, or revokes one, sometimes with those that were made with it. */
const key: Act = async (world, choose) => {
  const live = world.keys.filter(({ isRevoked }) => !isRevoked);
  const old = choose.of(live);
  if (old !== undefined && (live.length > 2 || choose.once(2))) {
    const body = choose.once(2) ? { revokeIssued: true } : {};
    const response = await send(world, 'POST', `/manage/api-keys/${old.id}/revoke`, body);
    if (response.status === 200) old.isRevoked = true;
    return done(`revoke ${short(old.id)}`, response);
  }
  const siteIds = choose.once(2) ? [world.otherSite] : undefined;
  const until = new Date(world.program.studio.time.now() + 50 * 3_600_000).toISOString();
  const body = { name: 'Robot', scopes: SCOPES, siteIds, expiresAt: choose.once(3) ? until : undefined };
  const made = await send(world, 'POST', '/manage/api-keys', body);
  if (made.status === 201) {
    const { id, key: secret, expiresAt } = made.body;
    world.keys.push({ id, key: secret, expiresAt, isRevoked: false });
  }
  return done(`create ${short(made.body?.id)}`, made);
};

export const INTEGRATORS: Readonly<Record<string, readonly [number, Act]>> = {
  'integrator handles a webhook': [0.6, webhook],
  'integrator handles a key': [0.5, key],
};
