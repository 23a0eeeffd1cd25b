import { X } from 'lucide-react';
import { useText } from '../../../base/texts.tsx';
import { type Day, dayName, weekFrom } from '../../../base/time/weekdays.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import type { OpeningHour, SiteDraft } from '../../../parts/settings/site-record.ts';
import { useMe } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { AddRow } from '../../../ui/fields/add-row.tsx';
import { TimeField } from '../../../ui/fields/time-field.tsx';

/** The hours that a day gets first. */
const USUAL = { open: '08:00', close: '20:00' };

/** When a site is open in a week: each day has no, one or several stretches. */
export const HoursField = ({ form }: { form: RecordForm<SiteDraft> }) => {
  const t = useText();
  const { locale } = useFormats();
  const { studio } = useMe();
  const hours = form.draft.openingHours;
  const set = (next: readonly OpeningHour[]): void => form.set('openingHours', next);
  const change = (at: number, part: Partial<OpeningHour>): void =>
    set(hours.map((each, index) => (index === at ? { ...each, ...part } : each)));
  const add = (day: Day): void => {
    const last = hours.findLast((each) => each.day === day);
    set([...hours, last === undefined ? { day, ...USUAL } : { day, open: last.close, close: '22:00' }]);
  };
  return (
    <ul className="site-hours ruled">
      {weekFrom(studio.weekStart).map((day) => {
        const name = dayName(day, locale, 'long');
        const own = hours.flatMap((each, at) => (each.day === day ? [{ ...each, at }] : []));
        return (
          <li key={day} data-rows="">
            <span className="strong">{name}</span>
            <div className="stretches">
              {own.length === 0 && <span className="quiet">{t('sites.closed')}</span>}
              {own.map(({ at, open, close }, index) => (
                <div key={at} className="row">
                  <TimeField
                    aria-label={t('sites.opensOn', { day: name, number: index + 1 })}
                    value={open}
                    onChange={(time) => change(at, { open: time })}
                    error={form.error?.detail(`openingHours[${at}].open`)}
                  />
                  <span className="quiet">{t('sites.until')}</span>
                  <TimeField
                    aria-label={t('sites.closesOn', { day: name, number: index + 1 })}
                    value={close}
                    onChange={(time) => change(at, { close: time })}
                    error={form.error?.detail(`openingHours[${at}].close`)}
                  />
                  <Button
                    variant="quiet"
                    iconOnly
                    aria-label={t('sites.removeHours', { day: name, number: index + 1 })}
                    onPress={() => set(hours.filter((_, other) => other !== at))}
                    icon={X}
                  />
                </div>
              ))}
            </div>
            <AddRow variant="quiet" aria-label={t('sites.addHoursOn', { day: name })} onAdd={() => add(day)}>
              {t('sites.addHours')}
            </AddRow>
          </li>
        );
      })}
    </ul>
  );
};
