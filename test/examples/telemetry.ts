const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

/** As Claude Code sends the lines that it wrote. */
export const CLAUDE_CODE_METRICS = {
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
                    attributes: [text('user.email', 'grace@demo.example'), text('type', 'added')],
                    startTimeUnixNano: '$minuteAgo',
                    timeUnixNano: '$now',
                    asInt: '140',
                  },
                ],
              },
            },
          ],
        },
      ],
    },
  ],
};

/** As Codex sends the tokens of an answer. */
export const CODEX_LOGS = {
  resourceLogs: [
    {
      resource: { attributes: [text('service.name', 'codex_cli_rs')] },
      scopeLogs: [
        {
          logRecords: [
            {
              timeUnixNano: '$now',
              attributes: [
                text('event.name', 'codex.sse_event'),
                text('event.kind', 'response.completed'),
                text('user.email', 'grace@demo.example'),
                text('model', 'gpt-5-codex'),
                { key: 'input_token_count', value: { intValue: '5200' } },
                { key: 'output_token_count', value: { intValue: '860' } },
              ],
            },
          ],
        },
      ],
    },
  ],
};
