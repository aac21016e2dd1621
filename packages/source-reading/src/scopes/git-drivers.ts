/**
 * Which of git's userdiff drivers finds the enclosing function for which files. Drivers that git lacks are
 * ours: their patterns are POSIX extended regular expressions, handed to git by configuration.
 */
export const driverPatterns: Readonly<Record<string, readonly string[]>> = {
  ada: ['*.adb', '*.ads', '*.ada'],
  bash: ['*.sh', '*.bash', '*.zsh', '*.ksh', '.bashrc', '.zshrc', '.profile'],
  bibtex: ['*.bib'],
  cpp: [
    '*.c',
    '*.h',
    '*.cc',
    '*.cpp',
    '*.cxx',
    '*.c++',
    '*.hh',
    '*.hpp',
    '*.hxx',
    '*.h++',
    '*.inl',
    '*.ipp',
    '*.tpp',
    '*.cu',
    '*.cuh',
    '*.ino',
  ],
  csharp: ['*.cs', '*.csx'],
  css: ['*.css', '*.scss', '*.less'],
  dts: ['*.dts', '*.dtsi'],
  elixir: ['*.ex', '*.exs'],
  fortran: ['*.f', '*.for', '*.f77', '*.f90', '*.f95', '*.f03', '*.f08', '*.F', '*.F90'],
  golang: ['*.go'],
  html: ['*.html', '*.htm', '*.xhtml'],
  java: ['*.java'],
  kotlin: ['*.kt', '*.kts'],
  markdown: ['*.md', '*.markdown'],
  matlab: ['*.matlab'],
  objc: ['*.m', '*.mm'],
  pascal: ['*.pas', '*.pp', '*.dpr'],
  perl: ['*.pl', '*.pm', '*.t'],
  php: ['*.php', '*.php3', '*.php4', '*.php5', '*.phtml'],
  python: ['*.py', '*.pyi', '*.pyx', '*.pyw', '*.bzl'],
  ruby: ['*.rb', '*.rake', '*.gemspec', '*.cr', 'Rakefile', 'Gemfile', 'Guardfile', 'Capfile'],
  rust: ['*.rs'],
  scheme: ['*.scm', '*.ss', '*.rkt'],
  tex: ['*.tex', '*.sty', '*.cls', '*.ltx'],
  javascript: [
    '*.js',
    '*.jsx',
    '*.mjs',
    '*.cjs',
    '*.es6',
    '*.ts',
    '*.tsx',
    '*.mts',
    '*.cts',
    '*.vue',
    '*.svelte',
    '*.astro',
  ],
  swift: ['*.swift'],
  scala: ['*.scala', '*.sc'],
  dart: ['*.dart'],
  groovy: ['*.groovy', '*.gradle'],
  lua: ['*.lua'],
  powershell: ['*.ps1', '*.psm1'],
  lisp: ['*.clj', '*.cljs', '*.cljc', '*.lisp', '*.el'],
  rlang: ['*.r', '*.R'],
  julia: ['*.jl'],
  erlang: ['*.erl', '*.hrl'],
  solidity: ['*.sol'],
  zig: ['*.zig'],
  tcl: ['*.tcl'],
  sql: ['*.sql'],
};

const control =
  '!^[ \\t]*(if|else|for|foreach|while|do|switch|case|return|catch|try|finally|throw|new|await|yield|delete|typeof|with|using|assert|super)([^A-Za-z0-9_$]|$)';

/**
 * Function lines for the drivers git does not have; a line that starts with `!` says what is none. Git compiles the patterns
 * again for every file that it compares, so they should be few and small.
 */
export const ownDrivers: Readonly<Record<string, readonly string[]>> = {
  // As git's own: what stands at the start of a line and is no label. Most lines are none by their first character, and without
  // parentheses a match takes a fraction of the time.
  cpp: [
    '!^[^A-Za-z_:]',
    '!^[A-Za-z_][A-Za-z_0-9]*:[[:space:]]*$',
    '!^[A-Za-z_][A-Za-z_0-9]*:[[:space:]]*/[/*]',
    '^[A-Za-z_].*$',
    '^::[[:space:]]*[A-Za-z_].*$',
  ],
  javascript: [
    control,
    '!;[ \\t]*$',
    '^[ \\t]*((export[ \\t]+)?(default[ \\t]+)?(declare[ \\t]+)?(abstract[ \\t]+)?(async[ \\t]+)?(function|class|interface|namespace|module|enum)([ \\t*].*)?)$',
    '^[ \\t]*((export[ \\t]+)?(const|let|var)[ \\t]+[A-Za-z0-9_$]+[^=]*=[ \\t]*(async[ \\t]*)?(function|\\(|[A-Za-z0-9_$]+[ \\t]*=>|class).*)$',
    '^[ \\t]*([A-Za-z0-9_$.]+[ \\t]*[:=][ \\t]*(async[ \\t]*)?(function|\\(.*=>|[A-Za-z0-9_$]+[ \\t]*=>).*)$',
    '^[ \\t]*(((public|private|protected|static|async|override|readonly|get|set|\\*)[ \\t]+)*[#A-Za-z0-9_$]+[ \\t]*(<[^>]*>)?\\([^)]*\\)?[^=;]*\\{)[ \\t]*$',
  ],
  swift: [
    '^[ \\t]*(([a-z@]+(\\([a-z]+\\))?[ \\t]+)*(func|class|struct|enum|protocol|extension|actor|init|deinit|subscript)[ \\t(<?!{].*)$',
  ],
  scala: ['^[ \\t]*(([a-z]+(\\[[^]]*\\])?[ \\t]+)*(def|class|trait|object|enum)[ \\t].*)$'],
  dart: [
    control,
    '!;[ \\t]*$',
    '^[ \\t]*((abstract[ \\t]+|base[ \\t]+|final[ \\t]+|sealed[ \\t]+)*(class|mixin|extension|enum)[ \\t].*)$',
    '^[ \\t]*([A-Za-z_][A-Za-z0-9_<>,? ]*[ \\t]+[A-Za-z_][A-Za-z0-9_]*\\(.*)$',
  ],
  groovy: [
    control,
    '!;[ \\t]*$',
    '^[ \\t]*(([a-z]+[ \\t]+)*(class|interface|trait|enum|def|task)[ \\t].*)$',
    '^[ \\t]*([A-Za-z_][A-Za-z0-9_<>,. ]*[ \\t]+[A-Za-z_][A-Za-z0-9_]*\\(.*\\{)[ \\t]*$',
  ],
  lua: ['^[ \\t]*((local[ \\t]+)?function[ \\t].*|[A-Za-z0-9_.]+[ \\t]*=[ \\t]*function.*)$'],
  powershell: ['^[ \\t]*(([Ff]unction|[Ff]ilter|[Cc]lass)[ \\t].*)$'],
  lisp: ['^(\\(def.*)$'],
  rlang: ['^[ \\t]*([A-Za-z0-9_.]+[ \\t]*(<-|=)[ \\t]*function.*)$'],
  julia: ['^[ \\t]*((function|macro|module|struct|mutable struct)[ \\t].*)$'],
  erlang: ['^([a-z][A-Za-z0-9_@]*\\(.*)$'],
  solidity: ['^[ \\t]*((abstract[ \\t]+)?(contract|interface|library|function|modifier|constructor)[ \\t(].*)$'],
  zig: [
    '^[ \\t]*((pub[ \\t]+|export[ \\t]+|inline[ \\t]+)*(fn[ \\t]|const[ \\t]+[A-Za-z0-9_]+[ \\t]*=[ \\t]*(struct|enum|union)).*)$',
  ],
  tcl: ['^[ \\t]*((proc|method)[ \\t].*)$'],
  sql: ['^[ \\t]*(([Cc][Rr][Ee][Aa][Tt][Ee]|[Aa][Ll][Tt][Ee][Rr])[ \\t].*)$'],
};

/** The attributes file that `core.attributesFile` names. */
export function gitAttributes(): string {
  const lines = Object.entries(driverPatterns).flatMap(([driver, patterns]) =>
    patterns.map((pattern) => `${pattern} diff=${driver}`),
  );
  return `${lines.join('\n')}\n`;
}

/** Settings, as `git -c key=value` takes them, for the drivers that git does not have itself. */
export function gitConfiguration(): readonly (readonly [key: string, value: string])[] {
  return Object.entries(ownDrivers).map(([driver, lines]) => [`diff.${driver}.xfuncname`, lines.join('\n')] as const);
}
