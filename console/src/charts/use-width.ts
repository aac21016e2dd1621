import { useEffect, useState } from 'preact/hooks';

/** The width that an element has now, in pixels. */
export function useWidth(holder: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!holder.current) return;
    setWidth(holder.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(holder.current);
    return () => observer.disconnect();
  }, []);
  return width;
}
