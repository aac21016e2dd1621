/** Answers to a unit arrive below a subject of its own, which no other user of the broker may subscribe to. */
export const inboxOf = (unit: string): string => `_INBOX.${unit}`;
