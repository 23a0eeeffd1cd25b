import { beforeEach, describe, expect, test } from 'bun:test';
import { command, folderForEachTest, type Server, startServer, studiod, until } from '../helpers/process.ts';
import { inTerminal } from '../helpers/terminal.ts';

const cwd = folderForEachTest();
let server: Server;

const FROM_PAGE = { 'x-studiod-console': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
const EMAIL = 'olivia@example.com';
const PASSWORD = 'three green bicycles';

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${server.ready.rootUrl}${path}`, {
    method: 'POST',
    headers: { ...FROM_PAGE, ...headers },
    body: JSON.stringify(body),
  });
const signIn = (password: string) => post('/manage/auth/sign-in', { email: EMAIL, password });
const cookieOf = (response: Response): string => response.headers.get('set-cookie')?.split(';')[0] ?? '';
// biome-ignore lint/suspicious/noExplicitAny: tests read any fields
const read = (response: Response): Promise<any> => response.json();
const me = async (cookie: string) => read(await fetch(`${server.ready.rootUrl}/manage/me`, { headers: { cookie } }));
const owner = (verb: string, input: string | undefined, ...words: string[]) =>
  studiod({ cwd, ...(input === undefined ? {} : { input }) }, 'owner', verb, EMAIL, ...words);

/** The link of the first owner that the server has printed. */
const setupLink = async (): Promise<string> => {
  let link: string | undefined;
  await until(() => {
    link = /http\S+\/console\/setup#[\w-]{43}/.exec(server.errSoFar())?.[0];
    return link !== undefined;
  });
  return String(link);
};

beforeEach(async () => {
  server = await startServer({ cwd }, 'serve');
});

describe('the first start', () => {
  const body = (token: string, more: object = {}) => ({
    token,
    owner: { firstName: 'Olivia', lastName: 'Grant', email: EMAIL, password: PASSWORD },
    studio: { name: 'Harbour Yoga', locale: 'pt-PT', currency: 'EUR', timezone: 'Europe/Lisbon' },
    site: { name: 'Cais', address: { line1: 'Rua 1', city: 'Lisboa', country: 'PT' } },
    ...more,
  });
  const tokenOf = (link: string): string => link.split('#')[1] ?? '';

  test('prints a link with which the first owner sets the studio up, once', async () => {
    const link = await setupLink();
    expect(link).toStartWith(`${server.ready.rootUrl}/console/setup#`);
    expect(server.ready.console).toBe(`${server.ready.rootUrl}/console`);
    const response = await post('/manage/setup', body(tokenOf(link)));
    expect(await response.json()).toMatchObject({ object: 'sign_in', status: 'signed_in' });
    const own = await me(cookieOf(response));
    expect(own).toMatchObject({
      staff: { email: EMAIL, role: 'owner' },
      studio: { name: 'Harbour Yoga', currency: 'EUR', timezone: 'Europe/Lisbon', environment: 'production' },
      sites: [{ name: 'Cais', currency: 'EUR', timezone: 'Europe/Lisbon' }],
    });
    const again = await post(
      '/manage/setup',
      body(tokenOf(link), { owner: { ...body('').owner, email: 'eve@example.com' } }),
    );
    expect([again.status, (await read(again)).error.code]).toEqual([409, 'setup_done']);
    expect((await signIn(PASSWORD)).status).toBe(200);
    await server.stop();
    server = await startServer({ cwd }, 'serve');
    expect((await signIn(PASSWORD)).status).toBe(200);
    expect(server.errSoFar()).not.toContain('/console/setup');
  });

  test('prints another link at the next start, and the first one is 403 link_invalid then', async () => {
    const first = await setupLink();
    await server.stop();
    server = await startServer({ cwd }, 'serve');
    const second = await setupLink();
    expect(tokenOf(second)).not.toBe(tokenOf(first));
    const refused = await post('/manage/setup', body(tokenOf(first)));
    expect([refused.status, (await read(refused)).error.code]).toEqual([403, 'link_invalid']);
    expect((await post('/manage/setup', body(tokenOf(second)))).status).toBe(200);
  });
});

describe('studiod owner', () => {
  test('create reads the password from stdin, beside the running server, and no link is printed any more', async () => {
    const { code, out, err } = await owner('create', `${PASSWORD}\n`, '--first-name', 'Olivia', '--last-name', 'Grant');
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toContain('Olivia Grant (olivia@example.com) is now an owner.');
    const response = await signIn(PASSWORD);
    expect(response.status).toBe(200);
    expect(await me(cookieOf(response))).toMatchObject({ staff: { email: EMAIL, role: 'owner', firstName: 'Olivia' } });
    const setup = await fetch(`${server.ready.rootUrl}/manage/setup`);
    expect(await setup.json()).toMatchObject({ isNeeded: false, isOpen: false });
  });

  test('create --json prints the person, and create again makes a person who is known an owner', async () => {
    const { out } = await owner('create', PASSWORD, '--json');
    expect(JSON.parse(out)).toEqual({ id: expect.any(String), email: EMAIL, role: 'owner' });
    const again = await owner('create', 'another long password', '--json');
    expect(JSON.parse(again.out).id).toBe(JSON.parse(out).id);
    expect((await signIn('another long password')).status).toBe(200);
  });

  test('1 for a weak password, and nothing is changed', async () => {
    for (const weak of ['short', 'password1234', 'olivia@example.com', 'aaaaaaaaaaaaaaaa']) {
      const { code, err } = await owner('create', weak);
      expect(code).toBe(1);
      expect(err).toContain('Nothing was changed.');
    }
    expect(await read(await fetch(`${server.ready.rootUrl}/manage/setup`))).toMatchObject({ isNeeded: true });
  });

  test('reset-password ends every session of the owner', async () => {
    await owner('create', PASSWORD);
    const cookie = cookieOf(await signIn(PASSWORD));
    const { code, err } = await owner('reset-password', 'another long password');
    expect([code, err]).toEqual([0, expect.stringContaining('was signed out everywhere')]);
    expect((await me(cookie)).error.code).toBe('session_ended');
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn('another long password')).status).toBe(200);
  });

  test('asks for the password twice at a terminal, which does not show it', async () => {
    const asks = (typed: readonly string[]) => {
      const terminal = inTerminal([...command, 'owner', 'create', EMAIL], { cwd });
      return { terminal, typed };
    };
    const answer = async ({ terminal, typed }: ReturnType<typeof asks>) => {
      await until(() => terminal.text().includes('Password'));
      terminal.type(`${typed[0]}\r`);
      await until(() => terminal.text().includes('Repeat the password'));
      terminal.type(`${typed[1]}\r`);
      const code = await terminal.child.exited;
      return { code, text: terminal.text() };
    };
    const different = await answer(asks([PASSWORD, 'three red bicycles']));
    expect([different.code, different.text]).toEqual([1, expect.stringContaining('do not match')]);
    const same = await answer(asks([`x\u007f${PASSWORD}`, PASSWORD]));
    expect([same.code, same.text]).toEqual([0, expect.stringContaining('is now an owner')]);
    expect(same.text + different.text).not.toContain('bicycles');
    expect((await signIn(PASSWORD)).status).toBe(200);
  });
});
