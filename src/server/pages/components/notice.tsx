import type { Child } from 'hono/jsx'
import type { Tone } from './badge.tsx'

interface NoticeProps {
  readonly tone?: Tone
  /** It is what the page was loaded for: it has the focus, so that it is read out and the next key goes on from here. */
  readonly hasFocus?: boolean
  readonly children?: Child
}

/** Something to know before anything else on the page. What went wrong is read out at once. */
export function Notice({ tone = 'note', hasFocus = false, children }: NoticeProps) {
  const focus = hasFocus ? { tabindex: -1, autofocus: true } : {}
  return (
    <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'} {...focus}>
      {children}
    </div>
  )
}
