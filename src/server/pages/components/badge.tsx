import type { Child } from 'hono/jsx'

/** The colour of a badge, named by the kind of state that it shows. */
export type Tone = 'good' | 'bad' | 'warn' | 'note' | 'plain'

export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children?: Child }) {
  return <span class={`badge ${tone}`}>{children}</span>
}

export function StatusBadge({ status }: { readonly status: number }) {
  return <Badge tone={chooseStatusTone(status)}>{status}</Badge>
}

function chooseStatusTone(status: number): Tone {
  if (status >= 500) return 'bad'
  return status >= 400 ? 'warn' : 'good'
}
