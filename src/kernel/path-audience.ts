/**
 * For whom the operations at a path are: members alone, members and businesses that act for one, whoever reads what both may
 * read, or the others, such as integrations, staff and kiosks. Which credentials count there follows from it.
 */
export type PathAudience = 'members alone' | 'members' | 'readers' | 'others';

/** Whether members may call the operations. */
export const isOpenToMembers = (audience: PathAudience): boolean => audience !== 'others';

/** Whether the operations are those of the member API. */
export const isOfMembers = (audience: PathAudience): boolean => audience === 'members' || audience === 'members alone';
