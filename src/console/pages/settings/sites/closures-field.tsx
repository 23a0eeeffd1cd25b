import { X } from 'lucide-react';
import { useText } from '../../../base/texts.tsx';
import { isDate } from '../../../base/time/local-time.ts';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import type { ClosureDraft, SiteDraft } from '../../../parts/settings/site-record.ts';
import { Button } from '../../../ui/button.tsx';
import { AddRow } from '../../../ui/fields/add-row.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { Field } from '../../../ui/fields/field.tsx';

interface ClosuresFieldProps {
  readonly form: RecordForm<SiteDraft>;
  /** The date at the site, with which a new closure begins. */
  readonly today: string;
}

/** The days on which a site is closed. */
export const ClosuresField = ({ form, today }: ClosuresFieldProps) => {
  const t = useText();
  const closures = form.draft.closures;
  const set = (next: readonly ClosureDraft[]): void => form.set('closures', next);
  const change = (at: number, part: Partial<ClosureDraft>): void =>
    set(closures.map((each, index) => (index === at ? { ...each, ...part } : each)));
  return (
    <div className="stack" data-rows="">
      {closures.length === 0 && <p className="quiet">{t('sites.noClosures')}</p>}
      <ul className="stack">
        {closures.map(({ startDate, endDate, name }, at) => (
          // Closures have no id, and stay in their order while they are edited.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={at} className="item-row">
            <DateField
              label={t('sites.closureFrom')}
              value={startDate}
              // A closure of one day moves as a whole.
              onChange={(date) =>
                change(at, isDate(date) && endDate < date ? { startDate: date, endDate: date } : { startDate: date })
              }
              error={form.error?.detail(`closures[${at}].startDate`)}
            />
            <DateField
              label={t('sites.closureTo')}
              value={endDate}
              onChange={(date) => change(at, { endDate: date })}
              error={
                isDate(endDate) && endDate < startDate
                  ? t('sites.closureWrong')
                  : form.error?.detail(`closures[${at}].endDate`)
              }
            />
            <Field
              label={t('sites.closureName')}
              autoComplete="off"
              value={name}
              onChange={(text) => change(at, { name: text })}
              error={form.error?.detail(`closures[${at}].name`)}
            />
            <Button
              variant="quiet"
              iconOnly
              aria-label={t('sites.removeClosure', { name: name || startDate })}
              onPress={() => set(closures.filter((_, other) => other !== at))}
              icon={X}
            />
          </li>
        ))}
      </ul>
      <div>
        <AddRow onAdd={() => set([...closures, { startDate: today, endDate: today, name: '' }])}>
          {t('sites.addClosure')}
        </AddRow>
      </div>
    </div>
  );
};
