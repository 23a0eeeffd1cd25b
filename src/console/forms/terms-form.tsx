import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useText } from '../texts.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Refused } from '../ui/refused.tsx';
import { GuardedForm } from './page-form.tsx';
import type { Draft } from './specs.ts';
import type { RecordForm } from './use-record-form.tsx';

interface TermsFormProps<D extends Draft> {
  readonly form: RecordForm<D>;
  readonly title: string;
  /** What the button that sends it says. */
  readonly act: string;
  /** The links to the lists above it, the nearest last. */
  readonly crumbs: readonly ReactNode[];
  /** The link that leaves the form. */
  readonly cancel: ReactNode;
  readonly children: ReactNode;
  readonly icon: Parameters<typeof Icon>[0]['of'];
  readonly summary: string;
  readonly sentences: readonly string[];
}

/** The page of a record with terms, such as a plan: its form, and beside it what the terms mean in words. */
export const TermsForm = <D extends Draft>({ form, title, act, crumbs, cancel, ...props }: TermsFormProps<D>) => {
  const t = useText();
  return (
    <>
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
      <GuardedForm form={form} className="dry plan-form" aria-label={title}>
        <div className="stack dry-form">
          <div className="card">
            <div className="body stack" data-gap="wide">
              {props.children}
            </div>
          </div>
        </div>
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
          {form.refused !== undefined && <Refused error={form.refused} />}
          {form.conflict ?? (
            <div className="dry-act">
              <span />
              <div className="row">
                {cancel}
                <Button type="submit" variant="primary" isPending={form.isPending}>
                  {act}
                  <kbd>Ctrl ↵</kbd>
                </Button>
              </div>
            </div>
          )}
        </section>
      </GuardedForm>
    </>
  );
};
