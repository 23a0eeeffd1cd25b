import type { Tx } from '../../../database/database.ts';
import { addDays, instantOf } from '../../../kernel/local-time.ts';
import { PACKAGES, PLANS } from '../../../resources/demo-ids.ts';
import { adjustCredits } from '../../../resources/packages/credits/adjust.ts';
import { sell } from '../../../resources/payments/sale.ts';
import { SETUP_CALLER } from '../setup.ts';
import { idOf } from './people.ts';
import type { DayPlan } from './plan.ts';
import type { Happening } from './roster.ts';

/** Those who buy a pack of ten classes in the days before today, in this order. */
const WITH_PACK = [
  'Marcus',
  'Sofía',
  'Noah',
  'Chloé',
  'Ivan',
  'Grace',
  'Tomas',
  'Luca',
  'Hannah',
  'Mateo',
  'Freya',
  'Arjun',
  'Zoe',
  'Ethan',
  'Mei',
  'Kofi',
  'Nora',
];

const saleOf = (name: string, planId: string, paymentMethod: 'cash' | 'external') =>
  ({ clientId: idOf(name), planId, paymentMethod }) as const;

const sellPack = (name: string, index: number) => (tx: Tx) => {
  const sold = sell(tx, SETUP_CALLER, saleOf(name, PLANS.tenClasses, index % 3 === 0 ? 'cash' : 'external'));
  // Two credits are left: for a class of these days, and for today.
  if (name === 'Grace') adjustCredits(tx, SETUP_CALLER, sold.package, { delta: -8, reason: 'Used before we moved' });
};

const sellMembership = (tx: Tx): void => {
  const ids = { packageId: PACKAGES.membership, paymentId: tx.id() };
  sell(tx, SETUP_CALLER, saleOf('Priya', PLANS.membership, 'external'), { ids });
};

const sellIntro = (tx: Tx): void => {
  sell(tx, SETUP_CALLER, saleOf('Yuki', PLANS.intro, 'cash'));
};

const BEFORE_TODAY = [...WITH_PACK.map(sellPack), sellIntro, sellMembership];
/** How many days ago the first were sold. */
const DAYS = 6;
const TIMES = ['08:12', '10:41', '13:26', '17:08'] as const;

/** Who buys today, and yesterday after the others, with the days ago and the local time. */
const LATEST = [
  ['Diego', PLANS.tenClasses, 1, '11:06'],
  ['Emi', PLANS.dropIn, 1, '12:02'],
  ['Isaac', PLANS.tenClasses, 1, '17:21'],
  ['Niko', PLANS.tenClasses, 0, '06:52'],
  ['Orla', PLANS.dropIn, 0, '09:18'],
  ['Tara', PLANS.tenClasses, 0, '12:07'],
  ['Stefan', PLANS.dropIn, 0, '16:44'],
  ['Dominic', PLANS.tenClasses, 0, '19:12'],
] as const;

/** Sales at the desk, some on each of the days before today, and today. */
export const salesOf = ({ date }: DayPlan, zone: string): readonly Happening[] => {
  const at = (daysAgo: number, time: string): number => instantOf(addDays(date, -daysAgo), time, zone);
  return [
    ...BEFORE_TODAY.map((act, index) => ({
      at: at(DAYS - Math.floor(index / TIMES.length), TIMES[index % TIMES.length] ?? ''),
      act,
    })),
    ...LATEST.map(([name, planId, daysAgo, time], index) => ({
      at: at(daysAgo, time),
      act(tx: Tx) {
        sell(tx, SETUP_CALLER, saleOf(name, planId, index % 2 === 0 ? 'external' : 'cash'));
      },
    })),
  ];
};
