import type { Child } from 'hono/jsx'
import { CodeBlock } from '../../pages/components.ts'
import type { ReferenceOperation } from '../model/operations.ts'
import type { Reader } from '../reader.ts'
import { sampleLanguages } from '../samples/languages.ts'

interface SamplesProps {
  readonly reader: Reader
  readonly children?: Child
}

/**
 * Renders sample programs below the languages to choose from. The languages are links, so they work without script;
 * with script, only this part of the page is replaced.
 */
export function Samples({ reader: { language }, children }: SamplesProps) {
  return (
    <div class="stack samples" id="samples">
      <nav class="tabs" aria-label="Language of the samples">
        {sampleLanguages.map(({ id, name }) => (
          <a
            id={`samples-${id}`}
            href={`?language=${id}#samples`}
            aria-current={id === language.id ? 'true' : undefined}
            hx-get={`?language=${id}`}
            hx-select="#samples"
            hx-target="#samples"
            hx-swap="outerHTML show:none"
          >
            {name}
          </a>
        ))}
      </nav>
      {children}
      <p class="muted">
        {language.id === 'curl' ? (
          'Paste it into a shell.'
        ) : (
          <>
            Save it as <code>{language.file}</code>, and run <code>{language.command}</code>.
          </>
        )}
      </p>
    </div>
  )
}

interface SampleProps {
  readonly label: string
  readonly operation: ReferenceOperation
  readonly reader: Reader
}

/** Renders a sample program in the reader's language. */
export function Sample({ label, operation, reader }: SampleProps) {
  const { language, testKey } = reader
  const code = language.write(operation, { ...reader, key: testKey })
  return <CodeBlock label={label} code={code} isWrapped={language.id === 'curl'} />
}
