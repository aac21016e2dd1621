import type { Random } from './random.ts';
import type { Caller, Identity, ProcessingStatus, Repo, Team, TimeOff } from './world.ts';

/** Seven who are processed, one of them without a seat at an AI tool's table, and three who are not. */
const PEOPLE: { name: string; status: ProcessingStatus; bot?: boolean; also?: boolean; hasSeat?: boolean }[] = [
  { name: 'ann', status: 'processing_stats', also: true },
  { name: 'bob', status: 'processing_stats', also: true },
  { name: 'cat', status: 'processing_stats' },
  { name: 'dan', status: 'processing_stats' },
  { name: 'eve', status: 'processing_stats' },
  { name: 'fay', status: 'processing_stats' },
  { name: 'gil', status: 'processing_stats', hasSeat: false },
  { name: 'lim', status: 'limited_processing' },
  { name: 'robo', status: 'limited_processing', bot: true },
  { name: 'nob', status: 'not_processing', hasSeat: false },
];

export interface People {
  identities: Identity[];
  teams: Team[];
  callers: Caller[];
  timeOff: TimeOff[];
}

export function randomPeople(random: Random, id: (number: number) => number, repos: Repo[]): People {
  const entity = id(0) / 1_000;
  const identities = PEOPLE.flatMap(({ name, status, bot = false, also = false, hasSeat = true }, index) => {
    const primaryId = id(201 + index);
    const person = { primaryId, status, bot, hasSeat };
    const now = { ...person, id: primaryId, userName: `${name}${entity}`, email: `${name}${entity}@example.com` };
    const old = {
      ...person,
      id: id(231 + index),
      userName: `${name}-old${entity}`,
      email: `${name}${entity}@old.example.com`,
      hasSeat: false,
    };
    return also ? [now, old] : [now];
  });
  const [ann = 0, bob = 0, cat = 0, dan = 0, eve = 0, fay = 0, , lim = 0] = PEOPLE.map((_, index) => id(201 + index));
  const always = (identityId: number) => ({ identityId, from: '2020-01-01', until: null });
  const team = (number: number, name: string, over: Partial<Team>): Team => ({
    id: id(number),
    slug: `${name.toLowerCase().replaceAll(' ', '-')}-${entity}`,
    name: `${name} ${entity}`,
    parentId: 0,
    boardId: '',
    repoPaths: [],
    members: [],
    ...over,
  });
  const moved = random.pick(['2026-03-16', '2026-04-01', '2026-04-15']);
  const teams = [
    team(301, 'Core', { boardId: '1', members: [always(ann), { identityId: bob, from: '2020-01-01', until: moved }] }),
    team(302, 'Edge', { boardId: '2', members: [{ identityId: bob, from: moved, until: null }] }),
    team(303, 'Edge UI', { parentId: id(302), members: [always(cat)] }),
    team(304, 'Tools', {
      repoPaths: [repos[1]?.path ?? '', repos[3]?.path ?? ''],
      members: [always(dan), always(lim)],
    }),
    ...(random.chance(0.5) ? [team(305, 'Guild', { members: [always(ann), always(eve)] })] : []),
  ];
  const callers: Caller[] = [
    { userId: id(1), role: 'admin', personId: 0, managedTeamIds: [] },
    { userId: id(2), role: 'manager', personId: fay, managedTeamIds: [id(302)] },
    { userId: id(3), role: 'manager', personId: 0, managedTeamIds: [id(301), id(304)] },
    { userId: id(4), role: 'member', personId: ann, managedTeamIds: [] },
  ];
  const timeOff = [
    { personId: ann, start: '2026-03-03', end: '2026-03-04' },
    { personId: bob, start: '2026-04-20', end: '2026-05-03' },
    { personId: cat, start: '2026-03-27', end: '2026-03-30' },
  ];
  return { identities, teams, callers, timeOff };
}
