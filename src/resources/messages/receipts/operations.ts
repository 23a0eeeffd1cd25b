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

/** A receipt that is on its way. */
const SentReceipt = shape('SentReceipt', () => ({
  object: Type.Literal('sent_receipt'),
  paymentId: id(),
  clientId: described(id(), 'The client who gets it.'),
  email: described(
    nullable(Type.String()),
    'The address to which it goes; null for callers who may not read the client.',
  ),
}));

/** Receipts that the desk sends by mail. */
export const receiptOperations = ({ sendReceipt }: Pick<MailPorts, 'sendReceipt'>) =>
  businessOperations({ tag: 'Payments', audited: true, reads: 'manageGetPayment' }, 'manage', ({ write }) => [
    write(
      'POST /manage/payments/:id/receipt/send',
      'sendPaymentReceipt',
      {
        summary: 'Send the receipt of a payment by mail',
        description:
          'The mail that a client gets after a payment, once more. It goes to the email address of the client, and is among their messages. ' +
          '409 `payment_not_completed` while nothing is paid, `mail_not_set_up` without a mail server, and `mail_not_possible` ' +
          'where the client has no address or mails to it come back.',
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
