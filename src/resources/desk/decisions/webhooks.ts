import { endpointPage } from '../../webhooks/queries.ts';
import { mayRead } from '../rights.ts';
import { MOST } from './queries.ts';
import { type DecisionContext, type Draft, draft } from './types.ts';

/** The endpoints that do not get their events. A person who has disabled one knows of it. */
export const failingWebhooks = ({ read, caller, mayDo }: DecisionContext): Draft[] => {
  if (!mayRead(caller, 'webhook')) return [];
  const withStatus = (status: string) => endpointPage(read, { limit: MOST }, { status }, caller.siteIds).rows;
  return [
    ...withStatus('failing'),
    ...withStatus('disabled').filter(({ disabledReason }) => disabledReason !== null),
  ].map((row) =>
    draft('webhook_failing', row.id, {
      title: row.name,
      status: row.status,
      webhookId: row.id,
      people: [],
      actions: row.status === 'disabled' ? mayDo('enableWebhook') : mayDo('testWebhook', 'updateWebhook'),
    }),
  );
};
