import { Check, CircleCheck, CircleHelp, Lock, ScanLine, WifiOff, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Text, useText } from '../base/texts.tsx';
import { later, nowMs, setServerTime, useNow } from '../base/time/now.ts';
import { formatsOf, localeOf } from '../formats/make-formats.ts';
import { Icon } from '../ui/pictures/icon.tsx';
import { Logo } from '../ui/pictures/logo.tsx';
import { type Arrival, forgetKiosk, type KioskCheckIn, KioskError, type KioskScreen } from './api.ts';
import { enteredOf, type Found, findArrivals, hasDigit, isScanned } from './entered.ts';
import { Leave } from './leave.tsx';
import { Letters } from './letters.tsx';
import { NextClasses } from './next-classes.tsx';
import { checkIn, queuedCount, readScreen, sendQueued } from './queue.ts';
import { Refused } from './refused.tsx';
import { Together } from './together.tsx';

/**
 * Keeps the field ready: it has the focus as soon as the kiosk is shown, and takes what a scanner types wherever someone has
 * tapped before. While something else asks, such as the PIN, the keys stay there.
 */
const useReadyField = (field: RefObject<HTMLInputElement | null>, isReady: boolean): void => {
  useEffect(() => {
    if (!isReady) return;
    field.current?.focus();
    const onKeyDown = ({ key, ctrlKey, metaKey, altKey }: globalThis.KeyboardEvent): void => {
      // A space presses the button that has the focus.
      if (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey) field.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [field, isReady]);
};

/** After so long the kiosk is as before anyone came. */
const REST_MS = 6_000;
/** How often the next classes are read again, and kept check-ins are tried again. */
const EVERY_MS = 30_000;
/** A pause after which the names are looked for. */
const PAUSE_MS = 120;

type Outcome =
  | { readonly kind: 'checked'; readonly response: KioskCheckIn }
  | { readonly kind: 'kept'; readonly name: string };

const leaveForGood = (): void => {
  forgetKiosk();
  location.assign('/console/sign-in');
};

/** What the kiosk says to anyone who has just come. */
const Welcome = ({ outcome }: { outcome: Outcome | undefined }) => {
  const t = useText();
  if (outcome === undefined) return <div className="kiosk-welcome" role="status" hidden />;
  const result = outcome.kind === 'kept' ? 'in' : outcome.response.result;
  const name = outcome.kind === 'kept' ? outcome.name : (outcome.response.firstName ?? '');
  const place =
    outcome.kind === 'kept' ? '' : [outcome.response.sessionName, outcome.response.roomName].filter(Boolean).join(', ');
  return (
    <div className="kiosk-welcome" role="status" data-result={result}>
      <Icon of={result === 'see_desk' ? CircleHelp : CircleCheck} />
      <span>
        {result === 'see_desk' && t('kiosk.seeDesk')}
        {result === 'already_in' && <Text id="kiosk.already" values={{ name }} />}
        {result === 'in' && name === '' && <Text id="kiosk.welcomeUnnamed" values={{}} />}
        {result === 'in' && name !== '' && (
          <Text id="kiosk.welcome" values={{ name, place, where: place === '' ? 'no' : 'yes' }} />
        )}
      </span>
    </div>
  );
};

/**
 * A tablet at the door: one field, big names, nothing private. It is a program of its own, and takes no part in the forms of the
 * console, which know its interface and the people who sign in.
 */
export const KioskApp = () => {
  const t = useText();
  const [screen, setScreen] = useState<KioskScreen>();
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<Found>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [waiting, setWaiting] = useState(queuedCount);
  const [isLeaving, setLeaving] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useReadyField(field, !isLeaving);
  const now = useNow();
  const formats = formatsOf(localeOf(screen?.locale ?? 'en'), screen?.timezone ?? 'UTC');

  const refresh = useEffectEvent(async () => {
    try {
      const answer = await readScreen();
      setServerTime(answer.serverTime);
      setScreen(answer);
    } catch (error) {
      // Its token has ended: someone has revoked the kiosk.
      if (error instanceof KioskError && error.status === 401) return leaveForGood();
    }
    // After the screen, which says at which site this kiosk is.
    await sendQueued();
    setWaiting(queuedCount());
  });
  useEffect(() => {
    void refresh();
    let end = (): void => {};
    const again = (): void => {
      end = later(() => {
        void refresh();
        again();
      }, EVERY_MS);
    };
    again();
    const online = (): void => void refresh();
    window.addEventListener('online', online);
    return () => {
      end();
      window.removeEventListener('online', online);
    };
  }, []);

  useEffect(() => {
    const text = typed.trim();
    if (text.length < 2 || hasDigit(text)) {
      setFound(undefined);
      return;
    }
    let isCurrent = true;
    const end = later(() => {
      findArrivals(text)
        .then((answer) => isCurrent && setFound(answer))
        .catch(() => isCurrent && setFound(undefined));
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      end();
    };
  }, [typed]);

  useEffect(() => {
    if (outcome === undefined && typed === '') return;
    return later(() => {
      setOutcome(undefined);
      setTyped('');
    }, REST_MS);
  }, [outcome, typed]);

  const seeDesk = (): void => {
    const unknown = { firstName: null, sessionName: null, roomName: null, startTime: null, household: [] };
    setOutcome({ kind: 'checked', response: { object: 'kiosk_check_in', result: 'see_desk', ...unknown } });
  };
  const enter = async (body: Parameters<typeof checkIn>[0], name: string): Promise<void> => {
    setTyped('');
    setFound(undefined);
    field.current?.focus();
    try {
      const response = await checkIn(body, name);
      setOutcome(response === undefined ? { kind: 'kept', name } : { kind: 'checked', response });
    } catch {
      seeDesk();
    }
    setWaiting(queuedCount());
  };
  /** Checks in the others of a household, or the guests, too, one after the other: each is welcomed, the last one stays. */
  const enterAll = async (arrivals: readonly Arrival[]): Promise<void> => {
    for (const { bookingId, firstName } of arrivals) await enter({ bookingId }, firstName);
  };
  const together = outcome?.kind === 'checked' ? outcome.response.household : [];
  const submit = async (): Promise<void> => {
    const text = field.current?.value.trim() ?? '';
    if (text === '') return;
    const entered = await enteredOf(text, found);
    if (entered.kind === 'in') {
      setTyped('');
      return setOutcome({ kind: 'checked', response: entered.response });
    }
    // Someone types on.
    if (field.current?.value.trim() !== text) return;
    if (entered.kind === 'code') return enter({ code: text }, '');
    if (entered.kind === 'person') {
      return enter({ bookingId: entered.arrival.bookingId }, entered.arrival.firstName);
    }
    if (entered.kind === 'names') return setFound(entered.found);
    setTyped('');
    seeDesk();
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void submit();
  };
  const began = useRef(0);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { value } = event.currentTarget;
    if (value === '') began.current = event.timeStamp;
    if (event.key !== 'Tab' || event.shiftKey) return;
    if (!isScanned({ value, from: began.current, to: event.timeStamp })) return;
    event.preventDefault();
    void submit();
  };

  return (
    <>
      <header className="kiosk-head">
        <div className="row">
          <Logo url={screen?.logoUrl ?? null} size="large" />
          <b>{screen?.studioName}</b>
        </div>
        <span className="kiosk-clock">{formats.time(now)}</span>
      </header>
      <main className="kiosk-main">
        <section className="kiosk-ask" aria-labelledby="kiosk-hello">
          <h1 id="kiosk-hello">{t('kiosk.hello')}</h1>
          <form className="kiosk-field row" onSubmit={onSubmit}>
            <Icon of={ScanLine} />
            <label className="visually-hidden" htmlFor="kiosk-name">
              {t('kiosk.field')}
            </label>
            <input
              id="kiosk-name"
              ref={field}
              type="text"
              inputMode="none"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              value={typed}
              placeholder={t('kiosk.field')}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={onKeyDown}
            />
            {typed !== '' && (
              <button
                type="button"
                className="kiosk-clear disc"
                aria-label={t('kiosk.clear')}
                onClick={() => setTyped('')}
              >
                <Icon of={X} />
              </button>
            )}
          </form>
          <ul className="kiosk-names" aria-label={t('kiosk.found')}>
            {found?.arrivals.map((arrival) => (
              <li key={arrival.bookingId}>
                <button
                  className="kiosk-name row"
                  type="button"
                  onClick={() => void enter({ bookingId: arrival.bookingId }, arrival.firstName)}
                >
                  <span className="kiosk-initial disc" aria-hidden="true">
                    {arrival.firstName.charAt(0)}
                  </span>
                  <span>
                    <b>
                      {arrival.initial === ''
                        ? arrival.firstName
                        : t('kiosk.name', { first: arrival.firstName, initial: arrival.initial })}
                    </b>
                    <small>{`${arrival.sessionName}, ${formats.time(arrival.startTime)}`}</small>
                  </span>
                  <span className="kiosk-in">
                    <Icon of={Check} />
                    {t(arrival.isHere ? 'kiosk.isHere' : 'kiosk.me')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <p className="kiosk-help">{t('kiosk.help')}</p>
        </section>
        <NextClasses sessions={screen?.next ?? []} now={nowMs()} formats={formats} />
        <Letters
          onLetter={(letter) => setTyped((before) => `${before}${letter.toLowerCase()}`)}
          onDelete={() => setTyped((before) => before.slice(0, -1))}
          onEnter={() => void submit()}
        />
      </main>
      <footer className="kiosk-foot">
        <Welcome outcome={outcome} />
        <Together arrivals={together} onEnter={(all) => void enterAll(all)} />
        <span className="kiosk-state" role="status">
          {waiting > 0 && (
            <>
              <Icon of={WifiOff} />
              {t('kiosk.kept', { count: waiting })}
            </>
          )}
        </span>
        <Refused formats={formats} />
        <button className="kiosk-leave" type="button" onClick={() => setLeaving(true)}>
          <Icon of={Lock} />
          {t('kiosk.leave')}
        </button>
      </footer>
      {isLeaving && <Leave onClose={() => setLeaving(false)} onLeft={leaveForGood} />}
    </>
  );
};
