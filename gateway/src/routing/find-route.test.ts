import { expect, test } from 'vitest';
import { findRoute, originForm, pathOf } from './find-route.ts';
import { API_ROUTES } from './routing-table.ts';

test('every path of the API has its unit, with and without more behind it', () => {
  for (const [segment, unit] of Object.entries(API_ROUTES)) {
    expect(findRoute(`/api/v1/${segment}`)).toEqual({ unit, open: false });
    expect(findRoute(`/api/v1/${segment}/1/more`)).toEqual({ unit, open: false });
  }
});

test('telemetry has a path of its own, with a token', () => {
  expect(findRoute('/otlp/v1/metrics')).toEqual({ unit: 'analytics', open: false, otlp: true });
  expect(findRoute('/otlp')).toBeUndefined();
});

test('signed links and hooks need no token', () => {
  expect(findRoute('/hooks/hostC/7')).toEqual({ unit: 'imports', open: true });
  expect(findRoute('/import_offers/abc')).toEqual({ unit: 'imports', open: true });
  expect(findRoute('/invitations/abc')).toEqual({ unit: 'developers-teams', open: true });
});

test.each([
  '/',
  '*',
  '/api/v1',
  '/api/v1/',
  '/api/v2/teams',
  '/api/v1/team',
  '/api/v1/teams2',
  '/api/v1/TEAMS',
  '/api/v1/__proto__',
  '/api/v1/constructor',
  '/hooks',
  '/invitations',
  '/teams',
  '//api/v1/teams',
  '/api/v1//teams',
  '/api/v1/teams//1',
  '/api/v1/teams/../admin/offboard',
  '/api/v1/teams/..',
  '/api/v1/./teams',
  '/api/v1/teams/%2e%2E/admin',
  '/hooks/.%2e/api/v1/teams',
  '/hooks/..\\api',
  '/hooks/a%00b',
])('%s leads nowhere', (path) => {
  expect(findRoute(path)).toBeUndefined();
});

test('a target in absolute form is read by its path', () => {
  expect(originForm('http://host:1/api/v1/teams?a=1')).toBe('/api/v1/teams?a=1');
  expect(originForm('HTTPS://host')).toBe('/');
  expect(originForm('http://host?a=/b')).toBe('/?a=/b');
  expect(originForm('*')).toBe('*');
  expect(pathOf('/a?b=/c?d')).toBe('/a');
});
