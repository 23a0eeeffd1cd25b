// What integrators do: their webhooks, and their keys.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiResponse } from '../../helpers/api.ts';
import { root } from '../../helpers/sources.ts';
import { rowsOf, send, sendAs, type World } from '../world.ts';
import { type Act, done, short, someClient } from './act.ts';

const webhook: Act = async (world, choose) => {
  const endpoints = rowsOf(world, 'select id, status from webhookEndpoints order by id');
  const { id } = choose.of(endpoints) ?? {};
  const act = choose.of([
    'create',
    'enable',
    'enable',
    'enable',
    'header',
    'delete',
    'rotate-secret',
    'failed',
    'test',
  ]);
  if (act === 'create' || endpoints.length < 2) {
    const url = `https://more${world.program.studio.count('events') % 7}.net/hook`;
    return done(url, await send(world, 'POST', '/v2/webhooks', { name: url, url, eventTypes: ['*'] }));
  }
  if (act === 'delete') return done(`delete ${short(id)}`, await send(world, 'DELETE', `/v2/webhooks/${id}`));
  if (act === 'header') {
    const body = { customHeader: { name: 'X-Shop', value: `${choose.below(9)}` } };
    return done(`header ${short(id)}`, await send(world, 'PATCH', `/v2/webhooks/${id}`, body));
  }
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

interface Described {
  readonly paths: Readonly<
    Record<
      string,
      { readonly get?: { readonly parameters?: readonly { name?: string; in?: string; required?: boolean }[] } }
    >
  >;
}

/** What can be read, and ends: its path, and the parameters that it takes and needs. */
interface Readable {
  readonly path: string;
  readonly takes: readonly string[];
  readonly needs: readonly string[];
}

let known: readonly Readable[] | undefined;

const everyReadable = (): readonly Readable[] => {
  if (known !== undefined) return known;
  const text = readFileSync(join(root, 'test/golden/openapi-2026-01-10.json'), 'utf8');
  const { paths }: Described = JSON.parse(text);
  known = Object.entries(paths).flatMap(([path, { get }]): Readable[] => {
    if (get === undefined || path.endsWith('/live')) return [];
    const parameters = (get.parameters ?? []).filter((each) => each.in !== 'path');
    const namesOf = (some: typeof parameters) => some.flatMap(({ name }) => (name === undefined ? [] : [name]));
    return [
      { path, takes: namesOf(parameters), needs: namesOf(parameters.filter(({ required }) => required === true)) },
    ];
  });
  return known;
};

/** What can be read without an id. */
export const readable = (): readonly Readable[] =>
  everyReadable().filter(
    ({ path, needs }) => !path.includes('{') && needs.every((name) => name === 'from' || name === 'to'),
  );

/** What can be read of one record that a list has. */
const ofOne = (): readonly Readable[] => {
  const lists = new Set(readable().map(({ path }) => path));
  return everyReadable().filter(
    ({ path, needs }) =>
      needs.length === 0 && /^[^{]+[/]{[^}]+}[^{]*$/.test(path) && lists.has(path.split('/{')[0] ?? ''),
  );
};

const MEMBER = '/public-api/v2/member';
const MOST_PAGES = 4;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Sends a request to read something, for a client where it is theirs. */
const get = (world: World, path: string, query: URLSearchParams, clientId = ''): Promise<ApiResponse> => {
  if (path.startsWith(`${MEMBER}/`)) return sendAs(world, clientId, 'GET', `${path.slice(MEMBER.length + 1)}?${query}`);
  const headers = path.includes('/member/') ? { 'x-client-id': clientId } : undefined;
  return send(world, 'GET', `${path}?${query}`, undefined, headers);
};

/** Reads pages of something. No page has what another one had. */
const read: Act = async (world, choose) => {
  const { path, takes, needs } = choose.of(readable()) ?? { path: '/v2/health', takes: [], needs: [] };
  const clientId = someClient(world, choose);
  const now = world.program.studio.time.now();
  const days = { from: dayOf(now - choose.below(60) * 86_400_000), to: dayOf(now) };
  const query = new URLSearchParams(needs.length > 0 ? days : {});
  if (takes.includes('limit')) query.set('limit', '5');
  const cursor = takes.find((name) => name === 'cursor' || name === 'starting_after') ?? '';
  const seen = new Set<string>();
  let count = 0;
  for (let page = 1; ; page += 1) {
    const response = await get(world, path, query, clientId);
    const { data, nextCursor } = response.body ?? {};
    for (const { id } of Array.isArray(data) ? data : []) {
      if (typeof id !== 'string') continue;
      seen.add(id);
      count += 1;
    }
    if (seen.size < count) return { what: path, status: 599, code: 'twice' };
    const isLast = response.status !== 200 || typeof nextCursor !== 'string' || cursor === '' || page === MOST_PAGES;
    if (isLast) return done(`${path} ${count}`, response);
    query.set(cursor, nextCursor);
  }
};

/** Reads one of the records that a list has, or what belongs to it. A record that is listed is there. */
const readOne: Act = async (world, choose) => {
  const { path } = choose.of(ofOne()) ?? { path: '/v2/clients/{id}' };
  const clientId = someClient(world, choose);
  const [list = ''] = path.split('/{');
  const listed = await get(world, list, new URLSearchParams(), clientId);
  const { id } = choose.of<{ id?: string }>(listed.body?.data ?? []) ?? {};
  if (id === undefined) return done(list, listed);
  const one = await get(world, path.replace(/[{][^}]+[}]/, id), new URLSearchParams(), clientId);
  const isLost = one.status === 404 && path.endsWith('}');
  return isLost ? { what: `${list}/${id}`, status: 599, code: 'lost' } : done(`${path} ${short(id)}`, one);
};

export const INTEGRATORS: Readonly<Record<string, readonly [number, Act]>> = {
  'integrator handles a webhook': [0.6, webhook],
  'integrator handles a key': [0.5, key],
  'integrator reads': [8, read],
  'integrator reads one': [5, readOne],
};
