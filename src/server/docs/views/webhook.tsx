import { signatureHeader } from '../../../simulator/webhooks/signature.ts'
import { CodeBlock } from '../../pages/components/code-block.tsx'
import { signSampleEvent } from '../../webhooks/sample-event.ts'
import type { Field } from '../model/fields.ts'
import { webhook } from '../model/webhook.ts'
import type { Reader } from '../reader.ts'
import { buildChoicePath, FieldList } from './fields.tsx'
import { Words } from './words.tsx'

function addSignature(field: Field, signature: string): Field {
  return field.name === signatureHeader ? { ...field, example: JSON.stringify(signature) } : field
}

/** Renders the fields of the only event, below the text of docs/webhooks.md. */
export function EventSample({ reader }: { readonly reader: Reader }) {
  const { name, headers, body, statements, choices } = webhook
  const event = signSampleEvent(body.example, reader.url)
  return (
    <>
      <section class="beside" aria-labelledby="payload-title">
        <div class="stack">
          <h2 id="payload-title">
            The payload of <code>{name}</code>
          </h2>
          <FieldList
            url={reader.url}
            part="header"
            fields={headers.map((each) => addSignature(each, event.signature))}
          />
          <FieldList url={reader.url} part="payload" fields={body.fields} />
        </div>
        <div class="stack calls">
          <h2>An event that was sent</h2>
          <p>
            Try your receiver with it: the exact bytes of the body, and its signature header. The secret is{' '}
            <code>{event.secret}</code>.
          </p>
          <CodeBlock label="The header" code={`${signatureHeader}: ${event.signature}`} isWrapped />
          <CodeBlock label="The body" code={event.body} isWrapped />
        </div>
      </section>
      <section class="stack" aria-labelledby="stated-title">
        <h2 id="stated-title">What the specification states</h2>
        <ul class="statements columns">
          {statements.map((statement) => (
            <li>
              <Words text={statement} />
            </li>
          ))}
        </ul>
        <p class="muted">
          Choices of the simulator:{' '}
          {choices.map(({ title, page }, index) => (
            <>
              {index === 0 ? '' : ', '}
              <a href={buildChoicePath(page)}>{title}</a>
            </>
          ))}
          .
        </p>
      </section>
    </>
  )
}
