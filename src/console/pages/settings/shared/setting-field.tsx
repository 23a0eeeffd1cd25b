import type { ReactNode } from 'react';
import { useText } from '../../../base/texts.tsx';
import { FormField } from '../../../forms/form-field.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';

/** The form of some settings. */
export type SettingsEdit = RecordForm;

interface SettingProps {
  readonly form: SettingsEdit;
  /** Where it is in the settings: `booking.lateCancelWindowMinutes`. */
  readonly name: string;
  readonly isSite: boolean;
  /** What it does, in place of what is declared. */
  readonly ownHint?: string | undefined;
}

/** The field of a setting: what it does, what nothing means, and what it is by default. */
export const SettingControl = ({ form, name, isSite, ownHint }: SettingProps) => {
  const t = useText();
  const spec = form.specs[name];
  if (spec === undefined) return null;
  const { hint, usual } = spec;
  const { shownOf } = form.words;
  const empty = spec.kind === 'number' ? spec.empty : undefined;
  const said = [
    typeof hint === 'string' && t(hint),
    empty !== undefined && (isSite ? t('settings.emptyAsBrand') : t('settings.emptyMeans', { meaning: t(empty) })),
    // What is as it is by default need not be shown.
    usual !== undefined &&
      shownOf(name, usual) !== shownOf(name, form.draft[name] ?? '') &&
      t('settings.usual', { value: shownOf(name, usual) }),
  ].filter((part) => typeof part === 'string');
  return <FormField form={form} name={name} spec={spec} ownHint={ownHint ?? (said.join(' ') || undefined)} />;
};

/** What takes a few letters has a field of a few letters. */
const SHORT: readonly string[] = ['number', 'money', 'time'];

/** The same with a mark while it is changed. */
export const SettingOne = ({ isWide = false, ...setting }: SettingProps & { readonly isWide?: boolean }) => {
  const { form, name } = setting;
  return (
    <div
      className={isWide ? 'one wide' : 'one'}
      data-path={name}
      data-changed={form.changed.includes(name) ? '' : undefined}
      data-short={SHORT.includes(form.specs[name]?.kind ?? '') ? '' : undefined}
    >
      <SettingControl {...setting} />
    </div>
  );
};

/** One setting on a line of its own. @param own whether it is the brand's */
export const SettingField = ({ own, ...setting }: SettingProps & { readonly own: ReactNode }) => (
  <div className="rule">
    <SettingOne {...setting} isWide />
    {own}
  </div>
);
