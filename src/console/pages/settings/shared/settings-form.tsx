import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EditForm } from '../../../edit/edit-form.tsx';
import { useEdit } from '../../../edit/use-edit.ts';
import { useCan } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { say } from '../../../ui/toasts.tsx';
import { OwnValue } from './own-value.tsx';
import { patchSettings, settingsQuery, type Version } from './queries.ts';
import { SettingField } from './setting-field.tsx';
import { SettingsView } from './settings-view.tsx';
import { bodyOf, fieldsOf, type Part, type Spec } from './specs.ts';
import { TextVersion } from './text-version.tsx';
import { useSettingWords } from './words.ts';

interface SettingsFormProps {
  readonly siteId: string | undefined;
  readonly version: Version;
  readonly parts: readonly Part[];
  /** Below the settings, such as another card. */
  readonly children?: ReactNode;
}

/** Settings, to change: only what was changed is sent. Who may not change them reads them. */
export const SettingsForm = (props: SettingsFormProps) => {
  const can = useCan();
  const { siteId, parts, version, children } = props;
  const shown = parts
    .map(({ title, specs }) => ({
      title,
      specs: specs.filter(({ isOfBrand = false }) => siteId === undefined || !isOfBrand),
    }))
    .filter(({ specs }) => specs.length > 0);
  if (can('settings:write')) return <Editing key={siteId ?? 'brand'} {...props} parts={shown} />;
  return (
    <div className="stack rules" data-gap="wide">
      <SettingsView parts={shown} settings={version.settings} />
      {children}
    </div>
  );
};

const Editing = ({ siteId, version, parts, children }: SettingsFormProps) => {
  const t = useText();
  const can = useCan();
  const queries = useQueryClient();
  const specs = parts.flatMap((part) => part.specs);
  const words = useSettingWords(specs, version.settings.payment.currency);
  const query = settingsQuery(siteId);
  const edit = useEdit<Version>({
    current: version,
    fieldsOf: ({ settings }) => fieldsOf(specs, settings),
    changedAt: ({ settings }) => settings.updatedAt,
    read: () => queries.fetchQuery({ ...query, staleTime: 0 }),
    write: (over, changed) => patchSettings(siteId, over.etag, bodyOf(specs, changed, over.settings)),
    onSaved: (saved) => {
      queries.setQueryData(query.queryKey, saved);
      // A site takes from the brand what it has not changed, and the console shows some of it.
      void queries.invalidateQueries({ queryKey: ['settings'] });
      void queries.invalidateQueries({ queryKey: ['me'] });
      say(t('laterWords.saved'));
    },
  });
  const isShown = ({ when, permission }: Spec): boolean =>
    (when?.(edit.draft) ?? true) && (permission === undefined || can(permission));
  return (
    <EditForm edit={edit} words={words} className="rules">
      {parts.map(({ title, specs: inPart }) => (
        <section key={title} className="card" aria-label={t(title)}>
          <header>
            <h2>{t(title)}</h2>
          </header>
          <div className="body stack" data-gap="wide">
            {inPart.filter(isShown).map((spec) => (
              <SettingField
                key={spec.path}
                spec={spec}
                edit={edit}
                words={words}
                isSite={siteId !== undefined}
                own={
                  <>
                    {spec.type.kind === 'agreement' && <TextVersion settings={version.settings} path={spec.path} />}
                    <OwnValue siteId={siteId} version={version} path={spec.path} name={t(spec.name)} />
                  </>
                }
              />
            ))}
          </div>
        </section>
      ))}
      {children}
    </EditForm>
  );
};
