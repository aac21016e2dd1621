/** The few extensions where only the content decides the language, with linguist's own tests for them. */
type ContentRule = { readonly language: string; readonly pattern: RegExp };

const cpp: ContentRule = {
  language: 'C++',
  pattern:
    /^[ \t]*(?:#[ \t]*include[ \t]*<(?:cstdint|string|vector|map|list|array|iostream|memory|algorithm|functional|utility|mutex|atomic|thread)>|template[ \t]*<|(?:public|protected|private):|class[ \t]+\w+|namespace[ \t]+\w+|using[ \t]+namespace|typename)|std::\w+/m,
};
const objectiveC: ContentRule = {
  language: 'Objective-C',
  pattern: /^[ \t]*@(?:interface|class|protocol|property|end|synchronized|selector|implementation|import)\b|#import\b/m,
};

export const contentRules: Readonly<Record<string, readonly ContentRule[]>> = {
  '.h': [objectiveC, cpp],
  '.m': [
    objectiveC,
    { language: 'MATLAB', pattern: /^[ \t]*(?:%|function\b|classdef\b)/m },
    { language: 'Wolfram Language', pattern: /\(\*/ },
  ],
  '.ts': [{ language: 'XML', pattern: /^\s*(?:<\?xml|<!DOCTYPE TS|<TS\b)/ }],
  '.tsx': [{ language: 'XML', pattern: /^\s*<\?xml/ }],
  '.rs': [{ language: 'XML', pattern: /^\s*<\?xml/ }],
  '.php': [{ language: 'Hack', pattern: /^<\?hh/ }],
  '.pl': [
    { language: 'Prolog', pattern: /^[^#\n]{0,200}:-/m },
    { language: 'Raku', pattern: /^[ \t]*(?:use v6\b|\bmodule\b|\b(?:my )?class\b)/m },
  ],
  '.fs': [
    { language: 'GLSL', pattern: /^[ \t]*(?:#version|precision|uniform|varying|vec[234])/m },
    { language: 'Forth', pattern: /^(?:: |new-device)/m },
  ],
  '.v': [
    { language: 'Rocq Prover', pattern: /^(?:Require|Proof|Qed|Theorem|Lemma|Definition)\b/m },
    { language: 'V', pattern: /^(?:module \w+\s*$|import \w+|(?:pub )?fn )/m },
  ],
  '.d': [{ language: 'Makefile', pattern: /^[\w./-]{1,200}\.o:/m }],
  '.cls': [
    { language: 'TeX', pattern: /^[ \t]*\\(?:NeedsTeXFormat|ProvidesClass)/m },
    {
      language: 'Apex',
      pattern: /^[ \t]*(?:public|global|private)\s+(?:with sharing\s+|virtual\s+|abstract\s+)?class\b/im,
    },
    { language: 'VBA', pattern: /^[ \t]*(?:VERSION|Attribute VB_)/m },
  ],
  '.inc': [
    { language: 'PHP', pattern: /^<\?(?:php)?/ },
    { language: 'C++', pattern: /^[ \t]*#\s*(?:include|if|define)/m },
  ],
  '.html': [],
};
