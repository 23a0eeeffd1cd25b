import { isoInstant } from '../../../src/kernel/clock.ts';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { SITES } from '../../../src/resources/demo-ids.ts';
import type { ApiResponse } from '../../helpers/api.ts';
import { CARDS, METHODS } from '../../helpers/cards.ts';
import { changeIn } from '../../helpers/database-file.ts';
import { type Server, until } from '../../helpers/process.ts';

type Headers = Record<string, string>;
// biome-ignore lint/suspicious/noExplicitAny: tests read any fields
type Body = any;

export const UNKNOWN = '01950000-0000-7000-8000-00000000ffff';
/** What a caller without a credential sends. */
export const NOBODY: Headers = {};
export const PASSWORD = 'three green bicycles';
/** What a page of the console sends besides its cookie. */
export const FROM_PAGE: Headers = { 'x-studiod-console': '1', 'sec-fetch-site': 'same-origin' };

let people = 0;
let rooms = 0;
const newEmail = (): string => `person${++people}@codes.example`;

/** A member with an ID token, who calls the member API. */
export interface BoxMember {
  readonly id: string;
  readonly email: string;
  readonly headers: Headers;
  call(method: string, path: string, body?: unknown, headers?: Headers): Promise<ApiResponse>;
}

/**
 * Requests to a sandbox with a fixed clock, in a process of its own.
 * @param database the file of its database
 */
export const boxOf = (server: Server, database: string) => {
  const { call } = server;
  /** Sends a request that must succeed. Returns the body of its response. */
  const given = async (method: string, path: string, body?: unknown, headers?: Headers): Promise<Body> => {
    const response = await call(method, path, body, headers);
    if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const made = (path: string, body: object): Promise<Body> => given('POST', path, body);
  const now = async (): Promise<number> => Date.parse((await given('GET', '/sandbox/clock')).now);
  /** The instant so many milliseconds from now. */
  const at = async (milliseconds: number): Promise<string> => isoInstant((await now()) + milliseconds);
  const pass = (advance: string): Promise<Body> => made('/sandbox/clock', { advance });
  const client = async (fields: object = {}): Promise<string> =>
    (await made('/v2/clients', { firstName: 'Ann', lastName: 'Lee', email: newEmail(), ...fields })).id;

  const memberOf = (id: string, email: string, headers: Headers): BoxMember => ({
    id,
    email,
    headers,
    call: (method, path, body, more) => call(method, path, body, { ...headers, ...more }),
  });
  /** A new client who is signed in by the provider of the sandbox. */
  const member = async (fields: object = {}, siteId: string = SITES.downtown): Promise<BoxMember> => {
    const email = newEmail();
    const id = await client({ email, ...fields });
    const { idToken } = await made('/sandbox/member-token', { clientId: id, expiresIn: 300 * 86_400 });
    return memberOf(id, email, { authorization: `Bearer ${idToken}`, 'x-site-id': siteId });
  };
  /** Asks for a code for an address. Returns it. */
  const code = async (email: string): Promise<string> => {
    await given('DELETE', '/sandbox/mailbox');
    await given('POST', '/public-api/v2/auth/code', { email }, NOBODY);
    await pass('PT1S');
    const [mail] = (await given('GET', '/sandbox/mailbox?wait=10')).data;
    const { text } = await given('GET', `/sandbox/mailbox/${mail.id}`);
    return (/\b\d{3} \d{3}\b/.exec(text)?.[0] ?? '').replace(' ', '');
  };
  const token = (body: object): Promise<ApiResponse> => call('POST', '/public-api/v2/auth/token', body, NOBODY);
  /** A stranger who has proved an address. */
  const proved = async (): Promise<{ email: string; signUpToken: string }> => {
    const email = newEmail();
    const { body } = await token({ email, code: await code(email) });
    return { email, signUpToken: body.signUpToken };
  };

  /** A session, by default a day ahead with ten seats, an hour long. Returns its id. */
  const session = async (startsIn = DAY_MS, fields: object = {}): Promise<string> => {
    const body = {
      name: 'Flow',
      siteId: SITES.downtown,
      startTime: await at(startsIn),
      durationMinutes: 60,
      capacity: 10,
      roomName: `Room ${++rooms}`,
      ...fields,
    };
    return (await made('/manage/sessions', body)).id;
  };
  const book = async (clientId: string, sessionId: string, more: object = {}): Promise<string> =>
    (await made('/v2/bookings', { clientId, sessionId, ...more })).id;
  const plan = async (fields: object = {}): Promise<string> => {
    const body = { name: '10 classes', type: 'credit_pack', price: 18_000, currency: 'USD', creditsTotal: 10 };
    return (await made('/manage/plans', { ...body, validityDays: 90, isSoldOnline: true, ...fields })).id;
  };
  const sell = async (clientId: string, terms: object = {}, sale: object = {}): Promise<Body> =>
    made('/manage/packages', { clientId, planId: await plan(terms), paymentMethod: 'cash', ...sale });

  /** Begins to save a card. */
  const setup = (who: BoxMember): Promise<Body> => given('POST', METHODS, undefined, who.headers);
  /** The member's device confirms a card. */
  const confirm = async (begun: Body, number: string = CARDS.good): Promise<Body> => {
    const keys = { publishableKey: begun.publishableKey, clientSecret: begun.setupIntentClientSecret };
    const card = { number, expMonth: 12, expYear: 2035, cvc: '123', name: 'Ann Lee' };
    const { status } = await made('/sandbox/processor/setups/confirm', { ...keys, card });
    return status === 'requires_action' ? made('/sandbox/processor/setups/approve', keys) : status;
  };
  /** Saves a card. Returns the id of the payment method. */
  const card = async (who: BoxMember, number?: string): Promise<string> => {
    const begun = await setup(who);
    await confirm(begun, number);
    return (await given('POST', `${METHODS}/${begun.id}/complete`, undefined, who.headers)).id;
  };
  /** A new site with settings of its own. Returns its id. */
  const site = async (settings: object = {}): Promise<string> => {
    const { id } = await made('/v2/sites', { name: `Site ${++rooms}` });
    await given('PATCH', `/v2/settings?siteId=${id}`, settings);
    return id;
  };
  /** The headers of somebody new who works here and has signed in with `PASSWORD`. */
  const staff = async (fields: object = {}): Promise<{ id: string; email: string; headers: Headers }> => {
    const email = newEmail();
    const person = { firstName: 'Sam', lastName: 'Body', email, role: 'owner', ...fields };
    const { link } = await made('/manage/staff/invitations', { person });
    const body = { token: String(link).split('#')[1], password: PASSWORD };
    const { status, headers } = await call('POST', '/manage/auth/invitation', body, FROM_PAGE);
    if (status !== 200) throw new Error(`the invitation was answered ${status}`);
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    const signedIn = { ...FROM_PAGE, cookie };
    const me = await given('GET', '/manage/me', undefined, signedIn);
    return { id: me.staff.id, email, headers: signedIn };
  };
  const key = async (fields: object): Promise<Headers> => ({
    'x-service-api-key': (await made('/manage/api-keys', { name: 'Some', ...fields })).key,
  });
  /** Changes the database beside the server, for what no request brings about. */
  const change = (sql: string): void => changeIn(database, sql);
  const requests = { call, given, made, now, at, pass, change };
  const persons = { client, member, code, token, proved, staff, key };
  return { ...requests, ...persons, session, book, plan, sell, setup, confirm, card, site, server };
};

export type Box = ReturnType<typeof boxOf>;

/** Sends the requests that lead to an error. Returns the response that has it. */
type Provocation = (box: Box) => Promise<ApiResponse>;
export type Provocations = Readonly<Record<string, Provocation>>;

const SETUP_LINK = /http\S+\/console\/setup#([\w-]{43})/;
/** Sets a studio up with the link that its server has printed, as its first owner. */
export const setUp = async (server: Server, more: object = {}): Promise<ApiResponse> => {
  await until(() => SETUP_LINK.test(server.errSoFar()));
  const [, token = ''] = SETUP_LINK.exec(server.errSoFar()) ?? [];
  const owner = { firstName: 'Olivia', lastName: 'Grant', email: 'olivia@codes.example', password: PASSWORD };
  return server.call('POST', '/manage/setup', { token, owner, ...more }, FROM_PAGE);
};
