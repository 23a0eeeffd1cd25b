// What canceling a package would do.

import { Type } from '@sinclair/typebox';
import type { Read, Tx } from '../../../database/database.ts';
import type { WouldRaise } from '../../../database/dry-run.ts';
import type { Call, DryRun } from '../../../http/operations/call.ts';
import type { ReadableAmong } from '../../../http/operations/rights.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { count, described, extension, flag, id, money, nullable, shape } from '../../../kernel/schemas.ts';
import { upcomingBookingsOn } from '../../bookings/queries.ts';
import { Consequences, consequenceFields, simulateAll } from '../../consequences.ts';
import { debtOfPackage } from '../../payments/charging/queries.ts';
import type { Reactions } from '../../reactions.ts';
import { Package, type PackageRow } from '../record.ts';
import { packageCancellations } from '../tables.ts';
import { cancelPackage } from './cancel.ts';

interface PreviewDeps {
  readonly reactions: Pick<Reactions, 'packageCancelled' | 'goOnCancelling'>;
  readonly readableAmong: ReadableAmong;
}

/** As many bookings ahead are counted. */
const MOST_COUNTED = 1000;

const PackageCancelPreview = shape('PackageCancelPreview', () => ({
  object: Type.Literal('package_cancel_preview'),
  packageId: id(),
  creditsVoided: described(count(), 'The number of credits that would become void.'),
  renewalStops: described(flag(), 'Whether it would otherwise have renewed.'),
  bookingsKept: described(
    count(),
    `The number of upcoming bookings it pays for that are kept, counted up to ${MOST_COUNTED}.`,
  ),
  debt: extension(
    nullable(money()),
    'What the client owes for it, which stays owed unless `writeOffDebt` is set. `null` if nothing.',
  ),
  ...consequenceFields(),
}));

/** How many bookings ahead a package pays for, up to 1,000. */
const bookingsAhead = (read: Read, tx: Tx, packageId: string): number =>
  upcomingBookingsOn(read, packageId, { since: read.now, last: tx.id(), after: '', limit: MOST_COUNTED }).length;

/** How many credits of a package events have made void. */
export const voidedCredits = (events: readonly WouldRaise[], packageId: string): number => {
  let voided = 0;
  for (const { type, data } of events) {
    const isVoid = type === 'package.credits_changed' && data.packageId === packageId && data.bookingId === null;
    if (isVoid && data.delta < 0) voided -= data.delta;
  }
  return voided;
};

/** The reactions of a change that is repeated without its rest. */
export const WITHOUT_REST = { packageCancelled() {}, dropInChanged() {} };

type PreviewedCall = Call<Caller, object, { readonly reason?: string | null }, PackageRow>;

export const cancelPackagePreview = ({ reactions, readableAmong }: PreviewDeps): DryRun<PreviewedCall> => ({
  response: PackageCancelPreview,
  async run({ caller, id: packageId, record, body }, simulate) {
    const consequences = new Consequences();
    const cancel = (tx: Tx, { packageCancelled }: Pick<Reactions, 'packageCancelled'>) =>
      cancelPackage(tx, Package.find(tx, caller, packageId), { packageCancelled }, body);
    const { ahead, creditsVoided } = await simulate((tx, events) => {
      const found = bookingsAhead(tx, tx, packageId);
      cancel(tx, WITHOUT_REST);
      return { ahead: found, creditsVoided: voidedCredits(events, packageId) };
    });
    await simulateAll(simulate, consequences, {
      unfinished: packageCancellations,
      id: packageId,
      begin: (tx) => cancel(tx, reactions),
      repeat: (tx) => void cancel(tx, WITHOUT_REST),
      goOn: (tx) => reactions.goOnCancelling(tx, 'package', packageId),
    });
    const { debt, done } = await simulate((tx) => ({
      debt: debtOfPackage(tx, record),
      done: consequences.view({ read: tx, caller, readableAmong }),
    }));
    return {
      object: 'package_cancel_preview',
      packageId,
      creditsVoided,
      renewalStops: record.autoRenews === 1,
      bookingsKept: Math.max(0, ahead - done.bookingsCancelled),
      debt,
      ...done,
    };
  },
});
