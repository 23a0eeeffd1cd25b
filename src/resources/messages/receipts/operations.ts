import { Type } from '@sinclair/typebox';
import { businessOperations } from '../../../http/operations/declare.ts';
import { at } from '../../../http/operations/example.ts';
import { conflict } from '../../../kernel/problem.ts';
import { described, id, nullable, shape } from '../../../kernel/schemas.ts';
import { Client } from '../../clients/record.ts';
import { PAYMENTS } from '../../demo-ids.ts';
import { findPayment } from '../../payments/queries.ts';
import { receiptOf } from '../../payments/receipts/receipt.ts';
import { Payment } from '../../payments/record.ts';
import type { MailPorts } from '../ports.ts';

const SentReceipt = shape('SentReceipt', () => ({
  object: Type.Literal('sent_receipt'),
  paymentId: id(),
  clientId: described(id(), 'The client who receives it.'),
  email: described(
    nullable(Type.String()),
    'The address it is sent to. `null` for callers who cannot read the client.',
  ),
}));

/** Receipts that the desk sends by mail. */
export const receiptOperations = ({ sendReceipt }: Pick<MailPorts, 'sendReceipt'>) =>
  businessOperations({ tag: 'Payments', audited: true, reads: 'manageGetPayment' }, 'manage', ({ write }) => [
    write(
      'POST /manage/payments/:id/receipt/send',
      'sendPaymentReceipt',
      {
        summary: "Email a payment's receipt",
        description:
          "Sends the email a client gets after a payment again. It goes to the client's email address and is " +
          'listed among their messages. Fails with 409 `payment_not_completed` while nothing has been paid, ' +
          '`mail_not_set_up` without a mail server, and `mail_not_possible` if the client has no address or emails ' +
          'to it bounce.',
        on: { ...Payment, find: findPayment },
        response: SentReceipt,
        status: 202,
        errors: [409],
        staff: 'packages:sell',
        example: at(PAYMENTS.tenClasses),
      },
      (tx, { caller, record }) => {
        const { client, paymentId } = receiptOf(tx, caller, record);
        if (sendReceipt === undefined) {
          throw conflict('mail_not_set_up', 'This studio sends no emails. Print the receipt.');
        }
        sendReceipt(tx, record);
        const email = client === null ? null : (Client.rows.find(tx, client.id)?.email ?? null);
        return { object: 'sent_receipt', paymentId, clientId: record.clientId, email };
      },
    ),
  ]);
