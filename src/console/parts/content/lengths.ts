/** A length in words: 20:00, 1:02:30. */
export const lengthText = (seconds: number): string => {
  const whole = Math.round(seconds);
  const two = (part: number): string => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
};

/** The seconds of a length that a person has typed, such as 20:00 or 1:02:30; undefined where it is no length. */
export const secondsOf = (typed: string): number | undefined => {
  const match = /^(?:(\d{1,3}):)?(\d{1,5}):([0-5]?\d)(?:\.\d+)?$/.exec(typed.trim());
  if (match === null) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
};
