import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createScopeReader,
  documentationOf,
  documentedScopesOf,
  gitAttributes,
  gitConfiguration,
  scopesOf,
} from './scope-reading.ts';
import { scopeGrammars } from './scopes/scope-grammars.ts';

/** Sources whose lines end in `«Class.function»`, `«Class»`, `«.function»` or `«»`: what should be found there. */
const sources: Record<string, string> = {
  JavaScript: `
'use strict'; «»
app.handle = function handle(req, res, callback) { «.handle»
  var done = callback || finalhandler(req, res, { «.handle»
    env: 1 «.handle»
  }); «.handle»
  router.use('/', function (a) { «.handle»
    a(); «.handle»
  }); «.handle»
}; «.handle»

Foo.prototype.bar = function () { «Foo.bar»
  return 1; «Foo.bar»
}; «Foo.bar»
describe('a', function () { «»
  it('b', () => { «»
  }); «»
}); «»
module.exports = { «»
  a: function () { «.a»
  }, «.a»
  b(x) { «.b»
    if (x) { «.b»
    } «.b»
  }, «.b»
}; «»`,
  TypeScript: `
export async function add( «.add»
  a: number, «.add»
): Promise<number> { «.add»
  return a; «.add»
} «.add»
export abstract class Cart<T> extends Base { «Cart»
  private items: T[] = []; «Cart»

  constructor(readonly a: string) { «Cart.constructor»
    super(); «Cart.constructor»
  } «Cart.constructor»
  @Input() «Cart.push»
  async push(item: T): Promise<void> { «Cart.push»
    for (const x of item) { «Cart.push»
    } «Cart.push»
  } «Cart.push»
  handler = (e: Event) => { «Cart.handler»
    e.x(); «Cart.handler»
  }; «Cart.handler»
} «Cart»
const double = (x: number) => x * 2; «.double»
const total = double(2); «»`,
  Python: `
import x «»
@cached «.f»
def f(a, «.f»
      b): «.f»
    def g(): «.g»
        return 1 «.g»
    return g «.f»

class A(B): «A»
    x = 1 «A»

    async def m(self): «A.m»
        text = """ «A.m»
not the end «A.m»
""" «A.m»
        # a comment «A.m»
        return text «A.m»
    def page(self): «A.page»
        """Only documented.""" «A.page»

    def new(self): «A.new»
        return """ «A.new»
text at the margin «A.new»
""" «A.new»

try: «»
    y = 2 «»
except X: «»
    pass «»`,
  Ruby: `
module Shop «Shop»
  class Cart < Base «Cart»
    attr_reader :x «Cart»

    def add?(item = {}) «Cart.add?»
      items.each do |i| «Cart.add?»
        i.x «Cart.add?»
      end «Cart.add?»
    rescue Error «Cart.add?»
      nil «Cart.add?»
    end «Cart.add?»

    def many(x) «Cart.many»
      codes << Exception «Cart.many»
    end «Cart.many»

    def self.build «Cart.build»
      <<~SQL «Cart.build»
SELECT 1 «Cart.build»
      SQL
    end «Cart.build»
  end «Cart»
end «Shop»`,
  C: `
#include <x.h> «»
static int «.foo»
foo(struct bar *b, «.foo»
    int c) «.foo»
{ «.foo»
#ifdef X
    if (b) { «.foo»
#else
    if (c) { «.foo»
#endif
        list_for_each(a, b) { «.foo»
        } «.foo»
    } «.foo»
out:
    free(b); «.foo»
end:
    return 0; «.foo»
} «.foo»
void proto(int a); «»
REDIS_NO_SANITIZE("bounds") «.__name»
static const char *__name(int a) { «.__name»
    log("x", «.__name»
"text at the margin" «.__name»
); «.__name»
#define TWICE(x) do { \\
    x; \\
} while (0)
    if (a && «.__name»
        is(b)) { «.__name»
    } «.__name»
    return 0; «.__name»
} «.__name»
int main(void) { return 0; } «.main»
struct point { «point»
    int x; «point»
}; «point»
static struct ops o = { «»
    .a = foo, «»
}; «»`,
  'C++': `
namespace shop { «shop»
class Cart : public Base { «Cart»
 public: «Cart»
  explicit Cart(int x) : x_(x) {} «Cart.Cart»
  int get() const override { «Cart.get»
    return x_; «Cart.get»
  } «Cart.get»
  int x_; «Cart»
}; «Cart»
template <typename T> «Cart.run»
void Cart<T>::run(int a) { «Cart.run»
  b(); «Cart.run»
} «Cart.run»
template <typename T, ENABLE_IF(is<T>())> «.join»
auto join(T a) -> T { «.join»
  return a; «.join»
} «.join»
TEST(CartTest, Runs) { «.CartTest.Runs»
  run(); «.CartTest.Runs»
} «.CartTest.Runs»`,
  Java: `
package x; «»
@Service("x") «Cart»
public class Cart<T> extends Base { «Cart»
    private final int x = compute(); «Cart»
    @Override «Cart.get»
    public Map<String, T> get(int a) throws IOException { «Cart.get»
        return new Thing(a) { «Cart.get»
        }; «Cart.get»
    } «Cart.get»
    Cart(int a) { «Cart.Cart»
        this.a = a; «Cart.Cart»
    } «Cart.Cart»
    abstract void q(); «Cart»
} «Cart»`,
  'C#': `
namespace Shop «Shop»
{ «Shop»
    public sealed class Cart : ICart «Cart»
    { «Cart»
        [HttpGet("x")] «Cart.Get»
        public async Task<int> Get(int id) «Cart.Get»
        { «Cart.Get»
            return await Load(id); «Cart.Get»
        } «Cart.Get»
        IEnumerator IEnumerable.All() «Cart.All»
        { «Cart.All»
            var s = @"a ""quoted "" text «Cart.All»
{ «Cart.All»
  ""x"": 1 }"; «Cart.All»
        } «Cart.All»
        public int Count { get; set; } «Cart»
    } «Cart»
} «Shop»`,
  Go: `
type Cart struct { «Cart»
	a int «Cart»
} «Cart»
func (c *Cart) Add(x int) error { «Cart.Add»
	go func() { «Cart.Add»
		x() «Cart.Add»
	}() «Cart.Add»
	return nil «Cart.Add»
} «Cart.Add»
func Map[T any](a []T) []T { «.Map»
	return a «.Map»
} «.Map»
var x = 1 «»`,
  Rust: `
pub struct Cart<'a> { «Cart»
    a: &'a str, «Cart»
} «Cart»
impl<T: Into<U>> Shop for Cart<T> { «Cart»
    #[inline] «Cart.add»
    pub(crate) async fn add(&mut self) -> Result<()> «Cart.add»
    where «Cart.add»
        T: X, «Cart.add»
    { «Cart.add»
        let c = '{'; «Cart.add»
    } «Cart.add»
} «Cart»
fn main() { «.main»
} «.main»`,
  PHP: `
<?php «»
final class Cart extends Base «Cart»
{ «Cart»
    public static function add(array $x = []): void «Cart.add»
    { «Cart.add»
        foreach ($x as $y) { «Cart.add»
        } «Cart.add»
    } «Cart.add»
} «Cart»`,
  Kotlin: `
data class Cart(val a: Int) { «Cart»
    override suspend fun add(x: Int): Int { «Cart.add»
        list.map { it + x } «Cart.add»
        return 1 «Cart.add»
    } «Cart.add»
    fun one() = 1 «Cart.one»
} «Cart»
fun String.shout(): String = «String.shout»
    uppercase() «String.shout»`,
  Swift: `
public final class Cart: Base { «Cart»
    init(a: Int) { «Cart.init»
        self.a = a «Cart.init»
    } «Cart.init»
    @objc private func tap(_ s: Any) -> Int { «Cart.tap»
        guard let x = s else { return 1 } «Cart.tap»
    } «Cart.tap»
} «Cart»
extension Cart { «Cart»
    func b() {} «Cart.b»
} «Cart»`,
  Scala: `
object Cart extends App { «Cart»
  private[shop] def add(a: Int): Int = { «Cart.add»
    a + 1 «Cart.add»
  } «Cart.add»
  def one = 1 «Cart.one»
} «Cart»`,
  Shell: `
set -e «»
foo() { «.foo»
  cat <<EOF «.foo»
text «.foo»
EOF
  bar «.foo»
} «.foo»
function baz { «.baz»
  x «.baz»
} «.baz»
foo «»`,
  Perl: `
package Shop::Cart; «Shop::Cart»
sub add { «Shop::Cart.add»
    my $x = shift; «Shop::Cart.add»
} «Shop::Cart.add»
1; «Shop::Cart»`,
  Lua: `
function Cart:add(x) «Cart.add»
  return x «Cart.add»
end «Cart.add»
local function f() «.f»
end «.f»
x = 1 «»`,
  Elixir: `
defmodule Shop.Cart do «Shop.Cart»
  @doc "Adds" «Shop.Cart.add»
  def add(x) do «Shop.Cart.add»
    x «Shop.Cart.add»
  end «Shop.Cart.add»
end «Shop.Cart»`,
  'Objective-C': `
@implementation Cart «Cart»
- (void)add:(int)x { «Cart.add»
    y(); «Cart.add»
} «Cart.add»
@end
int x; «»`,
  Dart: `
class Cart extends Base { «Cart»
  Future<int> add(int x) async { «Cart.add»
    return x; «Cart.add»
  } «Cart.add»
} «Cart»
void main() { «.main»
} «.main»`,
};

describe.each(Object.entries(sources))('the function and class of lines of %s', (language, source) => {
  const marked = source.trimStart().split('\n');
  const lines = marked.map((line) => line.replace(/ ?«.*»$/, ''));
  const found = scopesOf(lines, language);
  it.each(
    marked.flatMap((line, index) => {
      const mark = /«(.*)»$/.exec(line)?.[1];
      return mark === undefined ? [] : [[lines[index] ?? '', mark, index] as const];
    }),
  )('%j stands in %j', (_line, mark, index) => {
    const dot = mark.indexOf('.', mark.startsWith('Shop.Cart') ? 9 : 0);
    const className = (dot < 0 ? mark : mark.slice(0, dot)) || null;
    const functionName = dot < 0 ? null : mark.slice(dot + 1);
    const scope = found[index];
    expect({ className: scope?.className ?? null, functionName: scope?.functionName ?? null }).toEqual({
      className,
      functionName,
    });
  });
});

describe('the text of a hunk header', () => {
  it.each([
    ['JavaScript', '@@ -1,2 +3,4 @@ app.handle = function handle(req, res, callback) {', 'handle', null],
    ['JavaScript', 'class Cart {', null, 'Cart'],
    ['TypeScript', '  async getUser(id: string): Promise<User> {', 'getUser', null],
    ['TypeScript', 'describe("x", () => {', null, null],
    ['TypeScript', 'export const useCart = (id: string) => {', 'useCart', null],
    ['C', 'static int foo(struct x *y, int', 'foo', null],
    ['C', 'robj *load(int type, rio *r)', 'load', null],
    ['C', 'struct foo {', null, 'foo'],
    ['C++', 'void Cart<T>::bar(int a)', 'bar', 'Cart'],
    ['C#', 'public async Task<int> Get(int id)', 'Get', null],
    ['Java', 'public static <T> List<T> of(T... a) {', 'of', null],
    ['Go', 'func (r *Router) Handle(p string) {', 'Handle', 'Router'],
    ['Rust', 'impl<T> Trait for Bar<T> {', null, 'Bar'],
    ['Python', '    def load(self, x):', 'load', null],
    ['Python', 'class A(B):', null, 'A'],
    ['Ruby', 'def self.build(x)', 'build', null],
    ['PHP', 'public function index(Request $r)', 'index', null],
    ['Kotlin', 'override suspend fun load(id: Int): User {', 'load', null],
    ['Swift', '@objc private func tap(_ s: Any) {', 'tap', null],
    ['Scala', 'private[x] def foo(a: Int): Int = {', 'foo', null],
    ['Perl', 'sub foo {', 'foo', null],
    ['Shell', 'deploy() {', 'deploy', null],
    ['JSON', 'anything', null, null],
  ])('%s: %j', (language, header, functionName, className) => {
    expect(createScopeReader(language).functionOf(header)).toEqual({ functionName, className });
  });
});

describe('the documentation of a function', () => {
  it.each([
    ['JavaScript', '/**\n * Adds.\n *\n * @x y\n */\nfunction f() {\n  x(); // here\n}', 'Adds.\n\n@x y'],
    ['Go', '// Run runs\n// fast.\nfunc Run() {\n\tx() // here\n}', 'Run runs\nfast.'],
    ['C', '/* Frees it. */\nstatic void\nfoo(int a)\n{\n    x(); // here\n}', 'Frees it.'],
    ['Python', 'class A:\n  @x\n  def f(self):\n    """Says.\n\n    More.\n    """\n    x # here', 'Says.\n\nMore.'],
    ['Python', 'def f():\n    """Says."""\n    x # here', 'Says.'],
    ['Python', '# Above.\ndef f():\n    x # here', 'Above.'],
    ['Rust', '/// Adds.\n#[inline]\nfn f() {\n    x(); // here\n}', 'Adds.'],
    ['Ruby', 'class A\n  # Adds.\n  def f\n    x # here\n  end\nend', 'Adds.'],
    ['Java', 'class A {\n  /** Adds. */\n  @Override\n  int f() {\n    x(); // here\n  }\n}', 'Adds.'],
    ['JavaScript', '// far\n\nfunction f() {\n  x(); // here\n}', null],
    ['JavaScript', '// top\nx(); // here', null],
  ])('%s: %j', (language, source, expected) => {
    const lines = source.split('\n');
    const index = lines.findIndex((line) => line.includes('here'));
    expect(documentationOf(lines, index, language)).toBe(expected);
    expect(documentedScopesOf(lines, language)[index]?.documentation ?? null).toBe(expected);
  });
});

describe('git', () => {
  let folder = '';
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'scopes-'));
    execFileSync('git', ['init', '-q', folder]);
    writeFileSync(join(folder, 'attributes'), gitAttributes());
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('maps files to its drivers by our attributes', () => {
    const paths = [
      'src/a.c',
      'a.hpp',
      'a.py',
      'a.rb',
      'Gemfile',
      'a.java',
      'a.cs',
      'a.go',
      'a.rs',
      'a.php',
      'a.kt',
      'a.sh',
      'a.tsx',
      'a.swift',
    ];
    const output = git('-c', 'core.attributesFile=attributes', 'check-attr', 'diff', '--', ...paths);
    const drivers = output
      .trim()
      .split('\n')
      .map((line) => line.split(': ').pop());
    expect(drivers).toEqual([
      'cpp',
      'cpp',
      'python',
      'ruby',
      'ruby',
      'java',
      'csharp',
      'golang',
      'rust',
      'php',
      'kotlin',
      'bash',
      'javascript',
      'swift',
    ]);
  });

  const filler = (lead: string) => Array.from({ length: 8 }, (_, index) => `${lead}line${index}`).join('\n');
  it.each([
    ['a.js', `class Cart {\n  add(item) {\n${filler('    ')}\n  }\n}\n`, 'JavaScript', 'add'],
    ['a.ts', `export const load = async (id: string) => {\n${filler('  ')}\n}\n`, 'TypeScript', 'load'],
    ['b.js', `app.use = function use(fn) {\n${filler('  ')}\n}\n`, 'JavaScript', 'use'],
    ['a.swift', `class A {\n    private func tap() {\n${filler('        ')}\n    }\n}\n`, 'Swift', 'tap'],
    ['a.scala', `object A {\n  def add(a: Int) = {\n${filler('    ')}\n  }\n}\n`, 'Scala', 'add'],
    ['a.lua', `local function f()\n${filler('  ')}\nend\n`, 'Lua', 'f'],
    ['a.dart', `class A {\n  Future<int> add(int x) async {\n${filler('    ')}\n  }\n}\n`, 'Dart', 'add'],
    ['a.sol', `contract A {\n  function pay() public {\n${filler('    ')}\n  }\n}\n`, 'Solidity', 'pay'],
    ['a.tcl', `proc add {x} {\n${filler('  ')}\n}\n`, 'Tcl', 'add'],
    ['a.jl', `function add(x)\n${filler('  ')}\nend\n`, 'Julia', 'add'],
    ['a.ps1', `function Get-Cart {\n${filler('  ')}\n}\n`, 'PowerShell', 'Get-Cart'],
    ['a.R', `add <- function(x) {\n${filler('  ')}\n}\n`, 'R', 'add'],
    ['a.zig', `pub fn add(x: u8) u8 {\n${filler('    ')}\n}\n`, 'Zig', 'add'],
    ['a.clj', `(defn add [x]\n${filler('  ')})\n`, 'Clojure', 'add'],
    ['a.erl', `add(X) ->\n${filler('  ')}.\n`, 'Erlang', 'add'],
    ['a.groovy', `class A {\n  def add(x) {\n${filler('    ')}\n  }\n}\n`, 'Groovy', 'add'],
    ['a.py', `class A:\n    def add(self):\n${filler('        ')}\n`, 'Python', 'add'],
    ['a.c', `static int add(int x)\n{\n${filler('\t')}\n}\n`, 'C', 'add'],
    ['a.rs', `impl A {\n    pub fn add() {\n${filler('        ')}\n    }\n}\n`, 'Rust', 'add'],
    ['a.go', `func (a *A) Add() {\n${filler('\t')}\n}\n`, 'Go', 'Add'],
  ])('names in %s the function that we then read from its hunk header', (path, source, language, name) => {
    writeFileSync(join(folder, path), source);
    git('add', path);
    writeFileSync(join(folder, path), source.replace('line7', 'changed'));
    const settings = gitConfiguration().flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const diff = git('-c', 'core.attributesFile=attributes', ...settings, 'diff', '-U0', '--', path);
    const header = diff.split('\n').find((line) => line.startsWith('@@')) ?? '';
    expect(createScopeReader(language).functionOf(header).functionName).toBe(name);
  });

  it('takes for a function line of C what git does by its own rule', () => {
    const piece = fc.constantFrom(
      '',
      ' ',
      '\t',
      '\r',
      'foo',
      'a_1',
      '9',
      ':',
      '::',
      '/',
      '/*',
      '//',
      '*',
      '(',
      ';',
      '$',
    );
    const lines = fc.sample(fc.array(piece, { maxLength: 6 }), 3000).map((pieces) => pieces.join(''));
    const fileWith = (word: string) =>
      lines.map((line, number) => `int f${number}(void)\n${line}\n\t${word}${number}\n`).join('');
    writeFileSync(join(folder, 'labels.c'), fileWith('old'));
    git('add', 'labels.c');
    writeFileSync(join(folder, 'labels.c'), fileWith('new'));
    const headers = (...settings: string[]) =>
      git('-c', 'core.attributesFile=attributes', ...settings, 'diff', '-U0', '--', 'labels.c')
        .split('\n')
        .filter((line) => line.startsWith('@@'));
    const ours = headers(...gitConfiguration().flatMap(([key, value]) => ['-c', `${key}=${value}`]));
    expect(ours).toHaveLength(lines.length);
    expect(ours).toEqual(headers());
  });
});

describe('hostile sources', () => {
  const token = fc.constantFrom(
    'def f(',
    'class A',
    '{',
    '}',
    '(',
    ')',
    ';',
    'function',
    '=>',
    '"""',
    '/*',
    '*/',
    '\n',
    '\n',
    '\n  ',
    '\n\t',
    ' ',
    'if',
    '@x',
    '#',
    'end',
    '<<EOF',
    '`',
    '${',
    ':',
    'A::b(',
    '\0',
    '\uD800',
  );
  it('never make the readers throw, and every line has an answer', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(scopeGrammars)),
        fc.array(token, { maxLength: 80 }),
        (language, tokens) => {
          const lines = tokens.join('').split('\n');
          expect(scopesOf(lines, language)).toHaveLength(lines.length);
          for (let index = 0; index < lines.length; index += 3) documentationOf(lines, index, language);
          createScopeReader(language).functionOf(tokens.join(''));
        },
      ),
      { numRuns: 1500 },
    );
  });
  it.each(['(', 'a(', 'a ', '<', 'a::', '@a ', '[', '{', 'pub ', 'x = (', '=>'])(
    'of long lines of %j are read to their end',
    (part) => {
      const line = part.repeat(20_000);
      for (const language of ['TypeScript', 'C++', 'Java', 'Rust', 'Kotlin', 'Fortran']) {
        expect(
          scopesOf(
            Array.from({ length: 20 }, () => line),
            language,
          ),
        ).toHaveLength(20);
        createScopeReader(language).functionOf(line);
      }
    },
  );
});
