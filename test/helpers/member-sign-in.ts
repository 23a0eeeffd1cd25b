import type { Mail } from '../../src/mail/transport.ts';
import { type ApiResponse, MAIN_SITE, type openStudio, type Studio } from './api.ts';
import { addClient } from './bookings.ts';
import { openMailStudio } from './mails.ts';

/** What an app of a member sends without a credential. */
export const FROM_APP = { 'x-service-api-key': '' };

/** What the page of members sends besides its cookie. */
export const FROM_MEMBER_PAGE = {
  ...FROM_APP,
  origin: 'http://localhost',
  'x-studiod-page': '1',
  'x-site-id': MAIN_SITE,
};

/** The code that a mail has. */
export const codeIn = (mail: Mail | undefined): string =>
  /\b(\d{3}) (\d{3})\b/
    .exec(mail?.text ?? '')
    ?.slice(1)
    .join('') ?? '';

export const refusal = ({ status, body }: ApiResponse) => [status, body.error?.code];

/** The headers of a member with an ID token. */
export const bearer = (idToken: string, siteId = MAIN_SITE) => ({
  ...FROM_APP,
  authorization: `Bearer ${idToken}`,
  'x-site-id': siteId,
});

/** A studio in which members sign in with codes. */
export const openForMembers = async (options: Parameters<typeof openStudio>[0] = {}) => {
  const { studio, mails } = await openMailStudio(undefined, options);
  return { studio, mails, ...actsOf(studio, () => mails.at(-1)) };
};

const actsOf = (studio: Studio, lastMail: () => Mail | undefined) => {
  const pass = async (milliseconds = 1_000) => {
    // A code is made after the response.
    await studio.store.write(() => 0);
    await studio.time.moveTo(studio.time.now() + milliseconds);
  };
  const ask = async (email: string, headers: Record<string, string> = FROM_APP) => {
    const response = await studio.post('/public-api/v2/auth/code', { email }, headers);
    await pass();
    return response;
  };
  const token = (body: object, headers: Record<string, string> = FROM_APP) =>
    studio.post('/public-api/v2/auth/token', body, headers);
  /** Asks for a code, and signs in with it. */
  const enter = async (email: string, more: object = {}, headers: Record<string, string> = FROM_APP) => {
    await ask(email);
    return token({ email, code: codeIn(lastMail()), ...more }, headers);
  };
  /** A client who is signed in with an app. */
  const member = async (email = 'ann@example.com') => {
    const id = await addClient(studio, { email });
    const body = await studio.given(enter(email));
    return { id, email, ...body, headers: bearer(body.idToken) };
  };
  return { pass, ask, token, enter, member };
};
