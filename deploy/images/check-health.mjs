// Ends with 0 when the address answers 200: the health check of an image that has no shell.
const answer = await fetch(process.argv[2], { signal: AbortSignal.timeout(4000) }).catch(() => undefined);
process.exit(answer?.status === 200 ? 0 : 1);
