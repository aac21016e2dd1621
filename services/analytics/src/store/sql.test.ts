import { expect, test } from 'vitest';
import { allOf, bindTemplate, bound, columnReference, fragment, template, templateParam } from './sql.ts';

test('a condition carries the parameters of all its parts', () => {
  const ofEntity = fragment`entity_id = ${bound('entity_id', 'UInt64', 7)}`;
  const named = fragment`${'name'} IN ${bound('names', 'Array(String)', ['a'])}`;
  expect(allOf([ofEntity, 'NOT removed', named])).toEqual({
    sql: 'entity_id = {entity_id:UInt64} AND NOT removed AND name IN {names:Array(String)}',
    params: { entity_id: 7, names: ['a'] },
  });
});

test('one parameter cannot have two values in one statement', () => {
  const one = bound('ids', 'Array(UInt64)', [1]);
  expect(allOf([one, bound('ids', 'Array(UInt64)', [1])]).params).toEqual({ ids: [1] });
  expect(() => allOf([one, bound('ids', 'Array(UInt64)', [2])])).toThrow('parameter ids has two values');
});

test('a template knows what it uses, and is bound to just that', () => {
  const inRange = template`${columnReference('at')} >= ${templateParam('from_ms', 'Int64')}`;
  expect([...inRange.columns]).toEqual(['at']);
  expect(bindTemplate(inRange, { from_ms: 1, until_ms: 2 })).toEqual({
    sql: 'at >= {from_ms:Int64}',
    params: { from_ms: 1 },
  });
  expect(() => bindTemplate(inRange, {})).toThrow('parameter from_ms has no value');
});
