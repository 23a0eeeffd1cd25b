import type { Expansion, Expansions } from '../http/expansions.ts';
import { bookingExpansion } from '../resources/bookings/view.ts';
import { clientExpansion } from '../resources/clients/queries.ts';
import { leaderExpansion } from '../resources/leaderboards/staff/views.ts';
import { clientPackagesExpansion, ledgerExpansion, packageExpansion } from '../resources/packages/view.ts';
import { paymentExpansion } from '../resources/payments/view.ts';
import { sessionExpansion } from '../resources/sessions/view.ts';
import { siteExpansion } from '../resources/sites/queries.ts';

/** Adds nested expansions. They are read lazily, because the kinds refer to each other. */
const withNested = (expansion: Expansion, nested: () => Expansions): Expansion => ({
  ...expansion,
  get within() {
    return nested();
  },
});

const client = withNested(clientExpansion('clientId'), () => expansions.client);
const soldPackage = withNested(packageExpansion('packageId'), () => expansions.package);
const payment = withNested(paymentExpansion('paymentId'), () => expansions.payment);
const booking = withNested(bookingExpansion('bookingId'), () => expansions.booking);
const packages = withNested(clientPackagesExpansion, () => expansions.package);
const session = sessionExpansion('sessionId');

/**
 * The expansions of `expand[]` by kind of record (conventions.md "Expansions"), the same at every level: a client inside
 * a booking has the same expansions as a client of its own. They are defined here because they connect families in both
 * directions.
 */
export const expansions: Readonly<
  Record<
    'client' | 'package' | 'payment' | 'booking' | 'checkin' | 'message' | 'enrollment' | 'award_grant' | 'leaderboard',
    Expansions
  >
> = {
  client: { homeLocation: siteExpansion('homeLocationId'), packages },
  package: { client, payment, ledger: ledgerExpansion },
  payment: { client, package: soldPackage, booking },
  booking: { client, session, package: soldPackage },
  checkin: { client, location: siteExpansion('siteId'), booking, session },
  message: { client },
  enrollment: { client },
  award_grant: { client },
  leaderboard: { leader: leaderExpansion },
};
