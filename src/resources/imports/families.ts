import { importBookings } from './booking.ts';
import { importClients } from './client.ts';
import { importPlans, importSites, importStaff } from './foundation.ts';
import { importPackages } from './package.ts';
import { importPayments } from './payment.ts';
import type { Importable } from './taking.ts';

/** Every family that files bring in, in the order in which records refer to one another. */
export const importables: readonly Importable[] = [
  importSites,
  importStaff,
  importPlans,
  importClients,
  importPackages,
  importBookings,
  importPayments,
];

/** The family of this name. */
export const importableNamed = (name: string): Importable => {
  const found = importables.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no family '${name}' to import`);
  return found;
};
