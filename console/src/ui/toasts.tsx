import { useEffect, useState } from 'preact/hooks';

interface Toast {
  id: number;
  text: string;
  undo?: (() => void) | undefined;
}

const SHOWN_MS = 8_000;
let listener: ((toast: Toast) => void) | null = null;
let count = 0;

/** Says what was done, with a way back where there is one. */
export function say(text: string, undo?: () => void): void {
  count += 1;
  listener?.({ id: count, text, undo });
}

export function Toasts() {
  const [toast, setToast] = useState<Toast | null>(null);
  useEffect(() => {
    listener = setToast;
    return () => {
      listener = null;
    };
  }, []);
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => setToast(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <div role="status" aria-live="polite">
      {toast && (
        <div class="toast">
          <span>{toast.text}</span>
          {toast.undo && (
            <button
              type="button"
              class="plain"
              onClick={() => {
                setToast(null);
                toast.undo?.();
              }}
            >
              Undo
            </button>
          )}
        </div>
      )}
    </div>
  );
}
