import type { Edit } from '../../../edit/use-edit.ts';
import { useText } from '../../../texts.tsx';
import { Select } from '../../../ui/select.tsx';
import { languageChoices } from '../languages.ts';
import { useFieldWords } from './field-words.ts';
import { One, OneField } from './one-field.tsx';

interface DetailsCardProps {
  readonly edit: Edit;
  readonly errorOf: (name: string) => string | undefined;
}

const INTENSITIES = ['1', '2', '3', '4', '5'] as const;
const INTENSITY_WORDS = {
  1: 'content.intensity1',
  2: 'content.intensity2',
  3: 'content.intensity3',
  4: 'content.intensity4',
  5: 'content.intensity5',
} as const;

/** What else is said of an entry: level, length, equipment, language, pictures. */
export const DetailsCard = ({ edit, errorOf }: DetailsCardProps) => {
  const t = useText();
  const { nameOf } = useFieldWords();
  const none = { id: '', name: t('content.notSaid') };
  return (
    <section className="card" aria-labelledby="entry-details">
      <header>
        <h2 id="entry-details">{t('content.details')}</h2>
      </header>
      <div className="body stack" data-gap="wide">
        <div className="fields">
          <OneField edit={edit} name="level" hint={t('content.levelHint')} />
          <OneField edit={edit} name="duration" error={errorOf('duration')} hint={t('content.lengthHint')} />
          <One edit={edit} name="intensity">
            <Select
              label={nameOf('intensity')}
              choices={[none, ...INTENSITIES.map((id) => ({ id, name: t(INTENSITY_WORDS[id]) }))]}
              value={edit.draft.intensity ?? ''}
              onChange={(id) => edit.set('intensity', id)}
            />
          </One>
          <One edit={edit} name="locale">
            <Select
              label={nameOf('locale')}
              choices={[none, ...languageChoices(edit.draft.locale)]}
              value={edit.draft.locale ?? ''}
              onChange={(id) => edit.set('locale', id)}
            />
          </One>
        </div>
        <OneField edit={edit} name="equipment" hint={t('content.equipmentHint')} />
        <OneField edit={edit} name="slug" hint={t('content.slugHint')} />
        <OneField edit={edit} name="posterUrl" type="url" hint={t('content.posterHint')} />
        <OneField edit={edit} name="thumbnailUrl" type="url" hint={t('content.thumbnailHint')} />
      </div>
    </section>
  );
};
