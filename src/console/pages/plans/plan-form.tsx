import { Tag } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { minorUnitsOf } from '../../formats/amounts.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { FormFields } from '../../forms/form-fields.tsx';
import { TermsForm } from '../../forms/terms-form.tsx';
import type { RecordForm } from '../../forms/use-record-form.tsx';
import { type PlanDraft, planFields } from '../../parts/plans/plan-record.ts';
import { useMe } from '../../session/session.ts';
import { Link } from '../../ui/button.tsx';
import { KnownCategories } from './known-categories.tsx';
import { NotPayable } from './not-payable.tsx';
import { usePlanWords } from './plan-words.ts';

interface PlanFormProps {
  readonly form: RecordForm<PlanDraft>;
  readonly title: string;
  readonly act: string;
}

/** The form of a plan. */
export const PlanForm = ({ form, ...props }: PlanFormProps) => {
  const t = useText();
  const { studio } = useMe();
  const { money } = useFormats();
  const { sentencesOf } = usePlanWords();
  const { draft } = form;
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
