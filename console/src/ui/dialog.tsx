import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

export function Dialog(props: { title: string; class?: string; onClose(): void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class={props.class ?? ''}
      aria-label={props.title}
      onClose={props.onClose}
      onPointerDown={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div class="dialog-body">
        <div class="row">
          <h2>{props.title}</h2>
          <span class="spacer" />
          <button type="button" class="plain" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
        {props.children}
      </div>
    </dialog>
  );
}

/** For what cannot be undone: the reader types the name of what goes. */
export function ConfirmByName(props: { name: string; action: string; isBusy: boolean; onConfirm(): void }) {
  const [text, setText] = useState('');
  return (
    <div class="row">
      <input
        class="input"
        style={{ width: '220px' }}
        aria-label={`Type ${props.name} to confirm`}
        placeholder={`Type ${props.name}`}
        autocomplete="off"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button
        type="button"
        class="button danger"
        disabled={text !== props.name || props.isBusy}
        onClick={props.onConfirm}
      >
        {props.action}
      </button>
    </div>
  );
}
