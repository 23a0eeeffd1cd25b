import { Message, type MessageRow } from '../../src/resources/messages/record.ts';
import { MAIN_SITE, type Studio } from './api.ts';

/** Adds a message to a client that was sent. Returns its id. */
export const addMessage = (studio: Studio, clientId: string, given: Partial<MessageRow> = {}): Promise<string> =>
  studio.store.write((tx) => {
    const row: MessageRow = {
      ...Message.initial(tx),
      kind: 'receipt',
      siteId: MAIN_SITE,
      clientId,
      staffId: null,
      sourceId: tx.id(),
      data: '{}',
      status: 'sent',
      dueAt: tx.now,
      sentAt: tx.now,
      toEmail: 'ann@example.com',
      subject: 'Receipt',
      attempts: 1,
      errorCode: null,
      errorMessage: null,
      ...given,
    };
    Message.rows.insert(tx, row);
    return row.id;
  });
