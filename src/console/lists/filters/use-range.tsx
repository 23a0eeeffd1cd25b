import { useState } from 'react';
import { useText } from '../../base/texts.tsx';
import { instantAt } from '../../base/time/local-time.ts';
import { useNow } from '../../base/time/now.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { DialogForm } from '../../forms/dialog-form.tsx';
import { useForm } from '../../forms/form.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import type { ListFilter } from './filters.ts';
import { type Days, daysOfRange, instantsOf, RANGES, rangeText } from './range.ts';

interface RangeDialogProps {
  readonly days: Days | undefined;
  readonly onChoose: (text: string) => void;
  readonly onClose: () => void;
}

/** Asks for days that have no name. */
export const RangeDialog = ({ days, onChoose, onClose }: RangeDialogProps) => {
  const t = useText();
  const [from, setFrom] = useState(days?.from ?? '');
  const [to, setTo] = useState(days?.to ?? '');
  const problem =
    from === '' && to === '' ? t('lists.datesMissing') : to !== '' && to < from ? t('lists.datesTurned') : undefined;
  const form = useForm({
    problems: { to: problem },
    submit: () => {
      onClose();
      onChoose(rangeText({ from: from || undefined, to: to || undefined }));
    },
  });
  return (
    <DialogForm form={form} title={t('lists.datesTitle')} act={t('lists.datesShow')} onClose={onClose}>
      <div className="fields">
        <DateField label={t('lists.from')} autoFocus value={from} onChange={setFrom} />
        <DateField label={t('lists.to')} value={to} onChange={setTo} hint={t('lists.toHint')} {...form.field('to')} />
      </div>
    </DialogForm>
  );
};

/**
 * The filter of a list by days in a zone: ranges with names, or any dates. @param text the range in the address
 * @param onSet filters the list by another range
 */
export const useRange = (text: string | undefined, zone: string, onSet: (text: string) => void) => {
  const t = useText();
  const { localDate, date } = useFormats(zone);
  const [isAsking, setAsking] = useState(false);
  const today = localDate(useNow());
  const days = daysOfRange(text, today);
  const dateOf = (day: string): string => date(instantAt(day, '12:00', zone));
  const words = (): string | undefined => {
    if (days === undefined || (text !== undefined && Object.hasOwn(RANGES, text))) return undefined;
    const { from, to } = days;
    if (from === undefined) return t('lists.rangeUntil', { to: dateOf(to ?? '') });
    if (to === undefined) return t('lists.rangeSince', { from: dateOf(from) });
    return t('lists.rangeDates', { from: dateOf(from), to: dateOf(to) });
  };
  const filter: ListFilter = {
    id: 'range',
    label: t('lists.range'),
    choices: Object.entries(RANGES).map(([id, word]) => ({ id, name: t(word) })),
    value: days === undefined ? undefined : text,
    shown: words(),
    ask: { name: t('lists.otherDates'), onAsk: () => setAsking(true) },
  };
  return {
    filter,
    instants: instantsOf(days, zone),
    dialog: isAsking && <RangeDialog days={days} onChoose={onSet} onClose={() => setAsking(false)} />,
  };
};
