import { go } from './go.ts';
import type { LanguageName, Writer } from './language.ts';
import { python } from './python.ts';
import { css, markdown, sql, yaml } from './texts.ts';
import { typescript } from './typescript.ts';

export const writers: Record<LanguageName, Writer> = { typescript, python, go, css, yaml, markdown, sql };
