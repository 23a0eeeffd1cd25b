import { MAIN_SITE, type Studio } from './api.ts';

export const UNKNOWN = '01950000-0000-7000-8000-00000000ffff';

let made = 0;

/** A new client; answers its id. The events of it are not counted. */
export const newClient = async (studio: Studio, fields: object = {}): Promise<string> => {
  made += 1;
  const body = { firstName: 'Ann', lastName: 'Lee', email: `ann${made}@example.com`, ...fields };
  const { id } = (await studio.post('/v2/clients', body)).body;
  studio.events();
  return id;
};

/** A plan on sale; ten credits for 90 days unless said otherwise. */
export const newPlan = async (studio: Studio, fields: object = {}): Promise<string> => {
  const body = {
    name: '10 classes',
    type: 'credit_pack',
    price: 18_000,
    currency: 'USD',
    creditsTotal: 10,
    validityDays: 90,
    ...fields,
  };
  const answer = await studio.post('/manage/plans', body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.id;
};

/** A sold package as it is answered, its payment inside. */
export const sold = async (studio: Studio, clientId: string, plan: object = {}, sale: object = {}) => {
  const planId = await newPlan(studio, plan);
  const answer = await studio.post('/manage/packages', { clientId, planId, paymentMethod: 'cash', ...sale });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};

/** What the choice of a credit has to know, for a session at the main site. */
export const session = (startTime: string, fields: object = {}) => ({
  siteId: MAIN_SITE,
  category: null,
  startTime,
  creditCost: 1,
  ...fields,
});
