import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleHost, startSampleHost } from '../sample-host.ts';
import { servedPaths } from './served-paths.ts';

const excerpt: { answers: Record<string, object>; components: object } = JSON.parse(
  readFileSync(new URL('../generated/github-answers.json', import.meta.url), 'utf8'),
);
const ajv = new Ajv({ strict: false, allErrors: true, discriminator: false });
addFormats.default(ajv);
ajv.addFormat('repo.nwo', true);
ajv.addSchema({ $id: 'github', components: excerpt.components });

function validatorOf(path: string) {
  const text = JSON.stringify(excerpt.answers[path]).replaceAll('"#/', '"github#/');
  return ajv.compile(JSON.parse(text));
}

const examples: Record<string, string> = {
  '{username}': 'ada',
  '{org}': 'acme',
  '{team_slug}': 'core',
  '{owner}': 'acme',
  '{repo}': 'sums',
  '{pull_number}': '1',
  '{issue_number}': '1',
  '{enterprise}': 'acme',
};

function concrete(path: string): string {
  const filled = Object.entries(examples).reduce((text, [name, value]) => text.replace(name, value), path);
  const ref = filled.includes('/git/') ? 'heads/main' : 'main';
  const query = /\/(issues|pulls)$/.test(filled) ? '?state=all' : filled.endsWith('-1-day') ? '?day=2026-03-02' : '';
  return `${filled.replace('{ref}', ref)}${query}`;
}

let host: SampleHost;
beforeAll(async () => {
  host = await startSampleHost();
});
afterAll(() => host.stop());

describe("every answer has the shape of GitHub's own description", () => {
  it.each(servedPaths)(
    'GET %s',
    async (path) => {
      const response = await host.ask(concrete(path));
      const body: unknown = await response.json();
      expect(response.status, JSON.stringify(body)).toBe(200);
      const validate = validatorOf(path);
      validate(body);
      expect(validate.errors ?? []).toEqual([]);
      if (Array.isArray(body)) expect(body.length).toBeGreaterThan(0);
    },
    30_000,
  );
});
