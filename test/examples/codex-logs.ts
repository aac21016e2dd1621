const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

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
