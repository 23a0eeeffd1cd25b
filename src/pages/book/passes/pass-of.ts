import type { MemberPackageResponse } from '../../../resources/packages/shapes.ts';
import type { MemberVisit } from '../visit.ts';

export type Pass = MemberPackageResponse;

export const PASSES = '/book/me/passes';
export const PACKAGES = '/public-api/v2/member/packages';

export const passPath = (visit: MemberVisit): string => `${PASSES}/${visit.param('id')}`;

export const passOf = (visit: MemberVisit): Promise<Pass> => visit.ask('GET', `${PACKAGES}/${visit.param('id')}`);
