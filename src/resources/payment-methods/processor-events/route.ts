import type { AnyElysia } from 'elysia';
import { readText } from '../../../http/body.ts';
import { router } from '../../../http/operations/mount.ts';
import { type ProcessorEventDeps, receiveProcessorEvent } from './receive.ts';

/** Where the card processor sends its events. It needs no credential, since every event is signed. */
export const PROCESSOR_PATH = '/webhooks/processor';

const signatureOf = ({ headers }: Request): string =>
  headers.get('stripe-signature') ?? headers.get('processor-signature') ?? '';

/** `POST /webhooks/processor`. */
export const processorRoutes = (deps: ProcessorEventDeps): AnyElysia =>
  router().post(
    PROCESSOR_PATH,
    async ({ request }) => {
      await receiveProcessorEvent(deps, await readText(request), signatureOf(request));
      return { received: true };
    },
    { parse: 'none' },
  );
