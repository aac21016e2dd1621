import { parser } from '@prometheus-io/lezer-promql';

export interface Asked {
  metrics: string[];
  labels: string[];
}

/** The metrics and labels that a PromQL expression asks for, by Prometheus' own grammar; throws on one that it cannot read. */
export function readPromql(expression: string): Asked {
  const asked: Asked = { metrics: [], labels: [] };
  const textOf = (node: { from: number; to: number }) => expression.slice(node.from, node.to);
  parser.parse(expression).iterate({
    enter: (node) => {
      if (node.type.isError) throw new Error(`not PromQL at ${node.from}: ${expression}`);
      if (node.name === 'Identifier' && node.node.parent?.name === 'VectorSelector') asked.metrics.push(textOf(node));
      if (node.name === 'LabelName') asked.labels.push(textOf(node));
    },
  });
  return asked;
}
