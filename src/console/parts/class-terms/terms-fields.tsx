import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../api/types.ts';
import { useText } from '../../base/texts.tsx';
import { FormFields } from '../../forms/form-fields.tsx';
import type { Draft } from '../../forms/specs.ts';
import type { RecordForm } from '../../forms/use-record-form.tsx';
import { useCan, useMe } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/choices/select.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { settingsQuery } from '../settings/queries.ts';
import { useSettingWords } from '../settings/words.ts';
import { scheduleQuery } from '../timetable/queries.ts';
import { AS_IS, type ClassDraft, TERMS, WAITLIST_RULES } from './class-record.ts';
import { RuleField } from './rule-field.tsx';
import {
  ALL_RULE_NAMES,
  bookingFields,
  hasOwn,
  maySayNothing,
  type OwnRules,
  RULE_NAMES,
  RULE_PARTS,
  rulesOf,
  settingIn,
  settledRules,
} from './rules.ts';

/** The rules of booking that hold at a site, for anyone who may read them, and how people say their values. */
const useStudioRules = (siteId: string) => {
  const { studio } = useMe();
  const settings = useQuery({ ...settingsQuery(siteId), enabled: useCan()('settings:read') });
  const read = settings.data?.data;
  const words = useSettingWords(bookingFields.specs, read?.payment.currency ?? '');
  return { rules: read === undefined ? undefined : bookingFields.valuesOf(read, studio), words };
};

/** The rules of a schedule, which come before the rules of its site. */
const withOwn = (rules: Draft | undefined, own: Partial<OwnRules>): Draft | undefined =>
  rules === undefined
    ? undefined
    : Object.fromEntries(Object.entries(rules).map(([path, value]) => [path, settingIn(own, path) ?? value]));

/** The own rules of the schedule of a session, where it has a schedule. */
const useScheduleRules = (scheduleId: string | null | undefined): OwnRules => {
  const isAsked = useCan()('schedules:read') && scheduleId != null;
  const { data } = useQuery({ ...scheduleQuery(scheduleId ?? ''), enabled: isAsked });
  return rulesOf(data?.data.bookingPolicyOverrides ?? null);
};

interface TermsFieldsProps {
  readonly siteId: string;
  readonly form: RecordForm<ClassDraft>;
  /** The session as it is, where the form is for one class that exists. */
  readonly session?: Schemas['Session'] | undefined;
  /** The form of a class that repeats: only then it may have rules of its own. */
  readonly repeating?: RecordForm<OwnRules>;
}

/** What the studio's rules say of one setting, in words. */
type SaysOf = (path: string) => string | undefined;

const useSays = ({ siteId, session, repeating }: TermsFieldsProps) => {
  const { rules, words } = useStudioRules(siteId);
  const ofSchedule = useScheduleRules(session?.scheduleId);
  const inherited = withOwn(rules, repeating === undefined ? ofSchedule : {});
  const saysOf: SaysOf = (path) => inherited && words.shownOf(path, inherited[path] ?? '');
  // What a schedule sets among its rules holds for its waiting list too.
  const waiting = withOwn(inherited, repeating?.draft ?? {});
  return { saysOf, waiting, words };
};

const WAITLIST = 'booking.waitlistEnabled';
const WAITLIST_MOST = 'booking.waitlistDefaultCapacity';

/** The waiting list: as the rules say, or its own. */
const useWaitlistFields = ({ form, session, waiting, words }: TermsFieldsProps & ReturnType<typeof useSays>) => {
  const t = useText();
  const { waitlistEnabled: rule, waitlistCapacity: typed } = form.draft;
  const said = (path: string): string =>
    waiting === undefined
      ? t('classTerms.asStudio')
      : t('classTerms.asStudioSays', { value: words.shownOf(path, waiting[path] ?? '') });
  const isAsRules = (path: string, value: string | boolean): boolean => waiting?.[path] === value;
  const isOn = session?.waitlistEnabled === true;
  const asIs = isAsRules(WAITLIST, isOn) ? 'rules' : isOn ? 'on' : 'off';
  const shown = rule === AS_IS ? asIs : rule;
  const most = session?.waitlistCapacity == null ? '' : String(session.waitlistCapacity);
  const shownMost = isAsRules(WAITLIST_MOST, most) ? '' : most;
  const isOff = shown === 'off' || (shown === 'rules' && waiting?.[WAITLIST] === false);
  return {
    waitlistEnabled: (
      <Select
        label={form.words.nameOf('waitlistEnabled')}
        choices={WAITLIST_RULES.map(({ id, label }) => ({ id, name: t(label) }))}
        value={shown}
        onChange={(id) => form.set('waitlistEnabled', id === 'on' || id === 'off' ? id : 'rules')}
        hint={said(WAITLIST)}
      />
    ),
    waitlistCapacity: !isOff && (
      <Field
        name="waitlistCapacity"
        label={form.words.nameOf('waitlistCapacity')}
        inputMode="numeric"
        autoComplete="off"
        value={typed === AS_IS ? shownMost : typed}
        onChange={(capacity) => form.set('waitlistCapacity', capacity)}
        error={form.errorOf('waitlistCapacity')}
        hint={said(WAITLIST_MOST)}
      />
    ),
  };
};

interface FoldProps {
  readonly title: string;
  /** Whether a field in it is wrong: then it is open. */
  readonly isWrong: boolean;
  readonly children: ReactNode;
}

const Fold = ({ title, isWrong, children }: FoldProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="class-details"
      open={isOpen || isWrong}
      onToggle={(event) => {
        // A fold inside another one tells its own.
        event.stopPropagation();
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>{title}</summary>
      <div className="stack" data-gap="wide">
        {children}
      </div>
    </details>
  );
};

const isWrongIn = (form: Pick<RecordForm, 'errorOf'>, names: readonly string[]): boolean =>
  names.some((name) => form.errorOf(name) !== undefined);

/** The rules of booking that differ for a class that repeats. */
const OwnRulesFields = ({ form, saysOf }: { readonly form: RecordForm<OwnRules>; readonly saysOf: SaysOf }) => {
  const t = useText();
  const [before] = useState(form.draft);
  const rules = settledRules(before, form.draft);
  const followAll = (): void => {
    for (const name of ALL_RULE_NAMES) form.set(name, '');
  };
  return (
    <Fold title={t('classTerms.rules')} isWrong={isWrongIn(form, RULE_NAMES)}>
      <p className="small quiet">{t('classTerms.rulesHint')}</p>
      {hasOwn(before) && (
        <div>
          <Button size="small" onPress={followAll}>
            {t('classTerms.followAll')}
          </Button>
        </div>
      )}
      {RULE_PARTS.map(({ title, rules: inPart }) => (
        <fieldset key={title} className="stack" data-gap="wide">
          <legend className="strong">{t(title)}</legend>
          {inPart.map((rule) => (
            <RuleField
              key={rule.path}
              rule={rule}
              value={rules[rule.name]}
              studio={saysOf(rule.path)}
              error={form.errorOf(rule.name)}
              mayFollow={!maySayNothing(rule) || rules[rule.name] === '' || before[rule.name] === ''}
              onChange={(value) => form.set(rule.name, value)}
            />
          ))}
        </fieldset>
      ))}
    </Fold>
  );
};

/** On which terms a class is booked. Folded, as most classes are booked on the studio's; open where a field is wrong. */
export const TermsFields = (props: TermsFieldsProps) => {
  const { form, repeating } = props;
  const t = useText();
  const says = useSays(props);
  const drawn = useWaitlistFields({ ...props, ...says });
  return (
    <Fold
      title={t('classTerms.title')}
      isWrong={isWrongIn(form, repeating === undefined ? TERMS : [...TERMS, ...RULE_NAMES])}
    >
      <FormFields form={form} only={TERMS} drawn={drawn} />
      {repeating !== undefined && <OwnRulesFields form={repeating} saysOf={says.saysOf} />}
    </Fold>
  );
};
