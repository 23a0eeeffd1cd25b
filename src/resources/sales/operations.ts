import type { Call, Trial } from '../../http/operations/call.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import type { RequireOperation } from '../../http/operations/rights.ts';
import type { Caller } from '../../kernel/caller.ts';
import { MEMBER, PLANS } from '../demo-ids.ts';
import type { ChargeDeps } from '../payments/charging/call-processor.ts';
import { cardOfSale, methodOf } from '../payments/sale.ts';
import type { RefundReactions } from '../reactions.ts';
import { sellByCard } from './by-card.ts';
import { saleToMake } from './free-sale.ts';
import { previewOf, sellAndBook, soldView } from './sell-and-book.ts';
import { SalePreview, SellPackage, type SellPackageBody, SoldPackage } from './shapes.ts';

interface SaleDeps {
  readonly charging: ChargeDeps;
  readonly reactions: RefundReactions;
  readonly requireOperation: RequireOperation;
}

type SaleCall = Call<Caller, object, SellPackageBody, undefined>;

/** @throws Problem 403 for a sale that books, without what booking needs. */
const requireBooking = ({ requireOperation }: SaleDeps, caller: Caller, { bookSessionId }: SellPackageBody): void => {
  if (typeof bookSessionId === 'string') requireOperation(caller, ['createBooking']);
};

/** Makes the sale in a transaction that is rolled back. Of a card, it checks that it could be charged. */
const salePreview = (deps: SaleDeps): Trial<SaleCall> => ({
  response: SalePreview,
  run({ caller, body }, simulate) {
    requireBooking(deps, caller, body);
    return simulate((tx) => {
      const { sale, cardId = cardOfSale(tx, caller, sale, deps.charging) } = saleToMake(
        tx,
        caller,
        body,
        deps.charging,
      );
      return previewOf(tx, soldView(tx, sellAndBook(tx, caller, sale, { cardId })));
    });
  },
});

export const saleOperations = (deps: SaleDeps) =>
  businessOperations({ tag: 'Packages', audited: true, reads: 'manageGetPackage' }, 'manage', ({ flow }) => [
    flow(
      'POST /manage/packages',
      'sellPackage',
      {
        summary: 'Sell a plan to a client, optionally with a booking',
        description:
          'For clients who buy at the front desk or in your own shop. The response includes the package with its ' +
          'payment and booking. `card` charges a saved card immediately; `cash` and `external` record money ' +
          'received elsewhere. `bookSessionId` also books a session: both succeed or neither does. `discountCode` ' +
          'applies a discount; if that makes the sale free, no card is charged. With `dry_run`, the response says ' +
          'what the client would get, and nothing is changed.',
        body: SellPackage,
        status: 201,
        response: SoldPackage,
        dryRun: salePreview(deps),
        staff: 'packages:sell',
        sites: 'named',
        example: { body: { clientId: MEMBER, planId: PLANS.monthly, paymentMethod: 'cash' } },
      },
      async ({ caller, body, requestKey }, conclude) => {
        requireBooking(deps, caller, body);
        const { sale, cardId } = deps.charging.store.read((read) => saleToMake(read, caller, body, deps.charging));
        if (methodOf(sale) === 'card') {
          const call = { caller, body: sale, requestKey };
          return sellByCard({ ...deps.charging, reactions: deps.reactions }, call, conclude);
        }
        return conclude((tx) => soldView(tx, sellAndBook(tx, caller, sale, { cardId })));
      },
    ),
  ]);
