import { describe, expect, test } from 'bun:test';
import { addCardRoutes } from '../../src/pages/add-card.ts';
import { processorPolicy } from '../../src/pages/processor-policy.ts';
import { MAIN_SITE, openStudio } from '../helpers/api.ts';

const studio = await openStudio();
const get = async (name: 'sandbox' | 'stripe', path: string, language = 'en-US') => {
  const origins = ['https://app.yoga.example', 'https://yoga.example'];
  const routes = addCardRoutes({ processor: { name }, view: () => studio.store.view(), origins });
  const response = await routes.handle(
    new Request(`http://localhost${path}`, { headers: { 'accept-language': language } }),
  );
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('GET /cards/add', () => {
  test('200 the sandbox: fields of its own and no script of another origin', async () => {
    const { status, headers, text } = await get('sandbox', '/cards/add');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('data-processor="sandbox"');
    expect(text).toContain('id="number"');
    expect(text).not.toMatch(/\{\{|(?:src|href)="https?:/);
    expect(headers.get('content-security-policy')).toEndWith("script-src 'self'; connect-src 'self'");
  });

  test.each([
    ['de-AT', 'de', 'Kartennummer', 'Die Karte ist hinterlegt.'],
    ['es', 'es', 'Número de la tarjeta', 'La tarjeta se ha guardado.'],
    ['fr-CA, en', 'fr', 'Numéro de carte', 'La carte a été enregistrée.'],
    ['pl', 'en', 'Card number', 'Card saved.'],
  ])('200 in the language of the browser: %s', async (accepted, language, label, saved) => {
    const { headers, text } = await get('sandbox', '/cards/add', accepted);
    expect(headers.get('vary')).toBe('Accept-Language');
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<label for="number">${label}</label>`);
    expect(text).toContain(saved);
    expect(text).not.toContain('{{');
  });

  test('200 Stripe: its script and its frames, and no field for a card number', async () => {
    const { headers, text } = await get('stripe', '/cards/add');
    expect(text).toContain('<script src="https://js.stripe.com/v3/"></script>');
    expect(text).not.toContain('id="number"');
    expect(headers.get('content-security-policy')).toContain('frame-src https://js.stripe.com');
  });

  test("the studio's name, logo and address, and the origins to which the page may lead back", async () => {
    const before = await get('sandbox', '/cards/add');
    expect(before.text).toContain('<header>Test studio</header>');
    expect(before.headers.get('content-security-policy')).not.toContain('img-src');
    const brand = {
      name: 'Yoga & "more" <here>',
      logoUrl: 'https://cdn.yoga.example/logo.svg?a=1&b=2',
      supportEmail: 'desk@yoga.example',
    };
    expect((await studio.patch('/v2/settings', { brand })).status).toBe(200);
    const { text, headers } = await get('sandbox', '/cards/add');
    const name = 'Yoga &amp; &quot;more&quot; &lt;here&gt;';
    expect(text).toContain(`<title>Add a card for ${name}</title>`);
    expect(text).toContain(
      `<img src="https://cdn.yoga.example/logo.svg?a=1&amp;b=2" alt=""><span>${name}</span></header>`,
    );
    expect(text).toContain('Try again later, or email desk@yoga.example.');
    expect(text).toContain('from Yoga &amp; \\&quot;more\\&quot; &lt;here&gt;’s app or website.');
    expect(text).toContain('data-origins="https://app.yoga.example https://yoga.example"');
    expect(text).toContain('data-month="2026-03"');
    expect(headers.get('content-security-policy')).toEndWith('; img-src https://cdn.yoga.example');
    await studio.patch('/v2/settings', { brand: { name: 'Test studio', logoUrl: null, supportEmail: null } });
  });

  test('the colours, the font and the logo of the theme; those of the page while the built-in one applies', async () => {
    expect((await get('sandbox', '/cards/add')).text.match(/<style>/g)).toHaveLength(1);
    const colors = {
      primary: '#7a1f5c',
      background: '#1b1b1f',
      surface: '#26262b',
      text: '#f2f2f2',
      mutedText: '#b9b9c2',
    };
    const logoUrl = 'https://cdn.yoga.example/own.svg';
    const theme = { colors, fontFamily: 'Source Sans 3, serif', logoUrl };
    expect((await studio.send('PUT', '/manage/experience', { theme })).status).toBe(200);
    const { text, headers } = await get('sandbox', '/cards/add');
    const style = text.slice(text.lastIndexOf('<style>'), text.indexOf('</head>'));
    expect(style).toContain('--ink: #f2f2f2; --soft: #b9b9c2; --paper: #26262b; --ground: #1b1b1f;');
    expect(style).toContain('--accent: #7a1f5c; --on-accent: #ffffff;');
    expect(style).toContain('--wrong: #ff9d92; color-scheme: dark;');
    expect(style).toContain('font-family: "Source Sans 3", serif, system-ui, sans-serif;');
    expect(text).toContain(`<img src="${logoUrl}" alt="">`);
    expect(headers.get('content-security-policy')).toEndWith('; img-src https://cdn.yoga.example');
    await studio.send('PUT', '/manage/experience', { theme: { colors: {}, fontFamily: null } });
    const light = (await get('sandbox', '/cards/add')).text;
    expect(light).toContain('--wrong: #b3261e; color-scheme: light;');
    await studio.send('PUT', '/manage/experience', { theme: {} });
    expect((await get('sandbox', '/cards/add')).text.match(/<style>/g)).toHaveLength(1);
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

describe('with all ways to pay', () => {
  const setWays = async (waysToPay: boolean) =>
    expect((await studio.patch('/v2/settings', { payment: { waysToPay } })).status).toBe(200);

  test('off, the page and its policy have nothing of it', async () => {
    for (const name of ['sandbox', 'stripe'] as const) {
      const { text, headers } = await get(name, '/cards/add');
      for (const words of ['data-ways', 'ways.js', 'id="ways"', 'Add a way to pay', 'fieldset', '<dialog']) {
        expect(text).not.toContain(words);
      }
      expect(headers.get('content-security-policy')).not.toContain('*.js.stripe.com');
    }
  });

  test('on, its script comes before that of the page, which has the sites that offer it', async () => {
    await setWays(true);
    for (const name of ['sandbox', 'stripe'] as const) {
      const { text } = await get(name, '/cards/add');
      expect(text).toContain('<script src="/cards/ways.js"></script>\n<script src="/cards/add.js"></script>');
      expect(text).toContain(`&quot;sites&quot;:[&quot;${MAIN_SITE}&quot;`);
      expect(text).toContain('id="ways"');
      expect(text).toContain('Add a way to pay');
    }
    expect((await get('sandbox', '/cards/ways.js')).headers.get('content-type')).toStartWith('text/javascript');
    await setWays(false);
  });

  test('with Stripe, the policy is that of the pages on which members pay, and has no field of the sandbox', async () => {
    await setWays(true);
    const { text, headers } = await get('stripe', '/cards/add');
    expect(text).not.toContain('IBAN');
    expect(headers.get('content-security-policy')).toContain(processorPolicy('ways', 'stripe'));
    expect((await get('sandbox', '/cards/add')).headers.get('content-security-policy')).toEndWith(
      processorPolicy('none', 'sandbox'),
    );
    await setWays(false);
  });

  test.each([
    ['de', 'Zahlungsart hinzufügen'],
    ['es', 'Añadir una forma de pago'],
    ['fr', 'Ajouter un moyen de paiement'],
    ['it', 'Aggiungi un modo di pagare'],
  ])('in %s', async (language, heading) => {
    await setWays(true);
    const { text } = await get('sandbox', '/cards/add', language);
    expect(text).toContain(`&quot;heading&quot;:&quot;${heading}&quot;`);
    await setWays(false);
  });
});
