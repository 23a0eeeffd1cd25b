import { MAIN_SITE, openStudio, type Studio } from '../helpers/api.ts';
import { createClient, createPlan } from '../helpers/sales.ts';

/** A small studio in which everything happens: few seats, classes that overlap, plans of every kind. */
export interface World {
  readonly studio: Studio;
  readonly clients: readonly string[];
  readonly schedules: readonly string[];
  readonly plans: readonly string[];
}

const CLASSES = [
  { name: 'Flow', startTime: '18:00', capacity: 1 },
  { name: 'Strength', startTime: '18:30', capacity: 2 },
  { name: 'Sauna', startTime: '20:00', capacity: 2, creditCost: 2 },
];

const PLANS = [
  { creditsTotal: 3, validityDays: 6 },
  { creditsTotal: 1, type: 'drop_in', validityDays: null, activationType: 'on_first_booking' },
  { name: 'Unlimited', type: 'unlimited', creditsTotal: null },
  { type: 'limited_membership', creditsTotal: null, usageLimit: { count: 2, period: 'week' } },
];

/** Opens the studio for business; its lines move in the way `mode`. */
export const openWorld = async <Opened extends Studio = Studio>(
  mode: string,
  open: () => Promise<Opened> = openStudio as () => Promise<Opened>,
): Promise<World & { readonly studio: Opened }> => {
  const studio = await open();
  await studio.patch('/v2/settings', { booking: { waitlistPromotionMode: mode } });
  const clients: string[] = [];
  for (let count = 0; count < 8; count += 1) clients.push(await createClient(studio));
  const schedules: string[] = [];
  for (const fields of CLASSES) {
    const { status, body } = await studio.post('/v2/schedules', {
      siteId: MAIN_SITE,
      startDate: '2026-03-02',
      durationMinutes: 60,
      recurrenceRule: { frequency: 'daily' },
      horizonDays: 2,
      waitlistCapacity: 4,
      ...fields,
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    schedules.push(body.id);
  }
  const plans: string[] = [];
  for (const fields of PLANS) plans.push(await createPlan(studio, fields));
  studio.events();
  return { studio, clients, schedules, plans };
};
