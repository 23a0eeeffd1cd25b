import type { Expansion, Expansions } from '../http/expansions.ts';
import { bookingExpansion } from '../resources/bookings/view.ts';
import { clientExpansion } from '../resources/clients/queries.ts';
import { clientPackagesExpansion, ledgerExpansion, packageExpansion } from '../resources/packages/view.ts';
import { paymentExpansion } from '../resources/payments/view.ts';
import { sessionExpansion } from '../resources/sessions/view.ts';
import { siteExpansion } from '../resources/sites/queries.ts';

/** The expansions of each kind of record with related records of other families. */
export type Kinds = Readonly<Record<'client' | 'package' | 'payment' | 'booking' | 'checkin', Expansions>>;

/** Adds nested expansions. They are read lazily, because the kinds refer to each other. */
const withNested = (expansion: Expansion, nested: () => Expansions): Expansion => ({
  ...expansion,
  get within() {
    return nested();
  },
});

/**
 * The expansions of all kinds (conventions.md "Expansions"), the same at every level: a client inside a booking has the
 * same expansions as a client of its own. They are defined here because they connect families in both directions.
 * @param siteIds the sites of a restricted caller, null for all sites. Records of other sites are null.
 */
export const expansionsFor = (siteIds: readonly string[] | null): Kinds => {
  const client = withNested(clientExpansion('clientId', siteIds), () => kinds.client);
  const held = withNested(packageExpansion('packageId', siteIds), () => kinds.package);
  const payment = withNested(paymentExpansion('paymentId', siteIds), () => kinds.payment);
  const booking = withNested(bookingExpansion('bookingId', siteIds), () => kinds.booking);
  const packages = withNested(clientPackagesExpansion(siteIds), () => kinds.package);
  const session = sessionExpansion('sessionId');
  const kinds: Kinds = {
    client: { homeLocation: siteExpansion('homeLocationId'), packages },
    package: { client, payment, ledger: ledgerExpansion },
    payment: { client, package: held, booking },
    booking: { client, session, package: held },
    checkin: { client, location: siteExpansion('siteId'), booking, session },
  };
  return kinds;
};
