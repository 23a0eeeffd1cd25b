import { ChevronRight } from 'lucide-react';
import { type FormEvent, Fragment, type ReactNode, useRef, useState } from 'react';
import type { TextKey } from '../../texts/translate.ts';
import type { ApiError } from '../api/client.ts';
import { useShortcut } from '../shell/shortcuts.ts';
import { useText } from '../texts.tsx';
import { Button } from '../ui/button.tsx';
import { focusField } from '../ui/focus-field.ts';
import { Icon } from '../ui/icon.tsx';
import { Refused } from '../ui/refused.tsx';
import type { Fields } from './fields.ts';
import { LeaveGuard } from './leave-guard.tsx';

/** What a page gives to the form of a record with terms, such as a plan. */
export interface TermsProps {
  readonly title: string;
  readonly fields: Fields;
  readonly set: (path: string, value: string) => void;
  readonly error: ApiError | undefined;
  /** What a changed field was before. */
  readonly wasOf?: (path: string) => string | undefined;
  /** What the button that sends it says. */
  readonly act: string;
  readonly isPending: boolean;
  /** How many changes would be lost by leaving. */
  readonly unsaved: number;
  readonly onSubmit: () => void;
  /** In place of the button, such as what two people changed at once. */
  readonly instead?: ReactNode;
}

/** What the form gives to the fields in it. */
export interface TermsFieldsProps extends Pick<TermsProps, 'fields' | 'set' | 'wasOf'> {
  /** Why a field cannot be taken. */
  readonly errorOf: (path: string) => string | undefined;
}

/** What a field of text shows. */
export const termsField =
  ({ fields, set, errorOf, wasOf }: TermsFieldsProps) =>
  (path: string, hint?: string) => ({
    name: path,
    value: fields[path] ?? '',
    onChange: (value: string) => set(path, value),
    error: errorOf(path),
    hint: wasOf?.(path) ?? hint,
    autoComplete: 'off',
  });

interface TermsFormProps extends Omit<TermsProps, 'set' | 'wasOf'> {
  /** The links to the lists above it, the nearest last. */
  readonly crumbs: readonly ReactNode[];
  /** The link that leaves the form. */
  readonly cancel: ReactNode;
  /** What is wrong with the fields before anything is sent, by field. */
  readonly problems: Partial<Record<string, TextKey>>;
  /** The fields of the interface that a field of the form writes. */
  readonly paramsOf: (path: string) => readonly string[];
  /** The fields, each with what is wrong with it. */
  readonly children: (errorOf: (path: string) => string | undefined) => ReactNode;
  readonly icon: Parameters<typeof Icon>[0]['of'];
  readonly summary: string;
  readonly sentences: readonly string[];
}

/** A form with what its terms mean in words beside it. What is wrong is said once somebody has sent it. */
export const TermsForm = (props: TermsFormProps) => {
  const { title, fields, error, act, isPending, onSubmit, instead, crumbs, cancel, problems, paramsOf } = props;
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const [isChecked, setChecked] = useState(false);
  const refusalOf = (path: string): string | undefined =>
    paramsOf(path)
      .map((param) => error?.detail(param))
      .find((each) => each !== undefined);
  const errorOf = (path: string): string | undefined => {
    const problem = isChecked ? problems[path] : undefined;
    return problem === undefined ? refusalOf(path) : t(problem);
  };
  const isNamed = Object.keys(fields).some((path) => refusalOf(path) !== undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    const first = Object.keys(fields).find((path) => problems[path] !== undefined);
    if (first !== undefined) focusField(form.current, first);
    else if (!isPending) onSubmit();
  };
  useShortcut('Control Enter', () => form.current?.requestSubmit());
  return (
    <>
      <LeaveGuard count={props.unsaved} />
      <div className="page-head">
        <div className="titles">
          <span className="crumb">
            {crumbs.map((crumb, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the links never change their order
              <Fragment key={index}>
                {crumb}
                <Icon of={ChevronRight} />
              </Fragment>
            ))}
            <span>{title}</span>
          </span>
          <h1>{title}</h1>
        </div>
      </div>
      <form data-guard="own" ref={form} className="dry plan-form" onSubmit={submit} noValidate aria-label={title}>
        <div className="stack dry-form">{props.children(errorOf)}</div>
        <section className="stack" aria-labelledby="terms-words">
          <h2 id="terms-words">{t('plans.inWords')}</h2>
          <div className="notice" data-tone="brand">
            <Icon of={props.icon} />
            <div className="text">
              <b>{props.summary}</b>
              <ul className="outcome-list small">
                {props.sentences.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </div>
          </div>
          {error !== undefined && !isNamed && <Refused error={error} />}
          {instead ?? (
            <div className="dry-act">
              <span />
              <div className="row">
                {cancel}
                <Button type="submit" variant="primary" isPending={isPending}>
                  {act}
                  <kbd>Ctrl ↵</kbd>
                </Button>
              </div>
            </div>
          )}
        </section>
      </form>
    </>
  );
};
