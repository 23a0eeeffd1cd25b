import type { AnyElysia } from 'elysia';
import { readText } from '../../../http/body.ts';
import { router } from '../../../http/operations/mount.ts';
import { withOrigin } from '../../../kernel/origin.ts';
import { type ProcessorEventDeps, receiveProcessorEvent } from './receive.ts';

/** Where the card processor sends its events. It needs no credential, since every event is signed. */
export const PROCESSOR_PATH = '/webhooks/processor';

const signatureOf = ({ headers }: Request): string =>
  headers.get('stripe-signature') ?? headers.get('processor-signature') ?? '';

/** `POST /webhooks/processor`. */
export const processorRoutes = (deps: ProcessorEventDeps): AnyElysia =>
  router().post(
    PROCESSOR_PATH,
    async ({ request, set }) => {
      const body = await readText(request);
      const origin = { actor: 'processor', requestId: String(set.headers['x-request-id'] ?? '') };
      await withOrigin(origin, () => receiveProcessorEvent(deps, body, signatureOf(request)));
      return { received: true };
    },
    { parse: 'none' },
  );
