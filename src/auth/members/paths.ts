const ROOT = '/public-api/v2/member/';
const BUSINESS_ROOT = '/v2/member/';

/** Whether a path (without its query) belongs to the member API, under one of its two roots. */
export const isMemberPath = (path: string): boolean => path.startsWith(BUSINESS_ROOT) || path.startsWith(ROOT);

/** Whether only members who signed in may call a path; under the other root a business may act for them. */
export const isMembersOnly = (path: string): boolean => path.startsWith(ROOT);
