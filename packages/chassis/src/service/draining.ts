/** What a service tells the supervisor that started it, so that another can be made ready while this one still answers. */
export const DRAINING = 'draining';
