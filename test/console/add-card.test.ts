import { describe, expect, test } from 'bun:test';
import { addCardRoutes } from '../../src/console/add-card.ts';

const get = async (processor: 'sandbox' | 'stripe', path: string) => {
  const response = await addCardRoutes({ name: processor }).handle(new Request(`http://localhost${path}`));
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('GET /cards/add', () => {
  test('200 the sandbox: fields of its own and no script of another origin', async () => {
    const { status, headers, text } = await get('sandbox', '/cards/add');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('data-processor="sandbox"');
    expect(text).toContain('id="number"');
    expect(text).not.toMatch(/\{\{|https?:/);
    expect(headers.get('content-security-policy')).toEndWith("script-src 'self'; connect-src 'self'");
  });

  test('200 Stripe: its script and its frames, and no field for a card number', async () => {
    const { headers, text } = await get('stripe', '/cards/add');
    expect(text).toContain('<script src="https://js.stripe.com/v3/"></script>');
    expect(text).not.toContain('id="number"');
    expect(headers.get('content-security-policy')).toContain('frame-src https://js.stripe.com');
  });

  test('its script, and the headers of both', async () => {
    for (const path of ['/cards/add', '/cards/add.js']) {
      const { status, headers } = await get('sandbox', path);
      expect([path, status, headers.get('referrer-policy')]).toEqual([path, 200, 'no-referrer']);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    for (const processor of ['sandbox', 'stripe'] as const) {
      const { headers } = await get(processor, '/cards/add');
      expect(headers.get('content-security-policy')?.split('; ')).toContain("frame-ancestors 'none'");
    }
    expect((await get('sandbox', '/cards/add.js')).headers.get('content-type')).toStartWith('text/javascript');
  });
});
