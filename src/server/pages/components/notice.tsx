import type { Child } from 'hono/jsx'
import type { Tone } from './badge.tsx'

/** Something to know before anything else on the page. What went wrong is read out at once. */
export function Notice({ tone = 'note', children }: { readonly tone?: Tone; readonly children?: Child }) {
  return (
    <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
