import { ChevronRight } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef } from 'react';
import type { TextKey } from '../../../../texts/translate.ts';
import { useShortcut } from '../../../shell/shortcuts.ts';
import { useText } from '../../../texts.tsx';
import { Button, Link } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { Refused } from '../../../ui/refused.tsx';

interface FormPageProps {
  readonly title: string;
  /** The part of the integrations to which it leads back. */
  readonly part: 'webhooks' | 'keys' | 'clients';
  readonly act: string;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onSubmit: () => void;
  /** The link that leaves the form as it was; by default to its part of the integrations. */
  readonly discard?: ReactNode;
  readonly children: ReactNode;
}

const NAMES = {
  webhooks: 'integrations.webhooks',
  keys: 'integrations.keys',
  clients: 'integrations.clients',
} as const satisfies Readonly<Record<string, TextKey>>;

/** The page opens with the webhooks. */
const searchOf = (part: FormPageProps['part']) => (part === 'webhooks' ? {} : { part });

/** The way back to a part of the integrations. */
export const Crumb = ({ part }: Pick<FormPageProps, 'part'>) => {
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

/** A page with one form. Ctrl and Enter send it. */
export const FormPage = (props: FormPageProps) => {
  const { title, part, act, isPending, error, onSubmit, discard, children } = props;
  const t = useText();
  usePageTitle(title);
  const form = useRef<HTMLFormElement>(null);
  useShortcut('Control Enter', () => form.current?.requestSubmit());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending) onSubmit();
  };
  return (
    <>
      <div className="page-head">
        <div className="titles">
          <Crumb part={part} />
          <h1>{title}</h1>
        </div>
      </div>
      <form
        ref={form}
        className="stack integration-form"
        data-gap="wide"
        aria-label={title}
        onSubmit={submit}
        noValidate
      >
        <div className="card">
          <div className="body stack" data-gap="wide">
            {children}
          </div>
        </div>
        <Refused error={error} />
        <div className="dry-act">
          <span />
          <div className="row">
            {discard ?? (
              <Link to="/integrations" search={searchOf(part)} ignoreBlocker className="button" variant="quiet">
                {t('integrations.discard')}
              </Link>
            )}
            <Button type="submit" variant="primary" isPending={isPending}>
              {act}
              <kbd>Ctrl ↵</kbd>
            </Button>
          </div>
        </div>
      </form>
    </>
  );
};
