import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TextKey } from '../../../../texts/translate.ts';
import { useText } from '../../../base/texts.tsx';
import { GuardedForm } from '../../../forms/page-form.tsx';
import type { Draft } from '../../../forms/specs.ts';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import { Button, Link } from '../../../ui/button.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { Icon } from '../../../ui/pictures/icon.tsx';

const NAMES = {
  webhooks: 'integrations.webhooks',
  keys: 'integrations.keys',
  clients: 'integrations.clients',
} as const satisfies Readonly<Record<string, TextKey>>;

interface FormPageProps<D extends Draft> {
  readonly form: RecordForm<D>;
  readonly title: string;
  /** The part of the integrations to which it leads back. */
  readonly part: keyof typeof NAMES;
  readonly act: string;
  /** The link that leaves the form as it was; by default to its part of the integrations. */
  readonly discard?: ReactNode;
  readonly children: ReactNode;
}

/** The page opens with the webhooks. */
const searchOf = (part: keyof typeof NAMES) => (part === 'webhooks' ? {} : { part });

/** The way back to a part of the integrations. */
export const Crumb = ({ part }: { readonly part: keyof typeof NAMES }) => {
  const t = useText();
  return (
    <span className="crumb">
      <Link to="/integrations" className="">
        {t('integrations.title')}
      </Link>
      <Icon of={ChevronRight} />
      <Link to="/integrations" search={searchOf(part)} className="">
        {t(NAMES[part])}
      </Link>
    </span>
  );
};

export const FormPage = <D extends Draft>({ form, title, part, act, discard, children }: FormPageProps<D>) => {
  const t = useText();
  usePageTitle(title);
  return (
    <>
      <div className="page-head">
        <div className="titles">
          <Crumb part={part} />
          <h1>{title}</h1>
        </div>
      </div>
      <GuardedForm form={form} className="stack integration-form" data-gap="wide" aria-label={title}>
        <div className="card">
          <div className="body stack" data-gap="wide">
            {children}
          </div>
        </div>
        <ActionError error={form.refused} />
        {form.conflict ?? (
          <div className="dry-act spread">
            <span />
            <div className="row">
              {discard ?? (
                <Link to="/integrations" search={searchOf(part)} ignoreBlocker className="button" variant="quiet">
                  {t('integrations.discard')}
                </Link>
              )}
              <Button type="submit" variant="primary" isPending={form.isPending}>
                {act}
                <kbd>Ctrl ↵</kbd>
              </Button>
            </div>
          </div>
        )}
      </GuardedForm>
    </>
  );
};
