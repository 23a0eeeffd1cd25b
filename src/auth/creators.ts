import type { Read } from '../database/database.ts';
import type { Caller } from '../kernel/caller.ts';
import { unpackList } from '../records/json.ts';
import type { ActAs } from './api-keys/authenticator.ts';
import { ApiKey } from './api-keys/record.ts';
import { callerOf, commonScopes } from './credential-caller.ts';
import { isStaff } from './lookups.ts';
import { OAuthClient } from './oauth/record.ts';
import { personCaller } from './staff/authenticator.ts';

/** The credential behind something which outlives its request, such as a webhook endpoint or the link of a media. */
interface Creator {
  /** The id of an API key, an OAuth client or a staff member who was signed in; null where no one knows. */
  readonly credentialId: string | null;
  /** The scopes of an access token that had fewer than its client, as JSON. */
  readonly credentialScopes: string | null;
}

/** Why a creator may no longer do anything. */
type CreatorLoss = 'creator_unknown' | 'creator_revoked' | 'creator_expired';

/** Finds what a creator may do now: its credential, as far as it acts for a person also that person. */
export const creatorFinder =
  (actAs: ActAs) =>
  (read: Read, { credentialId, credentialScopes }: Creator): Caller | CreatorLoss => {
    if (credentialId === null) return 'creator_unknown';
    const key = ApiKey.rows.find(read, credentialId);
    const row = key ?? OAuthClient.rows.find(read, credentialId);
    // Whoever was signed in answers for it as long as they work here.
    if (row === undefined && isStaff(read, credentialId)) return actAs(read, personCaller(credentialId), credentialId);
    if (row === undefined) return 'creator_unknown';
    if (row.revokedAt !== null) return 'creator_revoked';
    const found = callerOf(row);
    if (found.expiresAt !== undefined && read.nowMs >= found.expiresAt) return 'creator_expired';
    const caller =
      credentialScopes === null
        ? found
        : {
            ...found,
            scopes: commonScopes(found, { ...found, scopes: new Set(unpackList<string>(credentialScopes)) }),
          };
    return key === undefined || key.staffId === null ? caller : actAs(read, caller, key.staffId);
  };
