import { expect, test, vi } from 'vitest';
import { limitTurns } from './limited-turns.ts';

const never = new AbortController().signal;

test('no more works run at once than there are turns, and each gets its own in order', async () => {
  const turns = limitTurns(2);
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const works = gates.map((gate, index) =>
    turns.run(async () => {
      begun.push(index);
      await gate.promise;
    }, never),
  );
  await vi.waitFor(() => expect(begun).toEqual([0, 1]));
  gates[1]?.resolve();
  await works[1];
  await vi.waitFor(() => expect(begun).toEqual([0, 1, 2]));
  for (const gate of gates) gate.resolve();
  await Promise.all(works);
  expect(begun).toEqual([0, 1, 2, 3]);
});

test('whoever is aborted while waiting leaves, and the turn goes to the next', async () => {
  const turns = limitTurns(1);
  const gate = Promise.withResolvers<void>();
  const first = turns.run(() => gate.promise, never);
  const gone = new AbortController();
  const second = turns.run(async () => 'second', gone.signal);
  const third = turns.run(async () => 'third', never);
  gone.abort(new Error('stopped'));
  await expect(second).rejects.toThrow('stopped');
  gate.resolve();
  await first;
  expect(await third).toBe('third');
});
