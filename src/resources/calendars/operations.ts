import { type Static, Type } from '@sinclair/typebox';
import { renewCalendarAddress, withdrawCalendarAddress } from '../../auth/members/own/calendar-addresses.ts';
import type { Read } from '../../database/database.ts';
import { businessOperations, memberOnlyOperations } from '../../http/operations/declare.ts';
import { described, id, nullable, shape } from '../../kernel/schemas.ts';
import { requireNotErased } from '../../records/erased.ts';
import { findClient } from '../clients/queries.ts';
import { MEMBER } from '../demo-ids.ts';
import type { MailPorts } from '../messages/ports.ts';
import type { Program } from '../program.ts';
import { calendarPath } from './addresses.ts';

const MemberCalendar = shape('MemberCalendar', () => ({
  object: Type.Literal('member_calendar'),
  url: described(
    nullable(Type.String()),
    "The address of the calendar. `null` while it is withdrawn. Anyone who has it can see the member's bookings, " +
      'so treat it like a password.',
  ),
}));
type MemberCalendar = Static<typeof MemberCalendar>;

const RenewedCalendarAddress = shape('RenewedCalendarAddress', () => ({
  object: Type.Literal('renewed_calendar_address'),
  clientId: id(),
}));

type CalendarDeps = Pick<MailPorts, 'personalLinks'> & Pick<Program, 'rootUrl'>;

const PATH = '/public-api/v2/member/calendar';

export const calendarOperations = ({ personalLinks, rootUrl }: CalendarDeps) => {
  const calendarOf = (read: Read, clientId: string): MemberCalendar => {
    const path = calendarPath(read, personalLinks, clientId);
    return { object: 'member_calendar', url: path === null ? null : `${rootUrl()}${path}` };
  };
  return memberOnlyOperations(({ read, write }) => [
    read(
      `GET ${PATH}`,
      'getMemberCalendar',
      {
        summary: "Retrieve the address of the member's calendar",
        description:
          "An address that calendar apps can subscribe to, with the member's bookings since 30 days ago. It needs " +
          "no credential, and stays the same until it is renewed or withdrawn, or until the member's email changes.",
        response: MemberCalendar,
        isExtension: true,
      },
      (view, { caller: { clientId } }) => calendarOf(view, clientId),
    ),
    write(
      `POST ${PATH}/address`,
      'renewMemberCalendarAddress',
      {
        summary: "Renew the address of the member's calendar",
        description:
          'The response includes the new address. The old one returns 404 from now on: apps that subscribe to it ' +
          'need the new one. After a withdrawal, this gives the calendar an address again.',
        hasEtag: false,
        response: MemberCalendar,
        isExtension: true,
      },
      (tx, { caller: { clientId } }) => {
        renewCalendarAddress(tx, clientId);
        return calendarOf(tx, clientId);
      },
    ),
    write(
      `DELETE ${PATH}/address`,
      'withdrawMemberCalendarAddress',
      {
        summary: "Withdraw the address of the member's calendar",
        description: 'The address returns 404 from now on, and the calendar has none until it is renewed.',
        hasEtag: false,
        response: MemberCalendar,
        isExtension: true,
      },
      (tx, { caller: { clientId } }) => {
        withdrawCalendarAddress(tx, clientId);
        return calendarOf(tx, clientId);
      },
    ),
  ]);
};

/** What the desk does for a client whose address someone else has. */
export const calendarAddressOperations = businessOperations(
  { tag: 'Clients', audited: true, reads: 'getClient' },
  'manage',
  ({ write }) => [
    write(
      'POST /manage/clients/:id/calendar-address',
      'renewCalendarAddress',
      {
        summary: "Renew the secret address of a client's calendar",
        description:
          'The old address returns 404 from now on. The response does not include the new one: the client finds it ' +
          'in their account. Fails with 409 `client_erased` if the client has been erased.',
        on: { find: findClient },
        hasEtag: false,
        response: RenewedCalendarAddress,
        errors: [409],
        staff: 'clients:write',
        example: { path: { id: MEMBER } },
      },
      (tx, { record }) => {
        requireNotErased(tx, record.id, 'Erased clients have no calendar.');
        renewCalendarAddress(tx, record.id);
        return { object: 'renewed_calendar_address', clientId: record.id };
      },
    ),
  ],
);
