import { addSession } from '../../../helpers/bookings.ts';
import { CARDS, openCardStudio } from '../../../helpers/cards.ts';
import { createPlan } from '../../../helpers/sales.ts';

export const PURCHASES = '/public-api/v2/member/purchases';
const BOOKINGS = '/public-api/v2/member/bookings';

const VISIT_PRICE = JSON.stringify({ amount: 1500, currency: 'USD' });

/** The events of a purchase of the last seat: begun, bought after its approval, or given up. */
export const BEGUN = ['session.full', 'payment.created'];
export const BOUGHT = [
  'payment.completed',
  'package.purchased',
  'package.credits_changed',
  'package.activated',
  'booking.created',
  'package.credits_changed',
];
export const GIVEN_UP = ['payment.failed', 'session.spot_available'];
/** One visit of the last seat, after its approval. */
export const VISITED = ['payment.completed', 'booking.created'];

/** What the device of a member needs to ask for an approval. */
interface Asked {
  readonly publishableKey: string;
  readonly clientSecret: string;
}

/** A studio with a plan, a class with one seat and a price for one visit, and a member whose bank asks for each payment. */
export const openPurchases = async (options: Parameters<typeof openCardStudio>[0] = {}) => {
  const studio = await openCardStudio(options);
  await studio.patch('/v2/settings', { brand: { memberTier: 'pro' } });
  const buyer = await studio.member();
  const card: string = (await studio.save(buyer, CARDS.alwaysAsks)).id;
  const planId = await createPlan(studio, { isSoldOnline: true });
  const sessionId = await addSession(studio, { capacity: 1, dropInPrice: VISIT_PRICE });
  studio.events();

  const buy = (body: object = {}, headers?: Record<string, string>) =>
    buyer.call('POST', PURCHASES, { planId, sessionId, paymentMethodId: card, acceptTerms: true, ...body }, headers);
  const visit = (body: object = {}, headers?: Record<string, string>) =>
    buyer.call('POST', BOOKINGS, { sessionId, paymentMethodId: card, returnUrl: null, ...body }, headers);
  const act = (id: string, verb: string) => buyer.call('POST', `${PURCHASES}/${id}/${verb}`);
  const seats = async () => {
    const { bookedCount, availableSpots } = (await studio.get(`/v2/sessions/${sessionId}`)).body;
    return [bookedCount, availableSpots];
  };
  let count = 0;
  return {
    ...studio,
    buyer,
    card,
    planId,
    sessionId,
    buy,
    visit,
    seats,
    complete: (id: string) => act(id, 'complete'),
    cancel: (id: string) => act(id, 'cancel'),
    decide: ({ publishableKey, clientSecret }: Asked, isApproved: boolean) =>
      studio.sandbox.decideCharge(publishableKey, clientSecret, isApproved),
    waiting: async () => (await buyer.call('GET', PURCHASES)).body.data,
    bookings: async () => (await studio.get(`/v2/bookings?client_id=${buyer.clientId}`)).body.data,
    packages: async () => (await studio.get(`/v2/packages?client_id=${buyer.clientId}`)).body.data,
    paymentOf: async (id: string) => (await studio.get(`/v2/payments/${id}`)).body,
    /** A purchase that waits for its approval. Its events are skipped. */
    asked: async (body: object = {}) => {
      const purchase = await studio.given(buy(body));
      if (purchase.object !== 'purchase_approval') throw new Error(`nobody is asked: ${JSON.stringify(purchase)}`);
      return purchase;
    },
    /** A visit that waits for its approval. Its events are skipped. */
    askedVisit: async (body: object = {}) => {
      const asked = await studio.given(visit(body));
      if (asked.object !== 'purchase_approval') throw new Error(`nobody is asked: ${JSON.stringify(asked)}`);
      return asked;
    },
    /** The processor sends an event about the only charge. */
    event: async (type: string) => {
      const { id: objectId } = studio.db.query("select id from sandboxProcessor where kind = 'charge'").get() as {
        id: string;
      };
      count += 1;
      const place = { mode: 'test', account: null };
      const body = JSON.stringify({ id: `evt_approval_${count}`, type, objectId, place });
      const headers = { 'x-service-api-key': '', 'processor-signature': await studio.sandbox.sign(body) };
      return (await studio.send('POST', '/webhooks/processor', body, headers)).status;
    },
  };
};
