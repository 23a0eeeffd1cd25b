// The devices of members that get notifications, and the kiosks at the door.

import type { Choices } from '../../helpers/seeded.ts';
import { PUSH_HOSTS } from '../push-services.ts';
import { rowsOf, send, type World } from '../world.ts';
import { type Act, done, short, someMember } from './act.ts';

export const FROM_APP = { 'x-service-api-key': '' };

/** Signs in with a code by email, as an app does. Gives the answers to both requests; the second is missing without a code. */
export const enter = async (world: World, email: string) => {
  const { answer, outside, settle } = world.program;
  const before = outside.counts.sent;
  const asked = await send(world, 'POST', '/public-api/v2/auth/code', { email }, FROM_APP);
  await answer(settle());
  const mail = outside.sent().findLast(({ to, code }) => to === email && code !== '');
  if (asked.status >= 300 || outside.counts.sent === before || mail === undefined) return { asked };
  const body = { email, code: mail.code };
  return { asked, entered: await send(world, 'POST', '/public-api/v2/auth/token', body, FROM_APP) };
};

export const emailOf = (world: World, clientId: string | undefined): string | undefined =>
  rowsOf(world, 'select email from clients where id = ?', clientId ?? '')[0]?.email ?? undefined;

const signIn: Act = async (world, choose) => {
  const clientId = someMember(world, choose);
  const email = emailOf(world, clientId);
  if (email === undefined) return undefined;
  const { asked, entered } = await enter(world, email);
  return entered === undefined ? done(short(clientId), asked) : done(`${short(clientId)} by a code`, entered);
};

/** A point of P-256, as any browser has one. */
const P256DH = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU';

/** A member lets a device get notifications. */
const allow: Act = async (world, choose) => {
  const clientId = someMember(world, choose);
  const email = emailOf(world, clientId);
  if (email === undefined) return undefined;
  const { asked, entered } = await enter(world, email);
  if (entered?.body?.idToken === undefined) return done(short(clientId), entered ?? asked);
  world.browsers += 1;
  const endpoint = `https://${choose.of(PUSH_HOSTS)}/${world.browsers}`;
  const body = { endpoint, expirationTime: null, keys: { p256dh: P256DH, auth: 'AAAAAAAAAAAAAAAAAAAAAA' } };
  const headers = { ...FROM_APP, authorization: `Bearer ${entered.body.idToken}`, 'x-site-id': world.mainSite };
  const path = '/public-api/v2/member/push-subscriptions';
  const response = await send(world, 'POST', path, body, headers);
  // Some browsers are gone at some time, without a word to the studio.
  if (response.status < 300 && choose.once(3))
    world.program.outside.push.leave(endpoint, choose.once(2) ? 'gone' : 'unknown');
  return done(`${short(clientId)} ${endpoint}`, response);
};

const someArrival = async (world: World, choose: Choices, headers: Record<string, string>) => {
  const { body } = await send(world, 'GET', '/manage/kiosk/arrivals?q=quill', undefined, headers);
  return choose.of<{ readonly bookingId: string }>(body?.arrivals ?? [])?.bookingId;
};

/** Somebody checks in at the tablet at the door, with the name or with a card. */
const atKiosk: Act = async (world, choose) => {
  const token = choose.of(world.kiosks);
  if (token === undefined) return undefined;
  const headers = { ...FROM_APP, 'x-kiosk-token': token };
  const bookingId = choose.once(6) ? undefined : await someArrival(world, choose, headers);
  const body = bookingId === undefined ? { code: `unknown-${choose.below(9)}` } : { bookingId };
  const response = await send(world, 'POST', '/manage/kiosk/check-in', body, headers);
  if (response.status === 401) world.kiosks.splice(world.kiosks.indexOf(token), 1);
  return done(`${short(bookingId)} ${response.body?.result}`, response);
};

/** What is done with devices, and how often. */
export const DEVICES: Readonly<Record<string, readonly [number, Act]>> = {
  'member signs in': [2, signIn],
  'member allows notifications': [2, allow],
  'somebody checks in at a kiosk': [8, atKiosk],
};
