import type { z } from 'zod';
import type { ParameterError } from './fault.ts';

/**
 * Faults that only several parameters together show, told beside those that each has by itself. `faultsOf` gets the parameters that
 * are sound, and all that were given.
 */
export const checkTogether = <Shape extends z.core.$ZodShape>(
  input: z.ZodObject<Shape>,
  faultsOf: (
    sound: Partial<z.output<z.ZodObject<Shape>>>,
    given: Readonly<Record<string, unknown>>,
  ) => readonly ParameterError[],
) =>
  input.superRefine(
    (given, context) => {
      const faulty = new Set(context.issues.map(({ path }) => path?.[0]));
      const sound: Partial<typeof given> = { ...given };
      for (const name in sound) if (faulty.has(name)) delete sound[name];
      for (const { param, code_em, detail } of faultsOf(sound, given))
        context.addIssue({ code: 'custom', path: [param], message: detail, params: { code_em } });
    },
    { when: () => true },
  );
