import { type FocusEventHandler, type FormEvent, type ReactNode, type RefObject, useRef } from 'react';
import type { ApiError } from '../api/client.ts';
import { useShortcut } from '../shell/shortcuts.ts';
import { useText } from '../texts.tsx';
import { SaveBar } from '../ui/save-bar.tsx';
import { ConflictView, type FieldWords } from './conflict-view.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { Refusal } from './refusal.tsx';
import type { Edit } from './use-edit.ts';

/** Why saving was refused: in the words of the server, except where these are for programs. */
const useRefusalTitle = (): ((error: Error) => string | undefined) => {
  const t = useText();
  return (error) => ((error as Partial<ApiError>).code === 'site_not_allowed' ? t('settings.notAllSites') : undefined);
};

interface EditFormProps {
  readonly edit: Edit;
  readonly words: FieldWords;
  readonly children: ReactNode;
  readonly className?: string;
  /** The first field that cannot be saved as it is; it gets the focus instead. */
  readonly problem?: () => string | undefined;
  /** A refusal of another act than saving. */
  readonly refused?: Error | null;
  /** The button that saves; by default *Save*. */
  readonly saveLabel?: string | undefined;
  /** What saving does, beside the number of changes. */
  readonly saveNote?: ReactNode;
  readonly onFocus?: FocusEventHandler;
  readonly formRef?: RefObject<HTMLFormElement | null>;
}

/**
 * The form of a record that is edited: `Control Enter` and its bar save all changes at once, leaving with changes asks, and what
 * two people changed at once is shown with both values.
 */
export const EditForm = (props: EditFormProps) => {
  const { edit, words, children, className = '', problem, refused, saveLabel, saveNote, onFocus, formRef } = props;
  const refusalTitleOf = useRefusalTitle();
  const own = useRef<HTMLFormElement>(null);
  const form = formRef ?? own;
  const count = Object.keys(edit.changed).length;
  useShortcut('Control Enter', () => (count > 0 ? form.current?.requestSubmit() : false));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = problem?.();
    if (wrong === undefined) edit.save();
    else form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(wrong)}"]`)?.focus();
  };
  const error = edit.error ?? refused;
  return (
    <form
      data-guard="own"
      ref={form}
      className={`stack ${className}`}
      data-gap="wide"
      onSubmit={submit}
      noValidate
      {...(onFocus === undefined ? {} : { onFocus })}
    >
      <LeaveGuard count={count} />
      {children}
      {error instanceof Error && <Refusal error={error} title={refusalTitleOf(error)} nameOf={words.nameOf} />}
      <ConflictView edit={edit} words={words} />
      {edit.conflict === undefined && (
        <SaveBar count={count} isPending={edit.isPending} onDiscard={edit.discard} label={saveLabel}>
          {saveNote}
        </SaveBar>
      )}
    </form>
  );
};
