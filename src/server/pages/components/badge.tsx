import type { Child } from 'hono/jsx'

/** The outcome or state that a badge shows. The text says the same, as colour alone is not enough. */
export type Tone = 'good' | 'bad' | 'warn' | 'note' | 'plain'

export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children?: Child }) {
  return <span class={`badge ${tone}`}>{children}</span>
}

/** Renders the status of an HTTP response. */
export function StatusBadge({ status }: { readonly status: number }) {
  return <Badge tone={toneOfStatus(status)}>{status}</Badge>
}

function toneOfStatus(status: number): Tone {
  if (status >= 500) return 'bad'
  return status >= 400 ? 'warn' : 'good'
}
