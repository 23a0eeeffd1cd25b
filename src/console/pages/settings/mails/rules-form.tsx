import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EditForm } from '../../../edit/edit-form.tsx';
import { type Edit, useEdit } from '../../../edit/use-edit.ts';
import { useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { Field } from '../../../ui/field.tsx';
import { LengthField } from '../../../ui/length-field.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { TimeField } from '../../../ui/time-field.tsx';
import { say } from '../../../ui/toasts.tsx';
import { OwnValue } from '../shared/own-value.tsx';
import { patchSettings, settingsQuery, type Version } from '../shared/queries.ts';
import { fieldsOf, type Path, patchOf, settingOf, UNITS } from './notification-fields.ts';
import { useNotificationWords } from './notification-words.ts';

interface RulesFormProps {
  readonly siteId: string | undefined;
  readonly version: Version;
}

interface PartProps {
  readonly edit: Edit;
  readonly path: Path;
  readonly hint?: string | undefined;
}

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

const INPUT_MODES = { text: 'text', email: 'email', number: 'numeric' } as const;

/** A text, a number or a time. Once it is changed, it says what was there before. */
const Typed = ({ edit, path, hint, type = 'text' }: PartProps & { type?: keyof typeof INPUT_MODES | 'time' }) => {
  const t = useText();
  const { nameOf, shownOf, withUsual } = useNotificationWords();
  const isChanged = path in edit.changed;
  const unit = UNITS[path];
  const before = isChanged ? t('edit.before', { value: shownOf(path, edit.base[path] ?? '') }) : undefined;
  const own = {
    name: path,
    label: nameOf(path),
    value: edit.draft[path] ?? '',
    onChange: (value: string) => edit.set(path, value),
    error: edit.error?.detail(`notification.${path}`),
    hint: [withUsual(path, hint, edit.draft[path]), before].filter((each) => each !== undefined).join(' ') || undefined,
  };
  return (
    <div
      className="one"
      data-changed={isChanged ? '' : undefined}
      data-short={unit !== undefined || type === 'time' || type === 'number' ? '' : undefined}
    >
      {unit !== undefined && <LengthField {...own} unit={unit} />}
      {type === 'time' && <TimeField {...own} />}
      {unit === undefined && type !== 'time' && (
        <Field {...own} type={type === 'number' ? 'text' : type} inputMode={INPUT_MODES[type]} autoComplete="off" />
      )}
    </div>
  );
};

interface SwitchedProps extends PartProps {
  /** What belongs to it while it is on. */
  readonly children?: ReactNode;
  /** Whether it is the brand's. */
  readonly own: ReactNode;
}

const Switched = ({ edit, path, hint, children, own }: SwitchedProps) => {
  const { nameOf, withUsual } = useNotificationWords();
  return (
    <div className="one rule" data-changed={path in edit.changed ? '' : undefined}>
      <SwitchField
        label={nameOf(path)}
        hint={withUsual(path, hint, edit.draft[path])}
        isSelected={edit.draft[path] === 'yes'}
        onChange={(isOn) => edit.set(path, isOn ? 'yes' : 'no')}
      />
      {edit.draft[path] === 'yes' && children}
      {own}
    </div>
  );
};

/** Quiet hours of a studio that begins to have them. */
const QUIET = { 'quietHours.start': '21:00', 'quietHours.end': '08:00' };

const QuietHours = ({ edit, isSite, own }: { edit: Edit; isSite: boolean; own: ReactNode }) => {
  const t = useText();
  const { nameOf, withUsual } = useNotificationWords();
  const isOn = edit.draft.quietHours === 'yes';
  const turn = (on: boolean): void => {
    edit.set('quietHours', on ? 'yes' : 'no');
    for (const [path, usual] of Object.entries(QUIET)) edit.set(path, edit.base[path] || (on ? usual : ''));
  };
  return (
    <div className="one rule" data-changed={'quietHours' in edit.changed ? '' : undefined}>
      <SwitchField
        label={nameOf('quietHours')}
        hint={isSite ? t('mails.quietHintSite') : withUsual('quietHours', t('mails.quietHint'), edit.draft.quietHours)}
        isSelected={isOn}
        onChange={turn}
      />
      {isOn && (
        <div className="fields">
          <Typed edit={edit} path="quietHours.start" type="time" />
          <Typed edit={edit} path="quietHours.end" type="time" />
        </div>
      )}
      {own}
    </div>
  );
};

/** Who writes the mails, which mails go, and when: to change. Only what was changed is sent. */
export const RulesForm = ({ siteId, version }: RulesFormProps) => {
  const t = useText();
  const { studio } = useMe();
  const queries = useQueryClient();
  const words = useNotificationWords();
  const query = settingsQuery(siteId);
  const edit = useEdit<Version>({
    current: version,
    fieldsOf: ({ settings }) => fieldsOf(settings.notification),
    changedAt: ({ settings }) => settings.updatedAt,
    read: () => queries.fetchQuery({ ...query, staleTime: 0 }),
    write: (over, changed) =>
      patchSettings(siteId, over.etag, {
        notification: patchOf(changed, fieldsOf(over.settings.notification)),
      }),
    onSaved: (saved) => {
      queries.setQueryData(query.queryKey, saved);
      // A site takes from the brand what it has not changed.
      void queries.invalidateQueries({ queryKey: ['settings'] });
      say(t('laterWords.saved'));
    },
  });
  const own = (path: Path) => (
    <OwnValue siteId={siteId} version={version} path={`notification.${settingOf(path)}`} name={words.nameOf(path)} />
  );
  return (
    <EditForm edit={edit} words={words} className="rules">
      <Part title={t('mails.partSender')}>
        <div className="fields">
          <div>
            <Typed edit={edit} path="fromName" hint={t('mails.fromNameHint', { name: studio.name })} />
            {own('fromName')}
          </div>
          <div>
            <Typed edit={edit} path="replyTo" type="email" hint={t('mails.replyToHint')} />
            {own('replyTo')}
          </div>
        </div>
      </Part>
      <Part title={t('mails.partClients')}>
        <Switched edit={edit} path="channels.email" hint={t('mails.emailHint')} own={own('channels.email')} />
        <Switched
          edit={edit}
          path="bookingConfirmation"
          hint={t('mails.bookingConfirmationHint')}
          own={own('bookingConfirmation')}
        />
        <Switched
          edit={edit}
          path="bookingReminder.enabled"
          hint={t('mails.bookingReminderHint')}
          own={own('bookingReminder.enabled')}
        >
          <Typed edit={edit} path="bookingReminder.minutesBefore" />
        </Switched>
        <Switched
          edit={edit}
          path="waitlistPromoted"
          hint={t('mails.waitlistPromotedHint')}
          own={own('waitlistPromoted')}
        />
        <Switched
          edit={edit}
          path="sessionCancelled"
          hint={t('mails.sessionCancelledHint')}
          own={own('sessionCancelled')}
        />
        <Switched edit={edit} path="sessionChanged" hint={t('mails.sessionChangedHint')} own={own('sessionChanged')} />
        <Switched
          edit={edit}
          path="packageExpiring.enabled"
          hint={t('mails.packageExpiringHint')}
          own={own('packageExpiring.enabled')}
        >
          <Typed edit={edit} path="packageExpiring.daysBefore" />
        </Switched>
        <Switched edit={edit} path="paymentFailed" hint={t('mails.paymentFailedHint')} own={own('paymentFailed')} />
      </Part>
      <Part title={t('mails.partWhen')}>
        <QuietHours edit={edit} isSite={siteId !== undefined} own={own('quietHours')} />
        <div className="rule">
          <Typed edit={edit} path="maxPerDay" type="number" hint={t('mails.maxPerDayHint')} />
          {own('maxPerDay')}
        </div>
      </Part>
      <Part title={t('mails.partTeam')}>
        <Switched edit={edit} path="dailySummary" hint={t('mails.dailySummaryHint')} own={own('dailySummary')} />
      </Part>
    </EditForm>
  );
};
