// Written by scripts/texts from the catalogues. Change those, and run it again.
import account from '../../es/book/account.json';
import app from '../../es/book/app.json';
import book from '../../es/book/book.json';
import booking from '../../es/book/booking.json';
import buying from '../../es/book/buying.json';
import cardPage from '../../es/book/card-page.json';
import challenges from '../../es/book/challenges.json';
import embed from '../../es/book/embed.json';
import guests from '../../es/book/guests.json';
import household from '../../es/book/household.json';
import library from '../../es/book/library.json';
import mine from '../../es/book/mine.json';
import passes from '../../es/book/passes.json';
import push from '../../es/book/push.json';
import refusals from '../../es/book/refusals.json';
import shell from '../../es/book/shell.json';
import signIn from '../../es/book/sign-in.json';

export const texts = {
  account,
  app,
  book,
  booking,
  buying,
  cardPage,
  challenges,
  embed,
  guests,
  household,
  library,
  mine,
  passes,
  push,
  refusals,
  shell,
  signIn,
};
