import type { Random } from '../text/random.ts';
import { newFile, type Tree } from '../text/source-tree.ts';
import { nouns } from '../text/vocabulary.ts';
import type { TeamSlug } from './people.ts';

export type Blueprint = {
  name: 'storefront' | 'ledger' | 'insights' | 'platform';
  team: TeamSlug;
  description: string;
  language: string;
  /** Folders with the suffix of their files and how many there are at first. */
  folders: readonly (readonly [folder: string, suffix: string, count: number])[];
  lockFile: string;
  manifest: string;
};

export const blueprints: readonly Blueprint[] = [
  {
    name: 'storefront',
    team: 'web',
    description: 'The shop that customers see',
    language: 'TypeScript',
    folders: [
      ['src/checkout', '.ts', 9],
      ['src/catalog', '.ts', 9],
      ['src/components', '.tsx', 8],
      ['src/checkout', '.test.ts', 5],
      ['src/catalog', '.test.ts', 4],
      ['styles', '.css', 7],
      ['docs', '.md', 4],
    ],
    lockFile: 'package-lock.json',
    manifest: 'config/shop.yml',
  },
  {
    name: 'ledger',
    team: 'payments',
    description: 'Payments, balances and payouts',
    language: 'Go',
    folders: [
      ['internal/posting', '.go', 9],
      ['internal/payout', '.go', 8],
      ['internal/fx', '.go', 6],
      ['internal/posting', '_test.go', 5],
      ['internal/payout', '_test.go', 4],
      ['migrations', '.sql', 6],
      ['docs', '.md', 3],
    ],
    lockFile: 'go.sum',
    manifest: 'config/ledger.yml',
  },
  {
    name: 'insights',
    team: 'data',
    description: 'Pipelines, forecasts and reports',
    language: 'Python',
    folders: [
      ['insights/pipelines', '.py', 9],
      ['insights/models', '.py', 8],
      ['insights/reports', '.py', 6],
      ['tests', '.py', 8],
      ['sql', '.sql', 5],
      ['docs', '.md', 4],
    ],
    lockFile: 'poetry.lock',
    manifest: 'config/insights.yml',
  },
  {
    name: 'platform',
    team: 'platform',
    description: 'Deployment, tooling and the handbook',
    language: 'TypeScript',
    folders: [
      ['tools/deploy', '.ts', 8],
      ['tools/quota', '.ts', 6],
      ['tools/deploy', '.test.ts', 5],
      ['services', '.yml', 9],
      ['pipelines', '.yml', 6],
      ['scripts', '.py', 5],
      ['handbook', '.md', 8],
    ],
    lockFile: 'package-lock.json',
    manifest: 'config/platform.yml',
  },
];

export function pathFor(folder: string, suffix: string, word: string): string {
  if (folder === 'tests') return `${folder}/test_${word}${suffix}`;
  return `${folder}/${word}${suffix}`;
}

/** What the repository held long before the demo's year begins. */
export function firstTree(random: Random, blueprint: Blueprint, now: number): Tree {
  const tree: Tree = new Map();
  for (const [folder, suffix, count] of blueprint.folders) {
    const offset = random.whole(0, nouns.length - 1);
    for (let i = 0; i < count; i++) {
      const word = nouns[(offset + i * 3) % nouns.length] ?? 'entry';
      const path = pathFor(folder, suffix, word);
      tree.set(path, newFile(random, path, random.whole(2, 6), [], now));
    }
  }
  tree.set(blueprint.manifest, newFile(random, blueprint.manifest, 5, [], now));
  tree.set(blueprint.lockFile, { language: 'lock', lines: lockLines(random, 60) });
  tree.set('README.md', newFile(random, 'README.md', 3, [], now));
  return tree;
}

export function lockLines(random: Random, count: number): string[] {
  return Array.from(
    { length: count },
    (_, i) =>
      `  "${nouns[i % nouns.length]}-${i}": "${random.whole(0, 9)}.${random.whole(0, 30)}.${random.whole(0, 9)}",`,
  );
}
