import { Mail, Ticket, Undo2 } from 'lucide-react';
import type { Schemas } from '../../api/types.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { OutcomeLine } from '../../ui/notices/outcome-line.tsx';

interface Notified {
  readonly notified: readonly Schemas['NotifiedPerson'][];
  readonly notifiedCount: number;
}

const MOST_NAMES = 3;

/** Who is notified of an act, by name as far as a line has room. */
export const NotifiedLine = ({ preview: { notified, notifiedCount } }: { preview: Notified }) => {
  const t = useText();
  const { list } = useFormats();
  const names = notified.slice(0, MOST_NAMES).map(({ name }) => name ?? t('session.unknownClient'));
  const more = notifiedCount - names.length;
  const some =
    more > 0
      ? t('session.notifiedMore', { names: names.join(', '), count: more })
      : t('session.notified', { names: list(names), count: names.length });
  return <OutcomeLine of={Mail}>{notifiedCount === 0 ? t('session.noneNotified') : some}</OutcomeLine>;
};

type GivenBack = Pick<Schemas['SessionCancelPreview'], 'creditsReturned' | 'refunds'>;

/** The credits and the money that go back to clients whose classes are canceled. */
export const GivenBackLines = ({ preview: { creditsReturned, refunds } }: { preview: GivenBack }) => {
  const t = useText();
  const { money } = useFormats();
  return (
    <>
      <OutcomeLine of={Ticket}>{t('session.cancelClassCredits', { count: creditsReturned })}</OutcomeLine>
      {refunds.map(({ amount, currency }) => (
        <OutcomeLine key={currency} of={Undo2}>
          {t('session.cancelClassRefund', { amount: money(amount, currency) })}
        </OutcomeLine>
      ))}
    </>
  );
};
