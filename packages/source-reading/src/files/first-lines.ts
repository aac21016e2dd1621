import { languageOfAlias, languageOfInterpreter } from './language-index.ts';

const reach = 1024;

export function headText(head: Uint8Array): string {
  return new TextDecoder('utf-8').decode(head.subarray(0, 8192));
}

/** The language a shebang names: `#!/usr/bin/env -S python3 -u`. */
function shebangLanguage(text: string): string | null {
  if (!text.startsWith('#!')) return null;
  const end = text.indexOf('\n');
  const words = text
    .slice(2, end < 0 ? reach : Math.min(end, reach))
    .trim()
    .split(/\s+/);
  let command = words[0]?.split('/').pop() ?? '';
  if (command === 'env') command = words.slice(1).find((word) => !word.startsWith('-') && !word.includes('=')) ?? '';
  return languageOfInterpreter(command.split('/').pop() ?? '') ?? null;
}

const emacsLine =
  /-\*-[ \t]{0,40}(?:([\w+#-]{1,40})|[^\n]{0,200}?\bmode:[ \t]{0,40}([\w+#-]{1,40})[^\n]{0,200}?)[ \t;]{0,40}-\*-/;
const vimLine =
  /(?:^|[ \t])(?:vim?|ex)[\d<=>]{0,5}:[^\n]{0,200}?\b(?:ft|filetype|syntax)[ \t]{0,9}=[ \t]{0,9}(\w{1,40})/;

/** The language an Emacs or Vim modeline names in the first five lines. */
function modelineLanguage(text: string): string | null {
  for (const line of text.slice(0, reach).split('\n', 5)) {
    const emacs = emacsLine.exec(line);
    const name = emacs?.[1] ?? emacs?.[2] ?? vimLine.exec(line)?.[1];
    if (name !== undefined) return languageOfAlias(name) ?? null;
  }
  return null;
}

export function languageOfFirstLines(text: string): string | null {
  return modelineLanguage(text) ?? shebangLanguage(text);
}
