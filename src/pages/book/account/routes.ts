import type { Route } from '../visit.ts';
import { cardsPage, defaultPage, makeDefault, removeCard, removePage } from './cards.ts';
import { askToDelete, dataFile, dataPage, keepAccount } from './data.ts';
import { devicesPage, endDevice, endOthers, removePasskey } from './devices.ts';
import { askForCode, changeEmail, emailPage } from './email.ts';
import {
  acceptInvitation,
  addPerson,
  endInvitation,
  HOUSEHOLD,
  householdPage,
  inviteAdult,
  leaveHousehold,
  leavePage,
} from './household.ts';
import { accountHub } from './hub.ts';
import { mailsPage, saveMails } from './mails.ts';
import { ACCOUNT } from './parts.ts';
import { agree, privacyPage, savePrivacy } from './privacy.ts';
import { profilePage, saveProfile } from './profile.ts';
import { PUSH, pushPage, savePush } from './push.ts';
import { receiptPage, receiptsPage } from './receipts.ts';

const to = (path: string) => () => ({ to: `${ACCOUNT}/${path}` });

export const accountRoutes: readonly Route[] = [
  { path: ACCOUNT, who: 'member', get: accountHub },
  { path: `${ACCOUNT}/profile`, who: 'member', get: profilePage, post: saveProfile },
  { path: `${ACCOUNT}/email`, who: 'member', get: emailPage, post: askForCode },
  { path: `${ACCOUNT}/email/code`, who: 'member', get: to('email'), post: changeEmail },
  { path: `${ACCOUNT}/cards`, who: 'member', get: (visit) => cardsPage(visit) },
  { path: `${ACCOUNT}/cards/:id/default`, who: 'member', get: defaultPage, post: makeDefault },
  { path: `${ACCOUNT}/cards/:id/remove`, who: 'member', get: removePage, post: removeCard },
  { path: `${ACCOUNT}/receipts`, who: 'member', get: receiptsPage },
  { path: `${ACCOUNT}/receipts/:id`, who: 'member', get: receiptPage },
  { path: `${ACCOUNT}/mails`, who: 'member', get: mailsPage, post: saveMails },
  { path: PUSH, who: 'member', get: pushPage, post: savePush },
  { path: `${ACCOUNT}/privacy`, who: 'member', get: (visit) => privacyPage(visit), post: savePrivacy },
  { path: `${ACCOUNT}/privacy/waiver`, who: 'member', get: to('privacy'), post: agree('waiver') },
  { path: `${ACCOUNT}/privacy/consent`, who: 'member', get: to('privacy'), post: agree('consent') },
  { path: `${ACCOUNT}/devices`, who: 'member', get: devicesPage },
  { path: `${ACCOUNT}/devices/end-others`, who: 'member', get: to('devices'), post: endOthers },
  { path: `${ACCOUNT}/devices/:id/end`, who: 'member', get: to('devices'), post: endDevice },
  { path: `${ACCOUNT}/devices/passkeys/:id/remove`, who: 'member', get: to('devices'), post: removePasskey },
  { path: HOUSEHOLD, who: 'member', get: (visit) => householdPage(visit) },
  { path: `${HOUSEHOLD}/add`, who: 'member', get: to('household'), post: addPerson },
  { path: `${HOUSEHOLD}/invite`, who: 'member', get: to('household'), post: inviteAdult },
  { path: `${HOUSEHOLD}/leave`, who: 'member', get: (visit) => leavePage(visit), post: leaveHousehold },
  { path: `${HOUSEHOLD}/invitations/:id/accept`, who: 'member', get: to('household'), post: acceptInvitation },
  { path: `${HOUSEHOLD}/invitations/:id/end`, who: 'member', get: to('household'), post: endInvitation },
  { path: `${ACCOUNT}/data`, who: 'member', get: dataPage },
  { path: `${ACCOUNT}/data/my-data.json`, who: 'member', get: dataFile },
  { path: `${ACCOUNT}/data/delete`, who: 'member', get: to('data'), post: askToDelete },
  { path: `${ACCOUNT}/data/keep`, who: 'member', get: to('data'), post: keepAccount },
];
