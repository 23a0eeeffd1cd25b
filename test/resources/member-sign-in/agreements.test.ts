import { describe, expect, test } from 'bun:test';
import { openForMembers, refusal } from '../../helpers/member-sign-in.ts';

const WAIVER_PATH = '/public-api/v2/member/waiver';
const CONSENTS = '/public-api/v2/member/consents';
const WAIVER = { version: '2026-01', text: 'I train at my own risk.' };
const CONSENT = { version: '3', text: 'The studio keeps my data.' };

const opened = async (membership: object) => {
  const all = await openForMembers();
  const ann = await all.member();
  const set = (settings: object) => all.studio.given(all.studio.patch('/v2/settings', { membership: settings }));
  await set(membership);
  return { ...all, ann, set };
};

describe('/public-api/v2/member/waiver', () => {
  test('200 signed with its version, until the studio has another one', async () => {
    const { studio, ann, set } = await opened({ waiver: WAIVER });
    expect((await studio.get(WAIVER_PATH, ann.headers)).body).toEqual({
      object: 'member_waiver',
      current: WAIVER,
      isNeeded: true,
      latest: null,
    });
    const signed = await studio.post(WAIVER_PATH, { version: '2026-01', name: 'Ann Lee' }, ann.headers);
    expect(signed.status).toBe(200);
    expect(signed.body).toMatchObject({ isNeeded: false, latest: { version: '2026-01', name: 'Ann Lee' } });
    expect(studio.events()).toEqual(['client.updated']);
    const { waiver } = (await studio.get('/public-api/v2/member/profile', ann.headers)).body;
    expect(waiver).toMatchObject({ status: 'signed', version: '2026-01' });
    await set({ waiver: { version: '2026-02', text: 'Another text.' } });
    expect((await studio.get(WAIVER_PATH, ann.headers)).body).toMatchObject({
      isNeeded: true,
      latest: { version: '2026-01' },
    });
    const stale = await studio.post(WAIVER_PATH, { version: '2026-01', name: 'Ann Lee' }, ann.headers);
    expect(refusal(stale)).toEqual([409, 'agreement_changed']);
    // The first text stays as it was signed.
    expect(studio.db.query('select text from agreementTexts').values()).toEqual([[WAIVER.text]]);
    expect(studio.events()).toEqual([]);
  });

  test('400 without a name, and for a minor without a guardian; 409 where there is no waiver', async () => {
    const { studio, ann, set } = await opened({ waiver: WAIVER });
    expect((await studio.post(WAIVER_PATH, { version: '2026-01' }, ann.headers)).status).toBe(400);
    await studio.given(studio.patch(`/v2/clients/${ann.id}`, { dateOfBirth: '2015-05-05' }));
    const alone = await studio.post(WAIVER_PATH, { version: '2026-01', name: 'Ann Lee' }, ann.headers);
    expect(refusal(alone)).toEqual([400, 'parameter_missing']);
    const body = { version: '2026-01', name: 'Ann Lee', guardianName: 'Ada Lee' };
    expect((await studio.post(WAIVER_PATH, body, ann.headers)).body.latest.guardianName).toBe('Ada Lee');
    studio.events();
    await set({ waiver: null });
    expect(refusal(await studio.post(WAIVER_PATH, body, ann.headers))).toEqual([409, 'agreement_changed']);
    expect((await studio.get(WAIVER_PATH, ann.headers)).body).toMatchObject({ current: null, isNeeded: false });
    expect(studio.events()).toEqual([]);
  });
});

describe('/public-api/v2/member/consents', () => {
  test('200 given to the present text, and each member sees the own ones alone', async () => {
    const { studio, ann, member } = await opened({ consent: CONSENT });
    const bob = await member('bob@example.com');
    expect((await studio.get(CONSENTS, ann.headers)).body).toEqual({
      object: 'member_consents',
      current: CONSENT,
      isNeeded: true,
      latest: null,
      marketing: { email: false, sms: false, push: false },
    });
    const { status, body } = await studio.post(CONSENTS, { version: '3' }, ann.headers);
    expect([status, body.isNeeded, body.latest.version]).toEqual([200, false, '3']);
    expect((await studio.get(CONSENTS, bob.headers)).body.latest).toBeNull();
    expect(refusal(await studio.post(CONSENTS, { version: '2' }, ann.headers))).toEqual([409, 'agreement_changed']);
    expect(studio.events()).toEqual([]);
  });
});
