import { type ReactNode, useState } from 'react';
import { useText } from '../../../base/texts.tsx';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { useForm } from '../../../forms/form.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';

interface TagDialogProps {
  readonly title: string;
  readonly act: string;
  /** Tags that are known, to choose from. */
  readonly known: readonly string[];
  readonly onChoose: (tag: string) => void;
  readonly onClose: () => void;
  /** What choosing a tag would do, beside the button; a press on a known tag fills the field then, and else chooses it. */
  readonly outcome?: (tag: string) => ReactNode;
  readonly error?: string | undefined;
  readonly isPending?: boolean;
}

/** Asks for a tag: one of those that are known, or another by typing. */
export const TagDialog = ({ title, act, known, onChoose, onClose, outcome, error, isPending }: TagDialogProps) => {
  const t = useText();
  const [tag, setTag] = useState('');
  const form = useForm({
    act: { error: null, isPending: isPending === true },
    problems: { tag: tag.trim() === '' ? t('clients.tagMissing') : undefined },
    submit: () => onChoose(tag.trim()),
  });
  return (
    <DialogForm form={form} title={title} act={act} onClose={onClose}>
      <Field
        name="tag"
        label={t('clients.tag')}
        value={tag}
        onChange={setTag}
        autoFocus
        autoComplete="off"
        maxLength={100}
        error={form.errorOf('tag') ?? error}
      />
      {known.length > 0 && (
        <div className="row" data-wrap="">
          {known.map((each) => (
            <Button key={each} className="chip" onPress={() => (outcome === undefined ? onChoose(each) : setTag(each))}>
              {each}
            </Button>
          ))}
        </div>
      )}
      {outcome !== undefined && (
        <p className="small quiet outcome-line" aria-live="polite">
          {tag.trim() === '' ? null : outcome(tag.trim())}
        </p>
      )}
    </DialogForm>
  );
};
