import { DAY_MS, HOUR_MS } from '../../../../src/kernel/durations.ts';
import type { DeviceWay } from '../../../../src/payments-processor/sandbox/debits.ts';
import { keepMails } from '../../../helpers/mails.ts';
import { createPlan } from '../../../helpers/sales.ts';
import { openPurchases, PURCHASES } from '../../sales/member/purchasing.ts';

/** The accounts of the sandbox, by what the bank does. */
export const IBANS = {
  settles: 'DE89 3704 0044 0532 0130 00',
  fails: 'DE62 3704 0044 0532 0130 01',
  isDisputed: 'DE35 3704 0044 0532 0130 02',
  isWon: 'DE08 3704 0044 0532 0130 03',
} as const;

/** The package and the booking of a purchase of the last seat, without its payment. */
export const GIVEN = [
  'package.purchased',
  'package.credits_changed',
  'package.activated',
  'booking.created',
  'package.credits_changed',
];

/** What the device of a member needs. */
interface Asked {
  readonly publishableKey: string;
  readonly clientSecret: string;
}

/** A studio whose members pay with all ways, with a plan and a class with one seat. */
export const openAnyWay = async () => {
  const studio = await openPurchases({ mail: keepMails().transport });
  await studio.patch('/v2/settings', { payment: { waysToPay: true } });
  const stranger = await studio.member({ email: 'ann.lee@example.com' });
  studio.events();
  const order = { planId: studio.planId, sessionId: studio.sessionId, payOnDevice: true, acceptTerms: true };

  const buyWith = (body: object = {}, headers?: Record<string, string>) =>
    stranger.call('POST', PURCHASES, { ...order, ...body }, headers);
  let sent = 0;
  return {
    ...studio,
    stranger,
    buyWith,
    completeOwn: (id: string) => stranger.call('POST', `${PURCHASES}/${id}/complete`),
    cancelOwn: (id: string) => stranger.call('POST', `${PURCHASES}/${id}/cancel`),
    payBy: ({ publishableKey, clientSecret }: Asked, way: DeviceWay, iban?: string) =>
      studio.sandbox.pay(publishableKey, clientSecret, { way, iban }),
    /** A purchase that waits for the member's choice. Its events are skipped. */
    begun: async (body: object = {}) => {
      const purchase = await studio.given(buyWith(body));
      studio.events();
      return purchase;
    },
    monthly: () =>
      createPlan(studio, {
        name: 'Monthly',
        type: 'unlimited',
        creditsTotal: null,
        validityDays: 30,
        autoRenews: true,
        isSoldOnline: true,
      }),
    skipDays: (days: number) => studio.time.skipTo(Date.parse(studio.store.view().now) + days * DAY_MS + HOUR_MS),
    chargeId: (): string =>
      (
        studio.db.query("select id from sandboxProcessor where kind = 'charge' order by id desc").get() as {
          id: string;
        }
      ).id,
    packagesOf: async (clientId: string) => (await studio.get(`/v2/packages?client_id=${clientId}`)).body.data,
    /** The processor sends an event about an object. */
    tell: async (type: string, objectId: string, id = `evt_way_${++sent}`) => {
      const body = JSON.stringify({ id, type, objectId, place: { mode: 'test', account: null } });
      const headers = { 'x-service-api-key': '', 'processor-signature': await studio.sandbox.sign(body) };
      return (await studio.send('POST', '/webhooks/processor', body, headers)).status;
    },
    mailsTo: (kind: string): number =>
      (studio.db.query('select count(*) count from messages where kind = ?').get(kind) as { count: number }).count,
  };
};
