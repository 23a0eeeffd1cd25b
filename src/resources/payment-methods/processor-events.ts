import type { AnyElysia } from 'elysia';
import { readText } from '../../http/body.ts';
import { router } from '../../http/operations/mount.ts';
import { type InboundDeps, receiveEvent } from './inbound.ts';

/** Where the card processor sends its events. It needs no credential, since every event is signed. */
export const PROCESSOR_PATH = '/webhooks/processor';

const signatureOf = ({ headers }: Request): string =>
  headers.get('stripe-signature') ?? headers.get('processor-signature') ?? '';

/** `POST /webhooks/processor`. */
export const processorRoutes = (deps: InboundDeps): AnyElysia =>
  router().post(
    PROCESSOR_PATH,
    async ({ request }) => {
      await receiveEvent(deps, await readText(request), signatureOf(request));
      return { received: true };
    },
    { parse: 'none' },
  );
