import { later } from '../../base/time/now.ts';

/** A press is felt as done after this time; what has come under a resting pointer meanwhile was never meant. */
const REST_MS = 600;
/** How far a hand moves between the presses of a double click, px. */
const NEAR = 12;

const ACTS = 'button, a[href], [role="button"], [role="menuitem"], [role="option"], [role="row"], label';

interface Act {
  readonly element: Element;
  /** What it did when it was pressed: a button may become another one in its place. */
  readonly name: string;
}

interface Pressed extends Act {
  readonly x: number;
  readonly y: number;
}

/** A row or an option goes on with its own next step, which is not the opposite of the first. */
const nameOf = (element: Element): string =>
  element.matches('button, [role="button"]')
    ? `${element.getAttribute('aria-label') ?? ''} ${element.textContent}`
    : '';

const actAt = (target: EventTarget | null): Act | undefined => {
  const element = target instanceof Element ? target.closest(ACTS) : null;
  return element === null ? undefined : { element, name: nameOf(element) };
};

const isSame = (a: Act, b: Act): boolean => a.element === b.element && a.name === b.name;

const refuse = (event: Event): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/**
 * Keeps the second press of a double click from what has come under the pointer with the first: for 600 ms the place of an act does
 * nothing else. The same for Enter and Space on a button that has become another one. Returns what ends this.
 */
export const guardRestingPointer = (): (() => void) => {
  const ended = new AbortController();
  let pressed: Pressed | undefined;
  let keyed: Act | undefined;
  let [endPress, endKey] = [(): void => undefined, (): void => undefined];
  /** Whether the press that is going on is refused, up to its click. */
  let isRefused = false;

  const rest = (): void => {
    endPress();
    endPress = later(() => {
      pressed = undefined;
    }, REST_MS);
  };
  const onPointerDown = (event: PointerEvent): void => {
    isRefused = false;
    const act = actAt(event.target);
    const { clientX: x, clientY: y } = event;
    const isHere = pressed !== undefined && Math.hypot(x - pressed.x, y - pressed.y) <= NEAR;
    if (isHere && pressed !== undefined && (act === undefined || !isSame(act, pressed))) {
      isRefused = true;
      refuse(event);
    } else pressed = act === undefined ? undefined : { ...act, x, y };
    rest();
  };
  const onPress = (event: Event): void => {
    if (isRefused) refuse(event);
    if (event.type === 'click') isRefused = false;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if ((event.key !== 'Enter' && event.key !== ' ') || event.repeat) return;
    const act = actAt(event.target);
    if (act !== undefined && keyed?.element === act.element && keyed.name !== act.name) {
      refuse(event);
      return;
    }
    keyed = act;
    endKey();
    endKey = later(() => {
      keyed = undefined;
    }, REST_MS);
  };
  const options = { capture: true, signal: ended.signal };
  window.addEventListener('pointerdown', onPointerDown, options);
  for (const type of ['mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'] as const) {
    window.addEventListener(type, onPress, options);
  }
  window.addEventListener('keydown', onKeyDown, options);
  return () => ended.abort();
};
