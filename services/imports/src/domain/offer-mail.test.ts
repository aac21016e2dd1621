import { expect, test } from 'vitest';
import { offerMail } from './offer-mail.ts';

const expiresAt = new Date('2026-10-22T08:00:00Z');
const offer = (repoPath: string) => ({ repoPath, link: `https://lines.example/import_offers/${repoPath}`, expiresAt });

test('one repo is in the subject', () => {
  expect(offerMail([offer('web/app')]).subject).toBe('Import web/app?');
});

test('several are counted, each has its link, and the last day is named', () => {
  const { subject, text } = offerMail([offer('web/app'), offer('web/site')]);
  expect(subject).toBe('Import 2 repos?');
  expect(text).toContain('web/app\n  https://lines.example/import_offers/web/app\n');
  expect(text).toContain('web/site\n  https://lines.example/import_offers/web/site\n');
  expect(text).toContain('Each link works once, until 2026-10-22.');
});
