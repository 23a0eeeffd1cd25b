import type { Static, TObject } from '@sinclair/typebox';
import { PACKAGE_STATUSES } from '../../events/enumerations.ts';
import {
  extensionParameter,
  id,
  instant,
  integer,
  line,
  nullable,
  oneOf,
  optional,
  shape,
} from '../../kernel/schemas.ts';
import { Package } from './record.ts';

const {
  client: _client,
  payment: _payment,
  ledger: _ledger,
  metadata: _metadata,
  ...memberFields
} = Package.schema.properties;

/** A package as its client sees it: without `metadata`, which belongs to integrations. */
export const MemberPackage = shape('MemberPackage', memberFields);

export const packageFilters = {
  client_id: optional(id()),
  status: optional(oneOf(...PACKAGE_STATUSES)),
  external_id: extensionParameter(line(255)),
};

const reason = () => optional(nullable(line(500)));

export const CancelPackage = shape('CancelPackageRequest', { reason: reason() });

export const AdjustPackage = shape('AdjustPackageRequest', { delta: integer(-100_000, 100_000), reason: reason() });

export const FreezePackage = shape('FreezePackageRequest', {
  startsAt: optional(instant()),
  endsAt: optional(instant()),
  reason: reason(),
});

export type PackageQuery = Static<TObject<typeof packageFilters>>;
export type MemberPackageAnswer = Static<typeof MemberPackage>;
export type AdjustPackageBody = Static<typeof AdjustPackage>;
export type FreezePackageBody = Static<typeof FreezePackage>;
