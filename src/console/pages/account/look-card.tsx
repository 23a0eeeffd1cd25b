import { useId } from 'react';
import { LANGUAGE_NAMES } from '../../../texts/languages.ts';
import { STAFF_LANGUAGES } from '../../../texts/made/languages.ts';
import { useText } from '../../base/texts.tsx';
import { useMe } from '../../session/session.ts';
import { THEME_LABELS, THEMES, usePreferences } from '../../shell/account/preferences.ts';
import { Select } from '../../ui/choices/select.tsx';
import { CheckField } from '../../ui/fields/check-field.tsx';
import { RadioField } from '../../ui/fields/radio-field.tsx';
import { ActionError } from '../../ui/notices/errors.tsx';

/** The choice of the language that the browser has. */
const OF_BROWSER = 'browser';

/** How the console looks and reacts for the person. Each choice is kept right away. */
export const LookCard = () => {
  const t = useText();
  const headingId = useId();
  const { theme, language, singleKeys } = useMe();
  const change = usePreferences();
  return (
    <section className="card" aria-labelledby={headingId}>
      <header>
        <h2 id={headingId}>{t('account.look')}</h2>
      </header>
      <div className="body stack" data-gap="wide">
        <RadioField
          label={t('shell.theme')}
          value={theme}
          choices={THEMES.map((id) => ({ id, label: t(THEME_LABELS[id]) }))}
          onChange={(chosen) => change.mutate({ theme: chosen })}
        />
        <Select
          label={t('shell.language')}
          value={language ?? OF_BROWSER}
          choices={[
            { id: OF_BROWSER, name: t('account.languageOfBrowser') },
            ...STAFF_LANGUAGES.map((id) => ({ id, name: LANGUAGE_NAMES[id] })),
          ]}
          onChange={(id) => change.mutate({ language: STAFF_LANGUAGES.find((each) => each === id) ?? null })}
        />
        <CheckField
          label={t('shell.singleKeys')}
          hint={t('account.singleKeysHint')}
          isSelected={singleKeys}
          onChange={(isSelected) => change.mutate({ singleKeys: isSelected })}
        />
        <ActionError error={change.error} isLine />
      </div>
    </section>
  );
};
