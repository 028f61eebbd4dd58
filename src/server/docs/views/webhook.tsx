import { CodeBlock } from '../../pages/components/code-block.tsx'
import { atUrl } from '../../url-asked-at.ts'
import { webhook } from '../model/webhook.ts'
import type { Reader } from '../reader.ts'
import { choicePath, FieldList } from './fields.tsx'
import { Words } from './words.tsx'

/** What is known of the one event, below what docs/webhooks.md says of it. */
export function Event({ reader }: { readonly reader: Reader }) {
  const { name, headers, body, statements, choices } = webhook
  return (
    <>
      <section class="beside" aria-labelledby="payload-title">
        <div class="stack">
          <h2 id="payload-title">
            The payload of <code>{name}</code>
          </h2>
          <FieldList url={reader.url} part="header" fields={headers} />
          <FieldList url={reader.url} part="payload" fields={body.fields} />
        </div>
        <div class="stack calls">
          <h2>An event that was sent</h2>
          <CodeBlock
            label="The header"
            code={headers
              .map((header) => `${header.name}: ${header.example}`)
              .join('\n')
              .replaceAll('"', '')}
            isWrapped
          />
          <CodeBlock
            label="The body"
            code={atUrl(JSON.stringify(body.example, null, 2), reader.url)}
            isWrapped
          />
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
          Left open, and chosen here:{' '}
          {choices.map(({ title, page }, index) => (
            <>
              {index === 0 ? '' : ', '}
              <a href={choicePath(page)}>{title}</a>
            </>
          ))}
          .
        </p>
      </section>
    </>
  )
}
