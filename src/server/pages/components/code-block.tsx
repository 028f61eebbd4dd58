interface CodeBlockProps {
  /** What the code is, for people who do not see it, and on the button that copies it. */
  readonly label: string
  readonly code: string
  /** Whether long lines are broken instead of scrolled. */
  readonly isWrapped?: boolean
}

/** Code as it stands, with a button that copies it where there is script. */
export function CodeBlock({ label, code, isWrapped = false }: CodeBlockProps) {
  return (
    <div class="code">
      <section class="code-scroll" tabindex={0} aria-label={label}>
        <pre class={isWrapped ? 'wrapped' : undefined}>
          <code>{code}</code>
        </pre>
      </section>
      <button type="button" class="copy" data-copy hidden aria-label={`Copy ${label}`}>
        Copy
      </button>
    </div>
  )
}
