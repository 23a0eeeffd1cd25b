/** What stands on pages that a website shows in a frame, in English. */
export const embed = {
  book: 'Book',
  joinList: 'Join list',
  newWindow: 'opens in a new window',
  done: 'That is done.',
};
