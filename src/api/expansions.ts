import type { Expansion, Expansions } from '../http/expansions.ts';
import { bookingExpansion } from '../resources/bookings/view.ts';
import { clientExpansion } from '../resources/clients/queries.ts';
import { clientPackagesExpansion, ledgerExpansion, packageExpansion } from '../resources/packages/view.ts';
import { paymentExpansion } from '../resources/payments/view.ts';
import { sessionExpansion } from '../resources/sessions/view.ts';
import { siteExpansion } from '../resources/sites/queries.ts';

/** What can be included in each kind of record that leads to kinds of other families. */
export type Kinds = Readonly<Record<'client' | 'package' | 'payment' | 'booking' | 'checkin', Expansions>>;

/** Looked at only where a path goes on, since the kinds lead round in circles. */
const leading = (expansion: Expansion, inner: () => Expansions): Expansion => ({
  ...expansion,
  get within() {
    return inner();
  },
});

/**
 * What can be included wherever a record stands (conventions.md "Lists"): a client tells the same of itself inside a
 * booking as on its own. The kinds meet here because a family knows only those before it.
 * @param siteIds the sites a restricted caller reaches, null for all; records of other sites stay null.
 */
export const expansionsFor = (siteIds: readonly string[] | null): Kinds => {
  const client = leading(clientExpansion('clientId', siteIds), () => kinds.client);
  const held = leading(packageExpansion('packageId', siteIds), () => kinds.package);
  const payment = leading(paymentExpansion('paymentId', siteIds), () => kinds.payment);
  const booking = leading(bookingExpansion('bookingId', siteIds), () => kinds.booking);
  const packages = leading(clientPackagesExpansion(siteIds), () => kinds.package);
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
