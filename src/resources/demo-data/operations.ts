import type { Read } from '../../database/database.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { requireWholeBrand } from '../../kernel/caller.ts';
import { conflict } from '../../kernel/problem.ts';
import { countDemoData, ownData } from './counts.ts';
import { hasDemoData } from './queries.ts';
import { removalInProgress, removeDemoData } from './remove.ts';
import { DemoDataRemoval, DemoDataRemovalPreview, RemoveDemoData } from './shapes.ts';

/** @throws Problem 409 `own_data_present` when something was added to the demo data. */
const requireNothingAdded = (read: Read): void => {
  const { clients, bookings, payments, plans, schedules, contentEntries } = ownData(read);
  if (clients + bookings + payments + plans + schedules + contentEntries === 0) return;
  throw conflict(
    'own_data_present',
    `Since the demo data were made, people have added ${clients} clients, ${bookings} bookings, ${payments} payments, ` +
      `${plans} plans, ${schedules} schedules and ${contentEntries} entries of the library, which would go too. ` +
      "To remove them as well, send 'includesOwnData' true.",
  );
};

const CHARGING = 'select 1 from "charges" where "isOpen" = 1 limit 1';

/** @throws Problem 409 `charge_in_progress`: the card would be charged for something that is gone. */
const requireNoCharge = (read: Read): void => {
  if (read.db.query(CHARGING).get() === null) return;
  throw conflict('charge_in_progress', 'A card is being charged at this moment. Try again in a minute.');
};

/** The demo data with which an owner may begin. */
export const demoDataOperations = businessOperations({ tag: 'Sign-in', audited: true }, 'manage', ({ write }) => [
  write(
    'POST /manage/demo-data/remove',
    'removeDemoData',
    {
      sensitive: true,
      reads: removalInProgress,
      hasEtag: false,
      summary: 'Remove the demo data with which the studio was set up',
      description:
        "Empties the studio as it was after set-up. Stays: the owner and people who have signed in or were invited, their sessions, API keys, webhooks, the settings of the brand and of its first site, and the audit log. What people have added to the demo data goes too, where 'includesOwnData' says so. It raises no event. A studio without demo data stays as it is.",
      body: RemoveDemoData,
      response: DemoDataRemoval,
      errors: [409],
      dryRun: {
        response: DemoDataRemovalPreview,
        preview(tx, _call, act) {
          const counts = countDemoData(tx);
          act();
          return { object: 'demo_data_removal_preview', ...counts };
        },
      },
      staff: 'clients:erase',
      sites: 'brand',
      example: { body: { includesOwnData: false } },
    },
    (tx, { caller, body }) => {
      requireWholeBrand(caller, 'demo data');
      if (!hasDemoData(tx)) return { object: 'demo_data_removal', isFinished: true };
      requireNoCharge(tx);
      if (body.includesOwnData !== true) requireNothingAdded(tx);
      return { object: 'demo_data_removal', isFinished: removeDemoData(tx) };
    },
  ),
]);
