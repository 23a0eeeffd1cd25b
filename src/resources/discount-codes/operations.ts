import { like } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { flag, optional } from '../../kernel/schemas.ts';
import { DISCOUNT_CODES, SITES } from '../demo-ids.ts';
import { archiveDiscountCode, createDiscountCode, updateDiscountCode } from './codes.ts';
import { discountCodePage, discountCodeView } from './queries.ts';
import { DiscountCode } from './record.ts';

/** Codes that take something off the price of a plan, or of one visit (management.md). */
export const discountCodeOperations = recordOperations(
  { tag: 'Discount codes', about: 'Codes that discount a plan for members and staff, and a drop-in for members.' },
  'manage',
  {
    record: DiscountCode,
    path: '/manage/discount-codes',
    names: ['discount code', 'discount codes'],
    views: (read) => (row) => discountCodeView(read, row),
    // Anyone who can read codes could give discounts away.
    staff: 'packages:adjust',
    example: like(DISCOUNT_CODES.welcome, 'createDiscountCode'),
  },
  ({ list, create, retrieve, update, remove }) => [
    list(
      "Returns the studio's codes with their usage counts, newest first.",
      (read, { filters, caller, page }) => discountCodePage(read, page, filters, caller.siteIds),
      { filters: { include_archived: optional(flag()) } },
    ),
    create(
      'A code takes a percentage or an amount off the first payment of a plan, or off a drop-in (`appliesTo`), for ' +
        'anyone who knows it and is eligible.',
      createDiscountCode,
      { example: { body: { code: 'SPRING20', name: 'Spring', percentOff: 20, eligibleSiteIds: [SITES.downtown] } } },
    ),
    retrieve('Archived codes can be retrieved, too.'),
    update('The new terms apply to later sales.', updateDiscountCode, { example: { body: { maxRedemptions: 50 } } }),
    remove('It can no longer be used. Existing sales made with it are not changed.', archiveDiscountCode),
  ],
);
