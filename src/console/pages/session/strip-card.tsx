import { Text, useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { type Roster, sectionOf } from '../../parts/session/queries.ts';
import { seatsOf } from '../../parts/session/words.ts';
import { Seats } from '../../ui/notices/seats.tsx';

/** When the last open offer ends. */
const heldUntil = (roster: Roster): string | undefined =>
  sectionOf(roster, 'waiting')
    .flatMap(({ waitlist }) => waitlist?.offerExpiresAt ?? [])
    .toSorted()
    .at(-1);

/** The seats of the session, drawn and counted. */
export const StripCard = ({ roster }: { roster: Roster }) => {
  const t = useText();
  const { session } = roster;
  const { dayTime } = useFormats(session.timezone);
  const counts = seatsOf(roster);
  const { here, expected, held, missing, capacity, waiting } = counts;
  const taken = here + expected + held + missing;
  const until = heldUntil(roster);
  return (
    <div className="card seat-head">
      <div className="body">
        <Seats counts={counts} size="large" />
        <p className="legend quiet small">
          <span>
            <Text id="session.here" values={{ count: here }} />
          </span>
          <span>
            <Text id="session.expected" values={{ count: expected }} />
          </span>
          {held > 0 && (
            <span>
              {until === undefined ? (
                <Text id="session.held" values={{ count: held }} />
              ) : (
                <Text id="session.heldUntil" values={{ count: held, time: dayTime(until) }} />
              )}
            </span>
          )}
          {missing > 0 && (
            <span>
              <Text id="session.noShows" values={{ count: missing }} />
            </span>
          )}
          <span>
            {capacity === null ? (
              <Text id="session.booked" values={{ count: taken }} />
            ) : (
              <Text id="session.free" values={{ count: Math.max(0, capacity - taken) }} />
            )}
          </span>
          {waiting > 0 && (
            <span>
              <Text id="session.waiting" values={{ count: waiting }} />
            </span>
          )}
        </p>
        {capacity !== null && session.bookedCount > capacity && (
          <p className="small over-capacity">{t('session.overCapacity', { booked: session.bookedCount, capacity })}</p>
        )}
      </div>
    </div>
  );
};
