import type { Importable } from './apply.ts';
import { importBookings } from './importers/booking.ts';
import { importClients } from './importers/client.ts';
import { importPlans, importSites, importStaff } from './importers/foundation.ts';
import { importPackages } from './importers/package.ts';
import { importPayments } from './importers/payment.ts';

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
