import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { errorWithParam } from '../../helpers/errors.ts';
import { openStudioForMembers } from '../../helpers/members.ts';
import { jpegWithPlace, pngWithText } from '../../helpers/pictures.ts';

const studio = forEachTest(openStudioForMembers);
const member = forEachTest(async () => studio.signIn(await addClient(studio, { firstName: 'Ann' })));
beforeEach(() => {
  studio.events();
});

const image = (bytes = jpegWithPlace({ orientation: 6 })) => ({ image: bytes.toString('base64') });
const fetchPicture = (url: string) => studio.app.fetch(new Request(url));

describe('POST /public-api/v2/member/photo', () => {
  test('200 the picture is shown by this server, without what the camera wrote, and replaces the one before', async () => {
    const { status, body } = await member.post('/photo', image());
    expect([status, body.object, body.id]).toEqual([200, 'member_profile', member.id]);
    expect(body.photoUrl).toMatch(/^http:\/\/localhost\/media\/pictures\/[\w-]{32}$/);
    expect(studio.events()).toEqual(['client.updated']);
    const shown = await fetchPicture(body.photoUrl);
    expect(Buffer.from(await shown.arrayBuffer()).toString('latin1')).not.toMatch(/GPS|Berlin|Canon|serial/);
    expect((await studio.get(`/v2/clients/${member.id}`)).body.photoUrl).toBe(body.photoUrl);
    const other = await member.post('/photo', image(pngWithText()));
    expect([other.status, (await fetchPicture(body.photoUrl)).status, studio.count('pictures')]).toEqual([200, 404, 1]);
  });

  test('400 without a picture, for what is none, and for a larger one', async () => {
    expect(errorWithParam(await member.post('/photo', {}))).toEqual([400, 'parameter_missing', 'image']);
    const text = await member.post('/photo', image(Buffer.from('<svg onload="x()"/>')));
    expect(errorWithParam(text)).toEqual([400, 'media_unsupported', 'image']);
    expect((await member.post('/photo', { ...image(), clientId: member.id })).status).toBe(400);
    expect(studio.events()).toEqual([]);
  });
});

describe('DELETE /public-api/v2/member/photo', () => {
  test('200 the picture is gone; again changes nothing', async () => {
    const { photoUrl } = (await member.post('/photo', image())).body;
    studio.events();
    const { status, body } = await member.send('DELETE', '/photo');
    expect([status, body.photoUrl, (await fetchPicture(photoUrl)).status]).toEqual([200, null, 404]);
    expect([studio.count('pictures'), studio.events()]).toEqual([0, ['client.updated']]);
    expect((await member.send('DELETE', '/photo')).status).toBe(200);
    expect(studio.events()).toEqual([]);
  });
});
