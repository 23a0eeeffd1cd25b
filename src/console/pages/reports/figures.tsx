import { useFormats } from '../../formats.ts';
import { useText } from '../../texts.tsx';
import { Delta } from './delta.tsx';
import type { Attendance, LateCancels, Members, Revenue } from './queries.ts';

interface FiguresProps {
  readonly attendance: Attendance | undefined;
  readonly revenue: Revenue | undefined;
  readonly members: Members | undefined;
  readonly lateCancels: LateCancels | undefined;
  readonly isCompared: boolean;
}

const Waiting = () => <span className="skeleton figure-skeleton" />;

/** The five figures that are seen first, against the range before. */
export const ReportFigures = ({ attendance, revenue, members, lateCancels, isCompared }: FiguresProps) => {
  const t = useText();
  const { number, percent, money } = useFormats();
  const share = (value: number | null): string => (value === null ? t('reports.none') : percent(value / 100));
  const before = isCompared ? attendance?.figuresBefore : null;
  const [main, ...others] = revenue?.figures ?? [];
  return (
    <dl className="figures report-figures">
      <div>
        <dt>{t('reports.visits')}</dt>
        <dd>
          {attendance === undefined ? <Waiting /> : number(attendance.figures.visits)}
          {attendance !== undefined && before && (
            <small>
              <Delta now={attendance.figures.visits} before={before.visits} as="share" from={number(before.visits)} />
            </small>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('reports.seatsFilled')}</dt>
        <dd>
          {attendance === undefined ? <Waiting /> : share(attendance.figures.filledPercent)}
          {attendance !== undefined && before && (
            <small>
              <Delta now={attendance.figures.filledPercent} before={before.filledPercent} as="points" />
            </small>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('reports.revenue')}</dt>
        <dd>
          {revenue === undefined && <Waiting />}
          {revenue !== undefined && main === undefined && t('reports.none')}
          {main !== undefined && money(main.net, main.currency)}
          {main !== undefined && isCompared && main.before !== null && (
            <small>
              <Delta now={main.net} before={main.before.net} as="share" />
            </small>
          )}
          {others.length > 0 && (
            <small>
              {t('reports.alsoIn', { amounts: others.map((each) => money(each.net, each.currency)).join(', ') })}
            </small>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('reports.newMembers')}</dt>
        <dd>
          {members === undefined ? <Waiting /> : number(members.figures.new)}
          {members !== undefined && isCompared && members.figuresBefore !== null && (
            <small>
              <Delta now={members.figures.new} before={members.figuresBefore.new} as="count" />
            </small>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('reports.lateCancels')}</dt>
        <dd>
          {lateCancels === undefined ? <Waiting /> : number(lateCancels.figures.lateCancels)}
          {lateCancels !== undefined && isCompared && lateCancels.figuresBefore !== null && (
            <small>
              <Delta
                now={lateCancels.figures.lateCancels}
                before={lateCancels.figuresBefore.lateCancels}
                as="count"
                isLessBetter
              />
            </small>
          )}
        </dd>
      </div>
    </dl>
  );
};
