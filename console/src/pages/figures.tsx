import type { ComponentChildren } from 'preact';

/** A row of tiles: as many columns as it has figures. */
export function Figures({ children }: { children: ComponentChildren }) {
  return <div class="tiles four">{children}</div>;
}
