import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** OpenTelemetry costs nothing until an endpoint is set: the SDK is loaded only then. */
export async function startTracing(service: string, endpoint: string | undefined): Promise<() => Promise<void>> {
  if (!endpoint) return async () => {};
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const sdk = new NodeSDK({ serviceName: `linescope-${service}` });
  sdk.start();
  return () => sdk.shutdown();
}

const tracer = trace.getTracer('linescope');

/** Runs work in a span; attributes never hold a token, a body or a parameter's value. */
export async function inSpan<T>(
  name: string,
  kind: keyof typeof SpanKind,
  attributes: Record<string, string | number>,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracer.startSpan(name, { kind: SpanKind[kind], attributes });
  try {
    return await context.with(trace.setSpan(context.active(), span), () => work(span));
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
