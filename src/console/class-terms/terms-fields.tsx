import { type ReactNode, useState } from 'react';
import type { Schemas } from '../api/types.ts';
import { useText } from '../texts.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { Select } from '../ui/select.tsx';
import { SwitchField } from '../ui/switch-field.tsx';
import { RuleField } from './rule-field.tsx';
import { maySayNothing, RULE_PARTS, settledRules } from './rules.ts';
import type { ClassTerms, TermsProblems } from './terms.ts';
import { useScheduleRules, useStudioRules, withOwn } from './use-studio-rules.ts';

interface TermsFieldsProps {
  readonly siteId: string;
  readonly terms: ClassTerms;
  readonly problems: TermsProblems;
  readonly onChange: (terms: ClassTerms) => void;
  /** The session as it is, where the form is for one class that exists. */
  readonly session?: Schemas['Session'] | undefined;
  /** Whether it repeats: only then it may have rules of its own. */
  readonly repeats: boolean;
}

/** What the studio's rules say of one setting, in words. */
type SaysOf = (path: string) => string | undefined;

const useSays = ({ siteId, terms, session, repeats }: TermsFieldsProps) => {
  const { rules, words } = useStudioRules(siteId);
  const ofSchedule = useScheduleRules(session?.scheduleId);
  const inherited = withOwn(rules, repeats ? {} : ofSchedule);
  const saysOf: SaysOf = (path) => inherited && words.shownOf(path, inherited[path] ?? '');
  // What a schedule sets among its rules holds for its waiting list too.
  const waiting = withOwn(inherited, terms.rules);
  return { saysOf, waiting, words };
};

const WAITLIST = 'booking.waitlistEnabled';
const WAITLIST_MOST = 'booking.waitlistDefaultCapacity';

/** The waiting list: as the rules say, or its own. */
const WaitlistFields = (props: TermsFieldsProps & ReturnType<typeof useSays>) => {
  const { terms, problems, onChange, session, waiting, words } = props;
  const t = useText();
  const said = (path: string): string =>
    waiting === undefined
      ? t('classTerms.asStudio')
      : t('classTerms.asStudioSays', { value: words.shownOf(path, waiting[path] ?? '') });
  const isAsRules = (path: string, value: string | boolean): boolean => waiting?.[path] === value;
  const isOn = session?.waitlistEnabled === true;
  const asIs = isAsRules(WAITLIST, isOn) ? 'rules' : isOn ? 'on' : 'off';
  const shown = terms.waitlist === 'asIs' ? asIs : terms.waitlist;
  const most = session?.waitlistCapacity == null ? '' : String(session.waitlistCapacity);
  const isOff = shown === 'off' || (shown === 'rules' && waiting?.[WAITLIST] === false);
  return (
    <div className="fields">
      <Select
        label={t('classTerms.waitlist')}
        choices={[
          { id: 'rules', name: t('classTerms.asStudio') },
          { id: 'on', name: t('classTerms.waitlistOn') },
          { id: 'off', name: t('classTerms.waitlistOff') },
        ]}
        value={shown}
        onChange={(id) => onChange({ ...terms, waitlist: id === 'on' || id === 'off' ? id : 'rules' })}
        hint={said(WAITLIST)}
      />
      {!isOff && (
        <Field
          label={t('classTerms.waitlistMost')}
          inputMode="numeric"
          autoComplete="off"
          value={terms.waitlistCapacity ?? (isAsRules(WAITLIST_MOST, most) ? '' : most)}
          onChange={(waitlistCapacity) => onChange({ ...terms, waitlistCapacity })}
          error={problems.waitlistCapacity}
          hint={said(WAITLIST_MOST)}
        />
      )}
    </div>
  );
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

/** The rules of booking that differ for a class that repeats. */
const OwnRules = ({ terms, problems, onChange, saysOf }: TermsFieldsProps & { readonly saysOf: SaysOf }) => {
  const t = useText();
  const [before] = useState(terms.rules);
  const rules = settledRules(before, terms.rules);
  const hadOwn = Object.values(before).some((value) => value !== '');
  return (
    <Fold title={t('classTerms.rules')} isWrong={Object.keys(problems).some((field) => field.startsWith('booking.'))}>
      <p className="small quiet">{t('classTerms.rulesHint')}</p>
      {hadOwn && (
        <div>
          <Button size="small" onPress={() => onChange({ ...terms, rules: {} })}>
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
              value={rules[rule.path] ?? ''}
              studio={saysOf(rule.path)}
              error={problems[rule.path]}
              mayFollow={!maySayNothing(rule) || (rules[rule.path] ?? '') === '' || (before[rule.path] ?? '') === ''}
              onChange={(value) => onChange({ ...terms, rules: { ...terms.rules, [rule.path]: value } })}
            />
          ))}
        </fieldset>
      ))}
    </Fold>
  );
};

/** On which terms a class is booked. Folded, as most classes are booked on the studio's; open where a field is wrong. */
export const TermsFields = (props: TermsFieldsProps) => {
  const { terms, problems, onChange, repeats } = props;
  const t = useText();
  const says = useSays(props);
  return (
    <Fold title={t('classTerms.title')} isWrong={Object.keys(problems).some((field) => field !== 'link')}>
      <div className="fields">
        <MoneyField
          label={t('classTerms.price', { currency: terms.currency })}
          hint={t('classTerms.priceHint')}
          currency={terms.currency}
          value={terms.price}
          onChange={(price) => onChange({ ...terms, price })}
          error={problems.price}
        />
        <Field
          label={t('classTerms.credits')}
          hint={t('classTerms.creditsHint')}
          inputMode="numeric"
          autoComplete="off"
          value={terms.credits}
          onChange={(credits) => onChange({ ...terms, credits })}
          error={problems.credits}
        />
      </div>
      <SwitchField
        label={t('classTerms.private')}
        hint={t('classTerms.privateHint')}
        isSelected={terms.isPrivate}
        onChange={(isPrivate) => onChange({ ...terms, isPrivate })}
      />
      <WaitlistFields {...props} {...says} />
      {repeats && <OwnRules {...props} saysOf={says.saysOf} />}
    </Fold>
  );
};
