// What members do with their accounts and their devices.

import { pngWithText } from '../../helpers/pictures.ts';
import type { Choices } from '../../helpers/seeded.ts';
import { calledToo, rowsOf, send, sendAs, someName, type World } from '../world.ts';
import { type Act, aMomentLater, asMember, done, short, someMember, someSession } from './act.ts';
import { emailOf, enter, FROM_APP } from './devices.ts';

const MEMBER = '/public-api/v2/member';

const bearer = (world: World, idToken: string) => ({
  ...FROM_APP,
  authorization: `Bearer ${idToken}`,
  'x-site-id': world.mainSite,
});

/** The text of an agreement that the studio has now. */
const agreementOf = (world: World, name: 'waiver' | 'consent'): string | undefined =>
  rowsOf(world, `select membership ->> '$.${name}.version' as version from settings where scope = 'brand'`)[0]
    ?.version ?? undefined;

/** Somebody unknown signs up with a code by email. */
const signUp: Act = async (world, choose) => {
  const { email, ...name } = someName(world);
  const { asked, entered } = await enter(world, email);
  const signUpToken = entered?.body?.signUpToken;
  if (typeof signUpToken !== 'string') return done(email, entered ?? asked);
  const [waiver, consent] = [agreementOf(world, 'waiver'), agreementOf(world, 'consent')];
  const body = {
    signUpToken,
    ...name,
    siteId: choose.once(2) ? world.otherSite : world.mainSite,
    marketing: choose.once(2),
    ...(waiver === undefined ? {} : { waiver: { version: waiver, name: `${name.firstName} ${name.lastName}` } }),
    ...(consent === undefined ? {} : { consent: { version: consent } }),
  };
  return done(email, await send(world, 'POST', '/public-api/v2/auth/sign-up', body, FROM_APP));
};

const profile: Act = async (world, choose) => {
  const clientId = someMember(world, choose);
  if (clientId === undefined) return undefined;
  const { firstName, lastName, email } = someName(world);
  const body = choose.of([
    { emergencyContact: { name: `${firstName} ${lastName}`, email, relationship: 'friend' } },
    { address: { line1: `1 ${lastName} Street`, city: firstName, country: 'US' } },
    { leaderboardVisibility: choose.of(['visible', 'initials', 'hidden']) },
    { marketingConsent: { email: choose.once(2) } },
    { preferredLocale: choose.of(['de', 'fr', 'en-GB', null]) },
  ]);
  calledToo(world, clientId, [firstName, lastName, email]);
  return done(`${short(clientId)} ${JSON.stringify(body)}`, await sendAs(world, clientId, 'PATCH', 'profile', body));
};

/** Signs somebody in on a device of their own. */
const onDevice = async (world: World, choose: Choices) => {
  const clientId = someMember(world, choose);
  const email = emailOf(world, clientId);
  if (clientId === undefined || email === undefined) return undefined;
  const { asked, entered } = await enter(world, email);
  const idToken = entered?.body?.idToken;
  return {
    clientId,
    email,
    last: entered ?? asked,
    headers: typeof idToken === 'string' ? bearer(world, idToken) : undefined,
  };
};

/** Changes the email, with a code that comes to the new one. */
const changeEmail: Act = async (world, choose) => {
  const device = await onDevice(world, choose);
  if (device === undefined) return undefined;
  const { clientId, email: old, last, headers } = device;
  if (headers === undefined) return done(short(clientId), last);
  const { email } = someName(world);
  calledToo(world, clientId, [old, email]);
  const { answer, outside, settle } = world.program;
  const asked = await send(world, 'POST', `${MEMBER}/email`, { email }, headers);
  await answer(settle());
  const mail = outside.sent().findLast(({ to, code }) => to === email && code !== '');
  if (mail === undefined) return done(`${short(clientId)} ${email}`, asked);
  const body = { email, code: mail.code };
  return done(`${short(clientId)} to ${email}`, await send(world, 'POST', `${MEMBER}/email/confirm`, body, headers));
};

/** Ends a device, which is signed out from then on. */
const endDevice: Act = async (world, choose) => {
  const device = await onDevice(world, choose);
  if (device === undefined) return undefined;
  const { clientId, email, last, headers } = device;
  if (headers === undefined) return done(short(clientId), last);
  const way = choose.of(['sign-out', 'end-others', 'one']) ?? 'one';
  let ended = last;
  if (way === 'sign-out') ended = await send(world, 'POST', `${MEMBER}/sign-out`, {}, headers);
  else if (way === 'one') {
    const { body } = await send(world, 'GET', `${MEMBER}/devices`, undefined, headers);
    const own = (body?.data ?? []).find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    ended = await send(world, 'DELETE', `${MEMBER}/devices/${own?.id}`, undefined, headers);
  } else {
    await aMomentLater(world);
    const { entered } = await enter(world, email);
    if (typeof entered?.body?.idToken !== 'string') return done(short(clientId), last);
    ended = await send(world, 'POST', `${MEMBER}/devices/end-others`, {}, bearer(world, entered.body.idToken));
  }
  const after = await send(world, 'GET', `${MEMBER}/profile`, undefined, headers);
  if (ended.status < 300 && after.status < 300)
    return { what: `${short(clientId)} ${way}`, status: 599, code: 'still_signed_in' };
  return done(`${short(clientId)} ${way}`, ended);
};

/** Signs what the studio wants to be agreed to. */
const agree: Act = async (world, choose) => {
  const clientId = someMember(world, choose);
  const name = choose.of(['waiver', 'consent'] as const) ?? 'waiver';
  const version = agreementOf(world, name);
  if (clientId === undefined || version === undefined) return undefined;
  const [row] = rowsOf(world, 'select firstName, lastName from clients where id = ?', clientId);
  const [path, body] =
    name === 'waiver' ? ['waiver', { version, name: `${row?.firstName} ${row?.lastName}` }] : ['consents', { version }];
  return done(`${short(clientId)} ${name}`, await sendAs(world, clientId, 'POST', path, body));
};

/** Wants to hear when booking opens, or no longer. */
const remind: Act = async (world, choose) => {
  const [clientId, sessionId] = [someMember(world, choose), someSession(world, choose, 40)];
  if (clientId === undefined || sessionId === undefined) return undefined;
  const [wanted] = rowsOf(
    world,
    `select id, clientId from messages where kind = 'booking_opens' and status = 'scheduled' order by id desc limit 1`,
  );
  if (wanted !== undefined && choose.once(4))
    return done(`not ${short(wanted.id)}`, await sendAs(world, wanted.clientId, 'DELETE', `reminders/${wanted.id}`));
  const [session] = rowsOf(world, 'select siteId from sessions where id = ?', sessionId);
  const site = { 'x-site-id': session?.siteId ?? world.mainSite };
  return done(
    `${short(clientId)} ${short(sessionId)}`,
    await sendAs(world, clientId, 'POST', 'reminders', { sessionId }, site),
  );
};

/** The small things of an account. */
const keep: Act = async (world, choose) => {
  const clientId = someMember(world, choose);
  if (clientId === undefined) return undefined;
  const [method, path, body] = choose.of([
    ['POST', 'calendar/address', undefined],
    ['DELETE', 'calendar/address', undefined],
    ['POST', 'photo', { image: pngWithText().toString('base64') }],
    ['DELETE', 'photo', undefined],
  ] as const) ?? ['DELETE', 'photo', undefined];
  return done(`${short(clientId)} ${method} ${path}`, await sendAs(world, clientId, method, path, body));
};

/** Says in which units metrics are shown, or has seen an award. */
const look: Act = async (world, choose) => {
  const [grant] = rowsOf(
    world,
    'select awardId, clientId from awardGrants order by id desc limit 1 offset ?',
    choose.below(5),
  );
  if (grant !== undefined && choose.once(2)) {
    const path = `awards/banner/${grant.awardId}/dismiss`;
    return done(short(grant.clientId), await asMember(world, grant.clientId, 'PUT', path));
  }
  const clientId = someMember(world, choose);
  if (clientId === undefined) return undefined;
  const body = { system: choose.of(['metric', 'imperial']) };
  return done(`${short(clientId)} ${body.system}`, await asMember(world, clientId, 'PUT', 'preferences/units', body));
};

export const ACCOUNTS: Readonly<Record<string, readonly [number, Act]>> = {
  'somebody signs up': [1, signUp],
  'member changes the profile': [1.5, profile],
  'member changes the email': [0.4, changeEmail],
  'member ends a device': [0.6, endDevice],
  'member agrees': [1, agree],
  'member wants to be reminded': [1.5, remind],
  'member keeps an account': [1, keep],
  'member sets the units': [0.5, look],
};
