import { Type } from '@sinclair/typebox';
import { inMinorUnits } from '../../kernel/minor-units.ts';
import { matching } from '../../kernel/patterns.ts';
import { count, currency, id, integer, name, oneOf } from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { type CreateOf, type PatchOf, type ResponseOf, type RowOf, record } from '../../records/record.ts';
import { eligibleSites } from '../plans/record.ts';

const DISCOUNT_CODE_STATUSES = ['scheduled', 'active', 'used_up', 'ended', 'archived'] as const;

/** What a code is for: plans, one visit that is paid by itself, or both. */
const USES = ['plans', 'visits', 'all'] as const;

const codeText = () =>
  matching('^[A-Za-z0-9-]{3,32}$', 'must have 3 to 32 letters, digits and hyphens', {
    maxLength: 32,
    description: 'Letters, digits and hyphens.',
  });

const plans = Type.Array(id(), {
  maxItems: 200,
  uniqueItems: true,
  description: 'The plans that it is for; empty for all plans. A code for visits alone names no plan.',
});

/** A code that takes something off the price of a plan, or of one visit (management.md). */
export const DiscountCode = record(
  'discount_code',
  'discountCodes',
  () => ({
    code: field
      .text(codeText())
      .described('What clients type: letters, digits and hyphens, stored in capital letters. No other code has it.'),
    name: field.text(name()).described('What the studio calls it; clients do not see it.'),
    percentOff: field
      .integer(integer(1, 100))
      .nullable()
      .described('The percentage of the price that it takes off. A code has this or amountOff.'),
    amountOff: field
      .integer(inMinorUnits(integer(1, 1_000_000_000_000)))
      .nullable()
      .described('What it takes off in minor units, at most the price.'),
    currency: field.text(currency()).nullable().described('The currency of amountOff; null with percentOff.'),
    appliesTo: field
      .word(USES)
      .default('plans')
      .described('Whether it is for plans, for one visit that a member pays by itself, or for both.'),
    planIds: field.list(plans).shownAs(plans),
    eligibleSiteIds: field.list(eligibleSites).shownAs(eligibleSites),
    startsAt: field.instant().nullable().described('From when it can be used; null for at once.'),
    endsAt: field.instant().nullable().described('Until when it can be used; null for no end.'),
    maxRedemptions: field
      .integer(integer(1, 1_000_000))
      .nullable()
      .described('How often it can be used in all; null for no limit.'),
    maxPerClient: field
      .integer(integer(1, 1_000))
      .nullable()
      .default(1)
      .described('How often a client can use it; null for no limit.'),
    newClientsOnly: field
      .flag()
      .default(false)
      .described('Whether it is only for clients who have had no package and no visit yet.'),
    redemptions: field
      .integer(count())
      .default(0)
      .derived()
      .described('The sales to which it was applied, those whose card is being charged too.'),
    status: field
      .derived(oneOf(...DISCOUNT_CODE_STATUSES))
      .described('By its dates and its redemptions; only an active code can be used.'),
    archivedAt: field.archivedAt(),
  }),
  { sites: { list: 'eligibleSiteIds' } },
);

export type DiscountCodeRow = RowOf<typeof DiscountCode>;
export type DiscountCodeResponse = ResponseOf<typeof DiscountCode>;
export type CreateDiscountCodeBody = CreateOf<typeof DiscountCode>;
export type UpdateDiscountCodeBody = PatchOf<typeof DiscountCode>;
