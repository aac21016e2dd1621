import { useEffect, useId, useRef, useState } from 'preact/hooks';

export interface Choice {
  value: string;
  label: string;
  /** Further words by which it is found, and what stands beside it. */
  words?: string;
  beside?: string;
}

/** A button that opens a searchable list: type, arrows, Enter, Escape. */
export function Chooser(props: {
  name: string;
  shown: string;
  class?: string;
  choices: Choice[];
  value: string | null;
  onChoose(value: string): void;
  placeholder?: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => {
      if (event.target instanceof Node && !anchor.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div
      class="anchor"
      ref={anchor}
      onFocusOut={(event) => {
        // Tabbed away from; a click on what takes no focus leaves it nowhere, and is seen as a pointer.
        if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        type="button"
        ref={button}
        class={`chip ${props.class ?? ''}`}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {props.name && <span>{props.name}</span>} <b>{props.shown}</b>
      </button>
      {isOpen && (
        <div class="floating chooser">
          <OptionList
            label={props.name || 'Where'}
            choices={props.choices}
            value={props.value}
            placeholder={props.placeholder ?? 'Find'}
            onClose={close}
            onChoose={(value) => {
              close();
              props.onChoose(value);
            }}
          />
        </div>
      )}
    </div>
  );
}

/** Words in any order; a choice that begins with the text comes first. */
export function filterChoices(choices: Choice[], text: string): Choice[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return choices;
  const scored = choices.flatMap((choice) => {
    const label = choice.label.toLowerCase();
    const all = `${label} ${choice.words?.toLowerCase() ?? ''} ${choice.value.toLowerCase()}`;
    if (!words.every((word) => all.includes(word))) return [];
    const score = words.reduce((sum, word) => sum + (label.startsWith(word) ? 3 : label.includes(word) ? 2 : 0), 0);
    return [{ choice, score }];
  });
  return scored.toSorted((one, other) => other.score - one.score).map(({ choice }) => choice);
}

export function OptionList(props: {
  label: string;
  choices: Choice[];
  value: string | null;
  placeholder: string;
  onChoose(value: string): void;
  onClose(): void;
}) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const found = filterChoices(props.choices, text).slice(0, 200);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setActive((now) => Math.min(Math.max(0, now + step), found.length - 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const choice = found[active];
      if (choice) props.onChoose(choice.value);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      props.onClose();
    }
  };
  return (
    <>
      <input
        ref={input}
        class="input"
        type="text"
        role="combobox"
        aria-label={`${props.label}: ${props.placeholder}`}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[active] ? `${id}-${active}` : undefined}
        autocomplete="off"
        placeholder={props.placeholder}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={id}
        ref={list}
        role="listbox"
        aria-label={props.label}
        // A press on an option leaves the focus in the combobox, so that it is not one on what lies behind.
        onMouseDown={(event) => event.preventDefault()}
      >
        {found.map((choice, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus and names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter chooses, in the combobox
          <div
            key={choice.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={choice.value === props.value}
            class={index === active ? 'active' : ''}
            onPointerMove={() => setActive(index)}
            onClick={() => props.onChoose(choice.value)}
          >
            <span class="clip">{choice.label}</span>
            {choice.beside && <span class="soft small nowrap">{choice.beside}</span>}
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="empty small">Nothing is found.</p>}
    </>
  );
}
