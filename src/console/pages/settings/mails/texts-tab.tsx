import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LANGUAGE_NAMES, type MemberLanguage } from '../../../../texts/languages.ts';
import { MEMBER_LANGUAGES } from '../../../../texts/made/languages.ts';
import { useText } from '../../../base/texts.tsx';
import { useFieldWords } from '../../../forms/use-field-words.ts';
import { isKind, KINDS, type Kind, kindsOf } from '../../../parts/settings/mails/kinds.ts';
import { type Case, type TemplateVersion, templateQuery } from '../../../parts/settings/mails/template-queries.ts';
import { TEXT_NAMES, templateFields } from '../../../parts/settings/mails/template-record.ts';
import { settingsQuery } from '../../../parts/settings/queries.ts';
import { useCan, useMe } from '../../../session/session.ts';
import { Select } from '../../../ui/choices/select.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';
import { TextInWords } from './blocks/text-in-words.tsx';
import { useTools } from './blocks/tools.ts';
import { MailPreview, usePreview } from './preview/mail-preview.tsx';
import { CaseMenu } from './preview/preview-actions.tsx';
import { TextsForm } from './texts-form.tsx';

const UNCHANGED = {};

/** The texts of an email for anyone who may not change them. */
const TextsView = ({ version }: { version: TemplateVersion }) => {
  const t = useText();
  const { studio } = useMe();
  const { data: template } = version;
  const [when, setCase] = useState<Case>({});
  const preview = usePreview(version, UNCHANGED, when);
  const tools = useTools(template);
  const { nameOf } = useFieldWords(templateFields.specs);
  return (
    <div className="mail-texts">
      <section className="card" aria-label={t('mails.texts')}>
        <header>
          <h2>{t('mails.texts')}</h2>
        </header>
        <div className="body stack">
          <p className="quiet">{t('settings.readOnly')}</p>
          <dl className="settings-read ruled">
            {TEXT_NAMES.map((name) => (
              <div key={name}>
                <dt>{nameOf(name)}</dt>
                <dd>
                  <TextInWords text={template[name]} {...tools} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <MailPreview preview={preview}>
        <CaseMenu version={version} draft={templateFields.valuesOf(template, studio)} when={when} onChange={setCase} />
      </MailPreview>
    </div>
  );
};

interface TextsTabProps {
  readonly kind: string | undefined;
  readonly language: string | undefined;
  readonly onChoose: (kind: Kind, language: MemberLanguage) => void;
}

/** What the emails to clients say: a kind and a language are chosen, and the texts are changed beside an example. */
export const TextsTab = ({ kind: named, language: spoken, onChoose }: TextsTabProps) => {
  const t = useText();
  const can = useCan();
  const { studio } = useMe();
  const kind = named !== undefined && isKind(named) ? named : 'booking_confirmed';
  const inLanguage = (given: string | undefined) => MEMBER_LANGUAGES.find((each) => each === given);
  const language = inLanguage(spoken) ?? inLanguage(studio.locale.slice(0, 2)) ?? 'en';
  const { data, isError, error, refetch } = useQuery(templateQuery(kind, language));
  const settings = useQuery(settingsQuery(undefined)).data?.data;
  // The kind of a link is shown in any case.
  const kinds = [...new Set([...kindsOf(settings), kind])];
  return (
    <div className="stack" data-gap="wide">
      <div className="fields texts-of">
        <Select
          label={t('mails.kind')}
          choices={kinds.map((id) => ({ id, name: t(KINDS[id]) }))}
          value={kind}
          onChange={(id) => isKind(id) && onChoose(id, language)}
        />
        <Select
          label={t('mails.language')}
          choices={MEMBER_LANGUAGES.map((id) => ({ id, name: LANGUAGE_NAMES[id] }))}
          value={language}
          onChange={(id) => onChoose(kind, inLanguage(id) ?? language)}
        />
      </div>
      {isError && <LoadError error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        !isError && <SkeletonRows />
      ) : can('settings:write') ? (
        <TextsForm key={data.data.id} version={data} />
      ) : (
        <TextsView key={data.data.id} version={data} />
      )}
    </div>
  );
};
