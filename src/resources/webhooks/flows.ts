import { invalidParam } from '../../kernel/problem.ts';
import type { Guard } from '../../webhooks/sending/guard.ts';
import type { WebhookDeliveryRow } from '../../webhooks/tables.ts';

/** The part of the webhook pipeline that this family calls. */
export interface WebhookPort {
  readonly guard: Guard;
  /** Sends the event of a delivery again and returns the new delivery. @throws Problem 404. */
  redeliver(endpointId: string, deliveryId: string): Promise<WebhookDeliveryRow>;
  /** Sends a `ping` and returns its delivery. @throws Problem 404. */
  ping(endpointId: string): Promise<WebhookDeliveryRow>;
}

/** @throws Problem 400 `webhook_url_not_allowed` when the URL points or resolves to an address that is not allowed. */
export const checkUrl = async ({ guard }: WebhookPort, url: string | undefined): Promise<void> => {
  if (url === undefined) return;
  const refusal = await guard.checkRegistration(url);
  if (refusal !== undefined) throw invalidParam('url', refusal, 'webhook_url_not_allowed');
};
