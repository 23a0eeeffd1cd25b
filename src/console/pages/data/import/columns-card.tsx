import { CircleHelp, History } from 'lucide-react';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { isCommon, isTechnical, useFieldName } from '../../../parts/data/field-names.ts';
import { Select } from '../../../ui/choices/select.tsx';
import { RadioField } from '../../../ui/fields/radio-field.tsx';
import { Status } from '../../../ui/notices/status.tsx';
import type { DateOrder, NameOrder, Preview } from './import-api.ts';

const LEAVE_OUT = '-';

interface ColumnsCardProps {
  readonly preview: Preview;
  readonly onField: (heading: string, field: string) => void;
  readonly dates: DateOrder | undefined;
  readonly onDates: (order: DateOrder) => void;
  readonly names: NameOrder | undefined;
  readonly onNames: (order: NameOrder) => void;
  /** Whether the check waits for the order of the dates, or of the names. */
  readonly isUnanswered: boolean;
}

/** The fields of a family, those that most files have first. @param inUse the fields that columns of the file have already */
const useChoices = (fields: readonly string[], inUse: ReadonlySet<string | null>) => {
  const t = useText();
  const nameOf = useFieldName();
  const choice = (field: string) => ({ id: field, name: nameOf(field) });
  return [
    { id: LEAVE_OUT, name: t('data.leaveOut') },
    ...fields.filter(isCommon).map(choice),
    ...fields.filter((field) => !isCommon(field) && (!isTechnical(field) || inUse.has(field))).map(choice),
  ];
};

/** The question for the order of dates, with a date of the file as it would be read. */
const DatesQuestion = ({
  preview,
  dates,
  onDates,
  isUnanswered,
}: Pick<ColumnsCardProps, 'preview' | 'dates' | 'onDates' | 'isUnanswered'>) => {
  const t = useText();
  const { list, on } = useFormats();
  const found = preview.dates;
  const [example] = found?.examples ?? [];
  if (found === null || !found.isAmbiguous || example === undefined) return null;
  const written = (date: string | null): string => (date === null ? '' : on({ dateStyle: 'long' })(date));
  const { text } = example;
  return (
    <div className="notice" data-tone={dates === undefined ? 'caution' : undefined}>
      <div className="text stack">
        <span>{t('data.datesLead', { columns: list(found.columns), text })}</span>
        <RadioField<DateOrder>
          label={t('data.datesTitle')}
          value={dates ?? null}
          choices={[
            { id: 'dmy', label: t('data.dayFirst', { text, date: written(example.dmy) }) },
            { id: 'mdy', label: t('data.monthFirst', { text, date: written(example.mdy) }) },
          ]}
          onChange={onDates}
          error={isUnanswered && dates === undefined ? t('data.datesUnanswered') : undefined}
        />
        {found.order !== null && <span className="hint">{t('data.datesKnown')}</span>}
      </div>
    </div>
  );
};

/** The question which name is the family name, with a name of the file as it would be read. */
const NamesQuestion = ({
  preview,
  names,
  onNames,
  isUnanswered,
}: Pick<ColumnsCardProps, 'preview' | 'names' | 'onNames' | 'isUnanswered'>) => {
  const t = useText();
  const found = preview.names;
  const [example] = found?.examples ?? [];
  if (found === null || example === undefined) return null;
  const { text, firstLast, lastFirst } = example;
  return (
    <div className="notice" data-tone={names === undefined ? 'caution' : undefined}>
      <div className="text stack">
        <span>{t('data.namesLead', { column: found.column })}</span>
        <RadioField<NameOrder>
          label={t('data.namesTitle', { text })}
          value={names ?? null}
          choices={[
            { id: 'first-last', label: t('data.familyLast', { name: firstLast.lastName }) },
            { id: 'last-first', label: t('data.familyFirst', { name: lastFirst.lastName }) },
          ]}
          onChange={onNames}
          error={isUnanswered && names === undefined ? t('data.namesUnanswered') : undefined}
        />
      </div>
    </div>
  );
};

/** What each column of a file becomes, with examples; corrected by hand. */
export const ColumnsCard = ({ preview, onField, isUnanswered, ...asked }: ColumnsCardProps) => {
  const t = useText();
  const choices = useChoices(preview.fields, new Set(preview.columns.map(({ field }) => field)));
  return (
    <section className="card" aria-labelledby="import-columns">
      <header>
        <h2 id="import-columns">{t('data.columns')}</h2>
      </header>
      <div className="body stack">
        <p className="quiet">{t('data.columnsLead')}</p>
        <DatesQuestion preview={preview} dates={asked.dates} onDates={asked.onDates} isUnanswered={isUnanswered} />
        <NamesQuestion preview={preview} names={asked.names} onNames={asked.onNames} isUnanswered={isUnanswered} />
      </div>
      <ul className="column-list">
        {preview.columns.map(({ heading, field, by, isDerived, examples }) => (
          <li key={heading}>
            <div className="column-name">
              <b className="strong">{heading}</b>
              <small className="quiet clip">
                {examples.length === 0 ? t('data.noExamples') : examples.join(' · ')}
              </small>
            </div>
            <div className="column-state">
              {by === null && !isDerived && (
                <Status icon={CircleHelp} tone="caution">
                  {t('data.unknown')}
                </Status>
              )}
              {by === 'kept' && (
                <Status icon={History} tone="info">
                  {t('data.keptFromLast')}
                </Status>
              )}
            </div>
            <Select
              label={t('data.becomesOf', { heading })}
              value={field ?? LEAVE_OUT}
              choices={choices}
              onChange={(id) => onField(heading, id === LEAVE_OUT ? '' : id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
};
