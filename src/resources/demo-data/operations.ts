import type { Read } from '../../database/database.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { requireWholeBrand } from '../../kernel/caller.ts';
import { conflict } from '../../kernel/problem.ts';
import { countDemoData } from './counts.ts';
import { hasDemoData } from './queries.ts';
import { removalInProgress, removeDemoData } from './removal/remove.ts';
import { DemoDataRemoval, DemoDataRemovalPreview, RemoveDemoData } from './shapes.ts';

const CHARGING = 'select 1 from "charges" where "isOpen" = 1 limit 1';

/** @throws Problem 409 `charge_in_progress`: the card would be charged for something that is gone. */
const requireNoCharge = (read: Read): void => {
  if (read.db.query(CHARGING).get() === null) return;
  throw conflict('charge_in_progress', 'A card is being charged right now. Try again in a minute.');
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
      summary: 'Remove the demo data the studio was set up with',
      description:
        'Removes the demo data by ID. What people have created or changed since is kept, with everything it ' +
        'depends on, such as the packages of a client whose name was changed; `kept` lists it. If there is none, ' +
        'or if `includesOwnData` removes that too, the studio is as it was after setup. Always kept: the owner and ' +
        'people who have signed in or were invited, their sessions, API keys, webhooks, the settings of the brand ' +
        'and its first site, and the audit log. Raises no event. A studio without demo data is not changed.',
      body: RemoveDemoData,
      response: DemoDataRemoval,
      errors: [409],
      dryRun: {
        response: DemoDataRemovalPreview,
        preview(tx, { body }, act) {
          const counts = countDemoData(tx, body.includesOwnData === true);
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
      if (!hasDemoData(tx)) return { object: 'demo_data_removal', isFinished: true, kept: [] };
      requireNoCharge(tx);
      const includesOwnData = body.includesOwnData === true;
      const counts = countDemoData(tx, includesOwnData);
      const isFinished = removeDemoData(tx, { ...counts, includesOwnData });
      return { object: 'demo_data_removal', isFinished, kept: counts.kept };
    },
  ),
]);
