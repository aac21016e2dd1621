import { doubleAndSingle, type LanguageSyntax, template, tripleDouble, tripleSingle } from './language-syntax.ts';

const angle = ['<!--', '-->'] as const;
const slashStar = ['/*', '*/'] as const;

const xml: LanguageSyntax = { block: [angle], tags: true };
/** Scripts and styles stand in the page, so their comments count too. */
const page: LanguageSyntax = { line: ['//'], block: [angle, slashStar], tags: true };
const component: LanguageSyntax = {
  ...page,
  quotes: [template, ...doubleAndSingle],
  keywords: 'if else return try finally export default break continue import from const let',
};
const jinja: LanguageSyntax = { ...page, block: [angle, slashStar, ['{#', '#}']] };
const erb: LanguageSyntax = {
  ...page,
  block: [angle, slashStar, ['<%#', '%>'], ['<%--', '--%>']],
  keywords: 'end else',
};
const mustache: LanguageSyntax = {
  block: [angle, ['{{!--', '--}}'], ['{{!', '}}']],
  tags: true,
  keywords: 'else if each unless with',
};
const hash: LanguageSyntax = { line: ['#'] };
const ini: LanguageSyntax = { line: ['#', ';'] };
const prose: LanguageSyntax = { block: [angle] };

export const markupLanguages: Readonly<Record<string, LanguageSyntax>> = {
  HTML: page,
  XML: xml,
  'XML Property List': xml,
  'Maven POM': xml,
  'Ant Build System': xml,
  SVG: xml,
  XSLT: xml,
  Vue: component,
  Svelte: component,
  Astro: component,
  MDX: { ...prose, tags: true },
  Markdown: prose,
  RMarkdown: prose,
  Jinja: jinja,
  Twig: jinja,
  Nunjucks: jinja,
  Liquid: { ...page, block: [angle, ['{% comment %}', '{% endcomment %}']] },
  'HTML+ERB': erb,
  'HTML+EEX': erb,
  'HTML+PHP': page,
  'HTML+Razor': { ...page, block: [angle, slashStar, ['@*', '*@']] },
  'Java Server Pages': { ...page, block: [angle, slashStar, ['<%--', '--%>']] },
  EJS: erb,
  Blade: { ...page, block: [angle, slashStar, ['{{--', '--}}']] },
  Handlebars: mustache,
  Mustache: mustache,
  'Go Template': { block: [angle, ['{{/*', '*/}}'], ['{{- /*', '*/ -}}']], tags: true, keywords: 'end else' },
  Haml: { line: ['-#', '/'] },
  Slim: { line: ['/'] },
  Pug: { line: ['//'] },
  TeX: { line: ['%'] },
  BibTeX: { line: ['%'] },
  reStructuredText: {},
  YAML: hash,
  TOML: { ...hash, quotes: [tripleDouble, tripleSingle, ...doubleAndSingle] },
  INI: ini,
  'Git Config': ini,
  'NPM Config': ini,
  EditorConfig: ini,
  'Java Properties': { line: ['#', '!'] },
  Dotenv: hash,
  'Ignore List': hash,
  'Git Attributes': hash,
  CODEOWNERS: hash,
  'Pip Requirements': hash,
  Nginx: hash,
  ApacheConf: hash,
  'Gettext Catalog': hash,
  Roff: { line: ['.\\"', '\'\\"'] },
  'Roff Manpage': { line: ['.\\"', '\'\\"'] },
};
