import { MAIN_SITE, type Studio } from './api.ts';

export const UNKNOWN = '01950000-0000-7000-8000-00000000ffff';

let made = 0;

/** Creates a client, and skips its events. Returns its id. */
export const createClient = async (studio: Studio, fields: object = {}): Promise<string> => {
  made += 1;
  const body = { firstName: 'Ann', lastName: 'Lee', email: `ann${made}@example.com`, ...fields };
  return (await studio.given(studio.post('/v2/clients', body))).id;
};

/** Creates a plan, by default of ten credits for 90 days. Returns its id. */
export const createPlan = async (studio: Studio, fields: object = {}): Promise<string> => {
  const body = {
    name: '10 classes',
    type: 'credit_pack',
    price: 18_000,
    currency: 'USD',
    creditsTotal: 10,
    validityDays: 90,
    ...fields,
  };
  const reply = await studio.post('/manage/plans', body);
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  return reply.body.id;
};

/** Sells a package, and skips the events. Returns the response, with its payment. */
export const sellPackage = async (studio: Studio, clientId: string, plan: object = {}, sale: object = {}) => {
  const planId = await createPlan(studio, plan);
  return await studio.given(studio.post('/manage/packages', { clientId, planId, paymentMethod: 'cash', ...sale }));
};

/** The body that records a payment of a client, by default of 5 dollars in cash for a product. */
export const paymentBody = (clientId: string, fields: object = {}) => ({
  clientId,
  amount: 500,
  currency: 'USD',
  paymentMethod: 'cash',
  purpose: 'product',
  ...fields,
});

/** A session at the main site, as the choice of a credit needs it. */
export const session = (startTime: string, fields: object = {}) => ({
  siteId: MAIN_SITE,
  category: null,
  startTime,
  creditCost: 1,
  ...fields,
});
