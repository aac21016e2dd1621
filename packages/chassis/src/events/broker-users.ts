import { defectChanged, releaseChanged } from '@linescope/contract/events/defects-releases-events';
import type { EventDefinition } from '@linescope/contract/events/define-event';
import {
  committerChanged,
  peopleAdministered,
  teamChanged,
  timeOffChanged,
} from '@linescope/contract/events/developers-teams-events';
import {
  connectionAdded,
  entityCreated,
  entityOffboarding,
  entityRowsRemoved,
  entitySettingsChanged,
  repoRegistered,
  repoRemoval,
  repoRowsRemoved,
  tokenChanged,
  trackerChanged,
} from '@linescope/contract/events/identity-events';
import {
  commitsStored,
  factsDoubted,
  importChanged,
  issuesStored,
  pullRequestsStored,
  tagsStored,
} from '@linescope/contract/events/imports-events';
import type { z } from 'zod';
import { consumerName, durableName } from './durable-name.ts';
import { inboxOf } from './inbox.ts';
import { type StreamName, streamName, subjectPrefix } from './streams.ts';
import { eventSubject } from './subjects.ts';

type Event = EventDefinition<z.ZodType>;

interface UserDefinition {
  /** The processes that connect as this user. */
  units: readonly string[];
  publishes?: readonly Event[];
  consumes?: readonly (Event | { event: Event; durable: string })[];
  /** Subjects outside of the streams, after the namespace. */
  shares?: readonly string[];
  /** Events followed by a plain subscription, which no consumer keeps for later. */
  follows?: readonly Event[];
  sendsFacts?: true;
  /** Stores facts and confirms them to those who sent them. */
  storesFacts?: true;
  /** Removes messages, of an entity that leaves and of events that all have read, and keeps the streams' settings. */
  keepsStreams?: true;
  /** Operators: dead letters of whomever, backups. */
  everything?: true;
}

/** Who may do what at the broker: what a unit does not do by its own code is refused to whoever has its password. */
const USERS = {
  gateway: { units: ['gateway'], shares: ['gateways.uses'], follows: [tokenChanged] },
  identity: {
    units: ['identity'],
    publishes: [
      tokenChanged,
      entityCreated,
      entitySettingsChanged,
      repoRegistered,
      connectionAdded,
      trackerChanged,
      entityOffboarding,
      repoRemoval,
    ],
    consumes: [
      { event: connectionAdded, durable: 'cache_connection_repos' },
      entityRowsRemoved,
      repoRowsRemoved,
      peopleAdministered,
      importChanged,
    ],
    keepsStreams: true,
  },
  'developers-teams': {
    units: ['developers-teams'],
    publishes: [committerChanged, teamChanged, timeOffChanged, peopleAdministered, entityRowsRemoved, repoRowsRemoved],
    consumes: [repoRegistered, entityOffboarding, repoRemoval],
  },
  'defects-releases': {
    units: ['defects-releases'],
    publishes: [defectChanged, releaseChanged, entityRowsRemoved, repoRowsRemoved],
    consumes: [commitsStored, tagsStored, issuesStored, pullRequestsStored, entityOffboarding, repoRemoval],
  },
  imports: {
    units: ['imports', 'imports-worker', 'imports-rederive'],
    publishes: [importChanged, tagsStored, pullRequestsStored, issuesStored, entityRowsRemoved, repoRowsRemoved],
    consumes: [
      teamChanged,
      releaseChanged,
      committerChanged,
      trackerChanged,
      factsDoubted,
      entityOffboarding,
      repoRemoval,
      { event: connectionAdded, durable: 'offer_repos' },
    ],
    shares: ['wakeups.imports'],
    follows: [entityOffboarding, repoRemoval],
    sendsFacts: true,
  },
  analytics: {
    units: ['analytics'],
    publishes: [commitsStored, factsDoubted, entityRowsRemoved, repoRowsRemoved],
    consumes: [
      committerChanged,
      teamChanged,
      timeOffChanged,
      repoRegistered,
      releaseChanged,
      entitySettingsChanged,
      defectChanged,
      entityOffboarding,
      repoRemoval,
    ],
    storesFacts: true,
  },
  admin: { units: ['admin'], everything: true },
} as const satisfies Record<string, UserDefinition>;

export type BrokerUser = keyof typeof USERS;
export const BROKER_USERS = Object.keys(USERS) as BrokerUser[];

export interface BrokerAccess {
  publish: string[];
  subscribe: string[];
}

const STREAMS: readonly StreamName[] = ['EVENTS', 'FACTS', 'DEAD'];

/** The subjects that a user may publish to and subscribe to; all others are refused. */
export function brokerAccess(user: BrokerUser, namespace: string): BrokerAccess {
  const definition: UserDefinition = USERS[user];
  if (definition.everything) return { publish: ['>'], subscribe: ['>'] };
  const inboxes = (units: readonly string[]) => units.map((unit) => `${inboxOf(unit)}.>`);
  const shared = (definition.shares ?? []).map((subject) => `${namespace}.${subject}`);
  const followed = (definition.follows ?? []).map((event) => eventSubject(namespace, event, '*'));
  return {
    publish: [
      ...(definition.publishes ?? []).map((event) => eventSubject(namespace, event, '*')),
      ...shared,
      ...(user === 'gateway' ? [] : streamCalls(namespace)),
      ...consumersOf(definition, namespace).flatMap((consumer) => consumerCalls(namespace, consumer)),
      ...(definition.sendsFacts ? [`${subjectPrefix(namespace, 'FACTS')}.>`] : []),
      ...(definition.storesFacts ? inboxes(USERS.imports.units) : []),
      ...(definition.keepsStreams ? keeperCalls(namespace) : []),
    ],
    subscribe: [...inboxes(definition.units), ...shared, ...followed],
  };
}

/** Every unit makes the streams that are missing, and looks up what its outbox has published. */
const streamCalls = (namespace: string): string[] => [
  '$JS.API.INFO',
  ...STREAMS.flatMap((stream) => [
    `$JS.API.STREAM.INFO.${streamName(namespace, stream)}`,
    `$JS.API.STREAM.CREATE.${streamName(namespace, stream)}`,
  ]),
  `$JS.API.STREAM.MSG.GET.${streamName(namespace, 'EVENTS')}`,
];

interface Consumer {
  stream: StreamName;
  durable: string;
  filter: string;
}

function consumersOf({ units, consumes = [], storesFacts }: UserDefinition, namespace: string): Consumer[] {
  const [service = ''] = units;
  const ofEvents = consumes.map((one): Consumer => {
    const { event, durable } = 'event' in one ? one : { event: one, durable: consumerName(one) };
    return { stream: 'EVENTS', durable: durableName(service, durable), filter: eventSubject(namespace, event, '*') };
  });
  const ofFacts: Consumer[] = storesFacts
    ? [{ stream: 'FACTS', durable: durableName(service, 'facts'), filter: `${subjectPrefix(namespace, 'FACTS')}.>` }]
    : [];
  return [...ofEvents, ...ofFacts];
}

/** The filter stands in the subject by which a consumer is made, so that nobody makes one that reads more. */
function consumerCalls(namespace: string, { stream, durable, filter }: Consumer): string[] {
  const place = `${streamName(namespace, stream)}.${durable}`;
  return [
    `$JS.API.CONSUMER.CREATE.${place}.${filter}`,
    ...['INFO', 'DELETE', 'MSG.NEXT'].map((call) => `$JS.API.CONSUMER.${call}.${place}`),
    `$JS.ACK.${place}.>`,
    `${subjectPrefix(namespace, 'DEAD')}.${durable}`,
  ];
}

const keeperCalls = (namespace: string): string[] => [
  ...STREAMS.map((stream) => `$JS.API.STREAM.UPDATE.${streamName(namespace, stream)}`),
  `$JS.API.CONSUMER.LIST.${streamName(namespace, 'EVENTS')}`,
  `$JS.API.STREAM.PURGE.${streamName(namespace, 'EVENTS')}`,
  `$JS.API.STREAM.PURGE.${streamName(namespace, 'FACTS')}`,
  `$JS.API.STREAM.MSG.GET.${streamName(namespace, 'DEAD')}`,
  `$JS.API.STREAM.MSG.DELETE.${streamName(namespace, 'DEAD')}`,
];

/** The `authorization` of a nats-server: a value of `passwords` may also name a variable of its environment (`$NAME`). */
export function natsAuthorization(passwords: Record<BrokerUser, string>, namespace = 'linescope'): string {
  const list = (subjects: string[]) => `[${subjects.map((subject) => `"${subject}"`).join(', ')}]`;
  const users = BROKER_USERS.map((user) => {
    const { publish, subscribe } = brokerAccess(user, namespace);
    const password = passwords[user].startsWith('$') ? passwords[user] : `"${passwords[user]}"`;
    return `    { user: "${user}", password: ${password}, permissions: {\n      publish: ${list(publish)}\n      subscribe: ${list(subscribe)}\n    } }`;
  });
  return `authorization {\n  users: [\n${users.join('\n')}\n  ]\n}`;
}

/** `nats://<user>:<password>@…`: the same servers for another user. */
export function asBrokerUser(url: string, user: BrokerUser, password: string): string {
  const address = new URL(url);
  address.username = user;
  address.password = password;
  return address.href.replace(/\/$/, '');
}
