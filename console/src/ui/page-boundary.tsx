import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { usePlace } from '../state/router.ts';
import { Failed, PageHead } from './parts.tsx';

/** A page that cannot be drawn says so, and leaves the reader the navigation and a way on. */
export function PageBoundary({ children }: { children: ComponentChildren }) {
  const { path, query } = usePlace();
  const place = `${path}?${query}`;
  const [error, reset] = useErrorBoundary();
  useEffect(() => {
    if (error) reset();
  }, [place]);
  if (!error) return <>{children}</>;
  return (
    <>
      <PageHead
        title="This page could not be drawn"
        meaning="Something in its address may be wrong, or the fault is ours."
      />
      {/* Loaded anew, since what was answered before may be what cannot be drawn. */}
      <Failed error={error instanceof Error ? error : new Error(String(error))} retry={() => location.reload()} />
      <p class="row small">
        {query.size > 0 && (
          <a class="link" href={path}>
            This page without its choices
          </a>
        )}
        <a class="link" href="/">
          To the overview
        </a>
      </p>
    </>
  );
}
