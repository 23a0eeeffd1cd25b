import { Pencil, Percent, TicketPercent } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useCan } from '../../session.ts';
import { useText } from '../../texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Sale } from './sale.ts';

interface CodeProps {
  readonly sale: Sale;
  /** Why the code cannot be used, as the server says it. */
  readonly codeProblem: string | undefined;
}

interface AmountProps {
  readonly label: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  /** Whether what is typed is an amount. */
  readonly isAmount: boolean;
  /** Whether somebody has pressed the button that takes the money. */
  readonly isChecked: boolean;
  /** Why the server does not take the amount. */
  readonly problem?: string | undefined;
}

/** An amount of money, checked when the field is left. */
const Amount = ({ label, typed, onType, isAmount, isChecked, problem }: AmountProps) => {
  const t = useText();
  const [isLeft, setLeft] = useState(false);
  const isWrong = (isLeft || isChecked) && typed.trim() !== '' && !isAmount;
  return (
    <Field
      label={label}
      inputMode="decimal"
      autoFocus
      value={typed}
      onChange={onType}
      onBlur={() => setLeft(true)}
      error={isWrong ? t('sell.amountWrong') : problem}
    />
  );
};

/** A code is sent once it is typed: the server says what it takes off. */
const Code = ({ sale, codeProblem }: CodeProps) => {
  const t = useText();
  const [typed, setTyped] = useState(sale.code);
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    sale.setCode(typed.trim());
  };
  return (
    <form className="code-row" onSubmit={apply} noValidate>
      <Field
        label={t('sell.codeLabel')}
        autoFocus
        autoComplete="off"
        spellCheck="false"
        value={typed}
        onChange={setTyped}
        error={sale.code === typed.trim() ? codeProblem : undefined}
      />
      <Button type="submit">{t('sell.codeApply')}</Button>
    </form>
  );
};

interface AdjustProps extends CodeProps {
  /** Why so much cannot be taken off. */
  readonly discountProblem: string | undefined;
}

/** A code; and for who may change prices a discount or another price. */
export const Adjust = ({ sale, codeProblem, discountProblem }: AdjustProps) => {
  const t = useText();
  const mayAdjust = useCan()('packages:adjust');
  const [open, setOpen] = useState<'discount' | 'code' | 'price' | undefined>(sale.code === '' ? undefined : 'code');
  return (
    <>
      <div className="row adjust">
        {mayAdjust && (
          <Button variant="quiet" size="small" aria-expanded={open === 'discount'} onPress={() => setOpen('discount')}>
            <Icon of={Percent} />
            {t('sell.discount')}
          </Button>
        )}
        <Button variant="quiet" size="small" aria-expanded={open === 'code'} onPress={() => setOpen('code')}>
          <Icon of={TicketPercent} />
          {t('sell.code')}
        </Button>
        {mayAdjust && (
          <Button variant="quiet" size="small" aria-expanded={open === 'price'} onPress={() => setOpen('price')}>
            <Icon of={Pencil} />
            {t('sell.price')}
          </Button>
        )}
      </div>
      {open === 'discount' && (
        <div className="fields">
          <Amount
            label={t('sell.discountAmount')}
            typed={sale.discount}
            onType={sale.setDiscount}
            isAmount={sale.discountAmount !== undefined}
            isChecked={sale.isChecked}
            problem={discountProblem}
          />
          <Field label={t('sell.discountReason')} value={sale.discountReason} onChange={sale.setDiscountReason} />
        </div>
      )}
      {open === 'code' && <Code sale={sale} codeProblem={codeProblem} />}
      {open === 'price' && (
        <Amount
          label={t('sell.priceOnce')}
          typed={sale.price}
          onType={sale.setPrice}
          isAmount={sale.priceAmount !== undefined}
          isChecked={sale.isChecked}
        />
      )}
    </>
  );
};
