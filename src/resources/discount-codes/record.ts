import { Type } from '@sinclair/typebox';
import { inMinorUnits } from '../../kernel/minor-units.ts';
import { matching } from '../../kernel/patterns.ts';
import { count, currency, id, integer, name, oneOf } from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { type CreateOf, type PatchOf, type ResponseOf, type RowOf, record } from '../../records/record.ts';
import { eligibleSites } from '../plans/record.ts';

const DISCOUNT_CODE_STATUSES = ['scheduled', 'active', 'used_up', 'ended', 'archived'] as const;

/** What a code is for: plans, a single visit that is paid separately, or both. */
const USES = ['plans', 'visits', 'all'] as const;

const codeText = () =>
  matching('^[A-Za-z0-9-]{3,32}$', 'must have 3 to 32 letters, digits and hyphens', {
    maxLength: 32,
    description: 'Letters, digits and hyphens.',
  });

const plans = Type.Array(id(), {
  maxItems: 200,
  uniqueItems: true,
  description: 'The plans it applies to. Empty for all plans. Must be empty for codes that apply to drop-ins only.',
});

/** A code that takes something off the price of a plan, or of one visit (management.md). */
export const DiscountCode = record(
  'discount_code',
  'discountCodes',
  () => ({
    code: field
      .text(codeText())
      .described('What clients enter: letters, digits, and hyphens, stored in uppercase. Must be unique.'),
    name: field.text(name()).described("The studio's name for the code. Not shown to clients."),
    percentOff: field
      .integer(integer(1, 100))
      .nullable()
      .described('The percentage taken off the price. Set either this or `amountOff`.'),
    amountOff: field
      .integer(inMinorUnits(integer(1, 1_000_000_000_000)))
      .nullable()
      .described('The amount taken off, in the smallest currency unit. At most the price is taken off.'),
    currency: field.text(currency()).nullable().described('The currency of `amountOff`. `null` with `percentOff`.'),
    appliesTo: field
      .word(USES)
      .default('plans')
      .described('Whether it applies to plans, to drop-ins that members pay for, or to both.'),
    planIds: field.list(plans).shownAs(plans),
    eligibleSiteIds: field.list(eligibleSites).shownAs(eligibleSites),
    startsAt: field.instant().nullable().described('Time from which it can be used. `null` for immediately.'),
    endsAt: field.instant().nullable().described('Time until which it can be used. `null` for no end.'),
    maxRedemptions: field
      .integer(integer(1, 1_000_000))
      .nullable()
      .described('The maximum number of uses in total. `null` for no limit.'),
    maxPerClient: field
      .integer(integer(1, 1_000))
      .nullable()
      .default(1)
      .described('The maximum number of uses per client. `null` for no limit.'),
    newClientsOnly: field
      .flag()
      .default(false)
      .described('Whether it is only for clients who have not had a package or visit yet.'),
    redemptions: field
      .integer(count())
      .default(0)
      .derived()
      .described('The number of sales it was applied to, including those whose card is being charged.'),
    status: field
      .derived(oneOf(...DISCOUNT_CODE_STATUSES))
      .described('Determined by its dates and redemptions. Only active codes can be used.'),
    archivedAt: field.archivedAt(),
  }),
  { sites: { list: 'eligibleSiteIds' } },
);

export type DiscountCodeRow = RowOf<typeof DiscountCode>;
export type DiscountCodeResponse = ResponseOf<typeof DiscountCode>;
export type CreateDiscountCodeBody = CreateOf<typeof DiscountCode>;
export type UpdateDiscountCodeBody = PatchOf<typeof DiscountCode>;
