import type { Tx } from '../../database/database.ts';
import type { Call, DryRun } from '../../http/operations/call.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { renewAllWith, renewedOtherwise } from '../packages/member/card.ts';
import { Package } from '../packages/record.ts';
import { makeDefault } from './payment-methods.ts';
import type { PaymentMethodRow } from './record.ts';
import { DefaultCardPreview, type DefaultCardPreviewResponse } from './shapes.ts';

/** Makes a card the default, and charges whatever renews of its client to it: members know one card that pays. */
export const payAllWith = (tx: Tx, member: MemberCaller, row: PaymentMethodRow): PaymentMethodRow => {
  const card = makeDefault(tx, row);
  renewAllWith(tx, member, card);
  return card;
};

export const defaultPreview: DryRun<Call<MemberCaller, object, object, PaymentMethodRow>> = {
  response: DefaultCardPreview,
  preview(tx, { record }, act): DefaultCardPreviewResponse {
    const moved = renewedOtherwise(tx, record.clientId, record.id);
    act();
    const packages = Package.rows.findAll(
      tx,
      moved.map(({ id }) => id),
    );
    return {
      object: 'member_default_payment_method_preview',
      paymentMethodId: record.id,
      packages: packages.map(({ id, name, nextRenewalAt, price, currency }) => ({
        id,
        name,
        nextRenewalAt,
        price,
        currency,
      })),
    };
  },
};
