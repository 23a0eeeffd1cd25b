import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import { isObject } from '../../../kernel/objects.ts';
import { reasonInWords } from '../../../kernel/session-reasons.ts';
import { Site } from '../../sites/record.ts';
import { letterKind } from './context.ts';
import {
  bookingOf,
  EXAMPLE_PLACE,
  instructorName,
  type Place,
  partsOfBooking,
  partsOfChange,
  placeOf,
  returnedOf,
} from './place.ts';

export const sessionCancelled = letterKind({
  gather(source) {
    const [place, found] = [placeOf(source), bookingOf(source)];
    if (place === undefined || found === undefined) return undefined;
    const paid = { ...place.paid, used: returnedOf(source.read, found.booking) };
    const credit = source.data.creditOutcome === 'RESTORED' ? 'restored' : 'other';
    return { ...place, paid, credit, reason: reasonInWords(found.session.cancelReason) };
  },
  example: { ...EXAMPLE_PLACE, credit: 'restored', reason: undefined },
  tell({ credit, reason, ...place }: Place & { readonly credit: string; readonly reason: string | undefined }, reader) {
    const content = partsOfBooking(place, reader);
    const why = reason === undefined ? [] : [{ label: reader.t('reason'), lines: [reason] }];
    return { ...content, values: { ...content.values, credit }, facts: [...content.facts, ...why] };
  },
});

interface Moved extends Place {
  readonly change: 'length' | 'site' | 'time' | 'booking';
  /** The class that was booked before, where it is another one. */
  readonly previousName: string | null;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly previousSite: string;
  /** Where it was before: people know the time by the clock there. */
  readonly previousTimezone: string;
}

/** What has changed of a session: with neither another start nor another site it takes longer, or shorter. */
const changeOf = (startTime: string | undefined, siteId: string | undefined): Moved['change'] =>
  startTime !== undefined ? 'time' : siteId !== undefined ? 'site' : 'length';

export const sessionMoved = letterKind<Moved>({
  gather(source) {
    const [place, found] = [placeOf(source), bookingOf(source)];
    if (place === undefined || found === undefined) return undefined;
    const { previous } = source.data;
    const before = (name: string): string | undefined => {
      const value = isObject(previous) ? previous[name] : undefined;
      return typeof value === 'string' ? value : undefined;
    };
    const [startTime, endTime, siteId] = [before('startTime'), before('endTime'), before('siteId')];
    const previousName = before('name');
    const length = found.session.durationMinutes * MINUTE_MS;
    const previousSite = siteId === undefined ? undefined : Site.rows.find(source.read, siteId);
    const usual = startTime === undefined ? place.endTime : isoInstant(epochOf(startTime) + length);
    return {
      ...place,
      // A booking that moved names the class that it has left.
      change: previousName !== undefined ? 'booking' : changeOf(startTime, siteId),
      previousName: previousName === undefined || previousName === place.what ? null : previousName,
      startedAt: startTime ?? place.startTime,
      endedAt: endTime ?? usual,
      previousSite: previousSite?.name ?? place.site,
      previousTimezone: before('timezone') ?? previousSite?.timezone ?? place.timezone,
    };
  },
  example: {
    ...EXAMPLE_PLACE,
    change: 'time',
    previousName: null,
    startedAt: '2026-11-27T21:00:00.000Z',
    endedAt: '2026-11-27T22:00:00.000Z',
    previousSite: EXAMPLE_PLACE.site,
    previousTimezone: EXAMPLE_PLACE.timezone,
  },
  tell(facts, reader) {
    const { t, formats } = reader;
    const content = partsOfChange(facts, reader);
    const { change, previousName, startedAt, endedAt, startTime, endTime, site, previousSite } = facts;
    const { timezone, previousTimezone } = facts;
    const linesOf = (from: string, to: string, zone: string, at: string): string[] => [
      formats.day(from, zone),
      formats.hours(from, to, zone),
      ...(previousSite === site ? [] : [at]),
    ];
    const linesBefore = linesOf(startedAt, endedAt, previousTimezone, previousSite);
    const before = formats.dayTime(startedAt, previousTimezone);
    return {
      ...content,
      values: { ...content.values, change, before, previousSite, until: formats.time(endTime, timezone) },
      facts: [
        { label: t('before'), lines: previousName === null ? linesBefore : [previousName, ...linesBefore] },
        { label: t('now'), lines: linesOf(startTime, endTime, timezone, site) },
        ...content.facts,
      ],
    };
  },
});

export const sessionSubstituted = letterKind({
  gather(source) {
    const place = placeOf(source);
    const id = source.data.previousInstructorId;
    const previous = typeof id === 'string' ? instructorName(source.read, id) : null;
    return place === undefined || previous === null ? undefined : { ...place, previous };
  },
  example: { ...EXAMPLE_PLACE, previous: 'Lena Fischer' },
  tell(facts: Place & { readonly previous: string }, reader) {
    const { previous, instructor } = facts;
    const content = partsOfChange(facts, reader);
    return {
      ...content,
      values: { ...content.values, previous, taught: instructor === null ? 'other' : 'named' },
      facts: [...content.facts, { label: reader.t('insteadOf'), lines: [previous] }],
    };
  },
});
