import { signatureHeader } from '../../../simulator/webhooks/signature.ts'
import { CodeBlock } from '../../pages/components.ts'
import { signSampleEvent } from '../../webhooks/sample-event.ts'
import type { Field } from '../model/fields.ts'
import { webhook } from '../model/webhook.ts'
import type { Reader } from '../reader.ts'
import { buildChoicePath, FieldTable } from './fields.tsx'
import { TextWithCode } from './words.tsx'

function addSignature(field: Field, signature: string): Field {
  return field.name === signatureHeader ? { ...field, example: JSON.stringify(signature) } : field
}

/** Renders the fields of the event label.created, below the text of docs/webhooks.md. */
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
          <FieldTable
            caption="Headers"
            url={reader.url}
            part="header"
            fields={headers.map((each) => addSignature(each, event.signature))}
          />
          <FieldTable caption="Payload" url={reader.url} part="payload" fields={body.fields} />
        </div>
        <div class="stack calls">
          <h2>A sample event</h2>
          <p>
            Test your receiver with the exact bytes of this body and its signature header. The secret is{' '}
            <code>{event.secret}</code>.
          </p>
          <CodeBlock label="The header" code={`${signatureHeader}: ${event.signature}`} isWrapped />
          <CodeBlock label="The body" code={event.body} isWrapped />
        </div>
      </section>
      <section class="stack" aria-labelledby="stated-title">
        <h2 id="stated-title">Statements of the specification</h2>
        <ul class="statements columns">
          {statements.map((statement) => (
            <li>
              <TextWithCode text={statement} />
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
