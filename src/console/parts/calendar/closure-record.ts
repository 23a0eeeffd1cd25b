import { isDate } from '../../base/time/local-time.ts';
import { fieldsOf } from '../../forms/record-fields.ts';
import type { DraftOf } from '../../forms/specs.ts';
import type { Closure } from './queries.ts';

type ClosureDraft = DraftOf<Closure, Closure, unknown>;

/** Whether both days of a closure are days, in their order. */
export const isWhole = ({ startDate, endDate }: ClosureDraft): boolean =>
  isDate(startDate) && isDate(endDate) && endDate >= startDate;

/** The fields of days on which a site is closed. */
export const closureFields = fieldsOf<Closure, Closure>()({
  name: { kind: 'text', label: 'calendar.closeName', hint: 'calendar.closeNameHint' },
  startDate: {
    kind: 'date',
    label: 'calendar.closeFrom',
    row: 'days',
    problem: ({ startDate }) => (isDate(startDate) ? undefined : 'calendar.closeWantsFrom'),
  },
  endDate: {
    kind: 'date',
    label: 'calendar.closeTo',
    row: 'days',
    problem: ({ startDate, endDate }) =>
      isDate(endDate) && endDate >= startDate ? undefined : 'calendar.closeWantsTo',
  },
});
