import type { Expansion, Expansions } from '../http/expansions.ts';
import { bookingExpansion } from '../resources/bookings/view.ts';
import { clientExpansion } from '../resources/clients/queries.ts';
import { clientPackagesExpansion, ledgerExpansion, packageExpansion } from '../resources/packages/view.ts';
import { paymentExpansion } from '../resources/payments/view.ts';
import { sessionExpansion } from '../resources/sessions/view.ts';
import { siteExpansion } from '../resources/sites/queries.ts';

/** Looked at only where a path goes on, since the kinds lead round in circles. */
const leading = (expansion: Expansion, inner: () => Expansions): Expansion => ({
  ...expansion,
  get within() {
    return inner();
  },
});

const client = leading(clientExpansion('clientId'), () => expansions.client);
const held = leading(packageExpansion('packageId'), () => expansions.package);
const payment = leading(paymentExpansion('paymentId'), () => expansions.payment);
const booking = leading(bookingExpansion('bookingId'), () => expansions.booking);
const packages = leading(clientPackagesExpansion, () => expansions.package);
const session = sessionExpansion('sessionId');

/**
 * What `expand[]` can name, by kind of record that leads to kinds of other families (conventions.md "Lists"). A client
 * tells the same of itself inside a booking as on its own. The kinds meet here because a family knows only those before
 * it.
 */
export const expansions: Readonly<Record<'client' | 'package' | 'payment' | 'booking' | 'checkin', Expansions>> = {
  client: { homeLocation: siteExpansion('homeLocationId'), packages },
  package: { client, payment, ledger: ledgerExpansion },
  payment: { client, package: held, booking },
  booking: { client, session, package: held },
  checkin: { client, location: siteExpansion('siteId'), booking, session },
};
