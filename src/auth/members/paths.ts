const ROOT = '/public-api/v2/member/';
const WITHIN_BUSINESS = '/v2/member/';

/** Whether a path (without its query) belongs to the member API, under either of its roots. */
export const isMemberPath = (path: string): boolean => path.startsWith(WITHIN_BUSINESS) || path.startsWith(ROOT);

/** Whether only members who signed in may call a path; under the other root a business may act for them. */
export const isMembersOnly = (path: string): boolean => path.startsWith(ROOT);
