import type { Random } from '../text/random.ts';
import { capital, type Draft, snake, type Words, type Writer, wordsOf } from './language.ts';

function statement(random: Random, subject: string, known: readonly string[], w: Words): string[] {
  switch (random.whole(0, 7)) {
    case 0:
      return [`    ${w.quality} = [row for row in ${subject} if row["${w.field}"] > ${w.number}]`];
    case 1:
      return [`    ${w.noun}_${w.field} = max(${w.small}, options.get("${w.field}", ${w.number}))`];
    case 2:
      return [
        `    for ${w.noun} in ${subject}:`,
        `        if ${w.noun}["${w.field}"] < ${w.number}:`,
        '            continue',
        `        totals["${w.other}"] += ${w.noun}["${w.field}"] * ${w.small}`,
      ];
    case 3:
      return [`    if not ${subject}:`, `        raise ValueError("no ${w.quality} ${w.noun} to ${w.verb}")`];
    case 4:
      return known.length > 0
        ? [`    ${w.quality}_${w.other} = ${random.pick(known)}(${subject}, ${w.field}=${w.number})`]
        : [`    ${w.quality}_${w.other} = defaultdict(int)`];
    case 5:
      return [
        `    log.info("${w.verb} ${w.quality} ${w.noun}", extra={"${w.field}": len(${subject}), "window": ${w.number}})`,
      ];
    case 6:
      return [
        `    # ${capital(w.quality)} ${w.noun}s are kept apart ${w.reason}.`,
        `    frame["${w.noun}_${w.field}"] = frame["${w.other}"].rolling(${w.small}).mean()`,
      ];
    default:
      return [`    ${subject}.sort(key=lambda row: (row["${w.field}"], row["${w.quality}_id"]), reverse=True)`];
  }
}

function block(random: Random, known: readonly string[], path: string): Draft {
  const w = wordsOf(random);
  const name = snake(w.verb, w.quality, w.noun, random.chance(0.4) ? w.field : 'rows');
  if (path.includes('test_')) return testBlock(random, name, known);
  const body = Array.from({ length: random.whole(3, 8) }, () =>
    statement(random, `${w.noun}s`, known, wordsOf(random)),
  ).flat();
  return {
    name,
    lines: [
      `def ${name}(${w.noun}s: list[dict], frame: pd.DataFrame, **options) -> list[dict]:`,
      ...(random.chance(0.5) ? [`    """${capital(w.verb)} each ${w.quality} ${w.noun} ${w.reason}."""`] : []),
      '    totals = defaultdict(float)',
      ...body,
      `    return ${w.noun}s[: options.get("limit", ${w.number})]`,
    ],
  };
}

function testBlock(random: Random, name: string, known: readonly string[]): Draft {
  const w = wordsOf(random);
  const called = known.length > 0 ? random.pick(known) : name;
  return {
    name: `test_${name}`,
    lines: [
      `def test_${name}_${w.quality}(${w.noun}_frame):`,
      `    rows = [{"${w.field}": ${w.number}, "id": "${w.noun}-1"}, {"${w.field}": ${w.small}, "id": "${w.noun}-2"}]`,
      `    result = ${called}(rows, ${w.noun}_frame, limit=${w.small})`,
      `    assert len(result) == ${random.whole(0, 2)}`,
      `    assert result[0]["${w.field}"] == ${w.number}, "${w.reason}"`,
    ],
  };
}

export const python: Writer = {
  head: (random) => {
    const w = wordsOf(random);
    return [
      'import logging',
      'from collections import defaultdict',
      '',
      'import pandas as pd',
      '',
      `from insights.${w.noun} import ${w.quality}_${w.other}`,
      '',
      `log = logging.getLogger("insights.${w.noun}")`,
    ];
  },
  block,
  comment: (text) => `# ${text}`,
};
