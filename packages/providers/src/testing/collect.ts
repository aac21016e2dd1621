import type { Page } from '../code-hosts/code-host.ts';
import type { Fact } from '../facts.ts';
import type { FactPage } from '../payload.ts';

export async function allItems<T>(pages: AsyncGenerator<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  for await (const page of pages) items.push(...page.items);
  return items;
}

export async function allPages(pages: AsyncGenerator<FactPage>): Promise<FactPage[]> {
  const all: FactPage[] = [];
  for await (const page of pages) all.push(page);
  return all;
}

export async function allFacts(pages: AsyncGenerator<FactPage>): Promise<Fact[]> {
  return (await allPages(pages)).flatMap((page) => page.facts);
}

/** The facts of one kind, with their own type. */
export function only<K extends Fact['fact']>(kind: K, facts: readonly Fact[]): Extract<Fact, { fact: K }>[] {
  return facts.filter((fact): fact is Extract<Fact, { fact: K }> => fact.fact === kind);
}
