import { defineRoute, ok, type Route } from '@linescope/chassis/http/route';
import { success } from '@linescope/contract/envelope';
import { notFound } from '@linescope/contract/fault';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { findEntityById } from '../store/entities.ts';
import { describeSettings, settingsOutput } from './settings-output.ts';

const ACTION = 'action_show_settings';

export const showSettings = ({ postgres }: Pick<Context, 'postgres'>): Route =>
  defineRoute({
    method: 'GET',
    path: '/settings',
    action: ACTION,
    summary: 'Show the settings of the entity',
    description: 'What the entity set for itself, and what the operator set for it.',
    role: 'admin',
    input: z.object({}),
    output: settingsOutput,
    async handle(_, { principal }) {
      const entity = await findEntityById(postgres, principal.entityId);
      if (!entity) throw notFound('There is no such entity.');
      return ok(success(ACTION, `Settings of ${entity.slug}.`, { settings: describeSettings(entity.settings) }));
    },
  });
