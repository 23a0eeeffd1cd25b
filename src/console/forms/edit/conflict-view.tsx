import { useState } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { useSite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { useInView } from '../../ui/use-in-view.ts';
import type { Fields } from './fields.ts';
import type { Choice, Edit } from './use-edit.ts';

/** The names and the values of the fields of a record, in words. */
export interface FieldWords<Held = string> {
  readonly nameOf: (path: string) => string;
  readonly shownOf: (path: string, value: Held) => string;
}

/** Both values of each field that two people changed at the same time: one of them is chosen, then it is saved again. */
export const ConflictView = <Held,>({ edit, words }: { edit: Edit<Held>; words: FieldWords<Held> }) => {
  const t = useText();
  const { time } = useFormats(useSite().timezone);
  const { nameOf } = words;
  const shownIn = (fields: Fields<Held>, path: string): string => words.shownOf(path, (fields[path] ?? '') as Held);
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const { conflict } = edit;
  const question = useInView<HTMLElement>(conflict !== undefined);
  if (conflict === undefined) return null;
  const { theirs, by } = conflict;
  const at = time(conflict.changedAt);
  const isChosen = conflict.paths.every((path) => choices[path] !== undefined);
  return (
    <section ref={question} className="notice conflict" data-tone="caution" aria-labelledby="conflict">
      <div className="text stack">
        <b id="conflict" role="alert">
          {by === undefined ? t('edit.conflict', { time: at }) : t('edit.conflictBy', { name: by, time: at })}
        </b>
        {conflict.paths.map((path) => (
          <RadioGroup
            key={path}
            className="field"
            value={choices[path] ?? null}
            onChange={(value) => setChoices({ ...choices, [path]: value === 'mine' ? 'mine' : 'theirs' })}
          >
            <Label>{nameOf(path)}</Label>
            <Radio value="theirs" className="check-label">
              <span className="check" data-radio="" />
              <span>
                {shownIn(theirs, path)}
                <span className="hint">
                  {by === undefined ? t('edit.conflictTheirs') : t('edit.conflictWrote', { name: by })}
                </span>
              </span>
            </Radio>
            <Radio value="mine" className="check-label">
              <span className="check" data-radio="" />
              <span>
                {shownIn(edit.draft, path)}
                <span className="hint">{t('edit.conflictMine')}</span>
              </span>
            </Radio>
          </RadioGroup>
        ))}
        <div className="row">
          <Button
            variant="primary"
            size="small"
            isDisabled={!isChosen}
            isPending={edit.isPending}
            onPress={() => edit.settle(choices)}
          >
            {t('edit.conflictSave')}
          </Button>
        </div>
      </div>
    </section>
  );
};
