import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useText } from '../../../../base/texts.tsx';
import { Button } from '../../../../ui/button.tsx';
import type { LabelOf } from '../model/chip-dom.ts';
import { numberOf } from '../model/counts-in-words.ts';
import type { Segment, Sentence } from '../model/model.ts';
import { ChipField } from './chip-field.tsx';
import type { Insertable } from './insert-menu.tsx';

type Count = Extract<Segment, { kind: 'count' }>;

interface CountFormsProps {
  readonly said: Sentence;
  readonly language: string;
  readonly labelOf: LabelOf;
  readonly insertables: readonly Insertable[];
  readonly onChange: (said: Sentence) => void;
}

interface OneCountProps extends Omit<CountFormsProps, 'said' | 'onChange'> {
  readonly count: Count;
  readonly onChange: (count: Count) => void;
}

const OneCount = ({ count, language, labelOf, insertables, onChange }: OneCountProps) => {
  const t = useText();
  const title = t('mailBlocks.count', { text: labelOf(count) });
  const number: Insertable = {
    id: '#',
    label: t('mailBlocks.number'),
    example: labelOf({ kind: 'value', name: count.name, isNumber: true }),
    segment: { kind: 'number' },
  };
  return (
    <DialogTrigger>
      <Button size="small" variant="quiet">
        {title}
      </Button>
      <Popover className="popover question" placement="bottom start">
        <Dialog className="question-body count-forms stack" aria-label={title}>
          {({ close }) => (
            <>
              {count.forms.map(({ key, said }) => {
                const of = numberOf(key, language);
                return (
                  <ChipField
                    key={key}
                    label={
                      of === undefined ? t('mailBlocks.formOther') : t('mailBlocks.formFor', { number: String(of) })
                    }
                    language={language}
                    said={said}
                    insertables={[
                      number,
                      ...insertables.filter(({ segment }) => typeof segment !== 'string' && segment.kind === 'value'),
                    ]}
                    labelOf={labelOf}
                    onChange={(now) =>
                      onChange({
                        ...count,
                        forms: count.forms.map((form) => (form.key === key ? { key, said: now } : form)),
                      })
                    }
                  />
                );
              })}
              <Button size="small" variant="primary" onPress={close}>
                {t('mailBlocks.done')}
              </Button>
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
};

/** The counts of a sentence, whose singular and plural are changed one by one. */
export const CountForms = ({ said, onChange, ...props }: CountFormsProps) => {
  const counts = said.flatMap((segment, index) =>
    typeof segment === 'object' && segment.kind === 'count' ? [{ count: segment, index }] : [],
  );
  if (counts.length === 0) return null;
  return (
    <div className="row" data-wrap="">
      {counts.map(({ count, index }) => (
        <OneCount
          key={index}
          {...props}
          count={count}
          onChange={(now) => onChange(said.map((segment, place) => (place === index ? now : segment)))}
        />
      ))}
    </div>
  );
};
