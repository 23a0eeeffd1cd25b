import { useEffect, useState } from 'react';
import { later } from '../base/time/now.ts';

/** Letters that come faster than this are taken together. */
const TYPING_MS = 300;

/** What someone is typing, once they pause: a value that can be written as JSON. What is undefined is so right away. */
export const useSettled = <Value>(value: Value): Value => {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => later(() => setSettled(text === undefined ? undefined : JSON.parse(text)), TYPING_MS), [text]);
  return value === undefined ? value : settled;
};
