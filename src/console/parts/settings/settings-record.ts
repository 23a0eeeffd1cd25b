import type { TextKey } from '../../../texts/translate.ts';
import type { Schemas } from '../../api/types.ts';
import { type FieldTable, fieldsOf } from '../../forms/record-fields.ts';
import type { Draft, Table } from '../../forms/specs.ts';

export type Settings = Schemas['Settings'];
type SettingsBody = Schemas['UpdateSettingsRequest'];

/** Numbers and amounts as the settings take them: the server says what is wrong with all fields at once. */
const asTyped = <Specs extends object>(table: Specs): Specs =>
  Object.fromEntries(
    Object.entries(table).map(([name, spec]) => [
      name,
      spec.kind === 'number' || spec.kind === 'money' ? { ...spec, isAsTyped: true } : spec,
    ]),
  ) as Specs;

/** Declares some of the settings. */
export const settingsOf =
  <Own = unknown>() =>
  (table: Table<Settings, SettingsBody, Own>) =>
    fieldsOf<Settings, SettingsBody, Own>()(asTyped(table));

type SettingsFields = FieldTable<Settings, SettingsBody, Draft>;

/** Settings that belong together. */
export interface Part {
  readonly title: TextKey;
  readonly fields: SettingsFields;
  /** Sites have no values of their own. */
  readonly isOfBrand?: true;
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a setting, such as `booking.lateCancelWindowMinutes`. */
export const valueAt = (settings: Settings, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isMap(value) ? value[name] : undefined), settings);
