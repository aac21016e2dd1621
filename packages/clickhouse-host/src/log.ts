import { LOG_LEVELS, type LogLevel } from './config.ts';

export type Log = (level: LogLevel, event: string, facts?: Record<string, unknown>) => void;

/** JSON lines on stderr; stdout carries only the line that says the host is ready. */
export function jsonLog(threshold: LogLevel): Log {
  const least = LOG_LEVELS.indexOf(threshold);
  return (level, event, facts = {}) => {
    if (LOG_LEVELS.indexOf(level) < least) return;
    const line = { level, time: new Date().toISOString(), service: 'clickhouse-host', event, ...facts };
    process.stderr.write(`${JSON.stringify(line)}\n`);
  };
}
