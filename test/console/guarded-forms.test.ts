// What is typed is never lost without a question: the frame guards every form, and the dialog every dialog.
import { expect, test } from 'bun:test';

const root = 'src/console/';
const sources = await Promise.all(
  [...new Bun.Glob(`${root}**/*.tsx`).scanSync()].map(async (path) => ({
    path: path.slice(root.length),
    text: await Bun.file(path).text(),
  })),
);
const withText = (text: string | RegExp): string[] =>
  sources
    .flatMap(({ path, text: own }) => ((typeof text === 'string' ? own.includes(text) : text.test(own)) ? path : []))
    .sort();

test('the frame of all pages has the guard', () => {
  expect(withText('<TypingGuard />')).toEqual(['shell/guards.tsx']);
  expect(withText('<Guards />')).toEqual(['shell/frame.tsx']);
});

test('dialogs come from one part, which guards them; what else lies over the page has no entry', () => {
  expect(withText('<ModalOverlay')).toEqual([
    'shell/navigation/more-dialog.tsx',
    // A search.
    'shell/palette/palette.tsx',
    'shell/shortcut-list.tsx',
    'ui/overlays/dialog.tsx',
  ]);
});

test('a form without the guard of the frame has one of its own', () => {
  const own = withText('data-guard="own"');
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter((path) => !withText(/<LeaveGuard /).includes(path))).toEqual([]);
});

test('no page takes entries without a form or dialog around them, unless each is stored at once', () => {
  const fields = /<(?:Field|AreaField|PasswordField|DateField|NumberField)\b/;
  const isField = ({ path, text }: (typeof sources)[number]): boolean =>
    /^pages\/[^/]+\/[^/]*page\.tsx$/.test(path) && fields.test(text) && !/<(?:form|\w*Form|Dialog)\b/.test(text);
  expect(sources.filter(isField).map(({ path }) => path)).toEqual([]);
});
