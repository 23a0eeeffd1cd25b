const ROOT = '/public-api/v2/member/';
const BUSINESS_ROOT = '/v2/member/';
const CONTENT_ROOT = '/v2/content/';

/** Whether a path (without its query) belongs to the member API, under one of its two roots. */
export const isMemberPath = (path: string): boolean => path.startsWith(BUSINESS_ROOT) || path.startsWith(ROOT);

/** Whether members may call a path: the member API, and the content catalogue, which business credentials read too. */
export const isOpenToMembers = (path: string): boolean => isMemberPath(path) || path.startsWith(CONTENT_ROOT);

/** Whether only members who signed in may call a path; under the other root a business may act for them. */
export const isMembersOnly = (path: string): boolean => path.startsWith(ROOT);
