import { type AnyElysia, Elysia } from 'elysia';
import { pageResponse } from '../http/page-response.ts';
import type { Processor } from '../payments-processor/port.ts';
import template from './add-card.html' with { type: 'text' };
import script from './add-card-page.js' with { type: 'text' };

/** Paths below this one need no credential; the page sends the member's own token with its requests. */
export const CARDS_PREFIX = '/cards/';

const SANDBOX_FIELDS = `<label for="number">Card number</label>
  <input id="number" inputmode="numeric" autocomplete="cc-number">
  <fieldset>
    <div><label for="expMonth">Month</label><input id="expMonth" inputmode="numeric" autocomplete="cc-exp-month"></div>
    <div><label for="expYear">Year</label><input id="expYear" inputmode="numeric" autocomplete="cc-exp-year"></div>
    <div><label for="cvc">CVC</label><input id="cvc" inputmode="numeric" autocomplete="cc-csc"></div>
  </fieldset>`;

/** The member types the card number into a frame of Stripe; it never reaches this server. */
const STRIPE_FIELDS = '<div id="card"></div>';
const STRIPE_SCRIPT = '<script src="https://js.stripe.com/v3/"></script>\n';

const BASE_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'";
const POLICIES = {
  sandbox: `${BASE_POLICY}; script-src 'self'; connect-src 'self'`,
  stripe:
    `${BASE_POLICY}; script-src 'self' https://js.stripe.com; connect-src 'self' https://api.stripe.com; ` +
    'frame-src https://js.stripe.com https://hooks.stripe.com',
} as const;

/**
 * `GET /cards/add#token=<ID token>&site=<site id>`: a page on which a member saves a card. Scripts of other origins are
 * loaded only for Stripe.
 */
export const addCardRoutes = ({ name }: Pick<Processor, 'name'>): AnyElysia => {
  const parts: Record<string, string> = {
    processor: name,
    fields: name === 'stripe' ? STRIPE_FIELDS : SANDBOX_FIELDS,
    script: name === 'stripe' ? STRIPE_SCRIPT : '',
  };
  // Bun's types describe an HTML import as a bundle; imported as text it is a string.
  const html = String(template).replace(/\{\{(\w+)\}\}/g, (_, part: string) => parts[part] ?? '');
  const page = { policy: POLICIES[name], cache: 'no-cache' } as const;
  return new Elysia({ prefix: CARDS_PREFIX.slice(0, -1), normalize: false })
    .get('/add', () => pageResponse({ ...page, type: 'text/html', content: html }))
    .get('/add.js', () => pageResponse({ ...page, type: 'text/javascript', content: script }));
};
