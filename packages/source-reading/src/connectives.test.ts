import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callsOf, definitionsOf } from './connectives.ts';

describe('the names a line calls', () => {
  it.each([
    ['JavaScript', '  const x = foo(bar.baz(1), "qux(1)"); // zed(1)', ['foo', 'baz']],
    ['JavaScript', 'if (ready()) return done(x);', ['ready', 'done']],
    ['JavaScript', 'function add(a) { return sum(a); }', ['sum']],
    ['TypeScript', 'const load = async (id) => fetchIt(id);', ['fetchIt']],
    ['Python', 'def foo(a): return bar(a)', ['bar']],
    ['Python', '# foo(1)', []],
    ['C', 'static int foo(int a)', []],
    ['C', '    x = sizeof(int) * strlen (s);', ['strlen']],
    ['Go', '	go s.Run(ctx)', ['Run']],
    ['Rust', 'let x = Vec::with_capacity(n(1));', ['with_capacity', 'n']],
    ['Java', '@Test(x) foo.bar(new Baz(1));', ['Test', 'bar', 'Baz']],
    ['Markdown', 'call foo(1)', []],
    [null, 'foo(1)', []],
  ])('%s: %j', (language, text, calls) => {
    expect(callsOf(text, language)).toEqual(calls);
  });
});

describe('the names a line defines', () => {
  it.each([
    ['JavaScript', 'export function add(a) {', ['add']],
    ['TypeScript', 'export const useCart = (a) => {', ['useCart']],
    ['TypeScript', 'export class Cart {', ['Cart']],
    ['TypeScript', '  add(item: Item): void {', ['add']],
    ['TypeScript', '  add(item);', []],
    ['Python', '    def add(self):', ['add']],
    ['C', 'static int foo(int a,', ['foo']],
    ['C', '    foo(a,', []],
    ['Go', 'func (r *Router) Handle(p string) {', ['Handle']],
    ['Java', '    public int size() {', ['size']],
    ['JavaScript', ' * function add() {', []],
    ['YAML', 'a: 1', []],
  ])('%s: %j', (language, text, names) => {
    expect(definitionsOf(text, language)).toEqual(names);
  });
});

it('reads any line', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('JavaScript', 'C++', 'Python', 'Kotlin', 'Ruby'),
      fc.string({ unit: 'binary' }),
      (language, text) => {
        for (const name of callsOf(text, language)) expect(text).toContain(name);
        definitionsOf(text, language);
      },
    ),
  );
  for (const part of ['a(', '(', '"', 'a ', '/*(']) callsOf(part.repeat(1_000_000), 'JavaScript');
});
