import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addClient, addSessionInUtc } from '../../helpers/bookings.ts';
import { errorOf, errorWithParam } from '../../helpers/errors.ts';
import { jpegWithPlace, pngWithText } from '../../helpers/pictures.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const studio = forEachTest(openStudio);
let ann = '';

beforeEach(async () => {
  ann = await addClient(studio);
  studio.events();
});

const staffPhotoOf = (id: string) => `/manage/staff/${id}/photo`;
const LOGO = '/manage/brand/logo';
const photoOf = (id: string) => `/manage/clients/${id}/photo`;
const image = (bytes = jpegWithPlace({ orientation: 6 })) => ({ image: bytes.toString('base64') });

/** Sends a picture as the part of a form. */
const sendForm = async (path: string, bytes: Buffer, type = 'image/jpeg', headers: Record<string, string> = {}) => {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], 'photo.jpg', { type }));
  const request = new Request(`http://localhost${path}`, {
    method: 'PUT',
    body: form,
    headers: { 'x-service-api-key': studio.mainKey, ...headers },
  });
  const response = await studio.app.fetch(request);
  // biome-ignore lint/suspicious/noExplicitAny: tests read any fields
  return { status: response.status, body: (await response.json()) as any, headers: response.headers };
};
const fetchPicture = async (url: string, method = 'GET') => {
  const response = await studio.app.fetch(new Request(url, { method }));
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

describe('PUT and DELETE /manage/staff/{id}/photo', () => {
  const addCoach = async (): Promise<string> => {
    const fields = { firstName: 'Cleo', lastName: 'Ray', email: 'cleo@example.com', role: 'instructor' };
    return (await studio.given(studio.post('/v2/staff', fields))).id;
  };

  test('200 members see it; another picture takes its place, and it goes with DELETE and with another photoUrl', async () => {
    const id = await addCoach();
    const first = await studio.send('PUT', staffPhotoOf(id), image());
    expect([first.status, studio.events()]).toEqual([200, ['staff.updated', 'instructor.updated']]);
    expect(first.body.photoUrl).toMatch(/^http:\/\/localhost\/media\/pictures\/[\w-]{32}$/);
    expect((await fetchPicture(first.body.photoUrl)).status).toBe(200);
    const session = await addSessionInUtc(studio, HOUR_MS, { instructorId: id });
    const page = await (await studio.app.fetch(new Request(`http://localhost/book/class/${session}`))).text();
    expect(page).toContain(`<img class="face" src="${new URL(first.body.photoUrl).pathname}" alt=""`);
    const second = await sendForm(staffPhotoOf(id), pngWithText());
    expect([second.status, studio.count('pictures')]).toEqual([200, 1]);
    await studio.patch(`/v2/staff/${id}`, { bio: 'Calm, exact.' });
    expect(studio.count('pictures')).toBe(1);
    studio.events();
    const gone = await studio.delete(staffPhotoOf(id));
    expect([gone.body.photoUrl, studio.count('pictures'), studio.events()]).toEqual([
      null,
      0,
      ['staff.updated', 'instructor.updated'],
    ]);
    await studio.send('PUT', staffPhotoOf(id), image());
    await studio.patch(`/v2/staff/${id}`, { photoUrl: 'https://example.com/a.jpg' });
    expect(studio.count('pictures')).toBe(0);
  });

  test('404 for nobody; 400 for what is no picture; 403 for a role that may not change staff', async () => {
    const id = await addCoach();
    expect((await studio.send('PUT', staffPhotoOf(UNKNOWN), image())).status).toBe(404);
    expect((await studio.delete(staffPhotoOf(UNKNOWN))).status).toBe(404);
    expect(errorOf(await studio.send('PUT', staffPhotoOf(id), image(Buffer.from('no picture'))))).toEqual([
      400,
      'media_unsupported',
    ]);
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    expect((await studio.send('PUT', staffPhotoOf(id), image(), desk.headers)).status).toBe(403);
  });
});

describe('PUT /manage/clients/{id}/photo', () => {
  test('200 a picture of a form is shown by this server, without what the camera wrote', async () => {
    const { status, body } = await sendForm(photoOf(ann), jpegWithPlace({ orientation: 6 }));
    expect([status, body.id]).toEqual([200, ann]);
    expect(body.photoUrl).toMatch(/^http:\/\/localhost\/media\/pictures\/[\w-]{32}$/);
    expect(studio.events()).toEqual(['client.updated']);
    const picture = await fetchPicture(body.photoUrl);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(picture.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
    expect(picture.bytes.toString('latin1')).not.toMatch(/GPS|Berlin|Canon|serial/);
    expect((await studio.get(`/v2/clients/${ann}`)).body.photoUrl).toBe(body.photoUrl);
    expect((await fetchPicture(body.photoUrl, 'HEAD')).status).toBe(200);
    expect((await fetchPicture(body.photoUrl, 'DELETE')).status).toBe(405);
  });

  test('200 in Base64; another picture has another address, and the one before is gone', async () => {
    const first = (await studio.send('PUT', photoOf(ann), image())).body.photoUrl;
    const { status, body } = await studio.send('PUT', photoOf(ann), image(pngWithText()));
    expect([status, body.photoUrl === first]).toEqual([200, false]);
    expect((await fetchPicture(first)).status).toBe(404);
    expect((await fetchPicture(body.photoUrl)).headers.get('content-type')).toBe('image/png');
    expect(studio.count('pictures')).toBe(1);
  });

  test('200 the picture goes with DELETE, with another photoUrl, and with the client', async () => {
    const set = async () => (await studio.given(studio.send('PUT', photoOf(ann), image()))).photoUrl;
    await set();
    expect((await studio.delete(photoOf(ann))).body.photoUrl).toBeNull();
    expect([studio.count('pictures'), studio.events()]).toEqual([0, ['client.updated']]);
    expect((await studio.delete(photoOf(ann))).status).toBe(200);
    expect(studio.events()).toEqual([]);
    await set();
    await studio.patch(`/v2/clients/${ann}`, { photoUrl: 'https://example.com/a.jpg' });
    expect(studio.count('pictures')).toBe(0);
    const kept = await set();
    await studio.patch(`/v2/clients/${ann}`, { phone: '+1 212 555 0100' });
    expect((await fetchPicture(kept)).status).toBe(200);
    await studio.given(studio.post(`/manage/clients/${ann}/erase`, {}));
    expect((await fetchPicture(kept)).status).toBe(404);
  });

  test('200 the photo moves with a merge', async () => {
    const other = await addClient(studio);
    const { photoUrl } = await studio.given(studio.send('PUT', photoOf(other), image()));
    const { body } = await studio.post(`/manage/clients/${ann}/merge`, { clientId: other });
    expect([body.photoUrl, (await fetchPicture(photoUrl)).status]).toEqual([photoUrl, 200]);
  });

  test('400 for anything but a whole picture of a reasonable size', async () => {
    const refused = async (body: object) => errorWithParam(await studio.send('PUT', photoOf(ann), body));
    expect(await refused({})).toEqual([400, 'parameter_missing', 'image']);
    expect(await refused({ image: 'no base64!' })).toEqual([400, 'parameter_invalid', 'image']);
    expect(await refused(image(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))).toEqual([
      400,
      'media_unsupported',
      'image',
    ]);
    expect(await refused(image(Buffer.from('GIF89a\x10\0\x10\0')))).toEqual([400, 'media_unsupported', 'image']);
    expect(await refused(image(jpegWithPlace({ orientation: 1 }).subarray(0, 150)))).toEqual([
      400,
      'media_unsupported',
      'image',
    ]);
    const wide = pngWithText();
    wide.writeUInt32BE(5000, 16);
    expect(await refused(image(wide))).toEqual([400, 'media_unsupported', 'image']);
    expect((await sendForm(photoOf(ann), Buffer.alloc(3 * 1024 * 1024))).status).toBe(413);
    expect([studio.count('pictures'), studio.events()]).toEqual([0, []]);
  });

  test('403, 404 without the right, and for clients of other sites', async () => {
    const instructor = await addStaffKey(studio, { role: 'instructor' });
    expect((await studio.send('PUT', photoOf(ann), image(), instructor.headers)).status).toBe(403);
    expect((await studio.send('PUT', photoOf(UNKNOWN), image())).status).toBe(404);
    const uptown = (await studio.given(studio.post('/v2/sites', { name: 'Uptown' }))).id;
    const there = await studio.withKey({ siteIds: [uptown] });
    expect((await studio.send('PUT', photoOf(ann), image(), there)).status).toBe(404);
    expect((await studio.delete(photoOf(ann), there)).status).toBe(404);
    expect((await sendForm(photoOf(ann), jpegWithPlace({ orientation: 1 }), 'image/jpeg', there)).status).toBe(404);
  });

  test('412 when the record has changed since', async () => {
    const etag = (await studio.get(`/v2/clients/${ann}`)).headers.get('etag') ?? '';
    await studio.given(studio.patch(`/v2/clients/${ann}`, { phone: '+1 212 555 0111' }));
    await studio.given(studio.send('PUT', photoOf(ann), image()));
    expect(errorOf(await studio.delete(photoOf(ann), { 'if-match': etag }))).toEqual([412, 'record_changed']);
    expect(studio.count('pictures')).toBe(1);
  });
});

describe('PUT /manage/brand/logo', () => {
  test('200 the settings name the logo, until it is removed', async () => {
    const { status, body } = await sendForm(LOGO, pngWithText(), 'image/png');
    expect(status).toBe(200);
    expect((await fetchPicture(body.brand.logoUrl)).status).toBe(200);
    expect((await studio.get('/v2/settings')).body.brand.logoUrl).toBe(body.brand.logoUrl);
    const other = (await studio.send('PUT', LOGO, image())).body.brand.logoUrl;
    expect([(await fetchPicture(body.brand.logoUrl)).status, (await fetchPicture(other)).status]).toEqual([404, 200]);
    expect((await studio.delete(LOGO)).body.brand.logoUrl).toBeNull();
    expect(studio.count('pictures')).toBe(0);
  });

  test('400, 403: no picture, without the right, and for a credential of some sites', async () => {
    expect(errorWithParam(await studio.send('PUT', LOGO, {}))).toEqual([400, 'parameter_missing', 'image']);
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    expect((await studio.send('PUT', LOGO, image(), desk.headers)).status).toBe(403);
    const here = await studio.withKey({ siteIds: [MAIN_SITE] });
    expect(errorOf(await studio.send('PUT', LOGO, image(), here))).toEqual([403, 'site_not_allowed']);
    expect(errorOf(await studio.delete(LOGO, here))).toEqual([403, 'site_not_allowed']);
    expect(studio.count('pictures')).toBe(0);
  });
});

describe('PUT /manage/brand/photo', () => {
  const PHOTO = '/manage/brand/photo';
  const text = (bytes: Buffer) => bytes.toString('base64');

  test('200 two crops, without what the camera wrote, until they are removed; the logo stays', async () => {
    const logo = (await studio.given(studio.send('PUT', LOGO, image()))).brand.logoUrl;
    const sent = { image: text(jpegWithPlace({ orientation: 1 })), small: text(pngWithText()) };
    const { status, body } = await studio.send('PUT', PHOTO, sent);
    expect([status, studio.events()]).toEqual([200, ['settings.updated']]);
    const { photoUrl, photoSmallUrl } = body.brand;
    const [wide, small] = [await fetchPicture(photoUrl), await fetchPicture(photoSmallUrl)];
    expect([wide.headers.get('content-type'), small.headers.get('content-type')]).toEqual(['image/jpeg', 'image/png']);
    expect(wide.bytes.toString('latin1')).not.toMatch(/GPS|Berlin|Canon|serial/);
    expect((await studio.get('/public-api/v2/studio')).body).toMatchObject({ photoUrl, photoSmallUrl });
    const again = await studio.send('PUT', PHOTO, { image: sent.image });
    expect(again.body.brand.photoSmallUrl).toBeNull();
    expect([(await fetchPicture(photoUrl)).status, (await fetchPicture(photoSmallUrl)).status]).toEqual([404, 404]);
    const removed = (await studio.delete(PHOTO)).body.brand;
    expect([removed.photoUrl, removed.photoSmallUrl, removed.logoUrl]).toEqual([null, null, logo]);
    expect([studio.count('pictures'), (await fetchPicture(logo)).status]).toEqual([1, 200]);
  });

  test('400, 403: no picture in one of them, without the right, and for a credential of some sites', async () => {
    const good = text(pngWithText());
    expect(errorWithParam(await studio.send('PUT', PHOTO, {}))).toEqual([400, 'parameter_missing', 'image']);
    const bad = text(Buffer.from('<svg/>'));
    const refused = async (body: object) => errorWithParam(await studio.send('PUT', PHOTO, body));
    expect(await refused({ image: bad })).toEqual([400, 'media_unsupported', 'image']);
    expect(await refused({ image: good, small: bad })).toEqual([400, 'media_unsupported', 'small']);
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    expect((await studio.send('PUT', PHOTO, { image: good }, desk.headers)).status).toBe(403);
    const here = await studio.withKey({ siteIds: [MAIN_SITE] });
    expect(errorOf(await studio.send('PUT', PHOTO, { image: good }, here))).toEqual([403, 'site_not_allowed']);
    expect(errorOf(await studio.delete(PHOTO, here))).toEqual([403, 'site_not_allowed']);
    expect(studio.count('pictures')).toBe(0);
  });
});

describe('PUT /manage/awards/{id}/badge', () => {
  const BADGE = { name: 'Regular', trigger: 'visits', threshold: 5 };
  const addAward = async (): Promise<string> => (await studio.given(studio.post('/manage/awards', BADGE))).id;
  const badgeOf = (id: string) => `/manage/awards/${id}/badge`;

  test('200 a picture of a form or in Base64, without what the camera wrote; it raises nothing', async () => {
    const id = await addAward();
    const first = await sendForm(badgeOf(id), jpegWithPlace({ orientation: 6 }));
    expect([first.status, first.body.id]).toEqual([200, id]);
    expect(first.body.badgeUrl).toMatch(/^http:\/\/localhost\/media\/pictures\/[\w-]{32}$/);
    const picture = await fetchPicture(first.body.badgeUrl);
    expect([picture.status, picture.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
    expect(picture.bytes.toString('latin1')).not.toMatch(/GPS|Berlin|Canon|serial/);
    const { body } = await studio.send('PUT', badgeOf(id), image(pngWithText()));
    expect((await fetchPicture(body.badgeUrl)).headers.get('content-type')).toBe('image/png');
    expect((await fetchPicture(first.body.badgeUrl)).status).toBe(404);
    expect((await studio.get(`/manage/awards/${id}`)).body.badgeUrl).toBe(body.badgeUrl);
    expect([studio.count('pictures'), studio.events()]).toEqual([1, []]);
  });

  test('200 the picture goes with DELETE and with another badgeUrl, and stays with any other change', async () => {
    const id = await addAward();
    const set = async () => (await studio.given(studio.send('PUT', badgeOf(id), image()))).badgeUrl;
    await set();
    expect((await studio.delete(badgeOf(id))).body.badgeUrl).toBeNull();
    expect([studio.count('pictures'), studio.events()]).toEqual([0, []]);
    expect((await studio.delete(badgeOf(id))).status).toBe(200);
    const kept = await set();
    await studio.given(studio.patch(`/manage/awards/${id}`, { tier: 'gold' }));
    await studio.given(studio.delete(`/manage/awards/${id}`));
    expect((await fetchPicture(kept)).status).toBe(200);
    await studio.given(studio.patch(`/manage/awards/${id}`, { badgeUrl: 'https://example.com/a.png' }));
    expect(studio.count('pictures')).toBe(0);
  });

  test('200 photos, badges and the logo are apart: erasing a client leaves the others', async () => {
    const id = await addAward();
    const { badgeUrl } = await studio.given(studio.send('PUT', badgeOf(id), image()));
    const { photoUrl } = await studio.given(studio.send('PUT', photoOf(ann), image()));
    const { brand } = await studio.given(studio.send('PUT', LOGO, image()));
    await studio.given(studio.post(`/manage/clients/${ann}/erase`, {}));
    const left = [photoUrl, badgeUrl, brand.logoUrl].map(async (url) => (await fetchPicture(url)).status);
    expect(await Promise.all(left)).toEqual([404, 200, 200]);
  });

  test('400, 403, 404, 412, 413: as the other pictures, with the right to change awards', async () => {
    const id = await addAward();
    const refused = async (body: object) => errorWithParam(await studio.send('PUT', badgeOf(id), body));
    expect(await refused({})).toEqual([400, 'parameter_missing', 'image']);
    const drawing = image(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect(await refused(drawing)).toEqual([400, 'media_unsupported', 'image']);
    expect((await sendForm(badgeOf(id), Buffer.alloc(3 * 1024 * 1024))).status).toBe(413);
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    expect((await studio.send('PUT', badgeOf(id), image(), desk.headers)).status).toBe(403);
    expect((await studio.delete(badgeOf(id), desk.headers)).status).toBe(403);
    const here = await studio.withKey({ siteIds: [MAIN_SITE] });
    expect(errorOf(await studio.send('PUT', badgeOf(id), image(), here))).toEqual([403, 'site_not_allowed']);
    expect(errorOf(await studio.delete(badgeOf(id), here))).toEqual([403, 'site_not_allowed']);
    expect((await studio.send('PUT', badgeOf(UNKNOWN), image())).status).toBe(404);
    expect((await studio.delete(badgeOf(UNKNOWN))).status).toBe(404);
    const etag = (await studio.get(`/manage/awards/${id}`)).headers.get('etag') ?? '';
    await studio.given(studio.patch(`/manage/awards/${id}`, { tier: 'gold' }));
    const stale = await studio.send('PUT', badgeOf(id), image(), { 'if-match': etag });
    expect(errorOf(stale)).toEqual([412, 'record_changed']);
    expect([studio.count('pictures'), studio.events()]).toEqual([0, []]);
  });
});
