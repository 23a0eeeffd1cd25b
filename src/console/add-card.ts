import { type AnyElysia, Elysia } from 'elysia';
import type { Processor } from '../payments-processor/port.ts';
import page from './add-card.html' with { type: 'text' };
import script from './add-card-page.js' with { type: 'text' };

/** Everything below this path needs no credential; the page asks for the member with the member's own token. */
export const CARDS_PREFIX = '/cards/';

const SANDBOX_FIELDS = `<label for="number">Card number</label>
  <input id="number" inputmode="numeric" autocomplete="cc-number">
  <fieldset>
    <div><label for="expMonth">Month</label><input id="expMonth" inputmode="numeric" autocomplete="cc-exp-month"></div>
    <div><label for="expYear">Year</label><input id="expYear" inputmode="numeric" autocomplete="cc-exp-year"></div>
    <div><label for="cvc">CVC</label><input id="cvc" inputmode="numeric" autocomplete="cc-csc"></div>
  </fieldset>`;

/** The number is typed into a frame of the processor's, and never comes near this server. */
const STRIPE_FIELDS = '<div id="card"></div>';
const STRIPE_SCRIPT = '<script src="https://js.stripe.com/v3/"></script>\n';

const OWN = "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'";
const POLICIES = {
  sandbox: `${OWN}; script-src 'self'; connect-src 'self'`,
  stripe:
    `${OWN}; script-src 'self' https://js.stripe.com; connect-src 'self' https://api.stripe.com; ` +
    'frame-src https://js.stripe.com https://hooks.stripe.com',
} as const;

/**
 * `GET /cards/add#token=<ID token>&site=<site id>`: a page that a studio may use as it is, in which a member saves a
 * card. Only where cards are Stripe's does it load a script of anybody else.
 */
export const addCardRoutes = ({ name }: Pick<Processor, 'name'>): AnyElysia => {
  const parts: Record<string, string> = {
    processor: name,
    fields: name === 'stripe' ? STRIPE_FIELDS : SANDBOX_FIELDS,
    script: name === 'stripe' ? STRIPE_SCRIPT : '',
  };
  // The types know an HTML import as a bundle; asked for as text it is text.
  const html = String(page).replace(/\{\{(\w+)\}\}/g, (_, part: string) => parts[part] ?? '');
  const answer = (type: string, content: string): Response =>
    new Response(content, {
      headers: {
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': POLICIES[name],
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      },
    });
  return new Elysia({ prefix: CARDS_PREFIX.slice(0, -1), normalize: false })
    .get('/add', () => answer('text/html', html))
    .get('/add.js', () => answer('text/javascript', script));
};
