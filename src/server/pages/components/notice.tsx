import type { Child } from 'hono/jsx'
import type { Tone } from './badge.tsx'

interface NoticeProps {
  readonly tone?: Tone
  /** Whether the notice takes the focus, so that a screen reader reads it and the Tab key continues from it. */
  readonly hasFocus?: boolean
  readonly children?: Child
}

/** Renders a message above the page's content. A screen reader reads an error at once. */
export function Notice({ tone = 'note', hasFocus = false, children }: NoticeProps) {
  const focus = hasFocus ? { tabindex: -1, autofocus: true } : {}
  return (
    <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'} {...focus}>
      {children}
    </div>
  )
}
