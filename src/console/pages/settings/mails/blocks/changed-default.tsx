import { useText } from '../../../../texts.tsx';
import { Button } from '../../../../ui/button.tsx';
import type { LabelOf } from './chip-dom.ts';
import type { Sentence } from './model.ts';
import { readText } from './read-text.ts';
import { rowsOf } from './rows.ts';
import { caseWords } from './words.ts';

interface ChangedDefaultProps {
  readonly language: string;
  readonly before: string;
  readonly now: string;
  readonly labelOf: LabelOf;
  readonly isPending: boolean;
  readonly onKeep: () => void;
  readonly onUse: () => void;
}

const inWords = (said: Sentence, labelOf: LabelOf): string =>
  said.map((segment) => (typeof segment === 'string' ? segment : `[${labelOf(segment)}]`)).join('');

const Shown = ({ text, language, labelOf }: { text: string } & Pick<ChangedDefaultProps, 'language' | 'labelOf'>) => {
  const t = useText();
  const variants = readText(text, language);
  if (variants === undefined) return <p className="small">{text}</p>;
  const rows = rowsOf(variants);
  return rows.map(({ when, said }) => (
    <p key={JSON.stringify(when)} className="small">
      {rows.length > 1 && <span className="quiet">{t('mailBlocks.if', { condition: caseWords(t, when) })} </span>}
      {inWords(said, labelOf) || t('settings.nothing')}
    </p>
  ));
};

/** Says that a release has another default than that over which the brand wrote, and shows both. */
export const ChangedDefault = ({ before, now, onKeep, onUse, isPending, ...shown }: ChangedDefaultProps) => {
  const t = useText();
  return (
    <div className="changed-default stack" role="note">
      <p className="strong">{t('mailBlocks.changed')}</p>
      <dl>
        <dt>{t('mailBlocks.before')}</dt>
        <dd>
          <Shown text={before} {...shown} />
        </dd>
        <dt>{t('mailBlocks.now')}</dt>
        <dd>
          <Shown text={now} {...shown} />
        </dd>
      </dl>
      <div className="row" data-wrap="">
        <Button size="small" isDisabled={isPending} onPress={onKeep}>
          {t('mailBlocks.keep')}
        </Button>
        <Button size="small" variant="quiet" isDisabled={isPending} onPress={onUse}>
          {t('mailBlocks.useDefault')}
        </Button>
      </div>
    </div>
  );
};
