import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { useFieldName, useValueName } from '../../../parts/data/field-names.ts';
import type { Check } from './import-api.ts';

type Note = Check['notes'][number];

const textOf = ({ facts }: Note, name: string): string => String(facts[name] ?? '');

/** How a file was read where there was a choice, as people say it. */
export const useNoteWords = () => {
  const t = useText();
  const { list } = useFormats();
  const nameOf = useFieldName();
  const valueName = useValueName();
  const readAs = ({ examples }: Note, nameValue = (value: string) => value): string =>
    list(examples.map(({ text, value }) => t('data.noteRead', { text, value: nameValue(value) })));
  return (note: Note): string => {
    const { column, reason, examples, facts } = note;
    switch (reason) {
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
      case 'encoding_overridden':
      case 'encoding_unknown':
        return t('data.noteEncoding', { encoding: textOf(note, 'encoding') });
    }
  };
};
