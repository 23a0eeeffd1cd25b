import { useQuery } from '@tanstack/react-query';
import { Plus, Tag } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { minorUnitsOf } from '../../formats/amounts.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { FormFields } from '../../forms/form-fields.tsx';
import { TermsForm } from '../../forms/terms-form.tsx';
import type { RecordForm } from '../../forms/use-record-form.tsx';
import { useHasHouseholds } from '../../parts/client/has-households.ts';
import { type PlanDraft, planFields } from '../../parts/plans/plan-record.ts';
import { settingsQuery } from '../../parts/settings/queries.ts';
import { schedulesQuery } from '../../parts/timetable/queries.ts';
import { useCan, useMe, useSite } from '../../session/session.ts';
import { Button, Link } from '../../ui/button.tsx';
import { NotPayable } from './not-payable.tsx';
import { usePlanWords } from './plan-words.ts';

interface KnownCategoriesProps {
  /** The categories of the plan as they are typed, separated by commas. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const named = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** The categories of the classes, to be added with a press: spelled otherwise, a pass would pay for none of them. */
const KnownCategories = ({ value, onChange }: KnownCategoriesProps) => {
  const t = useText();
  const { id: siteId } = useSite();
  const { data = [] } = useQuery({ ...schedulesQuery(siteId), enabled: useCan()('schedules:read') });
  const chosen = named(value);
  const known = [...new Set(data.flatMap(({ category }) => category ?? []))]
    .filter((name) => !chosen.includes(name))
    .toSorted((one, other) => one.localeCompare(other));
  if (known.length === 0) return null;
  return (
    <fieldset className="row" data-wrap="" aria-label={t('plans.knownCategories')}>
      {known.map((name) => (
        <Button key={name} size="small" onPress={() => onChange([...chosen, name].join(', '))} icon={Plus}>
          {name}
        </Button>
      ))}
    </fieldset>
  );
};

interface PlanFormProps {
  readonly form: RecordForm<PlanDraft>;
  readonly title: string;
  readonly act: string;
}

/** Whether members bring guests: anywhere, to this site, or to one of its classes. */
const useBringsGuests = (): boolean => {
  const { id: siteId } = useSite();
  const can = useCan();
  const brand = useQuery({ ...settingsQuery(undefined), enabled: can('settings:read') });
  const site = useQuery({ ...settingsQuery(siteId), enabled: can('settings:read') });
  const { data: schedules = [] } = useQuery({ ...schedulesQuery(siteId), enabled: can('schedules:read') });
  const most = [
    ...[brand, site].map(({ data }) => data?.data.booking.guestsPerBooking ?? 0),
    ...schedules.map(({ bookingPolicyOverrides }) => bookingPolicyOverrides?.guestsPerBooking ?? 0),
  ];
  return most.some((guests) => guests > 0);
};

/** The fields of a plan that say something only where members bring guests, or where there are households. */
const useUnused = ({ guestCredits, isShareable }: PlanDraft): (keyof PlanDraft)[] => {
  const hasGuests = useBringsGuests() || guestCredits;
  const hasHouseholds = useHasHouseholds() || isShareable;
  return [...(hasGuests ? [] : ['guestCredits' as const]), ...(hasHouseholds ? [] : ['isShareable' as const])];
};

export const PlanForm = ({ form, ...props }: PlanFormProps) => {
  const t = useText();
  const { studio } = useMe();
  const { money } = useFormats();
  const { sentencesOf } = usePlanWords();
  const { draft } = form;
  const unused = useUnused(draft);
  const plan = planFields.bodyOf(draft, studio);
  const name = plan.name === '' ? t('plans.unnamed') : plan.name;
  // A price that cannot be read is none, and not 0.
  const price = minorUnitsOf(draft.price, plan.currency);
  return (
    <TermsForm
      {...props}
      form={form}
      crumbs={[
        <Link key="plans" to="/plans" className="">
          {t('plans.title')}
        </Link>,
      ]}
      cancel={
        <Link to="/plans" className="button" variant="quiet">
          {t('words.cancel')}
        </Link>
      }
      icon={Tag}
      summary={price === undefined ? name : t('plans.summary', { name, price: money(price, plan.currency) })}
      sentences={sentencesOf(plan)}
    >
      <FormFields
        form={form}
        without={unused}
        behind={{
          isSoldOnline: <NotPayable plan={plan} />,
          eligibleCategories: (
            <KnownCategories
              value={draft.eligibleCategories}
              onChange={(typed) => form.set('eligibleCategories', typed)}
            />
          ),
        }}
      />
    </TermsForm>
  );
};
