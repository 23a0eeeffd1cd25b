import type { ReactNode } from 'react';
import type { TextKey } from '../../../../texts/translate.ts';
import type { Edit } from '../../../edit/use-edit.ts';
import { useText } from '../../../texts.tsx';
import { AreaField } from '../../../ui/area-field.tsx';
import { MomentField } from '../../../ui/date-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { FEATURES } from './fields.ts';
import { NAMES, type Path, paramOf, useThemeWords } from './words.ts';

const HINTS = {
  challenges: 'theme.challengesHint',
  leaderboards: 'theme.leaderboardsHint',
  awards: 'theme.awardsHint',
  streaks: 'theme.streaksHint',
  metrics: 'theme.metricsHint',
  video: 'theme.videoHint',
  favorites: 'theme.favoritesHint',
  watch_later: 'theme.watchLaterHint',
} as const satisfies Readonly<Record<(typeof FEATURES)[number], TextKey>>;

interface OneProps {
  readonly edit: Edit;
  readonly path: Path;
  readonly hint: string;
}

interface SwitchedProps extends OneProps {
  /** Whether it is on before anything is published. */
  readonly usual?: boolean;
  readonly children?: ReactNode;
}

const Switched = ({ edit, path, hint, usual = true, children }: SwitchedProps) => {
  const t = useText();
  const byDefault = t('settings.usual', { value: t(usual ? 'settings.on' : 'settings.off') });
  const isOn = edit.draft[path] === 'yes';
  return (
    <div className="rule">
      <div className="one wide" data-changed={path in edit.changed ? '' : undefined}>
        <SwitchField
          label={t(NAMES[path])}
          hint={`${hint} ${byDefault}`}
          isSelected={isOn}
          onChange={(next) => edit.set(path, next ? 'yes' : 'no')}
        />
      </div>
      {isOn && children}
    </div>
  );
};

/** A text; once it is changed, it says what was there before. */
export const Typed = ({
  edit,
  path,
  hint,
  isMoment = false,
  isLong = false,
}: OneProps & { isMoment?: boolean; isLong?: boolean }) => {
  const t = useText();
  const { shownOf } = useThemeWords();
  const isChanged = path in edit.changed;
  const shared = {
    name: path,
    label: t(NAMES[path]),
    autoComplete: 'off',
    value: edit.draft[path] ?? '',
    onChange: (value: string) => edit.set(path, value),
    error: edit.error?.details.find(({ param }) => param.replace(/\[\d+\]$/, '') === paramOf(path))?.message,
    hint: isChanged
      ? `${hint} ${t('edit.before', { value: shownOf(path, edit.base[path] ?? '') })}`.trim()
      : hint || undefined,
  };
  return (
    <div className="one" data-changed={isChanged ? '' : undefined}>
      {isMoment && <MomentField {...shared} />}
      {isLong && <AreaField {...shared} rows={2} />}
      {!isMoment && !isLong && <Field {...shared} />}
    </div>
  );
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="card" aria-label={title}>
    <header>
      <h2>{title}</h2>
    </header>
    <div className="body stack" data-gap="wide">
      {children}
    </div>
  </section>
);

/** What the app of members shows, whether it says to come back later, and the milestones. */
export const AppParts = ({ edit }: { edit: Edit }) => {
  const t = useText();
  return (
    <>
      <Part title={t('theme.partApp')}>
        <Switched edit={edit} path="isEnabled" hint={t('theme.enabledHint')} />
        {FEATURES.map((key) => (
          <Switched key={key} edit={edit} path={`features.${key}`} hint={t(HINTS[key])} />
        ))}
      </Part>
      <Part title={t('theme.partMaintenance')}>
        <Switched edit={edit} path="maintenance.active" hint={t('theme.maintenanceHint')} usual={false}>
          <div className="stack">
            <Typed edit={edit} path="maintenance.message" hint={t('theme.messageHint')} isLong />
            <Typed edit={edit} path="maintenance.until" hint={t('theme.untilHint')} isMoment />
          </div>
        </Switched>
      </Part>
      <Part title={t('theme.partMilestones')}>
        <Typed edit={edit} path="milestones.visits" hint={t('theme.visitsHint')} />
        <Typed edit={edit} path="milestones.minutes" hint={t('theme.minutesHint')} />
      </Part>
    </>
  );
};
