/**
 * Cursor's Admin API, `POST /teams/daily-usage-data` and `POST /teams/filtered-usage-events`, by the field tables of its
 * documentation: the vendor publishes neither types nor a schema. Fields that it does not name are refused.
 */
import { z } from 'zod';

const count = z.int().min(0);
const period = z.strictObject({ startDate: z.int(), endDate: z.int() });

const day = z.strictObject({
  userId: z.union([z.string(), z.int()]).optional(),
  day: z.iso.date().optional(),
  /** Milliseconds since 1970. */
  date: z.int(),
  email: z.string().optional(),
  isActive: z.boolean(),
  totalLinesAdded: count,
  totalLinesDeleted: count,
  acceptedLinesAdded: count,
  acceptedLinesDeleted: count,
  totalApplies: count,
  totalAccepts: count,
  totalRejects: count,
  totalTabsShown: count,
  totalTabsAccepted: count,
  composerRequests: count,
  chatRequests: count,
  agentRequests: count,
  cmdkUsages: count,
  subscriptionIncludedReqs: count,
  apiKeyReqs: count,
  usageBasedReqs: count,
  bugbotUsages: count,
  mostUsedModel: z.string(),
  applyMostUsedExtension: z.string().optional(),
  tabMostUsedExtension: z.string().optional(),
  clientVersion: z.string().optional(),
});

export const cursorDailyUsage = z.strictObject({
  data: z.array(day),
  period,
  /** Where a page was asked for. */
  pagination: z
    .strictObject({
      page: z.int(),
      pageSize: z.int(),
      totalUsers: count.optional(),
      totalPages: count.optional(),
      hasNextPage: z.boolean(),
      hasPreviousPage: z.boolean(),
    })
    .optional(),
});

const event = z.strictObject({
  /** Milliseconds since 1970, as text. */
  timestamp: z.string().regex(/^\d+$/),
  userEmail: z.string(),
  model: z.string(),
  kind: z.string(),
  maxMode: z.boolean(),
  requestsCosts: z.number().optional(),
  isTokenBasedCall: z.boolean(),
  isChargeable: z.boolean().optional(),
  isHeadless: z.boolean().optional(),
  tokenUsage: z
    .strictObject({
      inputTokens: count,
      outputTokens: count,
      cacheWriteTokens: count,
      cacheReadTokens: count,
      totalCents: z.number(),
      discountPercentOff: z.number().optional(),
    })
    .optional(),
  chargedCents: z.number().optional(),
  cursorTokenFee: z.number().optional(),
  isFreeBugbot: z.boolean().optional(),
});

export const cursorUsageEvents = z.strictObject({
  totalUsageEventsCount: count,
  pagination: z.strictObject({
    numPages: count,
    currentPage: z.int(),
    pageSize: z.int(),
    hasNextPage: z.boolean(),
    hasPreviousPage: z.boolean(),
  }),
  usageEvents: z.array(event),
  period,
});
