import { type Static, Type } from '@sinclair/typebox';
import { memberOnlyOperations } from '../../http/operations/declare.ts';
import { described, shape } from '../../kernel/schemas.ts';
import type { MailPorts } from '../messages/ports.ts';
import type { Program } from '../program.ts';

const MemberCalendar = shape('MemberCalendar', () => ({
  object: Type.Literal('member_calendar'),
  url: described(
    Type.String(),
    'The address of the calendar. Whoever has it sees what the member has booked, so treat it like a password.',
  ),
}));
type MemberCalendar = Static<typeof MemberCalendar>;

type CalendarDeps = Pick<MailPorts, 'personalLinks'> & Pick<Program, 'rootUrl'>;

export const calendarOperations = ({ personalLinks, rootUrl }: CalendarDeps) =>
  memberOnlyOperations(({ read }) => [
    read(
      'GET /public-api/v2/member/calendar',
      'getMemberCalendar',
      {
        summary: 'Retrieve the address of the calendar of the member',
        description:
          'An address that calendar programs subscribe to: what the member has booked, from 30 days ago on. It needs no credential and stays the same.',
        response: MemberCalendar,
        isExtension: true,
      },
      (_read, { caller: { clientId } }): MemberCalendar => ({
        object: 'member_calendar',
        url: `${rootUrl()}/calendar/${personalLinks.tokenOf('calendar', clientId)}.ics`,
      }),
    ),
  ]);
