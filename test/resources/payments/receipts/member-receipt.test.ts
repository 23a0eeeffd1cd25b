import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest } from '../../../helpers/api.ts';
import { CARDS, type Member, openCardStudio } from '../../../helpers/cards.ts';
import { errorOf } from '../../../helpers/errors.ts';
import { sellPackage } from '../../../helpers/sales.ts';

const studio = forEachTest(openCardStudio);
let member: Member;
beforeEach(async () => {
  member = await studio.member({ firstName: 'Zoë', lastName: '<b>Lee</b>', preferredLocale: 'de' });
  await studio.given(member.call('GET', '/public-api/v2/member/packages'));
});

const receipt = (id: string, query = '', who = member) =>
  who.call('GET', `/public-api/v2/member/payments/${id}/receipt${query}`);

describe('GET member/payments/{id}/receipt', () => {
  test('200 with the name of the member and what is left of the package', async () => {
    const { payment, id } = await sellPackage(studio, member.clientId);
    const { status, body } = await receipt(payment.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'receipt',
      paymentId: payment.id,
      client: { id: member.clientId, name: 'Zoë <b>Lee</b>' },
      package: { id, creditsRemaining: 10 },
      total: 18_000,
    });
    expect(studio.events()).toEqual([]);
  });

  test('200 as a page in the language of the member, that loads and runs nothing', async () => {
    const { payment } = await sellPackage(studio, member.clientId, { name: '10 <i>classes</i>' });
    await studio.given(studio.post(`/v2/payments/${payment.id}/refund`, { amount: 2_000 }));
    const { status, headers, body: text } = await receipt(payment.id, '?format=html');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    for (const part of [
      'lang="de"',
      'Beleg',
      'Für Zoë &lt;b&gt;Lee',
      '10 &lt;i&gt;classes',
      '180,00',
      'Erstattet am',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/<script|<i>|https?:/);
  });

  test('404 for the payment of another, 409 for one that was declined, 400 for another format', async () => {
    const other = await studio.member();
    const { payment } = await sellPackage(studio, other.clientId);
    expect(errorOf(await receipt(payment.id))).toEqual([404, 'resource_not_found']);
    expect((await receipt(payment.id, '', other)).status).toBe(200);
    expect((await receipt(payment.id, '?format=pdf', other)).status).toBe(400);
    const paymentMethodId = (await studio.save(member, CARDS.noFunds)).id;
    const charge = { clientId: member.clientId, amount: 500, currency: 'USD', purpose: 'product', description: 'Mat' };
    await studio.post('/manage/payments', { ...charge, paymentMethod: 'card', paymentMethodId });
    const declined = (await member.call('GET', '/public-api/v2/member/payments/history')).body.data[0];
    expect([declined.status, errorOf(await receipt(declined.id))]).toEqual(['failed', [409, 'payment_not_completed']]);
  });
});
