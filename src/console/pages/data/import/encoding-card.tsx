import { useText } from '../../../base/texts.tsx';
import { RadioField } from '../../../ui/fields/radio-field.tsx';
import type { EncodingQuestion } from './import-api.ts';

interface EncodingCardProps {
  readonly question: EncodingQuestion;
  /** undefined while nothing is chosen. */
  readonly encoding: string | undefined;
  readonly onEncoding: (encoding: string) => void;
  /** Whether the check waits for it. */
  readonly isUnanswered: boolean;
}

/** The question in which letters a file is written that does not say it: a cell of it in each likely encoding. */
export const EncodingCard = ({ question, encoding, onEncoding, isUnanswered }: EncodingCardProps) => {
  const t = useText();
  return (
    <section className="card" aria-labelledby="import-encoding">
      <header>
        <h2 id="import-encoding">{t('data.encoding')}</h2>
      </header>
      <div className="body stack">
        <div className="notice" data-tone={encoding === undefined ? 'caution' : undefined}>
          <div className="text stack">
            <span>{t('data.encodingLead')}</span>
            <RadioField<string>
              label={t('data.encodingTitle')}
              value={encoding ?? null}
              choices={question.examples.map(({ encoding: id, text }) => ({ id, label: text, hint: id }))}
              onChange={onEncoding}
              error={isUnanswered ? t('data.encodingUnanswered') : undefined}
            />
          </div>
        </div>
      </div>
    </section>
  );
};
