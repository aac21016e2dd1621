import { ApiFailure } from '@linescope/client/api-failure';
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { withScope } from '../scope/scope.ts';
import { useSession } from '../state/session.ts';
import { formatAge, formatTime } from './format.ts';

export function Panel(props: {
  title: string;
  meaning?: string | undefined;
  class?: string;
  tools?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section class={`panel ${props.class ?? ''}`}>
      <header>
        <h2>{props.title}</h2>
        {props.tools && <div class="tools">{props.tools}</div>}
        {props.meaning && <p>{props.meaning}</p>}
      </header>
      {props.children}
    </section>
  );
}

export function PageHead(props: { title: string; meaning?: string; children?: ComponentChildren }) {
  return (
    <div class="page-head">
      <h1>{props.title}</h1>
      {props.meaning && <p>{props.meaning}</p>}
      <span class="spacer" />
      {props.children}
    </div>
  );
}

/** An error in the API's own sentence, with what it takes to find it in the logs. */
export function Failed({ error, retry }: { error: Error; retry?: () => void }) {
  const trace = error instanceof ApiFailure ? error.traceIdentifier : null;
  return (
    <div class="notice failed" role="alert">
      <span>{error.message}</span>
      {trace && <span class="soft small mono">{trace}</span>}
      {retry && (
        <button type="button" class="plain" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** In the place of a page whose subject could not be read: why, and the way to the list of its kind. */
export function PageFailed(props: {
  title: string;
  error: Error;
  retry(): void;
  list: { path: string; name: string };
}) {
  return (
    <>
      <PageHead title={props.title}>
        <a class="button" href={withScope({}, props.list.path)}>
          {props.list.name}
        </a>
      </PageHead>
      <Failed error={props.error} retry={props.retry} />
    </>
  );
}

export function Empty(props: { title: string; heading?: boolean; children?: ComponentChildren }) {
  const { title, children } = props;
  return (
    <div class="empty">
      {props.heading ? <h1>{title}</h1> : <strong>{title}</strong>}
      {children && <span class="small">{children}</span>}
    </div>
  );
}

export function Skeleton({ height = 14, width = '100%' }: { height?: number; width?: string }) {
  return <div class="skeleton" style={{ height: `${height}px`, width }} aria-hidden="true" />;
}

export function SkeletonRows({ count = 6 }: { count?: number }) {
  return (
    <div class="stack" role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} height={20} width={`${92 - ((index * 13) % 30)}%`} />
      ))}
    </div>
  );
}

/** A time in the reader's zone, with the entity's on hover. */
export function Time({ at, age = false }: { at: string | null; age?: boolean }) {
  const { entity } = useSession();
  if (at === null) return <span class="soft">–</span>;
  return (
    <time class="nowrap" dateTime={at} title={formatTime(at, entity.time_zone || 'UTC')}>
      {age ? `${formatAge(at)} ago` : formatTime(at)}
    </time>
  );
}

/** A definition one key away. */
export function Hint({ label, children }: { label: string; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        class="hint"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={label}
        onClick={() => setOpen(!isOpen)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      >
        i
      </button>
      <div id={id} class="floating" hidden={!isOpen} style={{ top: '30px', right: '8px', left: '8px' }}>
        {children}
      </div>
    </>
  );
}

export function Segmented<V extends string>(props: {
  label: string;
  value: V;
  options: { value: V; label: string }[];
  onChange(value: V): void;
}) {
  return (
    <fieldset class="segmented" style={{ padding: 0, margin: 0 }}>
      <legend class="visually-hidden">{props.label}</legend>
      {props.options.map(({ value, label }) => (
        <button key={value} type="button" aria-pressed={value === props.value} onClick={() => props.onChange(value)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}
