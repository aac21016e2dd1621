import type { Random } from '../text/random.ts';
import { doing } from '../text/vocabulary.ts';
import { camel, capital, type Draft, type Words, type Writer, wordsOf } from './language.ts';

function statement(random: Random, subject: string, known: readonly string[], w: Words): string[] {
  const list = `${w.quality}${capital(w.noun)}s`;
  switch (random.whole(0, 8)) {
    case 0:
      return [`  const ${list} = ${subject}.filter((item) => item.${w.field} > ${w.number});`];
    case 1:
      return [`  const ${w.other}${capital(w.field)} = Math.max(${w.small}, options.${w.field} ?? ${w.number});`];
    case 2:
      return [
        `  for (const ${w.noun} of ${subject}) {`,
        `    if (${w.noun}.${w.field} < ${w.number}) continue;`,
        `    ${w.noun}.${w.other}Total += ${w.noun}.${w.field} * ${w.small};`,
        '  }',
      ];
    case 3:
      return [
        `  if (${subject}.length === 0) {`,
        `    throw new Error('No ${w.quality} ${w.noun} to ${w.verb}');`,
        '  }',
      ];
    case 4:
      return known.length > 0
        ? [
            `  const ${w.quality}${capital(w.other)} = await ${random.pick(known)}(${subject}, { ${w.field}: ${w.number} });`,
          ]
        : [`  const ${w.quality}${capital(w.other)} = new Map<string, number>();`];
    case 5:
      return [
        `  logger.info('${w.verb} ${w.quality} ${w.noun}', { ${w.field}: ${subject}.length, window: ${w.number} });`,
      ];
    case 6:
      return [
        `  // ${capital(w.quality)} ${w.noun}s are kept apart ${w.reason}.`,
        `  cache.set('${w.noun}:${w.quality}', ${subject}.slice(0, ${w.number}));`,
      ];
    case 7:
      return [
        `  const ${w.noun}By${capital(w.field)} = Object.groupBy(${subject}, (item) => String(item.${w.field}));`,
        `  metrics.gauge('${w.noun}.${w.field}', Object.keys(${w.noun}By${capital(w.field)}).length);`,
      ];
    default:
      return [`  ${subject}.sort((a, b) => b.${w.field} - a.${w.field} || a.id.localeCompare(b.id));`];
  }
}

function block(random: Random, known: readonly string[], path: string): Draft {
  const w = wordsOf(random);
  const name = camel(w.verb, w.quality, w.noun, random.chance(0.4) ? w.field : '');
  if (path.includes('.test.')) return testBlock(random, name, known);
  const subject = `${w.noun}s`;
  const body = Array.from({ length: random.whole(3, 8) }, () =>
    statement(random, subject, known, wordsOf(random)),
  ).flat();
  return {
    name,
    lines: [
      ...(random.chance(0.4) ? [`/** ${capital(doing(w.verb))} each ${w.quality} ${w.noun} ${w.reason}. */`] : []),
      `export async function ${name}(${subject}: ${capital(w.noun)}[], options: ${capital(w.other)}Options = {}): Promise<${capital(w.noun)}[]> {`,
      ...body,
      `  return ${subject}.slice(0, options.limit ?? ${w.number});`,
      '}',
    ],
  };
}

function testBlock(random: Random, name: string, known: readonly string[]): Draft {
  const w = wordsOf(random);
  const called = known.length > 0 ? random.pick(known) : name;
  return {
    name,
    lines: [
      `describe('${name}', () => {`,
      `  it('keeps ${w.quality} ${w.noun}s ${w.reason}', async () => {`,
      `    const ${w.noun}s = [make${capital(w.noun)}({ ${w.field}: ${w.number} }), make${capital(w.noun)}({ ${w.field}: ${w.small} })];`,
      `    const result = await ${called}(${w.noun}s, { limit: ${w.small} });`,
      `    expect(result).toHaveLength(${random.whole(0, 2)});`,
      `    expect(result[0]?.${w.field}).toBe(${w.number});`,
      '  });',
      '});',
    ],
  };
}

export const typescript: Writer = {
  head: (random, path) => {
    const w = wordsOf(random);
    const shared = [
      `import { logger, metrics } from '../telemetry/${w.quality}';`,
      `import type { ${capital(w.noun)}, ${capital(w.other)}Options } from '../types/${w.noun}';`,
    ];
    return path.includes('.test.')
      ? ["import { describe, expect, it } from 'vitest';", ...shared]
      : [...shared, `const cache = new Map<string, unknown>();`];
  },
  block,
  comment: (text) => `// ${text}`,
};
