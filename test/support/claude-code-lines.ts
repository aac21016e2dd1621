const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

/** As Claude Code sends the lines that somebody wrote with it, by OpenTelemetry; times in nanoseconds, as text. */
export const claudeCodeLines = (given: { email: string; lines: number; from: string; to: string }) => ({
  resourceMetrics: [
    {
      resource: { attributes: [text('service.name', 'claude-code')] },
      scopeMetrics: [
        {
          metrics: [
            {
              name: 'claude_code.lines_of_code.count',
              sum: {
                aggregationTemporality: 1,
                isMonotonic: true,
                dataPoints: [
                  {
                    attributes: [text('user.email', given.email), text('type', 'added')],
                    startTimeUnixNano: given.from,
                    timeUnixNano: given.to,
                    asInt: String(given.lines),
                  },
                ],
              },
            },
          ],
        },
      ],
    },
  ],
});
