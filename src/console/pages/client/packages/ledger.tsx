import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../../formats.ts';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ledgerQuery } from '../queries.ts';
import type { PackProps } from './pack-form.tsx';

const REASONS = {
  purchase: 'client.ledgerPurchase',
  booking: 'client.ledgerBooking',
  cancel_restore: 'client.ledgerRestored',
  late_forfeit: 'client.ledgerForfeited',
  no_show: 'client.ledgerNoShow',
  adjustment: 'client.ledgerAdjusted',
  expiry: 'client.ledgerExpired',
  refund: 'client.ledgerRefunded',
} as const;

/** Every change of the credits of a package. */
export const Ledger = ({ pack, onClose }: PackProps) => {
  const t = useText();
  const { dayTime, signed } = useFormats();
  const { data, error, refetch } = useQuery(ledgerQuery(pack.clientId, pack.id));
  return (
    <Dialog title={t('client.ledgerTitle', { name: pack.name })} onClose={onClose}>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonRows />}
      {data !== undefined && (
        <div className="table-region">
          <table className="data">
            <thead>
              <tr>
                <th scope="col">{t('client.when')}</th>
                <th scope="col">{t('client.what')}</th>
                <th scope="col" className="num">
                  {t('client.creditChange')}
                </th>
                <th scope="col" className="num">
                  {t('client.left')}
                </th>
              </tr>
            </thead>
            <tbody>
              {(data.ledger ?? []).map(({ id, at, reason, note, delta, balance }) => (
                <tr key={id}>
                  <td className="nowrap">{dayTime(at)}</td>
                  <td>
                    {t(REASONS[reason])}
                    {note !== null && <small className="quiet ledger-note">{note}</small>}
                  </td>
                  <td className="num">{signed(delta)}</td>
                  <td className="num">{balance}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="row">
        <Button autoFocus onPress={onClose}>
          {t('words.close')}
        </Button>
      </div>
    </Dialog>
  );
};
