import { render } from 'preact';
import { App } from './app.tsx';
import { preloadPage } from './pages/page-table.ts';
import { startRouter } from './state/router.ts';
import './styles/tokens.css';
import './styles/layout.css';
import './styles/parts.css';
import './styles/charts.css';
import './styles/print.css';

startRouter((path) => void preloadPage(path));
const root = document.getElementById('app');
if (root) render(<App />, root);
