import { describe, expect, test } from 'bun:test';
import { createPersonalLinks } from '../../src/resources/messages/personal-links.ts';
import { forEachTest, MAIN_SITE } from '../helpers/api.ts';
import { addClient } from '../helpers/bookings.ts';
import { openForMembers } from '../helpers/member-sign-in.ts';

const opened = forEachTest(() => openForMembers());

const page = async (path: string, language = 'de'): Promise<string> => {
  const request = new Request(`http://localhost${path}`, { headers: { 'accept-language': language } });
  return (await opened.studio.app.fetch(request)).text();
};
const say = (formOfAddress: 'informal' | 'formal') =>
  opened.studio.given(opened.studio.patch('/v2/settings', { brand: { formOfAddress } }));

describe('brand.formOfAddress', () => {
  test('is informal, is changed with one event, and is of the brand alone', async () => {
    const { studio } = opened;
    expect((await studio.get('/v2/settings')).body.brand.formOfAddress).toBe('informal');
    const { status, body } = await studio.patch('/v2/settings', { brand: { formOfAddress: 'formal' } });
    expect([status, body.brand.formOfAddress]).toEqual([200, 'formal']);
    expect(studio.events()).toEqual(['settings.updated']);
    for (const [path, formOfAddress] of [
      ['/v2/settings', 'Sie'],
      [`/v2/settings?siteId=${MAIN_SITE}`, 'informal'],
    ] as const) {
      const refused = await studio.patch(path, { brand: { formOfAddress } });
      expect([path, refused.status, refused.body.error.code]).toEqual([path, 400, 'parameter_invalid']);
    }
  });

  test('German pages say du, or Sie at once', async () => {
    expect(await page('/book/sign-in')).toContain('Du brauchst kein Passwort.');
    expect(await page('/book/plans')).toContain('Frag am Empfang.');
    expect(await page('/cards/add')).toContain('Du kannst diese Seite schließen.');
    const english = await page('/book/sign-in', 'en');
    await say('formal');
    expect(await page('/book/sign-in')).toContain('Sie brauchen kein Passwort.');
    expect(await page('/book/plans')).toContain('Fragen Sie am Empfang.');
    expect(await page('/cards/add')).toContain('Sie können diese Seite schließen.');
    expect(await page('/book/sign-in', 'en')).toBe(english);
    await say('informal');
    expect(await page('/book/plans')).toContain('Frag am Empfang.');
  });

  test('the page on which a client chooses mails', async () => {
    const { studio } = opened;
    const clientId = await addClient(studio, { preferredLocale: 'de' });
    const path = `/mails/${createPersonalLinks(studio.seal).tokenOf('mails', clientId)}/reminders`;
    expect(await page(path)).toContain('bekommst du nicht mehr');
    await say('formal');
    expect(await page(path)).toContain('bekommen Sie nicht mehr');
  });

  test('mails to a member, except for a text that the studio has changed', async () => {
    const { studio, mails, ask } = opened;
    await studio.given(addClient(studio, { email: 'ann@example.com', preferredLocale: 'de' }));
    await ask('ann@example.com');
    await say('formal');
    await ask('ann@example.com');
    const template = '/manage/message-templates/member_code.de';
    expect((await studio.get(template)).body.builtIn.heading).toBe('Ihr Code');
    await studio.given(studio.patch(template, { subject: 'Hallo, dein Code für {studio}' }));
    await ask('ann@example.com');
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Dein Code für Test studio',
      'Ihr Code für Test studio',
      'Hallo, dein Code für Test studio',
    ]);
    expect(mails[0]?.text).toContain('meldest du dich bei Test studio an');
    expect(mails[2]?.text).toContain('melden Sie sich bei Test studio an');
    await say('informal');
    const { body } = await studio.get(template);
    expect([body.subject, body.heading]).toEqual(['Hallo, dein Code für {studio}', 'Dein Code']);
  });
});
