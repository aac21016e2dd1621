// Runs anew for each test file, also where files share a process. What is to be removed is kept in a module of its own, since
// that is loaded once.
import { afterAll } from 'vitest';
import { removeAll } from './leave-nothing.ts';

afterAll(removeAll);
