import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Timeline } from '../../src/kernel/timer.ts';
import { Mailbox } from '../../src/sandbox/mailbox/mailbox.ts';
import { mailboxRoutes } from '../../src/sandbox/mailbox/routes.ts';
import { forAllTests, openStudio, TEST_START } from '../helpers/api.ts';
import { root } from '../helpers/sources.ts';

const studio = forAllTests(openStudio);

const policyOf = ({ headers }: Response): string | null => headers.get('content-security-policy');

test.each([
  '/docs',
  '/docs/reference',
  '/docs/booking-site',
  '/docs/page.css',
  '/docs/browser.js',
  '/docs/reference.js',
  '/docs/swagger-ui.css',
  '/docs/swagger-ui.js',
  '/console',
  '/console/kiosk',
  '/favicon.svg',
  '/robots.txt',
  '/book',
  '/book/plans',
  '/book/offline',
  '/mails/none',
  '/share/none',
  '/cards/none',
  '/book/none',
])('%s has a policy that allows no inline style or script', async (path) => {
  const request = new Request(`http://localhost${path}`, { headers: { accept: 'text/html' } });
  const response = await studio.app.fetch(request);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  if (!isJson) expect(policyOf(response)).toContain('default-src ');
  expect(policyOf(response) ?? '').not.toContain('unsafe');
});

test('a page for strangers comes with its style, which its policy allows by its hash; other pages load files', async () => {
  const get = async (path: string) => {
    const response = await studio.app.fetch(
      new Request(`http://localhost${path}`, { headers: { accept: 'text/html' } }),
    );
    const page = await response.text();
    const styles = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css);
    return { policy: policyOf(response), styles, files: page.match(/<link rel="stylesheet"/g)?.length ?? 0 };
  };
  const shared = await get('/book');
  const hash = new Bun.CryptoHasher('sha256').update(shared.styles.join('')).digest('base64');
  expect(shared.styles[0]).toContain('--canvas');
  expect(shared).toMatchObject({ styles: [expect.any(String)], files: 0 });
  expect(shared.policy).toContain(`style-src 'self' 'sha256-${hash}';`);
  const own = await get('/book/sign-in');
  expect(own).toMatchObject({ styles: [], files: 3 });
  expect(own.policy).toContain("style-src 'self';");
});

test('the page of the mailbox allows no inline style, and the mail in its frame runs nothing and has no origin', async () => {
  const clock = new Timeline(TEST_START);
  const mailbox = new Mailbox({ clock, fromAddress: 'studio@sandbox.example', server: undefined });
  const routes = mailboxRoutes(mailbox);
  const get = (path: string): Promise<Response> =>
    routes.handle(new Request(`http://localhost/mailbox${path}`, { headers: { accept: 'text/html' } }));
  const html = '<!doctype html><html><body style="color: red"><a href="https://a.example">Book</a></body></html>';
  await mailbox.send({
    messageId: 'm1@a.example',
    to: 'ann@a.example',
    fromName: 'Studio',
    replyTo: null,
    subject: 'Hello',
    html,
    text: 'Hello',
    calendar: null,
    unsubscribeUrl: null,
  });
  for (const path of ['/', '/mail_1']) {
    const policy = policyOf(await get(path));
    expect(policy).toStartWith("style-src 'sha256-");
    expect(policy).not.toContain('unsafe');
  }
  const page = await (await get('/mail_1')).text();
  expect(page).toContain('src="/sandbox/mailbox/mail_1/html"></iframe>');
  const framed = await get('/mail_1/html');
  expect(policyOf(framed)).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src * data:; form-action 'none'; base-uri 'none'; " +
      "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  );
  expect(await framed.text()).toBe(html.replace('<a', '<a target="_blank" rel="noreferrer"'));
});

test('no other policy of the program allows inline styles or scripts', () => {
  const files = [...new Bun.Glob('src/**/*.ts').scanSync({ cwd: root })];
  const allowing = files.filter((path) => /'unsafe-(?:inline|eval)'/.test(readFileSync(join(root, path), 'utf8')));
  expect(allowing).toEqual(['src/sandbox/mailbox/routes.ts']);
});
