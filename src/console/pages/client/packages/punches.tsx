import { useText } from '../../../base/texts.tsx';

/** More credits than this are a number alone. */
const MOST = 20;

/** The credits of a package as a card with punches: used, then left. */
export const Punches = ({ used, total }: { used: number; total: number }) => {
  const t = useText();
  if (total > MOST || total < 1) return null;
  return (
    <span className="punches" role="img" aria-label={t('client.punches', { used, total })}>
      {Array.from({ length: total }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: credits are alike
        <i key={index} data-used={index < used ? '' : undefined} />
      ))}
    </span>
  );
};
