import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useText } from '../base/texts.tsx';
import { Button } from '../ui/button.tsx';
import { ActionError } from '../ui/notices/errors.tsx';
import { Icon } from '../ui/pictures/icon.tsx';
import { GuardedForm } from './page-form.tsx';
import type { Draft } from './specs.ts';
import type { RecordForm } from './use-record-form.tsx';

interface BesideFormProps<D extends Draft> {
  readonly form: RecordForm<D>;
  /** What the form is about, for anyone who hears it. */
  readonly label: string;
  readonly className?: string;
  /** The title of what is beside it. */
  readonly heading: string;
  readonly beside: ReactNode;
  /** Below the fields. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
}

/** A form of a page, and beside it what it means or would do. `Control Enter` sends it. */
export const BesideForm = <D extends Draft>({
  form,
  className = '',
  heading,
  beside,
  ...props
}: BesideFormProps<D>) => (
  <GuardedForm form={form} className={`dry ${className}`} aria-label={props.label}>
    <div className="stack dry-form">
      <div className="card">
        <div className="body stack" data-gap="wide">
          {props.children}
        </div>
      </div>
      {props.below}
    </div>
    <section className="stack" aria-labelledby="terms-words">
      <h2 id="terms-words">{heading}</h2>
      {beside}
    </section>
  </GuardedForm>
);

interface FormHeadProps {
  readonly title: string;
  /** The links to the lists above it, the nearest last. */
  readonly crumbs: readonly ReactNode[];
}

/** The title of a page that is a form. */
export const FormHead = ({ title, crumbs }: FormHeadProps) => (
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
);

interface TermsFormProps<D extends Draft> extends FormHeadProps {
  readonly form: RecordForm<D>;
  /** What the button that sends it says. */
  readonly act: string;
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
      <FormHead title={title} crumbs={crumbs} />
      <BesideForm
        form={form}
        label={title}
        className="plan-form"
        heading={t('plans.inWords')}
        beside={
          <>
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
            {form.refused !== undefined && <ActionError error={form.refused} />}
            {form.conflict ?? (
              <div className="dry-act spread">
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
          </>
        }
      >
        {props.children}
      </BesideForm>
    </>
  );
};
