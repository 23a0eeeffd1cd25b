import { Type } from '@sinclair/typebox';
import type { Read, Tx } from '../../../database/database.ts';
import type { Fields } from '../../../http/csv-columns.ts';
import { checked } from '../../../http/validation.ts';
import { type Caller, requireScope } from '../../../kernel/caller.ts';
import { invalid } from '../../../kernel/problem.ts';
import { instant, nullable, optional, part, type TObject } from '../../../kernel/schemas.ts';
import { createPlan, updatePlan } from '../../plans/plans.ts';
import { planPage } from '../../plans/queries.ts';
import { type CreatePlanBody, Plan, type PlanRow } from '../../plans/record.ts';
import { recordSiteChange } from '../../schedules/changes/follow-site.ts';
import { sitePage } from '../../sites/queries.ts';
import { type CreateSiteBody, Site, type SiteRow } from '../../sites/record.ts';
import { createSite, updateSite } from '../../sites/sites.ts';
import { idOfEmail, staffPage } from '../../staff/queries.ts';
import { type CreateStaffBody, Staff, type StaffRow } from '../../staff/record.ts';
import { createStaff, updateStaff } from '../../staff/staff.ts';
import { atCreation, byExternalId, checkId, differing, type Importable, idOf, requireIdentity, utc } from '../apply.ts';
import { own } from '../shapes.ts';

/** A family that others stand on, in terms of its own rules. */
interface Foundation<Row extends { readonly id: string; readonly externalId: string | null }, Body> {
  readonly name: string;
  readonly create: TObject;
  readonly wire: TObject;
  readonly isArchivable: boolean;
  readonly scope?: string;
  byId(read: Read, id: string): Row | undefined;
  byExternalId(read: Read, externalId: string | null | undefined): Row | undefined;
  /** How it is found again besides id and external id, where there is another way. */
  otherwise?(read: Read, fields: Fields): Row | undefined;
  /** The record as it is shown, for whoever may see it. @throws Problem 404 */
  shown(read: Read, caller: Caller, id: string): object;
  make(tx: Tx, caller: Caller, body: Body, id: string): unknown;
  change(tx: Tx, caller: Caller, row: Row, body: Fields): Row;
  /** Sets what no rule sets: when it was archived, and when it was last changed elsewhere. */
  set(tx: Tx, id: string, columns: Fields): void;
}

const archived = { archivedAt: optional(nullable(instant())) };

const foundation = <Row extends { readonly id: string; readonly externalId: string | null }, Body>(
  family: Foundation<Row, Body>,
): Importable => {
  const creation = checked(family.create);
  const shape = part({
    ...own,
    ...(family.isArchivable ? archived : {}),
    ...Type.Partial(family.create).properties,
  });

  const known = (read: Read, fields: Fields): Row | undefined => {
    const id = fields.id as string | undefined;
    const found =
      (id === undefined ? undefined : family.byId(read, id)) ??
      family.byExternalId(read, fields.externalId as string | null | undefined) ??
      family.otherwise?.(read, fields);
    if (found !== undefined) checkId(id, found.id, 'externalId or email');
    return found;
  };

  return {
    name: family.name,
    shape,
    wire: family.wire,
    take(tx, caller, fields) {
      if (family.scope !== undefined) requireScope(caller, family.scope);
      const { id, createdAt, updatedAt, archivedAt, ...body } = fields;
      const row = known(tx, fields);
      if (row !== undefined) {
        const changes = differing(body, family.shown(tx, caller, row.id));
        const isChanged = Object.keys(changes).length > 0 && family.change(tx, caller, row, changes) !== row;
        return { id: row.id, action: isChanged ? 'updated' : 'unchanged' };
      }
      if (family.otherwise === undefined) requireIdentity(fields);
      if (!creation.fits(body)) throw invalid(creation.problems(body));
      const made = idOf(tx, id as string | undefined);
      family.make(atCreation(tx, createdAt as string | undefined), caller, body as Body, made);
      const columns = { archivedAt: utc(archivedAt as string | null), updatedAt: utc(updatedAt as string) };
      family.set(tx, made, Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)));
      return { id: made, action: 'created' };
    },
  };
};

export const importSites = foundation<SiteRow, CreateSiteBody>({
  name: 'sites',
  create: Site.create,
  wire: Site.schema,
  isArchivable: true,
  scope: 'sites:write',
  byId: Site.rows.find,
  byExternalId: (read, externalId) => byExternalId(read, sitePage, externalId),
  shown: (read, caller, id) => Site.view(Site.find(read, caller, id)),
  make: createSite,
  change: (tx, _caller, row, body) => updateSite(tx, row, body, { siteChanged: recordSiteChange }),
  set: Site.rows.update,
});

export const importStaff = foundation<StaffRow, CreateStaffBody>({
  name: 'staff',
  create: Staff.create,
  wire: Staff.schema,
  isArchivable: false,
  scope: 'staff:write',
  byId: Staff.rows.find,
  byExternalId: (read, externalId) => byExternalId(read, staffPage, externalId),
  otherwise: (read, { email }) =>
    typeof email === 'string' ? Staff.rows.find(read, idOfEmail(read, email.toLowerCase()) ?? '') : undefined,
  shown: (read, caller, id) => Staff.view(Staff.find(read, caller, id)),
  make: createStaff,
  change: updateStaff,
  set: Staff.rows.update,
});

export const importPlans = foundation<PlanRow, CreatePlanBody>({
  name: 'plans',
  create: Plan.create,
  wire: Plan.schema,
  isArchivable: true,
  byId: Plan.rows.find,
  byExternalId: (read, externalId) => byExternalId(read, planPage, externalId),
  shown: (read, caller, id) => Plan.view(Plan.find(read, caller, id)),
  make: createPlan,
  change: updatePlan,
  set: Plan.rows.update,
});
