import type { Read } from '../../database/database.ts';
import { everyMinute, hourly } from '../../kernel/periods.ts';
import { failedRedelivery } from '../../webhooks/failed-deliveries.ts';
import { jobDeletion } from '../../webhooks/jobs.ts';
import { deleteOldHistory } from '../../webhooks/retention.ts';
import type { Family } from '../family.ts';
import type { Program } from '../program.ts';
import { endpointCareOperations } from './care.ts';
import { type WebhookPorts, webhookOperations } from './operations.ts';
import { webhookDeletion } from './webhooks.ts';

export const webhooks = {
  operations: [webhookOperations, endpointCareOperations],
  jobs: [
    {
      name: 'webhook owners',
      period: everyMinute,
      run: ({ webhooks, store }: WebhookPorts & Program) => webhooks.owners.enforce(store),
      isIdle: (read: Read, { webhooks }: WebhookPorts) => webhooks.owners.isEnforced(read),
    },
    {
      name: 'webhook history',
      period: hourly(37),
      run: ({ store, signal }: Program) => deleteOldHistory(store, signal),
    },
    {
      name: 'webhooks of other processes',
      period: everyMinute,
      run: ({ webhooks }: WebhookPorts) => webhooks.refresh(),
      isIdle: (read: Read, { webhooks }: WebhookPorts) => !webhooks.hasAbandoned(read),
    },
  ],
  longChanges: () => [webhookDeletion, jobDeletion, failedRedelivery],
} satisfies Family;
