import { businessOperations } from '../../http/operations/declare.ts';
import { from } from '../../http/operations/example.ts';
import type { RequireOperation } from '../../http/operations/rights.ts';
import { CLIENT_CHANGES, MEMBER } from '../demo-ids.ts';
import type { Reactions } from '../reactions.ts';
import { changeClients, previewChange, requireAct } from './change.ts';
import { clientChangePage } from './queries.ts';
import { ChangeClients, ClientChange, ClientChangePreview } from './record.ts';

interface Deps {
  readonly reactions: Reactions;
  readonly requireOperation: RequireOperation;
}

/** Changes of many clients together (management.md). */
export const clientChangeOperations = ({ reactions, requireOperation }: Deps) =>
  businessOperations({ tag: 'Clients', audited: true, reads: 'getClientChange' }, 'manage', ({ list, read, write }) => [
    write(
      'POST /manage/clients/bulk',
      'changeClients',
      {
        summary: 'Update many clients',
        description:
          'Adds or removes tags, sets a status, or archives clients: those in `clientIds`, or all that match ' +
          '`filters`. A large change continues after the response, and its record shows the progress. `dry_run` ' +
          'returns how many clients would change.',
        body: ChangeClients,
        status: 201,
        response: ClientChange.schema,
        dryRun: {
          response: ClientChangePreview,
          preview(tx, { caller, body }) {
            requireAct(requireOperation, caller, body);
            return previewChange(tx, caller, body);
          },
        },
        staff: 'clients:write',
        sites: 'named',
        example: { body: { clientIds: [MEMBER], act: 'add_tags', tags: ['spring'] } },
      },
      (tx, { caller, body }) => {
        requireAct(requireOperation, caller, body);
        return ClientChange.view(changeClients(tx, caller, body, reactions));
      },
    ),
    list(
      'GET /manage/client-changes',
      'listClientChanges',
      {
        summary: 'List bulk client changes',
        description: 'Returns the newest first. A credential limited to some sites sees changes started for its sites.',
        response: ClientChange.list,
        staff: 'clients:write',
      },
      (view, { caller, page }) => ({ page: clientChangePage(view, page, {}, caller.siteIds), view: ClientChange.view }),
    ),
    read(
      'GET /manage/client-changes/:id',
      'getClientChange',
      {
        summary: 'Retrieve a bulk client change',
        description: 'How many clients it has changed so far, and whether it is completed.',
        on: ClientChange,
        response: ClientChange.schema,
        staff: 'clients:write',
        example: { path: { id: from(CLIENT_CHANGES.regulars, 'listClientChanges', '/data/0/id') } },
      },
      (_read, { record }) => ClientChange.view(record),
    ),
  ]);
