import type { Store } from '../../database/store.ts';
import type { Caller } from '../../kernel/caller.ts';
import { invalidParam } from '../../kernel/problem.ts';
import type { Guard } from '../../webhooks/sending/guard.ts';
import type { WebhookDeliveryRow } from '../../webhooks/tables.ts';
import { findDelivery, findWebhook } from './webhooks.ts';

/** What of the pipeline this family calls. */
export interface WebhookPort {
  readonly guard: Guard;
  redeliver(endpointId: string, deliveryId: string): Promise<WebhookDeliveryRow>;
  ping(endpointId: string): Promise<WebhookDeliveryRow>;
}

/** @throws Problem 400 `webhook_url_not_allowed` when the URL is, or leads to, what must not be reached. */
export const checkUrl = async ({ guard }: WebhookPort, url: string | undefined): Promise<void> => {
  if (url === undefined) return;
  const refusal = await guard.checkRegistration(url);
  if (refusal !== undefined) throw invalidParam('url', refusal, 'webhook_url_not_allowed');
};

/** Sends an event again; 200 when it arrived and 202 when the attempt failed. @throws Problem 404. */
export const redeliver = async (store: Store, port: WebhookPort, caller: Caller, id: string, deliveryId: string) => {
  findDelivery(store.view(), caller, id, deliveryId);
  return port.redeliver(id, deliveryId);
};

/** Sends a `ping`. @throws Problem 404. */
export const ping = async (store: Store, port: WebhookPort, caller: Caller, id: string) => {
  findWebhook(store.view(), caller, id);
  return port.ping(id);
};
