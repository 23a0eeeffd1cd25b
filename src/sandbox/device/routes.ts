import { Type } from '@sinclair/typebox';
import type { AnyElysia } from 'elysia';
import { parseBody, readUntypedText } from '../../http/body.ts';
import { router } from '../../http/operations/mount.ts';
import { pageResponse } from '../../http/page-response.ts';
import { validatorFor } from '../../http/validation.ts';
import { invalidParam, Problem } from '../../kernel/problem.ts';
import { flag, integer, line, name, object, oneOf, optional } from '../../kernel/schemas.ts';
import baseStyle from '../../pages/branded-page.css' with { type: 'text' };
import { ProcessorFailure } from '../../payments-processor/port.ts';
import type { SandboxProcessor } from '../../payments-processor/sandbox/processor.ts';
import { approvalPage, savingPage } from './approval.ts';
import page from './confirm.html' with { type: 'text' };
import script from './confirm.js' with { type: 'text' };
import style from './device.css' with { type: 'text' };

const keys = { publishableKey: line(255), clientSecret: line(255) };
const Confirm = validatorFor(
  object({
    ...keys,
    card: object({
      number: line(30),
      expMonth: integer(1, 12),
      expYear: integer(2000, 9999),
      cvc: line(4),
      name: optional(name()),
    }),
  }),
);
const Approve = validatorFor(object(keys));
const Pay = validatorFor(
  object({
    ...keys,
    way: oneOf('wallet', 'debit', 'redirect'),
    iban: optional(Type.String({ maxLength: 40 })),
    returnUrl: optional(line(2000)),
  }),
);
const Decide = validatorFor(object({ ...keys, approved: flag() }));

/** Turns a failure of the processor into a problem. @throws Problem 404 for a secret that no setup has. */
const withProblems = async <T>(response: Promise<T>): Promise<T> => {
  try {
    return await response;
  } catch (error) {
    if (!(error instanceof ProcessorFailure)) throw error;
    if (error.kind === 'not_found') throw new Problem(404, 'resource_not_found', error.message);
    throw invalidParam('publishableKey', error.message, { reason: 'not_accepted' });
  }
};

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; form-action 'none'; " +
  "base-uri 'none'; frame-ancestors 'none'";

// Bun's types describe an HTML import as a bundle; imported as text it is a string.
const PAGE = { policy: POLICY, cache: 'no-store' } as const;

const raw = { parse: 'none' } as const;

const bankPage = (publishableKey: string, clientSecret: string): string =>
  `/sandbox/processor/approval?${new URLSearchParams({ publishableKey, clientSecret })}`;

/** Whether a secret is that of a setup, not of a payment. */
const savesOnly = (clientSecret: string): boolean => clientSecret.startsWith('seti_');

/** Stands for a processor's page on a member's device: requests carry publishable key and client secret, no API key. */
export const deviceRoutes = (processor: SandboxProcessor): AnyElysia =>
  router('/processor')
    .post(
      '/setups/confirm',
      async ({ request }) => {
        const { publishableKey, clientSecret, card } = parseBody(await readUntypedText(request), Confirm);
        return withProblems(processor.confirm(publishableKey, clientSecret, card));
      },
      raw,
    )
    .post(
      '/setups/approve',
      async ({ request }) => {
        const { publishableKey, clientSecret } = parseBody(await readUntypedText(request), Approve);
        return withProblems(processor.approve(publishableKey, clientSecret));
      },
      raw,
    )
    .post(
      '/charges/decide',
      async ({ request }) => {
        const { publishableKey, clientSecret, approved } = parseBody(await readUntypedText(request), Decide);
        const { status } = await withProblems(processor.decideCharge(publishableKey, clientSecret, approved));
        return { status };
      },
      raw,
    )
    .post(
      '/charges/pay',
      async ({ request }) => {
        const { publishableKey, clientSecret, returnUrl, ...way } = parseBody(await readUntypedText(request), Pay);
        if (returnUrl === undefined) return withProblems(processor.pay(publishableKey, clientSecret, way));
        await withProblems(processor.leaveToBank(publishableKey, clientSecret, returnUrl));
        return { status: 'requires_action', url: bankPage(publishableKey, clientSecret) };
      },
      raw,
    )
    .post(
      '/setups/way',
      async ({ request }) => {
        const { publishableKey, clientSecret, ...way } = parseBody(await readUntypedText(request), Pay);
        const saved = await withProblems(processor.saveWay(publishableKey, clientSecret, way));
        return saved.status === 'requires_action' ? { ...saved, url: bankPage(publishableKey, clientSecret) } : saved;
      },
      raw,
    )
    .get('/approval', async ({ request }) => {
      const asked = new URL(request.url).searchParams;
      const keysOf = [asked.get('publishableKey') ?? '', asked.get('clientSecret') ?? ''] as const;
      const asks = await withProblems(
        (async () =>
          savesOnly(keysOf[1])
            ? savingPage(processor.backFrom(...keysOf), keysOf)
            : approvalPage(processor.chargeOfSecret(...keysOf), keysOf))(),
      );
      return pageResponse({ ...asks, type: 'text/html', cache: 'no-store' });
    })
    .post(
      '/approval',
      async ({ request }) => {
        const form = new URLSearchParams(await readUntypedText(request));
        const [publishableKey = '', clientSecret = ''] = ['publishableKey', 'clientSecret'].map(
          (key) => form.get(key) ?? '',
        );
        const isApproved = form.get('decision') === 'approve';
        if (savesOnly(clientSecret)) {
          await withProblems(processor.approve(publishableKey, clientSecret, isApproved));
          const location = processor.backFrom(publishableKey, clientSecret);
          return new Response(null, { status: 303, headers: { location } });
        }
        const { returnUrl } = await withProblems(processor.decideCharge(publishableKey, clientSecret, isApproved));
        return new Response(null, { status: 303, headers: { location: returnUrl ?? '/' } });
      },
      raw,
    )
    .get('/confirm', () => pageResponse({ ...PAGE, type: 'text/html', content: String(page) }))
    .get('/device.css', () => pageResponse({ ...PAGE, type: 'text/css', content: baseStyle + style }))
    .get('/confirm.js', () => pageResponse({ ...PAGE, type: 'text/javascript', content: script }));
