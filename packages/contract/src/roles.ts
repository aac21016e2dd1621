import { z } from 'zod';

/** Lowest first: a role may do what the ones before it may. */
export const ROLES = ['member', 'manager', 'admin', 'super_admin'] as const;
export type Role = (typeof ROLES)[number];
export const roleSchema = z.enum(ROLES);

export const roleAllows = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);
