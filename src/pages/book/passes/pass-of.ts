import type { MemberPackageResponse } from '../../../resources/packages/shapes.ts';
import { timezoneOf } from '../../../resources/sites/queries.ts';
import type { BookContext } from '../layout.ts';
import { type Formats, formatsFor } from '../make-formats.ts';
import type { MemberVisit } from '../visit.ts';

export type Pass = MemberPackageResponse;

export const PASSES = '/book/me/passes';

/** Dates at the site of a pass, where its days begin and end. */
export const passFormats = ({ formats, locale, read, site }: BookContext, { siteId }: Pick<Pass, 'siteId'>): Formats =>
  siteId === site.id ? formats : formatsFor(locale, timezoneOf(read, siteId));

/** An instant of the last day of a freeze: one that ends at midnight ends with the day before. */
export const lastDayOfFreeze = (endsAt: string): number => Date.parse(endsAt) - 1;

export const passPath = (visit: MemberVisit): string => `${PASSES}/${visit.param('id')}`;

export const passOf = ({ callApi, param }: MemberVisit): Promise<Pass> =>
  callApi('getMemberPackage', { path: { id: param('id') } });
