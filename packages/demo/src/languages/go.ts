import type { Random } from '../text/random.ts';
import { doing } from '../text/vocabulary.ts';
import { camel, capital, type Draft, type Words, type Writer, wordsOf } from './language.ts';

function statement(random: Random, subject: string, known: readonly string[], w: Words): string[] {
  switch (random.whole(0, 7)) {
    case 0:
      return [
        `\t${w.quality}${capital(w.noun)}s := filterBy(${subject}, "${w.field}", ${w.number})`,
        `\t_ = ${w.quality}${capital(w.noun)}s`,
      ];
    case 1:
      return [
        `\t${w.noun}${capital(w.field)} := max(${w.small}, opts.${capital(w.field)})`,
        `\tspan.SetInt("${w.noun}.${w.field}", ${w.noun}${capital(w.field)})`,
      ];
    case 2:
      return [
        `\tfor _, ${w.noun} := range ${subject} {`,
        `\t\tif ${w.noun}.${capital(w.field)} < ${w.number} {`,
        '\t\t\tcontinue',
        '\t\t}',
        `\t\ttotals["${w.other}"] += ${w.noun}.${capital(w.field)} * ${w.small}`,
        '\t}',
      ];
    case 3:
      return [
        `\tif len(${subject}) == 0 {`,
        `\t\treturn nil, errors.New("no ${w.quality} ${w.noun} to ${w.verb}")`,
        '\t}',
      ];
    case 4:
      return known.length > 0
        ? [
            `\tif _, err := ${random.pick(known)}(ctx, ${subject}, Options{${capital(w.field)}: ${w.number}}); err != nil {`,
            `\t\treturn nil, fmt.Errorf("${w.verb} ${w.other}: %w", err)`,
            '\t}',
          ]
        : [`\tseen := make(map[string]int, ${w.number})`, `\tseen["${w.quality}"] = len(${subject})`];
    case 5:
      return [`\tlog.Info("${w.verb} ${w.quality} ${w.noun}", "${w.field}", len(${subject}), "window", ${w.number})`];
    case 6:
      return [
        `\t// ${capital(w.quality)} ${w.noun}s are kept apart ${w.reason}.`,
        `\tstore.Put(ctx, "${w.noun}:${w.quality}", ${subject}[:min(len(${subject}), ${w.number})])`,
      ];
    default:
      return [
        `\tsort.Slice(${subject}, func(i, j int) bool { return ${subject}[i].${capital(w.field)} > ${subject}[j].${capital(w.field)} })`,
      ];
  }
}

function block(random: Random, known: readonly string[], path: string): Draft {
  const w = wordsOf(random);
  const name = camel(capital(w.verb), w.quality, w.noun, random.chance(0.4) ? w.field : '');
  if (path.endsWith('_test.go')) return testBlock(random, name, known);
  const body = Array.from({ length: random.whole(3, 7) }, () =>
    statement(random, `${w.noun}s`, known, wordsOf(random)),
  ).flat();
  return {
    name,
    lines: [
      ...(random.chance(0.6) ? [`// ${name} ${doing(w.verb)} each ${w.quality} ${w.noun} ${w.reason}.`] : []),
      `func ${name}(ctx context.Context, ${w.noun}s []${capital(w.noun)}, opts Options) ([]${capital(w.noun)}, error) {`,
      `\ttotals := map[string]int64{"${w.other}": ${w.small}}`,
      ...body,
      `\treturn ${w.noun}s[:min(len(${w.noun}s), opts.Limit+${w.small})], nil`,
      '}',
    ],
  };
}

function testBlock(random: Random, name: string, known: readonly string[]): Draft {
  const w = wordsOf(random);
  const called = known.length > 0 ? random.pick(known) : name;
  return {
    name: `Test${name}`,
    lines: [
      `func Test${name}${capital(w.quality)}(t *testing.T) {`,
      `\t${w.noun}s := []${capital(w.noun)}{{ID: "${w.noun}-1", ${capital(w.field)}: ${w.number}}, {ID: "${w.noun}-2", ${capital(w.field)}: ${w.small}}}`,
      `\tgot, err := ${called}(t.Context(), ${w.noun}s, Options{Limit: ${w.small}})`,
      `\tif err != nil || len(got) != ${random.whole(0, 2)} {`,
      `\t\tt.Fatalf("${w.verb} ${w.quality} ${w.noun}: got %v, %v", got, err)`,
      '\t}',
      '}',
    ],
  };
}

export const go: Writer = {
  head: (random, path) => {
    const folder = path.split('/').at(-2) ?? 'main';
    const w = wordsOf(random);
    return [
      `package ${folder}`,
      '',
      'import (',
      '\t"context"',
      '\t"errors"',
      '\t"fmt"',
      '\t"sort"',
      '',
      `\t"aurora.example/ledger/internal/${w.noun}"`,
      ')',
    ];
  },
  block,
  comment: (text) => `// ${text}`,
};
