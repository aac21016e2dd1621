import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/**
 * The key of a form: a new one once what the form saved was read again, so that it shows that; until then, and while others
 * save, it keeps what is typed in it.
 */
export function useFormKey(readAt: number | undefined): [key: number | undefined, noteSaved: () => void] {
  const [key, setKey] = useState(readAt);
  const isSaved = useRef(false);
  useLayoutEffect(() => {
    if (!isSaved.current) return;
    isSaved.current = false;
    setKey(readAt);
  }, [readAt]);
  return [
    key,
    () => {
      isSaved.current = true;
    },
  ];
}
