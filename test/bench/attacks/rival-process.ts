import { setPriority } from 'node:os';
import { answerParent } from '../../support/bench-child.ts';
import { startHostileHost } from './hostile-host.ts';
import { createRival, orderSchema } from './rival.ts';

/** An attacker's computer is another one: here it gets only the processor time that nobody else wants. */
setPriority(19);

const follow = createRival(await startHostileHost());
answerParent((order) => follow(orderSchema.parse(order)));
