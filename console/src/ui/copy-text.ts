import { say } from './toasts.tsx';

export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied ${what}.`);
  } catch {
    say('The browser does not let this page copy.');
  }
}
