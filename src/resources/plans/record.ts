import { Type } from '@sinclair/typebox';
import { PACKAGE_TYPES } from '../../events/enumerations.ts';
import { inMinorUnits } from '../../kernel/minor-units.ts';
import {
  currency,
  described,
  description,
  id,
  integer,
  name,
  object,
  oneOf,
  type Static,
} from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { type CreateOf, type PatchOf, type RowOf, record } from '../../records/record.ts';
import { validity } from '../validity.ts';

export const ACTIVATION_TYPES = ['on_purchase', 'on_first_booking', 'on_first_visit', 'on_date'] as const;

/** A price in minor units of its currency. */
export const price = () => inMinorUnits(integer(0, 1_000_000_000_000));

/** How often a package may be used within a local day, week or month of its site. */
export const usageLimit = () =>
  object({
    count: described(integer(1, 1000), 'The number of uses.'),
    period: described(oneOf('day', 'week', 'month'), 'Per local day, week, or month.'),
  });
export type UsageLimit = Static<ReturnType<typeof usageLimit>>;

export const eligibleSites = Type.Array(id(), {
  maxItems: 500,
  uniqueItems: true,
  description: 'Empty for all sites.',
});
export const eligibleCategories = Type.Array(name(), {
  maxItems: 200,
  uniqueItems: true,
  description: 'Empty for all categories.',
});

/** What members may do with a package themselves: it is sold with a plan, and stays as it was. */
export const memberTerms = () => ({
  minimumTermMonths: field
    .integer(integer(1, 60))
    .nullable()
    .described('The minimum number of months it renews before a member can cancel it. `null` for no minimum.'),
  noticeDays: field.integer(integer(0, 365)).default(0).described('How many days before the end a member must cancel.'),
  memberMayFreeze: field.flag().default(false).described('Whether members can freeze it themselves.'),
  guestCredits: field.flag().default(false).extension('Whether it also pays for the guests that its member brings.'),
});

/** What the business sells (management.md). */
export const Plan = record(
  'plan',
  'plans',
  () => ({
    name: field.text(name()),
    description: field.text(description()).nullable(),
    category: field.text(name()).nullable().described('Free text.'),
    type: field.word(PACKAGE_TYPES).described('Class packs and drop-ins have credits; the others have a period.'),
    price: field.integer(price()).shownAs(price()).described('The amount, in the smallest currency unit.'),
    currency: field.text(currency()),
    creditsTotal: field
      .integer(integer(1, 100_000))
      .nullable()
      .described('The number of credits. `null` for no limit.'),
    ...validity(),
    activationType: field.word(ACTIVATION_TYPES).default('on_purchase').described('What starts the validity period.'),
    usageLimit: field.object(usageLimit()).nullable().described('The usage limit per period. `null` for no limit.'),
    autoRenews: field.flag().default(false).described('Whether a package is charged and renewed when it ends.'),
    eligibleSiteIds: field.list(eligibleSites).shownAs(eligibleSites),
    eligibleCategories: field.list(eligibleCategories).shownAs(eligibleCategories),
    isSoldOnline: field
      .flag()
      .default(false)
      .described('Whether visitors can see it and members can buy it themselves.'),
    isShareable: field.flag().default(false).extension("Whether the buyer's household can use its packages."),
    maxPerClient: field
      .integer(integer(1, 1_000))
      .nullable()
      .described('The maximum number of purchases per member, such as one for an intro offer. `null` for no limit.'),
    ...memberTerms(),
    archivedAt: field.archivedAt(),
    ...field.integrationFields,
  }),
  { sites: { list: 'eligibleSiteIds' } },
);

export type PlanRow = RowOf<typeof Plan>;
export type CreatePlanBody = CreateOf<typeof Plan>;
export type UpdatePlanBody = PatchOf<typeof Plan>;
