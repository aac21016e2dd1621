/** The message of a service to the supervisor that started it, so that another can be made ready while this one still answers. */
export const DRAINING = 'draining';
