import { expect, test } from 'vitest';
import { confirmPath } from './repo-remove.ts';

test('a repo is removed only by whoever types its path', async () => {
  const asked: string[] = [];
  const typing = (answer: string) => async (question: string) => {
    asked.push(question);
    return answer;
  };
  await confirmPath(typing(' Web/App\n'), 'web/app');
  for (const answer of ['', 'yes', 'web/app2'])
    await expect(confirmPath(typing(answer), 'web/app')).rejects.toThrow('nothing is removed');
  expect(asked[0]).toContain('erases all that was read of web/app');
});
