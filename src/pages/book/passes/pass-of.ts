import type { MemberPackageResponse } from '../../../resources/packages/shapes.ts';
import type { MemberVisit } from '../visit.ts';

export type Pass = MemberPackageResponse;

export const PASSES = '/book/me/passes';

/** An instant of the last day of a freeze: one that ends at midnight ends with the day before. */
export const lastDayOfFreeze = (endsAt: string): number => Date.parse(endsAt) - 1;

export const passPath = (visit: MemberVisit): string => `${PASSES}/${visit.param('id')}`;

export const passOf = ({ callApi, param }: MemberVisit): Promise<Pass> =>
  callApi('getMemberPackage', { path: { id: param('id') } });
