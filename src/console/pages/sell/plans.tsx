import { Radio, RadioGroup } from 'react-aria-components';
import { lengthOf } from '../../../texts/length.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import type { Plan } from '../../parts/sell/queries.ts';

interface PlansProps {
  readonly plans: readonly Plan[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** What a plan gives, in a few words. */
const usePlanWords = (): ((plan: Plan) => string) => {
  const t = useText();
  return ({ creditsTotal, autoRenews, ...terms }) => {
    const length = lengthOf(terms);
    const credits = creditsTotal === null ? t('sell.unlimited') : t('sell.credits', { count: creditsTotal });
    const time = length === undefined ? undefined : t('sell.days', length);
    return [credits, time, autoRenews ? t('sell.renews') : undefined].filter((each) => each !== undefined).join(', ');
  };
};

export const Plans = ({ plans, chosen, onChoose }: PlansProps) => {
  const t = useText();
  const words = usePlanWords();
  const { money } = useFormats();
  return (
    <RadioGroup className="plans" aria-label={t('sell.what')} value={chosen ?? null} onChange={onChoose}>
      {plans.map((plan) => (
        <Radio key={plan.id} value={plan.id} className="plan">
          <span className="check" data-radio="" aria-hidden="true" />
          <span>
            <b>{plan.name}</b>
            <small>{words(plan)}</small>
          </span>
          <b className="price">{money(plan.price, plan.currency)}</b>
        </Radio>
      ))}
    </RadioGroup>
  );
};
