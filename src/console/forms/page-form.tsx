import type { ComponentProps, FocusEventHandler, ReactNode } from 'react';
import { useText } from '../base/texts.tsx';
import { Button } from '../ui/button.tsx';
import { useShortcut } from '../ui/keys/shortcuts.ts';
import { LeaveGuard } from './edit/leave-guard.tsx';
import { SaveError } from './edit/save-error.tsx';
import { Form } from './form.tsx';
import type { Draft } from './specs.ts';
import type { RecordForm } from './use-record-form.tsx';

interface SaveBarProps {
  /** The number of changes; without one there is no bar. */
  readonly count: number;
  readonly isPending: boolean;
  readonly onDiscard: () => void;
  /** The button that saves: a verb; by default *Save*. */
  readonly label?: string | undefined;
  /** What saving does, beside the number of changes. */
  readonly children?: ReactNode;
}

/** The bar below a form with changes: how many there are, and the buttons that drop or save them. It is in the form. */
const SaveBar = ({ count, isPending, onDiscard, label, children }: SaveBarProps) => {
  const t = useText();
  if (count === 0) return null;
  return (
    <div className="savebar row" role="status">
      <span className="strong">{t('edit.changes', { count })}</span>
      {children}
      <span className="push" />
      <Button onPress={onDiscard}>{t('edit.discard')}</Button>
      <Button type="submit" variant="primary" isPending={isPending}>
        {label ?? t('common.save')}
        <kbd>Ctrl ↵</kbd>
      </Button>
    </div>
  );
};

interface GuardedFormProps<D extends Draft> extends Omit<ComponentProps<typeof Form>, 'form' | 'data-guard'> {
  readonly form: RecordForm<D>;
  /** Whether `Control Enter` sends it now. */
  readonly maySend?: boolean;
}

/** A form on a page, which asks before it is left with changes. `Control Enter` sends it. */
export const GuardedForm = <D extends Draft>({ form, maySend = true, children, ...props }: GuardedFormProps<D>) => {
  useShortcut('Control Enter', () => (maySend ? form.element.ref.current?.requestSubmit() : false));
  return (
    <Form form={form} {...props} data-guard="own">
      <LeaveGuard count={form.changed.length} />
      {children}
    </Form>
  );
};

interface PageFormProps<D extends Draft> {
  readonly form: RecordForm<D>;
  /** What the form is about, for anyone who hears it. */
  readonly label?: string;
  readonly className?: string;
  /** The button that sends it; by default *Save*. */
  readonly act?: string | undefined;
  /** What saving does, beside the number of changes. */
  readonly note?: ReactNode;
  readonly onFocus?: FocusEventHandler;
  readonly children: ReactNode;
}

/**
 * The form of a record that fills a page: `Control Enter` and its bar save all changes at once, leaving with changes asks, and what
 * two people changed at the same time is shown with both values. The form of a new record has its buttons at its end instead of the bar.
 */
export const PageForm = <D extends Draft>({ form, label, className = '', ...props }: PageFormProps<D>) => {
  const { act, note, onFocus, children } = props;
  const t = useText();
  const count = form.changed.length;
  return (
    <GuardedForm
      form={form}
      maySend={form.isNew || count > 0}
      className={`stack ${className}`}
      data-gap="wide"
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(onFocus === undefined ? {} : { onFocus })}
    >
      {children}
      {form.error !== undefined && (
        <SaveError
          error={form.error}
          title={form.error.code === 'site_not_allowed' ? t('settings.notAllSites') : undefined}
          nameOf={form.words.nameOf}
        />
      )}
      {form.isNew ? (
        <div className="row">
          <Button type="submit" variant="primary" isPending={form.isPending}>
            {act}
            <kbd>Ctrl ↵</kbd>
          </Button>
          {form.mayStartAfresh && (
            <Button variant="quiet" onPress={form.discard}>
              {t('engagement.startAfresh')}
            </Button>
          )}
        </div>
      ) : (
        (form.conflict ?? (
          <SaveBar count={count} isPending={form.isPending} onDiscard={form.discard} label={act}>
            {note}
          </SaveBar>
        ))
      )}
    </GuardedForm>
  );
};
