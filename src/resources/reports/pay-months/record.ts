import { Type } from '@sinclair/typebox';
import { inMinorUnits } from '../../../kernel/minor-units.ts';
import { matching } from '../../../kernel/patterns.ts';
import {
  count,
  currency,
  deletedShape,
  described,
  id,
  integer,
  nullable,
  object,
  optional,
} from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { type CreateOf, type ResponseOf, type RowOf, record } from '../../../records/record.ts';
import { classNumbers } from '../numbers.ts';

const MOST = 9_000_000_000_000_000;

/** What an instructor has taught. The pay is there for callers who may read pay rates only. */
export const taughtNumbers = () => ({
  ...classNumbers(),
  substituted: described(count(), 'Of these classes, the number in which the instructor substituted for another.'),
  minutes: described(count(), 'The total duration in minutes.'),
  payAmount: optional(
    described(
      nullable(inMinorUnits(integer(0, MOST))),
      "The pay for them at the instructor's pay rate. `null` without a rate. Only included for callers who can " +
        'read pay rates.',
    ),
  ),
});

/** Who has taught, in which currency they are paid. */
export const taughtKeys = () => ({
  instructorId: described(
    nullable(id()),
    'Who taught the classes, including as a substitute. `null` for classes without an instructor.',
  ),
  name: described(nullable(Type.String()), 'The name shown to members.'),
  payCurrency: optional(
    described(
      nullable(currency()),
      'The currency of the pay. `null` without a rate. Only included for callers who can read pay rates.',
    ),
  ),
});

/** A month such as 2026-11. */
export const month = () =>
  matching('^[12][0-9]{3}-(0[1-9]|1[0-2])$', 'must be a month, such as 2026-11', {
    maxLength: 7,
    description: 'A month at the site, such as 2026-11.',
  });

/** A month of a site that is closed for pay: the instructors' report has its figures as they were then. */
export const PayMonth = record(
  'pay_month',
  'payMonths',
  () => ({
    month: field.text(month()),
    siteId: field.id().optional(),
    locationId: field.computed(id(), ({ siteId }: { siteId: string }) => siteId).sentAs(id()),
    closedByStaffId: field
      .id()
      .nullable()
      .readOnly()
      .shownAs(nullable(id()))
      .described('The staff member who closed it.'),
    lines: field.text(Type.String()).internal(),
    instructors: field
      .derived(Type.Array(object(() => ({ ...taughtKeys(), ...taughtNumbers() }))))
      .described('The classes each instructor had taught in the month when it was closed.'),
  }),
  { sites: 'siteId', label: 'closed month' },
);

export const DeletedPayMonth = deletedShape('pay_month', {});

export type PayMonthRow = RowOf<typeof PayMonth>;
export type PayMonthResponse = ResponseOf<typeof PayMonth>;
export type CreatePayMonthBody = CreateOf<typeof PayMonth>;
