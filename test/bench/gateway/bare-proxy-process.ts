import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { answerParent } from '../../support/bench-child.ts';

/** What the two packages do when put together by the book: no authentication, no limits, no envelope. */
const app = express();
app.use('/', createProxyMiddleware({ target: process.env['TARGET'] ?? '' }));

answerParent(
  () =>
    new Promise((resolve) => {
      const server = app.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' ? address?.port : 0);
      });
    }),
);
