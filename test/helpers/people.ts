import { beginSession, newSecret } from '../../src/auth/staff/sessions.ts';
import { changeSignIn } from '../../src/auth/staff/sign-in-rows.ts';
import type { ApiResponse, Studio } from './api.ts';

/** The least that argon2 takes: these tests are not about its strength. */
const FAST = { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 } as const;

export const PASSWORD = 'correct horse battery';

/** What a page of the console sends besides its cookie. */
export const FROM_PAGE = { 'x-service-api-key': '', origin: 'http://localhost', 'x-studiod-console': '1' };

let people = 0;

/** Somebody who works here and can sign in with `PASSWORD`; forgets the events of their coming. */
export const addPerson = async (
  studio: Studio,
  person: Record<string, unknown> = {},
): Promise<{ readonly id: string; readonly email: string }> => {
  people += 1;
  const email = `somebody${people}@example.com`;
  const body = { firstName: 'Sam', lastName: `Body${people}`, email, role: 'owner', ...person };
  const { id, email: stored } = await studio.given(studio.post('/v2/staff', body));
  const passwordHash = await Bun.password.hash(PASSWORD, FAST);
  await studio.given(studio.store.write((tx) => changeSignIn(tx, id, { passwordHash, passwordChangedAt: tx.now })));
  return { id, email: stored };
};

/** The cookie that a response sets, as a browser sends it. */
export const cookieOf = ({ headers }: ApiResponse): string => headers.get('set-cookie')?.split(';')[0] ?? '';

/** All cookies that a response sets, as a browser sends them. */
export const cookiesOf = ({ headers }: Pick<ApiResponse, 'headers'>): string =>
  headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');

/** The headers of a browser with this cookie. */
export const withCookie = (cookie: string) => ({ ...FROM_PAGE, cookie });

export const signIn = (
  studio: Studio,
  email: string,
  password = PASSWORD,
  headers: Record<string, string> = {},
): Promise<ApiResponse> => studio.post('/manage/auth/sign-in', { email, password }, { ...FROM_PAGE, ...headers });

/** The headers of somebody new who is signed in. */
export const signedIn = async (studio: Studio, person: Record<string, unknown> = {}) => {
  const { id, email } = await addPerson(studio, person);
  const token = newSecret(studio.random);
  const origin = { userAgent: 'test', address: '192.0.2.1' };
  const sessionId = await studio.store.write((tx) => beginSession(tx, token, id, origin));
  return { id, email, sessionId, headers: withCookie(`studiod_session=${token}`) };
};
