// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/content-media.browser.ts
import { beforeAll, expect, test } from 'bun:test';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ENTRIES } from '../../../src/resources/demo-ids.ts';
import { writeLargeVideo } from '../../helpers/large-upload.ts';
import { mediaFile } from '../../helpers/media.ts';
import { testFolder, until } from '../../helpers/process.ts';
import { sendTo } from './day.ts';
import { axeFindings, closedAfterEach, testConsole, VIEWS } from './open.ts';
import { toast } from './people.ts';

const { server, open: openAny } = testConsole();
const folder = testFolder();
const LARGE = join(folder, 'practice.mp4');
const LARGE_BYTES = 24_000_000;
/** Bytes a second of a slow line. */
const SLOW = 4_000_000;

let digest = '';
beforeAll(async () => {
  digest = await writeLargeVideo(LARGE, LARGE_BYTES);
});

const open = closedAfterEach(openAny);

const MANAGE = '/manage/content';
const pathOf = (id: string): string => `/console/content/entries/${id}`;
const newEntry = (fields: object = {}) =>
  sendTo(server.ready, 'POST', `${MANAGE}/entries`, { title: 'Practice', type: 'video', ...fields });
interface StoredMedia {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly checksumSha256: string | null;
  readonly captions: readonly { readonly language: string }[];
}
const mediaOf = async (entryId: string) =>
  (await sendTo<{ data: StoredMedia[] }>(server.ready, 'GET', `${MANAGE}/media?entry_id=${entryId}`)).data;
const named = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const chooseFiles = async (page: Page, button: string, files: string | string[]): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await named(page, button).click();
  await (await chooser).setFiles(files);
};
const item = (page: Page, name: string) => page.locator('.media-item').filter({ hasText: name });

/** Drags files from the desktop onto the place for them. */
const dropFiles = async (page: Page, files: string[]): Promise<void> => {
  await page.locator('.media-drop').scrollIntoViewIfNeeded();
  const place = await page.locator('.media-drop').boundingBox();
  if (place === null) throw new Error('the place for files is not there');
  const session = await page.context().newCDPSession(page);
  const at = { x: place.x + 40, y: place.y + 20, data: { items: [], files, dragOperationsMask: 1 } };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at });
};

/** Makes the line of a page slow, so that something can happen in the middle of an upload. */
const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const rates = { latency: 0, downloadThroughput: -1, uploadThroughput: SLOW };
  await session.send('Network.emulateNetworkConditions', { offline: false, ...rates });
};

/** A line between the browser and the server that can break. */
const openLine = async () => {
  const sockets = new Set<Socket>();
  let isBroken = false;
  const target = Number(new URL(server.ready.rootUrl).port);
  const proxy = createServer((near) => {
    if (isBroken) return near.destroy();
    const far = connect(target, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
    return undefined;
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('the line has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    breakOff: (): void => {
      isBroken = true;
      for (const socket of sockets) socket.destroy();
    },
    mend: (): void => {
      isBroken = false;
    },
    close: (): void => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
};

/** The offsets at which bytes were sent, and how many uploads were begun. */
const watchUploads = (page: Page) => {
  const seen = { begun: 0, offsets: [] as number[] };
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith(`${MANAGE}/media/uploads`)) return;
    if (request.method() === 'POST') seen.begun += 1;
    if (request.method() === 'PATCH') seen.offsets.push(Number(request.headers()['upload-offset']));
  });
  return seen;
};

const percentShown = async (page: Page): Promise<number> => {
  const list = page.getByRole('list', { name: 'Uploading' });
  const bar = list.getByRole('progressbar', { name: 'Uploading practice.mp4' });
  return Number((await bar.count()) === 0 ? -1 : await bar.getAttribute('aria-valuenow'));
};

test.each(VIEWS)('media are accessible at $width px, $theme', async (view) => {
  const { page, faults } = await open(pathOf(ENTRIES.morningFlow), view);
  await item(page, 'Morning flow at home').waitFor();
  await named(page, 'Captions: Morning flow at home').click();
  await page.getByRole('dialog').getByText('Español').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await named(page, 'Play: Morning flow at home').click();
  await page.locator('video').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('a video elsewhere is added by its URL, and what is not saved yet on the page stays unsaved', async () => {
  const { id } = await newEntry();
  const { page, faults } = await open(pathOf(id));
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Half a title');
  const saved: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().includes('/content/entries/')) saved.push(request.url());
  });
  await named(page, 'Add by URL').click();
  const dialog = page.getByRole('dialog', { name: 'Add by URL' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.locator('.error').waitFor();
  await dialog.getByRole('textbox', { name: 'URL' }).fill('https://video.example/practice');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('1 unsaved change').waitFor();
  await until(async () => (await mediaOf(id)).length === 1);
  expect(saved).toEqual([]);
  expect(await sendTo(server.ready, 'GET', `${MANAGE}/entries/${id}`)).toMatchObject({ title: 'Practice' });
  expect(faults).toEqual([]);
});

test('files are chosen or dropped, and become media that play', async () => {
  const { id } = await newEntry();
  const { page, faults } = await open(pathOf(id));
  await chooseFiles(page, 'Choose files', [mediaFile('clip.mp4')]);
  await named(page, 'Play: clip.mp4').waitFor();
  await named(page, 'Play: clip.mp4').press('Enter');
  const video = page.locator('video');
  await video.waitFor();
  await until(async () => ((await video.evaluate('document.querySelector("video").readyState')) as number) > 0);
  await item(page, 'clip.mp4').getByText('Main video').waitFor();
  const broken = join(folder, 'broken.mp4');
  await Bun.write(broken, 'no video');
  await dropFiles(page, [broken]);
  await item(page, 'broken.mp4')
    .getByText(/^This file cannot be used\./)
    .waitFor();
  await item(page, 'broken.mp4').getByRole('button', { name: 'Delete' }).click();
  await named(page, 'Delete file').click();
  await item(page, 'broken.mp4').waitFor({ state: 'detached' });
  expect((await mediaOf(id)).map(({ title }) => title)).toEqual(['clip.mp4']);
  expect(faults).toEqual([]);
});

test('an upload that breaks in the middle says so, goes on by itself, and stays in the tray on other pages', async () => {
  const { id } = await newEntry();
  const line = await openLine();
  const { page } = await open(line.url + pathOf(id));
  const seen = watchUploads(page);
  await page.getByText('Drop files here').waitFor();
  await slowDown(page);
  await chooseFiles(page, 'Choose files', LARGE);
  await until(async () => (await percentShown(page)) > 15);
  line.breakOff();
  await page.getByText(/Connection lost at .*The upload resumes automatically\./).waitFor();
  await page.getByRole('link', { name: 'Library' }).first().click();
  const tray = page.getByRole('region', { name: 'Background tasks' });
  await tray.getByText('No connection. It resumes automatically.').waitFor();
  line.mend();
  await tray.getByText('Done').waitFor();
  await tray.getByRole('link', { name: 'Uploading practice.mp4' }).click();
  await named(page, 'Play: practice.mp4').waitFor();
  expect(seen.begun).toBe(1);
  expect(seen.offsets.at(-1)).toBeGreaterThan(0);
  expect(await mediaOf(id)).toMatchObject([{ title: 'practice.mp4', status: 'ready', checksumSha256: digest }]);
  await named(page, 'Close practice.mp4').click();
  await tray.waitFor({ state: 'detached' });
  line.close();
}, 120_000);

test('after a reload the same file goes on where it was, and another one is not taken for it', async () => {
  const { id } = await newEntry();
  const { page } = await open(pathOf(id));
  await page.getByText('Drop files here').waitFor();
  await slowDown(page);
  await chooseFiles(page, 'Choose files', LARGE);
  await until(async () => (await percentShown(page)) > 15);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText(/^The upload was interrupted\./).waitFor();
  const seen = watchUploads(page);
  await chooseFiles(page, 'Choose the same file', mediaFile('clip.mp4'));
  await page.getByText('That is a different file. Choose practice.mp4.').waitFor();
  await chooseFiles(page, 'Choose the same file', LARGE);
  await named(page, 'Play: practice.mp4').waitFor();
  expect(seen.begun).toBe(0);
  expect(seen.offsets[0]).toBeGreaterThan(0);
  expect(await mediaOf(id)).toMatchObject([{ status: 'ready', checksumSha256: digest }]);
}, 120_000);

test('captions are added by language and deleted, chapters written as lines', async () => {
  const { id } = await newEntry();
  const { page } = await open(pathOf(id));
  await chooseFiles(page, 'Choose files', mediaFile('clip.mp4'));
  await named(page, 'Captions: clip.mp4').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Caption language$/ }).click();
  await page.getByRole('option', { name: 'German', exact: true }).click();
  const srt = {
    name: 'a.srt',
    mimeType: 'text/plain',
    buffer: Buffer.from('1\n00:00:00,000 --> 00:00:01,000\nHallo\n'),
  };
  const choose = async (file: typeof srt): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose a VTT or SRT file' }).click();
    await (await chooser).setFiles(file);
  };
  await choose(srt);
  await toast(page, 'Captions in German saved.').waitFor();
  await dialog.getByText('Deutsch').waitFor();
  await choose({ ...srt, buffer: Buffer.from('no captions') });
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('textbox', { name: 'Chapters' }).fill('soon Breathe');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Start each line with a time, such as 2:30 Breathing.').waitFor();
  await dialog.getByRole('textbox', { name: 'Chapters' }).fill('0:00 Arrive\n0:01 Breathe');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toast(page, /^Saved\.$/).waitFor();
  expect(await mediaOf(id)).toMatchObject([
    {
      captions: [{ language: 'de', label: 'Deutsch' }],
      chapters: [
        { startSeconds: 0, title: 'Arrive' },
        { startSeconds: 1, title: 'Breathe' },
      ],
    },
  ]);
  await named(page, 'Captions: clip.mp4').click();
  await named(page, 'Delete German captions').click();
  await dialog.getByText('No captions yet.').waitFor();
  expect((await mediaOf(id))[0]?.captions).toEqual([]);
});

test('a full disk and too large a file are said in words', async () => {
  const { id } = await newEntry();
  const { page } = await open(pathOf(id));
  const refuse = (status: number, code: string) =>
    page.route('**/manage/content/media/uploads', (route) =>
      route.fulfill({
        status,
        contentType: 'application/json',
        body: JSON.stringify({ error: { code, message: code } }),
      }),
    );
  await refuse(503, 'storage_full');
  await chooseFiles(page, 'Choose files', mediaFile('clip.mp4'));
  await page.getByText(/^The server is out of space\./).waitFor();
  await page.unrouteAll();
  await refuse(413, 'body_too_large');
  await chooseFiles(page, 'Choose files', LARGE);
  await page.getByText(/^This file is larger than the server allows\./).waitFor();
});
