// Households, guests, and what banks take days for.

import { type Check, FINDING_OUT_MS, none } from './check.ts';

/** A guest's booking ends with its host's, unless it has become the guest's own. */
export const guests: Check = (world) => [
  ...none(
    world,
    'a guest comes without the host',
    `select g.id, g.status, h.status as hosts from bookings g left join bookings h on h.id = g.hostBookingId
     where g.hostBookingId is not null and g.status in ('confirmed', 'waitlisted') and (h.id is null or h.status = 'cancelled')`,
  ),
  ...none(
    world,
    'a guest is in another class than the host',
    `select g.id, g.sessionId, h.sessionId as hosts from bookings g join bookings h on h.id = g.hostBookingId
     where g.status <> 'cancelled' and g.sessionId <> h.sessionId`,
  ),
  ...none(
    world,
    'nobody knows who brings a guest',
    `select b.id, b.hostBookingId from bookings b left join guests g on g.bookingId = b.id
     where b.hostBookingId is not null and (g.bookingId is null or g.hostBookingId <> b.hostBookingId)`,
  ),
  ...none(
    world,
    'a booking brings too many guests',
    `select hostBookingId, count(*) as guests from bookings where hostBookingId is not null and status <> 'cancelled'
     group by hostBookingId having guests > 2`,
  ),
];

export const households: Check = (world) => [
  ...none(
    world,
    'somebody is of a household without a place in it',
    `select id, householdId, householdRole, isHouseholdPayer from clients
     where (householdId is null) <> (householdRole is null) or (isHouseholdPayer = 1 and householdRole is not 'adult')
     or (householdId is not null and householdId not in (select id from households))`,
  ),
  ...none(
    world,
    'a package renews with a card that does not pay for its client',
    `select p.id, p.clientId, m.clientId as holder from packages p join paymentMethods m on m.id = p.paymentMethodId
     join clients c on c.id = p.clientId join clients h on h.id = m.clientId
     where p.autoRenews = 1 and p.status in ('active', 'depleted') and m.clientId <> p.clientId and not
       (c.householdRole is 'dependant' and h.householdRole is 'adult' and h.isHouseholdPayer = 1 and c.householdId = h.householdId)`,
  ),
  ...none(
    world,
    'a package that is not shared pays for somebody else',
    `select b.id, b.clientId, p.clientId as owner from bookings b join packages p on p.id = b.packageId
     where p.clientId <> b.clientId and b.hostBookingId is null and p.isShareable = 0
     and not exists (select 1 from guests where bookingId = b.id)`,
  ),
];

/** How long a bank takes at most, and the program to hear of it, ms. */
const SETTLED_MS = 6 * 86_400_000;

/** What a bank takes days for ends. */
export const settles: Check = (world, { now, bankWellSince }) => {
  // While the bank is away it tells nothing.
  if (Date.parse(now) - bankWellSince < FINDING_OUT_MS) return [];
  return none(
    world,
    'a payment is at the bank for ever',
    `select id, status, createdAt, updatedAt from payments where processing = 1 and updatedAt < ?`,
    new Date(Date.parse(now) - SETTLED_MS).toISOString(),
  );
};
