import type { AnyElysia } from 'elysia';
import { parseBody } from '../../http/body.ts';
import { router } from '../../http/operations/mount.ts';
import { checked } from '../../http/validation.ts';
import { invalidParam, Problem } from '../../kernel/problem.ts';
import { integer, line, name, optional, part } from '../../kernel/schemas.ts';
import { ProcessorFailure } from '../../payments-processor/port.ts';
import type { SandboxProcessor } from '../../payments-processor/sandbox/processor.ts';
import page from './confirm.html' with { type: 'text' };
import script from './confirm.js' with { type: 'text' };

const keys = { publishableKey: line(255), clientSecret: line(255) };
const Confirm = checked(
  part({
    ...keys,
    card: part({
      number: line(30),
      expMonth: integer(1, 12),
      expYear: integer(2000, 2100),
      cvc: line(4),
      name: optional(name()),
    }),
  }),
);
const Approve = checked(part(keys));

/** What the processor refuses, in our own words. @throws Problem 404 for a secret that no setup has. */
const told = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ProcessorFailure)) throw error;
    if (error.kind === 'not_found') throw new Problem(404, 'resource_not_found', error.message);
    throw invalidParam('publishableKey', error.message);
  }
};

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; form-action 'none'";

const answer = (type: string, content: string): Response =>
  new Response(content, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });

const raw = { parse: 'none' } as const;

/**
 * `/sandbox/processor/*`: what the processor's own script and page do on a member's device. They take the publishable
 * key and the client secret, never an API key of ours.
 */
export const deviceRoutes = (device: SandboxProcessor): AnyElysia =>
  router('/processor')
    .post(
      '/setups/confirm',
      async ({ request }) => {
        const { publishableKey, clientSecret, card } = parseBody(await request.text(), Confirm);
        return told(device.confirm(publishableKey, clientSecret, card));
      },
      raw,
    )
    .post(
      '/setups/approve',
      async ({ request }) => {
        const { publishableKey, clientSecret } = parseBody(await request.text(), Approve);
        return told(device.approve(publishableKey, clientSecret));
      },
      raw,
    )
    // The types know an HTML import as a bundle; asked for as text it is text.
    .get('/confirm', () => answer('text/html', String(page)))
    .get('/confirm.js', () => answer('text/javascript', script));
