import type { Child } from 'hono/jsx'

/** How something went, or is. Said in words as well: colour alone tells nobody anything. */
export type Tone = 'good' | 'bad' | 'warn' | 'note' | 'plain'

export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children?: Child }) {
  return <span class={`badge ${tone}`}>{children}</span>
}

/** The status of an HTTP response. */
export function StatusBadge({ status }: { readonly status: number }) {
  return <Badge tone={toneOfStatus(status)}>{status}</Badge>
}

function toneOfStatus(status: number): Tone {
  if (status >= 500) return 'bad'
  return status >= 400 ? 'warn' : 'good'
}
