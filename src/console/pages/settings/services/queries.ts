import { queryOptions } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';

export type MailServer = components['schemas']['MailServer'];
export type MailServerTest = components['schemas']['MailServerTest'];
export type CardProcessor = components['schemas']['CardProcessor'];

export const mailServerQuery = queryOptions({
  queryKey: ['services', 'mail-server'],
  queryFn: () => send(client.GET('/manage/mail-server')),
});

export const cardProcessorQuery = queryOptions({
  queryKey: ['services', 'card-processor'],
  queryFn: () => send(client.GET('/manage/card-processor')),
});
