import { useLayoutEffect, useState } from 'preact/hooks';

/** The width that an element has now, in pixels. */
export function useWidth(holder: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  // Before the first paint, so that nothing is painted without its width.
  useLayoutEffect(() => {
    if (!holder.current) return;
    setWidth(Math.floor(holder.current.getBoundingClientRect().width));
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(holder.current);
    return () => observer.disconnect();
  }, []);
  return width;
}
