import { expect, test } from 'bun:test';
import { approvalPage } from '../../../src/sandbox/device/approval.ts';

const HOSTILE = '"><script>alert(1)</script>';
const ESCAPED = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;';

test('what a charge and an address say is no markup', () => {
  const charge = { amount: 12_050, currency: 'USD', description: HOSTILE, returnUrl: null };
  const { content, policy } = approvalPage(charge, [HOSTILE, HOSTILE]);
  expect(content).not.toContain('<script');
  expect(content).toContain(`<p>${ESCAPED}</p>`);
  expect(content.split(`value="${ESCAPED}"`)).toHaveLength(3);
  expect(content).toContain('<p class="sum">120.50 USD</p>');
  expect(policy).toEndWith("form-action 'self' ");
});

test.each([
  ['https://book.studio.example/done?x=1', 'https://book.studio.example'],
  ['studio-app://done', 'studio-app:'],
])('the form may lead to %s', (returnUrl, source) => {
  const charge = { amount: 1, currency: 'JPY', description: 'Mat', returnUrl };
  expect(approvalPage(charge, ['pk', 'cs']).policy).toEndWith(`form-action 'self' ${source}`);
});
