import { z } from 'zod';

/** What a token may be limited to; a laptop's telemetry token can do nothing else. */
export const SCOPES = ['read', 'record', 'telemetry', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];
export const scopeSchema = z.enum(SCOPES);
export const isScope = (text: string): text is Scope => scopeSchema.safeParse(text).success;
