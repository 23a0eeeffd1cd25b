import { createRoute } from '@tanstack/react-router';
import { lazyPage, signedIn, texts } from './parents.tsx';

const challenges = createRoute({
  getParentRoute: () => signedIn,
  path: '/engagement',
  staticData: { rights: ['challenges:manage'], title: 'shell.engagement' },
  validateSearch: texts('show'),
  component: lazyPage(() => import('../../pages/engagement/challenges/challenges-page.tsx'), 'ChallengesPage'),
});

const newChallenge = createRoute({
  getParentRoute: () => signedIn,
  path: '/engagement/challenges/new',
  staticData: { rights: ['challenges:manage'], title: 'engagement.newChallenge' },
  component: lazyPage(() => import('../../pages/engagement/challenges/new-challenge-page.tsx'), 'NewChallengePage'),
});

const challenge = createRoute({
  getParentRoute: () => signedIn,
  path: '/engagement/challenges/$challengeId/{-$tab}',
  staticData: { rights: ['challenges:manage'] },
  component: lazyPage(() => import('../../pages/engagement/challenges/challenge-page.tsx'), 'ChallengePage'),
});

const boards = createRoute({
  getParentRoute: () => signedIn,
  path: '/engagement/boards',
  staticData: { rights: ['challenges:manage'], title: 'engagement.boards' },
  validateSearch: texts('state'),
  component: lazyPage(() => import('../../pages/engagement/boards/boards-page.tsx'), 'BoardsPage'),
});

const newBoard = createRoute({
  getParentRoute: () => signedIn,
  path: '/engagement/boards/new',
  staticData: { rights: ['challenges:manage'], title: 'boards.newBoard' },
  component: lazyPage(() => import('../../pages/engagement/boards/new-board-page.tsx'), 'NewBoardPage'),
});

const board = createRoute({
  getParentRoute: () => signedIn,
  path: '/engagement/boards/$boardId/{-$tab}',
  staticData: { rights: ['challenges:manage'] },
  validateSearch: texts('period', 'division'),
  component: lazyPage(() => import('../../pages/engagement/boards/board-page.tsx'), 'BoardPage'),
});

const awards = createRoute({
  getParentRoute: () => signedIn,
  path: '/engagement/awards',
  staticData: { rights: ['awards:manage'], title: 'engagement.awards' },
  validateSearch: texts('state'),
  component: lazyPage(() => import('../../pages/engagement/awards/awards-page.tsx'), 'AwardsPage'),
});

const newAward = createRoute({
  getParentRoute: () => signedIn,
  path: '/engagement/awards/new',
  staticData: { rights: ['awards:manage'], title: 'awards.newAward' },
  component: lazyPage(() => import('../../pages/engagement/awards/new-award-page.tsx'), 'NewAwardPage'),
});

const award = createRoute({
  getParentRoute: () => signedIn,
  path: '/engagement/awards/$awardId/{-$tab}',
  staticData: { rights: ['awards:manage'] },
  component: lazyPage(() => import('../../pages/engagement/awards/award-page.tsx'), 'AwardPage'),
});

export const engagementRoutes = [
  challenges,
  newChallenge,
  challenge,
  boards,
  newBoard,
  board,
  awards,
  newAward,
  award,
] as const;
