import { HOUR_MS } from '../../src/kernel/durations.ts';
import { MAIN_SITE } from '../helpers/api.ts';
import { CARDS, type CardStudio, type Member, openCardStudio } from '../helpers/cards.ts';
import { createPlan } from '../helpers/sales.ts';
import type { Choices } from '../helpers/seeded.ts';
import { openWorld, type World } from './world.ts';

/** A world whose members have cards, where money is charged by itself and the processor fails now and then. */
export interface CardWorld extends World {
  readonly studio: CardStudio;
  readonly renewing: readonly string[];
  readonly members: ReadonlyMap<string, Member>;
}

const SETTINGS = {
  booking: { memberRequiresCredit: false, waitlistDefaultCapacity: 4 },
  payment: {
    acceptedMethods: ['card', 'cash'],
    autoChargeFees: true,
    feeChargeDelayHours: 0,
    lateCancelFee: 700,
    noShowFee: 900,
    feesApplyTo: 'all',
  },
  brand: { memberTier: 'pro' },
};

export const openCardWorld = async (mode: string): Promise<CardWorld> => {
  const world = await openWorld(mode, openCardStudio);
  const { studio } = world;
  await studio.patch('/v2/settings', SETTINGS);
  for (const id of world.schedules) {
    await studio.patch(`/v2/schedules/${id}`, { dropInPrice: { amount: 2000, currency: 'USD' } });
  }
  const renewing = [
    await createPlan(studio, { autoRenews: true, creditsTotal: 3, validityDays: 1 }),
    await createPlan(studio, { autoRenews: true, type: 'unlimited', creditsTotal: null, validityDays: 2 }),
  ];
  const members = new Map<string, Member>();
  for (const id of world.clients) members.set(id, await studio.signedIn(id));
  return { ...world, renewing, members };
};

export type CardAct = (world: CardWorld, choose: Choices) => Promise<unknown>;

const idsOf = ({ studio }: CardWorld, sql: string): string[] =>
  (studio.db.query(sql).all() as { id: string }[]).map(({ id }) => id);

const someMember = ({ members }: CardWorld, choose: Choices): Member | undefined => choose.of([...members.values()]);

const saveCard: CardAct = async (world, choose) => {
  const { studio } = world;
  const member = someMember(world, choose);
  const response = await member?.initiate();
  if (response?.status !== 201 && response?.status !== 200) return;
  if (choose.once(6)) return;
  await studio.confirm(response.body, choose.once(3) ? CARDS.noFunds : CARDS.good);
  await member?.complete(response.body.id);
};

const changeCard: CardAct = async (world, choose) => {
  const member = someMember(world, choose);
  const card = choose.of((await member?.list()) ?? []) as { id: string } | undefined;
  const path = `/public-api/v2/member/payments/methods/${card?.id}`;
  if (card === undefined) return;
  if (choose.once(2)) await member?.call('POST', `${path}/default`);
  else await member?.call('DELETE', path);
};

const sellByCard: CardAct = async ({ studio, clients, plans, renewing }, choose) => {
  const planId = choose.of(choose.once(3) ? plans : renewing);
  await studio.post('/manage/packages', { clientId: choose.of(clients), planId, paymentMethod: 'card' });
};

const dropIn: CardAct = async (world, choose) => {
  const member = someMember(world, choose);
  const now = new Date(world.studio.time.now()).toISOString();
  const sessions = idsOf(world, `select id from sessions where startTime > '${now}' order by startTime, id limit 4`);
  const card = choose.of((await member?.list()) ?? []) as { id: string } | undefined;
  const body = { sessionId: choose.of(sessions), paymentMethodId: card?.id };
  await member?.call('POST', '/public-api/v2/member/bookings', body);
};

const fail: CardAct = async ({ studio }, choose) => {
  const method = choose.of(['charge', 'charge', 'refund', 'detach'] as const) ?? 'charge';
  studio.faulty.at(method, choose.once(3) ? 'lost' : 'down');
};

const refundCard: CardAct = async (world, choose) => {
  const id = choose.of(idsOf(world, `select id from payments where paymentMethod = 'card' order by id desc limit 6`));
  await world.studio.post(`/v2/payments/${id}/refund`, choose.once(2) ? { amount: 100 } : {});
};

const renew: CardAct = async (world, choose) => {
  const id = choose.of(idsOf(world, 'select id from packages where autoRenews = 1 limit 6'));
  const cards = `select id from paymentMethods where status = 'active'
    and clientId = (select clientId from packages where id = '${id}')`;
  const paymentMethodId = choose.of(idsOf(world, cards));
  await world.studio.patch(`/manage/packages/${id}`, choose.once(4) ? { autoRenews: false } : { paymentMethodId });
};

const walkIn: CardAct = async ({ studio, clients }, choose) => {
  const body = { clientId: choose.of(clients), siteId: MAIN_SITE, source: 'kiosk' };
  await studio.post('/v2/checkins', choose.once(3) ? { ...body, metadata: { door: 'east' } } : body);
};

const link: CardAct = async ({ studio, clients }, choose) => {
  const clientId = choose.of(clients);
  await studio.post('/manage/member-links', { clientId, issuer: 'https://id.example', subject: `s-${clientId}` });
};

const days: CardAct = async ({ studio }, choose) => {
  await studio.time.moveTo(studio.time.now() + (6 + choose.below(20)) * HOUR_MS);
};

/** What happens with cards, and at the door without a booking. */
export const CARD_ACTIONS: readonly CardAct[] = [
  ...Array<CardAct>(4).fill(saveCard),
  ...Array<CardAct>(6).fill(sellByCard),
  ...Array<CardAct>(8).fill(dropIn),
  ...Array<CardAct>(3).fill(fail),
  ...Array<CardAct>(4).fill(walkIn),
  changeCard,
  refundCard,
  refundCard,
  renew,
  renew,
  renew,
  link,
  days,
  days,
];
