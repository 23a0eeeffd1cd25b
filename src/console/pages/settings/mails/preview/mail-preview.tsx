import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { ApiError } from '../../../../api/client.ts';
import { useText } from '../../../../base/texts.tsx';
import {
  type Case,
  previewQuery,
  type TemplateVersion,
  type Texts,
} from '../../../../parts/settings/mails/template-queries.ts';
import { LoadError } from '../../../../ui/notices/errors.tsx';
import { SkeletonRows } from '../../../../ui/tables/skeleton-rows.tsx';
import { useSettled } from '../../../../ui/use-settled.ts';
import { MailFrame } from './mail-frame.tsx';

/** The widths of a telephone and of a mail program on a computer, in pixels. */
const WIDTHS = { phone: 390, computer: 600 } as const;
const NO_CASE: Case = {};

/** The example of an email with texts that are being typed, in a case. */
export const usePreview = (version: TemplateVersion, changed: Texts, when: Case = NO_CASE) => {
  const settled = useSettled(changed);
  // A form that is as it was stored is shown right away.
  const query = useQuery(previewQuery(version, Object.keys(changed).length === 0 ? changed : settled, when));
  return { ...query, refusal: query.error instanceof ApiError ? query.error : undefined };
};

interface MailPreviewProps {
  readonly preview: ReturnType<typeof usePreview>;
  /** What chooses the case, and what sends a test. */
  readonly children?: ReactNode;
}

/** The example of an email, on a light or dark ground, and as wide as a telephone or a computer has it. */
export const MailPreview = ({ preview, children }: MailPreviewProps) => {
  const t = useText();
  const [isDark, setDark] = useState(false);
  const [screen, setScreen] = useState<keyof typeof WIDTHS>('computer');
  const [last, setLast] = useState(preview.data);
  if (preview.data !== undefined && preview.data !== last) setLast(preview.data);
  const isBroken = preview.refusal?.details.length !== undefined && preview.refusal.details.length > 0;
  return (
    <section className="card mail-preview" aria-label={t('mails.preview')}>
      <header>
        <h2>{t('mails.preview')}</h2>
        <div className="row push" data-wrap="">
          <ToggleButtonGroup
            className="segmented"
            aria-label={t('mails.colors')}
            disallowEmptySelection
            selectedKeys={[isDark ? 'dark' : 'light']}
            onSelectionChange={(keys) => setDark(keys.has('dark'))}
          >
            <ToggleButton id="light">{t('mails.light')}</ToggleButton>
            <ToggleButton id="dark">{t('mails.dark')}</ToggleButton>
          </ToggleButtonGroup>
          <ToggleButtonGroup
            className="segmented"
            aria-label={t('mails.width')}
            disallowEmptySelection
            selectedKeys={[screen]}
            onSelectionChange={(keys) => setScreen(keys.has('phone') ? 'phone' : 'computer')}
          >
            <ToggleButton id="phone">{t('mails.phone')}</ToggleButton>
            <ToggleButton id="computer">{t('mails.computer')}</ToggleButton>
          </ToggleButtonGroup>
        </div>
      </header>
      <div className="body stack">
        {children}
        {preview.isError && !isBroken && <LoadError error={preview.error} onRetry={() => void preview.refetch()} />}
        {isBroken && last !== undefined && (
          <p className="small quiet" role="status">
            {t('mails.previewLast')}
          </p>
        )}
        {last === undefined ? (
          <SkeletonRows />
        ) : (
          <>
            <p className="strong subject">{last.subject}</p>
            <MailFrame title={t('mails.previewOf')} html={last.html} isDark={isDark} width={WIDTHS[screen]} />
          </>
        )}
      </div>
    </section>
  );
};
