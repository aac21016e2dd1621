import { languageType } from './language-index.ts';

export type FileCategory = 'code' | 'test' | 'markup' | 'style' | 'config' | 'documentation' | 'data';

/** Where linguist's four types say less than a reader of changes wants to know. */
const categories: Readonly<Record<string, FileCategory>> = {
  CSS: 'style',
  SCSS: 'style',
  Sass: 'style',
  Less: 'style',
  Stylus: 'style',
  PostCSS: 'style',
  SugarSS: 'style',
  // Data to linguist, programs to those who write them.
  SQL: 'code',
  GraphQL: 'code',
  'Protocol Buffer': 'code',
  FlatBuffers: 'code',
  'Avro IDL': 'code',
  Prisma: 'code',
  SPARQL: 'code',
  Kusto: 'code',
  RBS: 'code',
  PlantUML: 'documentation',
  // Markup to linguist, written as programs.
  'Jupyter Notebook': 'code',
  Vue: 'code',
  Svelte: 'code',
  Astro: 'code',
  templ: 'code',
  // Texts.
  TeX: 'documentation',
  BibTeX: 'documentation',
  Roff: 'documentation',
  'Roff Manpage': 'documentation',
  MDX: 'documentation',
  'API Blueprint': 'documentation',
  Mermaid: 'documentation',
  'Rich Text Format': 'documentation',
  'Gettext Catalog': 'data',
  // Programs to linguist that only set things up.
  Dockerfile: 'config',
  HCL: 'config',
  Bicep: 'config',
  Jsonnet: 'config',
  BitBake: 'config',
  Procfile: 'config',
  // Figures and pictures.
  CSV: 'data',
  TSV: 'data',
  SVG: 'data',
  'Jest Snapshot': 'data',
  Diff: 'data',
  Pickle: 'data',
  'Public Key': 'data',
  Checksums: 'data',
  'Go Checksums': 'data',
  'Gemfile.lock': 'data',
  'Unity3D Asset': 'data',
  'Godot Resource': 'data',
  'Graphviz (DOT)': 'data',
  'Wavefront Object': 'data',
  'Wavefront Material': 'data',
  STL: 'data',
  COLLADA: 'data',
  'X PixMap': 'data',
  'X BitMap': 'data',
  'SubRip Text': 'data',
  WebVTT: 'data',
  GEDCOM: 'data',
  Turtle: 'data',
  JSONLD: 'data',
};

export function categoryOfLanguage(language: string): FileCategory {
  const own = categories[language];
  if (own !== undefined) return own;
  switch (languageType(language)) {
    case 'programming':
      return 'code';
    case 'markup':
      return 'markup';
    case 'prose':
      return 'documentation';
    default:
      return 'config';
  }
}

const labels: Readonly<Record<FileCategory, string>> = {
  code: 'Code',
  test: 'Test',
  markup: 'Markup',
  style: 'Style',
  config: 'Configuration',
  documentation: 'Documentation',
  data: 'Data',
};

export function fileCategoryLabel(category: FileCategory): string {
  return labels[category];
}
