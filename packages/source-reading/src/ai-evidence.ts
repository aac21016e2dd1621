import { type Assistant, assistants } from './evidence/assistants.ts';

export type CommitSignature = {
  readonly message: string;
  readonly authorName: string;
  readonly authorEmail: string;
  readonly committerName: string;
  readonly committerEmail: string;
};

export type AiEvidence = {
  readonly authored: boolean;
  readonly confidence: number;
  readonly tool: string | null;
  /** As the evidence names it; null where it names none. */
  readonly model: string | null;
  readonly evidence: string | null;
};

const none: AiEvidence = { authored: false, confidence: 0, tool: null, model: null, evidence: null };

/** How sure each kind of evidence makes us. */
const confidenceOf = { identity: 0.99, coAuthor: 0.95, saying: 0.9, trailer: 0.9, named: 0.85, assisted: 0.6 } as const;

const longestEvidence = 200;
const longestLine = 400;

type Pattern = { readonly text: string; readonly open: boolean; readonly assistant: Assistant };

const byEmail = new Map<string, Assistant>();
const byDomain = new Map<string, Assistant>();
const byLogin = new Map<string, Assistant>();
const names: Pattern[] = [];
const products: Pattern[] = [];
const sayings: Pattern[] = [];
const trailers = new Map<string, Assistant>();

const patternOf = (text: string, assistant: Assistant): Pattern => {
  const open = text.endsWith('*');
  return { text: open ? text.slice(0, -1) : text, open, assistant };
};

for (const assistant of assistants) {
  for (const email of assistant.emails ?? []) byEmail.set(email, assistant);
  for (const domain of assistant.domains ?? []) byDomain.set(domain, assistant);
  for (const login of assistant.logins ?? []) byLogin.set(login, assistant);
  for (const name of assistant.names ?? []) names.push(patternOf(name, assistant));
  for (const product of assistant.products) products.push(patternOf(product, assistant));
  for (const saying of assistant.sayings ?? []) sayings.push(patternOf(saying, assistant));
  for (const trailer of assistant.trailers ?? []) trailers.set(trailer, assistant);
}

const find = (patterns: readonly Pattern[], text: string) =>
  patterns.find((pattern) => (pattern.open ? text.startsWith(pattern.text) : text === pattern.text))?.assistant;

/** An address that only an assistant writes from: its own, or its bot account's no-reply address. */
function assistantOfEmail(email: string): Assistant | undefined {
  const folded = email.trim().toLowerCase();
  const known = byEmail.get(folded);
  if (known !== undefined) return known;
  const at = folded.lastIndexOf('@');
  const host = folded.slice(at + 1);
  const owner = byDomain.get(host);
  if (owner !== undefined) return owner;
  if (!/^users\.noreply\.(?:github\.com|gitlab\.com)$|^noreply\.github\.com$/.test(host)) return undefined;
  const account = folded.slice(0, at).replace(/^\d+[+-]/, '');
  const login = account.replace(/\[bot\]$/, '');
  // A person may hold a bare login, so it must be the bot's account, or one of the assistants' own.
  return account.endsWith('[bot]') || login === 'copilot' || login === 'gemini-cli' ? byLogin.get(login) : undefined;
}

function assistantOfName(name: string): Assistant | undefined {
  const folded = name.trim().toLowerCase();
  if (folded.endsWith('[bot]')) return byLogin.get(folded.slice(0, -5).trim()) ?? find(names, folded);
  return find(names, folded);
}

const quote = (line: string) => line.trim().slice(0, longestEvidence);

/** `Claude Opus 4.5`, `claude-opus-4-5-20251101`, `GPT-5.2 Codex`, `Gemini 2.5 Pro`: a family and its version. */
const model =
  /\b(?:claude[ -])?(?:opus|sonnet|haiku)[ -]\d+(?:[.-]\d+)*|\bclaude[ -]\d+(?:[.-]\d+)*(?:[ -](?:opus|sonnet|haiku))?|\b(?:gpt|gemini|grok|deepseek|qwen|devstral)[ -]?v?\d+(?:[.-]\d+)*[a-z]?(?:[ -](?:codex|pro|flash|mini|max|nano|turbo|coder|code|fast))*/i;

const modelIn = (line: string): string | null => model.exec(line.slice(0, longestLine))?.[0].slice(0, 60) ?? null;

function evidenceOf(assistant: Assistant, kind: keyof typeof confidenceOf, line: string): AiEvidence {
  return {
    authored: true,
    confidence: confidenceOf[kind],
    tool: assistant.tool,
    model: modelIn(line),
    evidence: quote(line),
  };
}

const aiderName = /\(aider\)\s*$/i;
const aider = assistants.find(({ tool }) => tool === 'Aider');

function readIdentity(name: string, email: string): AiEvidence | null {
  const line = `${name.slice(0, longestLine)} <${email.slice(0, longestLine)}>`;
  const proven = assistantOfEmail(email.slice(0, longestLine));
  if (proven !== undefined) return evidenceOf(proven, 'identity', line);
  const named = assistantOfName(name.slice(0, longestLine));
  if (named !== undefined) return evidenceOf(named, 'named', line);
  if (aider !== undefined && aiderName.test(name.slice(-40))) return evidenceOf(aider, 'identity', line);
  return null;
}

const authorTrailers = new Set([
  'co-authored-by',
  'co-author',
  'coauthored-by',
  'co-authored',
  'authored-by',
  'signed-off-by',
]);
const toolTrailers = new Set([
  'generated-by',
  'generated-with',
  'created-by',
  'created-with',
  'written-by',
  'ai-generated-by',
  'ai-tool',
  'ai-model',
  'ai-agent',
  'made-with',
  'tool',
]);
const assistTrailers = new Set(['assisted-by', 'ai-assisted-by', 'ai-assistant', 'co-developed-by', 'helped-by']);

/** Most lines with a colon are prose. */
const knownKeys = new Set([
  ...[...trailers.keys()].map((trailer) => trailer.split(':', 1)[0] ?? ''),
  ...authorTrailers,
  ...toolTrailers,
  ...assistTrailers,
]);

const person = /^([^<]*)<([^<>]*)>/;

function readTrailer(line: string): AiEvidence | null {
  const colon = line.indexOf(':');
  if (colon <= 0 || colon > 30) return null;
  const key = line.slice(0, colon).trim().toLowerCase().replaceAll(' ', '-');
  if (!knownKeys.has(key)) return null;
  const value = line.slice(colon + 1).trim();
  const folded = value.toLowerCase();
  const own = trailers.get(key) ?? trailers.get(`${key}: ${folded}`);
  if (own !== undefined) return evidenceOf(own, 'trailer', line);
  if (authorTrailers.has(key)) {
    const [, name = value, email = ''] = person.exec(value) ?? [];
    const proven = assistantOfEmail(email);
    if (proven !== undefined) return evidenceOf(proven, 'coAuthor', line);
    const named = assistantOfName(name);
    return named === undefined ? null : evidenceOf(named, 'named', line);
  }
  const kind = toolTrailers.has(key) ? 'trailer' : assistTrailers.has(key) ? 'assisted' : null;
  if (kind === null) return null;
  const [, name = folded, email = ''] = person.exec(folded) ?? [];
  // A trailer that names an address speaks of a person unless the address or the name is an assistant's.
  const assistant = assistantOfEmail(email) ?? (email === '' ? find(products, name.trim()) : assistantOfName(name));
  return assistant === undefined ? null : evidenceOf(assistant, kind, line);
}

/** One of these is in all that tools say. */
const sayingWords = ['generated', '://', 'assisted', 'jules'];
const maySay = (folded: string): boolean => sayingWords.some((word) => folded.includes(word));

function readSaying(line: string): AiEvidence | null {
  const folded = line.toLowerCase();
  if (!maySay(folded)) return null;
  const found = sayings.find(({ text }) => folded.includes(text));
  return found === undefined ? null : evidenceOf(found.assistant, 'saying', line);
}

/** Whether an assistant wrote a commit, how sure that is, and by which line one can see it. */
export function readAiEvidence(commit: CommitSignature): AiEvidence {
  const { authorName, authorEmail, committerName, committerEmail } = commit;
  const isOwn = committerName === authorName && committerEmail === authorEmail;
  let best = readIdentity(authorName, authorEmail) ?? (isOwn ? null : readIdentity(committerName, committerEmail));
  const { message } = commit;
  if (best === null && aider !== undefined && message.startsWith('aider: ')) {
    best = evidenceOf(aider, 'saying', message.slice(0, longestLine).split('\n', 1)[0] ?? '');
  }
  const isSaying = maySay(message.toLowerCase());
  for (let start = 0; start < message.length; ) {
    const newline = message.indexOf('\n', start);
    const end = newline < 0 ? message.length : newline;
    const line = message.slice(start, Math.min(end, start + longestLine)).trim();
    start = end + 1;
    const found = line.length < 6 ? null : (readTrailer(line) ?? (isSaying ? readSaying(line) : null));
    if (found !== null && found.confidence > (best?.confidence ?? 0)) best = found;
  }
  return best ?? none;
}
