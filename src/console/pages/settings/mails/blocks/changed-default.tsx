import { useText } from '../../../../base/texts.tsx';
import { Button } from '../../../../ui/button.tsx';
import type { LabelOf } from '../model/chip-dom.ts';
import { TextInWords } from './text-in-words.tsx';

interface ChangedDefaultProps {
  readonly language: string;
  readonly before: string;
  readonly now: string;
  readonly labelOf: LabelOf;
  readonly isPending: boolean;
  readonly onKeep: () => void;
  readonly onUse: () => void;
}

/** Says that a release has another default than that over which the brand wrote, and shows both. */
export const ChangedDefault = ({ before, now, onKeep, onUse, isPending, ...shown }: ChangedDefaultProps) => {
  const t = useText();
  return (
    <div className="changed-default stack" role="note">
      <p className="strong">{t('mailBlocks.changed')}</p>
      <dl>
        <dt>{t('mailBlocks.before')}</dt>
        <dd>
          <TextInWords text={before} {...shown} />
        </dd>
        <dt>{t('mailBlocks.now')}</dt>
        <dd>
          <TextInWords text={now} {...shown} />
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
