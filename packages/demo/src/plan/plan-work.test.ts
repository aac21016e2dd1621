import { expect, test } from 'vitest';
import { seededRandom } from '../text/random.ts';
import { day, hour } from './calendar.ts';
import { makePeople } from './people.ts';
import { planWork } from './plan-work.ts';

test('whoever joined, on whatever day the demo is made, has had time for some work', () => {
  const from = Date.UTC(2026, 0, 1);
  for (let now = from; now < from + 365 * day; now += 31 * hour) {
    const random = seededRandom(1);
    const people = makePeople(random.fork('people'), now);
    const { tickets } = planWork(random.fork('work'), people, now);
    const busy = new Set(
      tickets
        .filter(({ hasCode, plannedStart }) => hasCode && plannedStart < now - 7 * day)
        .map(({ assignee }) => assignee.login),
    );
    const idle = people.filter(({ login }) => !busy.has(login)).map(({ login }) => login);
    expect({ now: new Date(now).toISOString(), idle }).toEqual({ now: expect.any(String), idle: [] });
  }
});
