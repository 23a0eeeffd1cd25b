/** What the pages say as an app on a phone, in English. */
export const app = {
  asOf: 'No connection. As of {time}.',
  offline:
    'The timetable and your classes are there as you have last seen them. Everything else waits for the connection.',
};
