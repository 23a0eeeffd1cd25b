import { like } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { flag, optional } from '../../kernel/schemas.ts';
import { DISCOUNT_CODES, SITES } from '../demo-ids.ts';
import { archiveDiscountCode, createDiscountCode, updateDiscountCode } from './codes.ts';
import { discountCodePage, discountCodeView } from './queries.ts';
import { DiscountCode } from './record.ts';

/** Codes that take something off the price of a plan, or of one visit (management.md). */
export const discountCodeOperations = recordOperations(
  { tag: 'Discount codes', about: 'Codes with which members and staff buy a plan, and members one visit, for less.' },
  'manage',
  {
    record: DiscountCode,
    path: '/manage/discount-codes',
    names: ['discount code', 'discount codes'],
    views: (read) => (row) => discountCodeView(read, row),
    // Who may read codes could give away what they take off.
    staff: 'packages:adjust',
    example: like(DISCOUNT_CODES.welcome, 'createDiscountCode'),
  },
  ({ list, create, retrieve, update, remove }) => [
    list(
      'The codes of the studio with how often they were used, the newest first.',
      (read, { filters, caller, page }) => discountCodePage(read, page, filters, caller.siteIds),
      { filters: { include_archived: optional(flag()) } },
    ),
    create(
      "A code takes a percentage or an amount off the first payment of a plan, or off one visit ('appliesTo'), for everybody who knows it and for whom it is.",
      createDiscountCode,
      { example: { body: { code: 'SPRING20', name: 'Spring', percentOff: 20, eligibleSiteIds: [SITES.downtown] } } },
    ),
    retrieve('Archived codes can be retrieved too.'),
    update('The new terms hold for later sales.', updateDiscountCode, { example: { body: { maxRedemptions: 50 } } }),
    remove('Nobody can use it any more. What was sold with it stays as it is.', archiveDiscountCode),
  ],
);
