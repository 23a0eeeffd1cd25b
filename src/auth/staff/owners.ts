import type { Read } from '../../database/database.ts';

const OWNER = `select 1 from "staff" where "role" = 'owner' and "status" = 'active' limit 1`;

/** Whether the studio has an owner, who can let others in. */
export const hasOwner = (read: Read): boolean => read.db.query<object, []>(OWNER).get() !== null;
