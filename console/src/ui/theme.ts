import { useEffect, useState } from 'preact/hooks';

export type Theme = 'system' | 'light' | 'dark';
const KEY = 'linescope-theme';
const THEMES: Theme[] = ['system', 'light', 'dark'];

export const nextTheme = (theme: Theme): Theme => THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';

/** The system's choice unless the reader made one, which this browser keeps. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => THEMES.find((one) => one === localStorage.getItem(KEY)) ?? 'system');
  useEffect(() => {
    if (theme === 'system') {
      delete document.documentElement.dataset['theme'];
      localStorage.removeItem(KEY);
    } else {
      document.documentElement.dataset['theme'] = theme;
      localStorage.setItem(KEY, theme);
    }
  }, [theme]);
  return [theme, setTheme];
}
