// One form: what is typed is checked, sent, refused and guarded in one way, wherever it is typed.
import { expect, test } from 'bun:test';

const root = 'src/console/';
const sources = await Promise.all(
  [...new Bun.Glob(`${root}**/*.{ts,tsx}`).scanSync()].map(async (path) => ({
    path: path.slice(root.length),
    text: await Bun.file(path).text(),
  })),
);
const withText = (text: RegExp): string[] =>
  sources.flatMap(({ path, text: own }) => (text.test(own) ? [path] : [])).sort();

test('the element of a form stands in one place, and in the kiosk, which is a program of its own', () => {
  expect(withText(/<form\b/)).toEqual(['forms/form.tsx', 'kiosk/kiosk-app.tsx', 'kiosk/leave.tsx']);
});

test('the first wrong field gets the focus in one place', () => {
  expect(withText(/\bfocusField\(/)).toEqual(['forms/form.tsx']);
});

test('a form that fills a page has one bar that saves it, and one question before it is left', () => {
  expect(withText(/<SaveBar\b/)).toEqual(['forms/page-form.tsx']);
  expect(withText(/<LeaveGuard\b/)).toEqual(['forms/page-form.tsx']);
});

test('a dialog has its form from the shell of dialogs', () => {
  const ofDialogs = withText(/<Dialog\b/);
  expect(withText(/<Form\b/).filter((path) => ofDialogs.includes(path))).toEqual(['forms/dialog-form.tsx']);
});

test('a form that makes a record has the same key for a repeat, which a lost response must not turn into a second one', async () => {
  const { paths } = await Bun.file('test/golden/openapi-2026-01-10.json').json();
  const makes = (path: string): boolean => paths[path]?.post?.responses['201'] !== undefined;
  const forms = sources.filter(({ text }) => /<DialogForm\b|<Dialog\b/.test(text) && /\bidempotencyKey\(\)/.test(text));
  const made = forms.flatMap(({ path, text }) =>
    [...text.matchAll(/\.POST\('([^']+)'/g)].flatMap(([, to = '']) => (makes(to) ? [`${path} ${to}`] : [])),
  );
  // A newer link ends the older one.
  expect(made.sort()).toEqual(['pages/staff/person/sign-in-card.tsx /manage/staff/invitations']);
});
