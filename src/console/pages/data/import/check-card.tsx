import { CircleCheck, TriangleAlert } from 'lucide-react';
import { present } from '../../../base/present.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { useFieldName, useValueName } from '../../../parts/data/field-names.ts';
import { Button } from '../../../ui/button.tsx';
import { Status } from '../../../ui/notices/status.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { useCauseWords } from './cause-words.ts';
import type { Check, Chosen } from './import-api.ts';
import { BadRowsButton } from './run/bad-rows-button.tsx';

type Note = Check['notes'][number];

const textOf = ({ facts }: Note, name: string): string => String(facts[name] ?? '');

/** How a file was read where there was a choice, as people say it. */
const useNoteWords = () => {
  const t = useText();
  const { list } = useFormats();
  const nameOf = useFieldName();
  const valueName = useValueName();
  const readAs = ({ examples }: Note, nameValue = (value: string) => value): string =>
    list(examples.map(({ text, value }) => t('data.noteRead', { text, value: nameValue(value) })));
  return (note: Note): string => {
    const { column, reason, examples, facts } = note;
    switch (reason) {
      case 'columns_matched':
        return `${readAs(note, nameOf)}.`;
      case 'values_mapped':
        return t('data.noteColumn', { column, read: readAs(note, valueName) });
      case 'amounts_read':
      case 'names_split':
        return t('data.noteColumn', { column, read: readAs(note) });
      case 'amounts_mixed':
        return t('data.noteMixed', { column, read: readAs(note) });
      case 'first_name_column':
        return t('data.noteColumn', { column, read: nameOf('firstName') });
      case 'last_name_column':
        return t('data.noteColumn', { column, read: nameOf('lastName') });
      case 'birthdays_left_out':
        return t('data.noteBirthdays', {
          column,
          values: list(examples.map(({ text }) => text)),
          count: Number(facts.count),
        });
      case 'room_taken_twice':
        return t('data.noteRoom', {
          row: textOf(note, 'row'),
          room: textOf(note, 'roomName'),
          name: textOf(note, 'name'),
        });
      case 'renewal_left_out':
        return t('data.noteNoRenewal', { row: textOf(note, 'row') });
      case 'renews_at_once':
        return t('data.noteRenewsNow', { row: textOf(note, 'row') });
      case 'encoding_overridden':
      case 'encoding_unknown':
        return t('data.noteEncoding', { encoding: textOf(note, 'encoding') });
    }
  };
};

/** What would become of the rows, in words: 7 are new, 2 change. */
const useOutcome = () => {
  const t = useText();
  const { list } = useFormats();
  return ({ created, updated, unchanged }: Pick<Check, 'created' | 'updated' | 'unchanged'>): string =>
    list(
      present([
        created > 0 && t('data.created', { count: created }),
        updated > 0 && t('data.updated', { count: updated }),
        unchanged > 0 && t('data.unchanged', { count: unchanged }),
      ]),
    );
};

const Causes = ({ causes }: Pick<Check, 'causes'>) => {
  const t = useText();
  const nameOf = useFieldName();
  const { wordsOf } = useCauseWords();
  const { list } = useFormats();
  return (
    <ul className="cause-list" aria-label={t('data.causes')}>
      {causes.map((cause) => {
        const { column, message, count, rows, values } = cause;
        const named = rows.join(', ');
        const shown = count > rows.length ? t('data.causeMore', { rows: named }) : named;
        return (
          <li key={`${column} ${message}`}>
            <Icon of={TriangleAlert} />
            <div className="text">
              {column !== null && <b className="strong">{nameOf(column)}</b>}
              <span>{wordsOf(cause)}</span>
              <small className="quiet">
                {t('data.causeRows', { count, rows: shown })}
                {values.length > 0 && ` · ${t('data.causeValues', { values: list(values) })}`}
              </small>
            </div>
          </li>
        );
      })}
    </ul>
  );
};

interface CheckCardProps {
  readonly chosen: Chosen;
  readonly check: Check;
  readonly onImport: () => void;
}

/** What came of the trial of an import: what needs a look by cause, and the way to import the rest. */
export const CheckCard = ({ chosen, check, onImport }: CheckCardProps) => {
  const t = useText();
  const outcomeOf = useOutcome();
  const noteInWords = useNoteWords();
  const { rows, bad, notes } = check;
  const fine = rows - bad;
  return (
    <section className="card" aria-labelledby="import-check" aria-live="polite">
      <header>
        <h2 id="import-check">{t('data.checked')}</h2>
      </header>
      <div className="body stack">
        <Status icon={bad === 0 ? CircleCheck : TriangleAlert} tone={bad === 0 ? 'positive' : 'caution'}>
          {bad === 0 ? t('data.allFine', { rows }) : t('data.someBad', { rows, fine, bad })}
        </Status>
        {fine > 0 && <p className="quiet">{outcomeOf(check)}</p>}
        {bad > 0 && <p>{fine === 0 ? t('data.nothingImported') : t('data.importFineLead')}</p>}
        {notes.length > 0 && (
          <details>
            <summary>{t('data.notes')}</summary>
            <ul className="note-list small quiet">
              {notes.map((note) => (
                <li key={`${note.column} ${note.message}`}>{noteInWords(note)}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {bad > 0 && <Causes causes={check.causes} />}
      <footer className="row" data-wrap="">
        {fine > 0 && (
          <Button variant="primary" onPress={onImport}>
            {bad === 0 ? t('data.importRows', { rows }) : t('data.importFine', { rows: fine })}
          </Button>
        )}
        {bad > 0 && <BadRowsButton chosen={chosen} check={check} />}
      </footer>
    </section>
  );
};
