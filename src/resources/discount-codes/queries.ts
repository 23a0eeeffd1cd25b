import { eq, isNull } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { pagesOf } from '../../records/pages.ts';
import { named, query, selectRows } from '../../records/query.ts';
import { DiscountCode, type DiscountCodeResponse, type DiscountCodeRow } from './record.ts';

const { table: codes } = DiscountCode;

export const discountCodePage = pagesOf<DiscountCodeRow>(codes, () => ({
  direction: 'descending',
  filters: { live: isNull(codes.archivedAt) },
  sites: DiscountCode.sites,
}));

const byText = query<DiscountCodeRow>(() => selectRows(codes, eq(codes.code, named('code')), isNull(codes.archivedAt)));

/** The code that is written like this, in small or capital letters; undefined for an unknown or archived one. */
export const codeWritten = (read: Read, text: string): DiscountCodeRow | undefined =>
  byText.get(read, { code: text.trim().toUpperCase() });

const OF_CLIENT = `select count(*) "count" from "discountRedemptions" where "clientId" = ? and "codeId" = ?
  and "givenBackAt" is null`;

/** How often a client has used a code. */
export const redemptionsOf = (read: Read, clientId: string, codeId: string): number =>
  read.db.query<{ count: number }, [string, string]>(OF_CLIENT).get(clientId, codeId)?.count ?? 0;

/** The code that a payment has redeemed. */
export interface Redemption {
  readonly codeId: string;
  /** When it was taken back, since nothing was sold. */
  readonly givenBackAt: string | null;
}

const OF_PAYMENTS = `select "paymentId", "codeId", "givenBackAt" from "discountRedemptions"
  where "paymentId" in (select "value" from json_each(?))`;

export const redemptionsOfPayments = (read: Read, ids: readonly string[]): ReadonlyMap<string, Redemption> => {
  const rows = read.db.query<Redemption & { paymentId: string }, [string]>(OF_PAYMENTS).all(JSON.stringify(ids));
  return new Map(rows.map(({ paymentId, ...redemption }) => [paymentId, redemption]));
};

const HAS_PACKAGE = 'select exists (select 1 from "packages" where "clientId" = ?) "has"';

export const hasHadPackage = (read: Read, clientId: string): boolean =>
  read.db.query<{ has: number }, [string]>(HAS_PACKAGE).get(clientId)?.has === 1;

export const isUsedUp = ({ maxRedemptions, redemptions }: DiscountCodeRow): boolean =>
  maxRedemptions !== null && redemptions >= maxRedemptions;

const statusAt = (row: DiscountCodeRow, now: string): DiscountCodeResponse['status'] => {
  if (row.archivedAt !== null) return 'archived';
  if (row.endsAt !== null && row.endsAt <= now) return 'ended';
  if (isUsedUp(row)) return 'used_up';
  return row.startsAt !== null && row.startsAt > now ? 'scheduled' : 'active';
};

export const discountCodeView = (read: Read, row: DiscountCodeRow): DiscountCodeResponse => ({
  ...DiscountCode.view(row),
  status: statusAt(row, read.now),
});
