import { Tag } from 'lucide-react';
import { TermsForm, type TermsProps } from '../../edit/terms-form.tsx';
import { minorUnitsOf, useFormats } from '../../formats.ts';
import { useText } from '../../texts.tsx';
import { Link } from '../../ui/button.tsx';
import { paramsOf, planOf, problemsOf } from './form.ts';
import { PlanFields } from './plan-fields.tsx';
import { usePlanWords } from './plan-words.ts';

/** The form of a plan. */
export const PlanForm = ({ set, wasOf, ...form }: TermsProps) => {
  const t = useText();
  const { money } = useFormats();
  const { sentencesOf } = usePlanWords();
  const { fields } = form;
  const plan = planOf(fields);
  const name = plan.name === '' ? t('plans.unnamed') : plan.name;
  // A price that cannot be read is none, and not 0.
  const price = minorUnitsOf(fields.price ?? '', plan.currency);
  return (
    <TermsForm
      {...form}
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
      problems={problemsOf(fields)}
      paramsOf={paramsOf}
      icon={Tag}
      summary={price === undefined ? name : t('plans.summary', { name, price: money(price, plan.currency) })}
      sentences={sentencesOf(plan)}
    >
      {(errorOf) => (
        <PlanFields fields={fields} set={set} errorOf={errorOf} {...(wasOf === undefined ? {} : { wasOf })} />
      )}
    </TermsForm>
  );
};
