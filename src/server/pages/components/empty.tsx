import type { Child } from 'hono/jsx'

/** What stands where there is nothing: why, and what to do about it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: Child }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  )
}
