import type { Read } from '../../database/database.ts';
import { publicOperations } from '../../http/operations/declare.ts';
import { storePhone } from '../bookings/guests/free-visit.ts';
import { refuseMails } from '../bookings/guests/mail-refusals.ts';
import { MEMBER as BY_CLIENT } from '../bookings/origin.ts';
import { cancel } from '../bookings/status/cancel.ts';
import { updateClient } from '../clients/clients.ts';
import { SESSIONS } from '../demo-ids.ts';
import { requireCurrent, requireGuardian, storeAgreement } from '../member-sign-in/agreements/agreements.ts';
import type { PersonalLinks } from '../messages/personal-links.ts';
import type { Reactions } from '../reactions.ts';
import type { RequestPorts } from '../sign-in/browser.ts';
import { GuestVisit, type GuestVisitResponse, SignAsGuest } from './shapes.ts';
import { type Visit, visitOf, visitView } from './visit.ts';

export interface GuestLinkDeps extends RequestPorts {
  readonly personalLinks: PersonalLinks;
  readonly reactions: Reactions;
}

const callerOf = ({ booking, client }: Visit) => ({
  credentialId: client.id,
  kind: 'member' as const,
  through: 'sign-in' as const,
  scopes: new Set<never>(),
  siteIds: null,
  tier: 'basic' as const,
  clientId: client.id,
  siteId: booking.siteId,
});

/** What the link of an invitation in the demo studio shows. */
const EXAMPLE = {
  object: 'guest_visit',
  firstName: 'Jo',
  hostName: 'Mia C.',
  status: 'confirmed',
  canCancel: true,
  paidBy: 'free',
  price: null,
  session: {
    id: SESSIONS.offered,
    name: 'Morning Flow',
    startTime: '2026-11-28T12:00:00.000Z',
    endTime: '2026-11-28T13:00:00.000Z',
    timezone: 'America/New_York',
    siteName: 'Downtown',
    address: null,
    isCancelled: false,
  },
  waiver: { current: null, isNeeded: false, needsGuardian: null },
  asksPhone: false,
  getsMails: true,
} as const satisfies GuestVisitResponse;

/** What a guest does by the link of the invitation: it opens one visit, and nothing else. */
export const guestLinkOperations = ({ personalLinks, reactions, requests }: GuestLinkDeps) => {
  const shown = (tx: Read, token: string) => visitView(tx, visitOf(tx, personalLinks, token));
  const common = {
    response: GuestVisit,
    errors: [404],
    limitedBy: 'address',
    isInteractive: true,
    answers: { 200: EXAMPLE },
  } as const;
  return publicOperations(
    { tag: 'Guests', about: 'What guests see and do by the link in their invitation. No credential is required.' },
    ({ read, write }) => [
      read(
        'GET /public-api/v2/guests/:token',
        'getGuestVisit',
        {
          summary: 'Retrieve the visit of a guest',
          description: 'The token is the end of the link in the invitation. Unknown tokens return 404.',
          ...common,
        },
        (tx, { id: token }) => shown(tx, token),
      ),
      write(
        'POST /public-api/v2/guests/:token/waiver',
        'signGuestWaiver',
        {
          summary: "Sign the site's waiver as a guest",
          description:
            'Stored permanently with the text, name, time, and network address. Fails with 409 `agreement_changed` ' +
            'if the site now has a different version.',
          body: SignAsGuest,
          ...common,
          errors: [404, 409],
          seesRequest: true,
        },
        (tx, { id: token, body, request }) => {
          const visit = visitOf(tx, personalLinks, token);
          const { guest, client, session } = visit;
          const text = requireCurrent(tx, session.siteId, 'waiver', body.version);
          requireGuardian(tx, client.dateOfBirth, body.guardianName, session.siteId);
          const address = request === undefined ? null : requests.addressOf(request);
          storeAgreement(tx, 'waiver', text, { ...body, clientId: client.id, address, channel: 'guest' });
          const waiver = { status: 'signed', version: text.version, signedAt: tx.now } as const;
          const phone = client.phone === null && body.phone !== undefined ? { phone: body.phone } : {};
          const next = updateClient(tx, callerOf(visit), client, { waiver, ...phone }, reactions);
          if ('phone' in phone) storePhone(tx, guest.bookingId, next);
          return shown(tx, token);
        },
      ),
      write(
        'POST /public-api/v2/guests/:token/cancel',
        'cancelGuestVisit',
        {
          summary: 'Cancel the visit of a guest',
          description: "The member's own booking stays. What the member paid is returned by the studio's policy.",
          ...common,
          errors: [404, 409],
        },
        (tx, { id: token }) => {
          const visit = visitOf(tx, personalLinks, token);
          cancel(tx, callerOf(visit), visit.booking, {}, reactions, { ...BY_CLIENT, memberRules: false });
          return shown(tx, token);
        },
      ),
      write(
        'POST /public-api/v2/guests/:token/stop-mails',
        'stopGuestMails',
        {
          summary: 'Send no more invitations to a guest',
          description: "No member's invitation reaches the address again.",
          ...common,
        },
        (tx, { id: token }) => {
          const { client } = visitOf(tx, personalLinks, token);
          if (client.email !== null) refuseMails(tx, client.email);
          return shown(tx, token);
        },
      ),
    ],
    true,
  );
};
