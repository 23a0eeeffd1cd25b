import { describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest } from '../../helpers/api.ts';
import { errorOf, errorWithParam } from '../../helpers/errors.ts';
import { jpegWithPlace, pngWithText } from '../../helpers/pictures.ts';
import { openYoga, UNKNOWN } from '../../helpers/yoga.ts';

/** Four sessions of a schedule, and none of them has begun. */
const yoga = forEachTest(openYoga);

const image = (bytes = jpegWithPlace({ orientation: 6 })) => ({ image: bytes.toString('base64') });
const scheduleImage = (id = yoga.id) => `/manage/schedules/${id}/image`;
const sessionImage = (id: unknown) => `/manage/sessions/${id}/image`;
const put = (path: string, headers: Record<string, string> = {}) => yoga.studio.send('PUT', path, image(), headers);
const pathOf = (url: unknown): string => new URL(String(url)).pathname;
const imagesOf = () => yoga.sessions().map((row) => (row.imageUrl === null ? null : pathOf(row.imageUrl)));
const pictures = () => yoga.studio.count('pictures');
const fetchOf = (url: string) => yoga.studio.app.fetch(new Request(new URL(url, 'http://localhost').href));

const sendForm = async (path: string, bytes: Buffer) => {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], 'class.png', { type: 'image/png' }));
  const headers = { 'x-service-api-key': yoga.studio.mainKey };
  return yoga.studio.app.fetch(new Request(`http://localhost${path}`, { method: 'PUT', body: form, headers }));
};

const UPDATED = [...Array(4).fill('session.updated'), 'schedule.updated'];

describe('PUT and DELETE /manage/schedules/{id}/image', () => {
  test('200 all sessions ahead show it, and members see it', async () => {
    const { status, body } = await put(scheduleImage());
    expect([status, yoga.studio.events()]).toEqual([200, UPDATED]);
    expect(body.imageUrl).toMatch(/^http:\/\/localhost\/media\/pictures\/[\w-]{32}$/);
    const path = pathOf(body.imageUrl);
    expect(imagesOf()).toEqual(Array(4).fill(path));
    expect((await fetchOf(path)).status).toBe(200);
    const [first] = yoga.sessions();
    for (const page of [`/book/class/${first?.id}`, `/book?day=${first?.localDate}`]) {
      expect(await (await fetchOf(page)).text()).toContain(`<span class="sign"><img src="${path}" alt=""`);
    }
    const timetable = await fetchOf(`/public-api/v2/timetable/${first?.id}`);
    expect(((await timetable.json()) as { imageUrl: string }).imageUrl).toBe(body.imageUrl);
  });

  test('200 another picture takes its place, as a form too; DELETE and another imageUrl remove it', async () => {
    const first = (await put(scheduleImage())).body.imageUrl;
    const response = await sendForm(scheduleImage(), pngWithText());
    expect([response.status, pictures(), (await fetchOf(first)).status]).toEqual([200, 1, 404]);
    yoga.studio.events();
    const gone = await yoga.studio.delete(scheduleImage());
    expect([gone.status, gone.body.imageUrl, pictures(), yoga.studio.events()]).toEqual([200, null, 0, UPDATED]);
    expect(imagesOf()).toEqual(Array(4).fill(null));
    expect([(await yoga.studio.delete(scheduleImage())).status, yoga.studio.events()]).toEqual([200, []]);
    await put(scheduleImage());
    await yoga.patch({ name: 'Slow yoga' });
    expect(pictures()).toBe(1);
    await yoga.patch({ imageUrl: 'https://example.com/a.jpg' });
    expect(pictures()).toBe(0);
  });

  test('200 edited sessions follow too, except a session with a picture of its own', async () => {
    const [edited, own] = yoga.sessions();
    await yoga.studio.patch(`/manage/sessions/${edited?.id}`, { capacity: 3 });
    await put(scheduleImage());
    const before = (await put(sessionImage(own?.id))).body;
    const after = pathOf((await put(scheduleImage())).body.imageUrl);
    expect(imagesOf()).toEqual([after, pathOf(before.imageUrl), after, after]);
    expect(yoga.sessions().map(({ isModified, capacity }) => [isModified, capacity])).toEqual([
      [1, 3],
      [1, 10],
      [0, 10],
      [0, 10],
    ]);
    expect(pictures()).toBe(2);
    await yoga.patch({ name: 'Slow yoga', overwriteModified: true });
    expect([imagesOf(), pictures()]).toEqual([Array(4).fill(after), 1]);
  });

  test('200 with a change that takes effect later, the picture stays until then', async () => {
    const path = pathOf((await put(scheduleImage())).body.imageUrl);
    const third = yoga.sessions()[2];
    const later = 'https://example.com/later.jpg';
    await yoga.patch({ imageUrl: later, effectiveFrom: third?.localDate });
    expect(yoga.sessions().map(({ imageUrl }) => imageUrl === later)).toEqual([false, false, true, true]);
    expect((await fetchOf(path)).status).toBe(200);
  });

  test('200 in the audit log, as the change of the schedule', async () => {
    const { imageUrl } = (await put(scheduleImage())).body;
    const { data } = (await yoga.studio.get('/manage/audit-log?type=setScheduleImage')).body;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ recordId: yoga.id, before: { imageUrl: null }, after: { imageUrl } });
  });

  test('400, 403, 404, 412: no picture, without the right, nothing there, a record that changed since', async () => {
    const { studio } = yoga;
    const refused = async (body: object) => errorWithParam(await studio.send('PUT', scheduleImage(), body));
    expect(await refused({})).toEqual([400, 'parameter_missing', 'image']);
    expect(await refused(image(Buffer.from('no picture')))).toEqual([400, 'media_unsupported', 'image']);
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    const uptown = (await studio.given(studio.post('/v2/sites', { name: 'Uptown' }))).id;
    const there = await studio.withKey({ siteIds: [uptown] });
    const etag = (await studio.get(`/v2/schedules/${yoga.id}`)).headers.get('etag') ?? '';
    await yoga.patch({ capacity: 9 });
    studio.events();
    for (const send of [put, (path: string, headers = {}) => studio.delete(path, headers)]) {
      expect((await send(scheduleImage(), desk.headers)).status).toBe(403);
      expect((await send(scheduleImage(), there)).status).toBe(404);
      expect((await send(scheduleImage(UNKNOWN))).status).toBe(404);
      expect(errorOf(await send(scheduleImage(), { 'if-match': etag }))).toEqual([412, 'record_changed']);
    }
    expect([pictures(), studio.events()]).toEqual([0, []]);
  });
});

describe('PUT and DELETE /manage/sessions/{id}/image', () => {
  test('200 one session has a picture of its own, until it is removed or changed', async () => {
    const [first] = yoga.sessions();
    const { status, body } = await put(sessionImage(first?.id));
    expect([status, yoga.studio.events(), body.isModified]).toEqual([200, ['session.updated'], true]);
    expect(imagesOf()).toEqual([pathOf(body.imageUrl), null, null, null]);
    expect((await sendForm(sessionImage(first?.id), pngWithText())).status).toBe(200);
    expect([pictures(), (await fetchOf(body.imageUrl)).status]).toEqual([1, 404]);
    yoga.studio.events();
    const gone = await yoga.studio.delete(sessionImage(first?.id));
    expect([gone.body.imageUrl, gone.body.isModified, pictures()]).toEqual([null, false, 0]);
    expect(yoga.studio.events()).toEqual(['session.updated']);
    await put(sessionImage(first?.id));
    await yoga.studio.patch(`/manage/sessions/${first?.id}`, { imageUrl: 'https://example.com/a.jpg' });
    expect(pictures()).toBe(0);
  });

  test('200 removed from one session, the picture of the schedule stays with the others', async () => {
    const path = pathOf((await put(scheduleImage())).body.imageUrl);
    const [first] = yoga.sessions();
    await yoga.studio.delete(sessionImage(first?.id));
    expect(imagesOf()).toEqual([null, path, path, path]);
    expect((await fetchOf(path)).status).toBe(200);
  });

  test('200 it goes with a session that its schedule drops', async () => {
    const [first] = yoga.sessions();
    await put(sessionImage(first?.id));
    await yoga.studio.given(yoga.studio.delete(`/v2/schedules/${yoga.id}`));
    expect(pictures()).toBe(0);
  });

  test('400, 403, 404, 409: no picture, without the right, nothing there, a cancelled session', async () => {
    const { studio } = yoga;
    const id = String(yoga.sessions()[0]?.id);
    expect(errorWithParam(await studio.send('PUT', sessionImage(id), {}))).toEqual([400, 'parameter_missing', 'image']);
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    const uptown = (await studio.given(studio.post('/v2/sites', { name: 'Uptown' }))).id;
    const there = await studio.withKey({ siteIds: [uptown] });
    await studio.given(studio.post(`/manage/sessions/${id}/cancel`, {}));
    studio.events();
    for (const send of [put, (path: string, headers = {}) => studio.delete(path, headers)]) {
      expect((await send(sessionImage(id), desk.headers)).status).toBe(403);
      expect((await send(sessionImage(id), there)).status).toBe(404);
      expect((await send(sessionImage(UNKNOWN))).status).toBe(404);
      expect(errorOf(await send(sessionImage(id)))).toEqual([409, 'session_cancelled']);
    }
    expect([pictures(), studio.events()]).toEqual([0, []]);
  });
});
