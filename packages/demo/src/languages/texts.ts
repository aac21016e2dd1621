import { nouns } from '../text/vocabulary.ts';
import { capital, type Draft, type Writer, wordsOf } from './language.ts';

const properties = [
  'margin',
  'padding',
  'gap',
  'border-radius',
  'font-size',
  'line-height',
  'max-width',
  'min-height',
  'top',
  'inset',
] as const;

export const css: Writer = {
  head: (random) => [
    ':root {',
    `  --space: ${random.whole(4, 12)}px;`,
    `  --accent: #${random.whole(0x100000, 0xffffff).toString(16)};`,
    '}',
  ],
  block: (random): Draft => {
    const w = wordsOf(random);
    const name = `.${w.noun}-${w.quality}__${w.field}`;
    const rules = Array.from(
      { length: random.whole(3, 7) },
      () => `  ${random.pick(properties)}: ${random.whole(1, 64)}${random.pick(['px', 'rem', '%'])};`,
    );
    return { name, lines: [`${name} {`, `  color: #${random.whole(0x100000, 0xffffff).toString(16)};`, ...rules, '}'] };
  },
  comment: (text) => `/* ${text} */`,
};

export const yaml: Writer = {
  head: (random, path) => [
    `# ${path.split('/').at(-1)} of ${random.pick(nouns)}`,
    'version: 2',
    'defaults:',
    `  timeout: ${random.whole(10, 90)}s`,
  ],
  block: (random): Draft => {
    const w = wordsOf(random);
    const name = `${w.verb}-${w.quality}-${w.noun}`;
    return {
      name,
      lines: [
        `${name}:`,
        `  image: registry.aurora.example/${w.noun}:${w.small}.${w.number}`,
        `  replicas: ${w.small}`,
        '  resources:',
        `    memory: ${w.number}Mi`,
        `    cpu: ${w.number * 2}m`,
        `  schedule: "${random.whole(0, 59)} ${random.whole(0, 23)} * * *"`,
        '  env:',
        `    ${w.noun.toUpperCase()}_${w.field.toUpperCase()}: "${w.number}"`,
      ],
    };
  },
  comment: (text) => `# ${text}`,
};

export const markdown: Writer = {
  head: (_, path) => [`# ${capital((path.split('/').at(-1) ?? 'notes').replace('.md', '').replaceAll('-', ' '))}`],
  block: (random): Draft => {
    const w = wordsOf(random);
    const name = `${capital(w.verb)} the ${w.quality} ${w.noun}`;
    const more = Array.from({ length: random.whole(2, 5) }, () => {
      const v = wordsOf(random);
      return random.chance(0.5)
        ? `- \`${v.noun}.${v.field}\` starts at ${v.number}; ${v.verb} it when the ${v.other} is ${v.quality}.`
        : `The ${v.quality} ${v.noun} goes to the ${v.other} ${v.reason}.`;
    });
    return {
      name,
      lines: [`## ${name}`, '', `We ${w.verb} each ${w.noun} within ${w.number} seconds ${w.reason}.`, ...more],
    };
  },
  comment: (text) => `<!-- ${text} -->`,
};

export const sql: Writer = {
  head: (_, path) => [`-- ${path.split('/').at(-1)}`],
  block: (random): Draft => {
    const w = wordsOf(random);
    const name = `${w.quality}_${w.noun}_${w.field}`;
    return {
      name,
      lines: [
        `CREATE VIEW ${name} AS`,
        `SELECT ${w.noun}_id, sum(${w.field}) AS ${w.field}_total, count(*) AS ${w.other}_count`,
        `FROM ${w.quality}_${w.noun}s`,
        `WHERE ${w.field} > ${w.number} AND created_at > now() - interval '${w.small} days'`,
        `GROUP BY ${w.noun}_id`,
        `HAVING count(*) > ${w.small};`,
      ],
    };
  },
  comment: (text) => `-- ${text}`,
};
