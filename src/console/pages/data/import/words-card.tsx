import { CircleHelp } from 'lucide-react';
import { present } from '../../../base/present.ts';
import { useText } from '../../../base/texts.tsx';
import { useFieldName, useValueName } from '../../../parts/data/field-names.ts';
import { Select } from '../../../ui/choices/select.tsx';
import { Status } from '../../../ui/notices/status.tsx';
import { type Preview, type Words, wordKey, wordValue } from './import-api.ts';

const NOT_SAID = '?';
const NOTHING = '-';

interface WordsCardProps {
  readonly choices: Preview['choices'];
  readonly words: Words;
  readonly onWord: (key: string, value: string) => void;
  /** Whether the check waits for a word. */
  readonly isUnanswered: boolean;
}

/** The words of another system for choices, and what each of them is: known ones are chosen already. */
export const WordsCard = ({ choices, words, onWord, isUnanswered }: WordsCardProps) => {
  const t = useText();
  const nameOf = useFieldName();
  const valueName = useValueName();
  return (
    <section className="card" aria-labelledby="import-words">
      <header>
        <h2 id="import-words">{t('data.words')}</h2>
      </header>
      <div className="body stack">
        <p className="quiet">{t('data.wordsLead')}</p>
        {isUnanswered && (
          <p className="error" role="alert">
            {t('data.wordsUnanswered')}
          </p>
        )}
      </div>
      <ul className="column-list">
        {choices.flatMap(({ heading, field, allowed, words: found }) =>
          found.map((word) => {
            const key = wordKey(field, word.text);
            const value = wordValue(field, word, words);
            const unsaid = { id: NOT_SAID, name: t('data.wordUnsaid') };
            return (
              <li key={key} data-unsaid={value === null ? '' : undefined}>
                <div className="column-name">
                  <b className="strong">{word.text}</b>
                  <small className="quiet clip">
                    {heading} · {t('data.wordRows', { count: word.count })}
                  </small>
                </div>
                <div className="column-state">
                  {value === null && (
                    <Status icon={CircleHelp} tone="caution">
                      {t('data.unknown')}
                    </Status>
                  )}
                </div>
                <Select
                  label={t('data.wordOf', { word: word.text, field: nameOf(field) })}
                  value={value === null ? NOT_SAID : value === '' ? NOTHING : value}
                  choices={present([
                    value === null && unsaid,
                    ...allowed.map((id) => ({ id, name: valueName(id) })),
                    {
                      id: NOTHING,
                      name: t('data.wordNothing'),
                    },
                  ])}
                  onChange={(id) => {
                    if (id !== NOT_SAID) onWord(key, id === NOTHING ? '' : id);
                  }}
                />
              </li>
            );
          }),
        )}
      </ul>
    </section>
  );
};
