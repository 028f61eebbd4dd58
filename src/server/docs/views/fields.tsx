import { replaceOrigin } from '../../http/request-origin.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { buildFieldAnchor, type Field } from '../model/fields.ts'
import { Code, Words } from './words.tsx'

interface FieldListProps {
  /** The body of the fields: `request`, `answer`; with a field's path it makes the anchor. */
  readonly part: string
  readonly fields: readonly Field[]
  /** The simulator's URL as the reader reaches it. */
  readonly url: string
  /** Whether required fields are marked. */
  readonly isSent?: boolean
}

/** Lists the fields of a body, nested fields below their parents. */
export function FieldList({ part, fields, url, isSent = false }: FieldListProps) {
  return (
    <ul class="fields">
      {fields.map((field) => (
        <li id={buildFieldAnchor(part, field)} class={`deep-${Math.min(field.depth, 4)}`}>
          <p class="field-head">
            <code class="field-name">{field.name}</code>
            <span class="field-type">{field.type}</span>
            {isSent && field.isRequired ? <Badge tone="warn">required</Badge> : null}
            {!isSent && !field.isRequired ? <Badge>may be absent</Badge> : null}
          </p>
          <p>
            <Words text={field.description} /> <FieldDetails field={field} url={url} />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** The maximum number of values that are shown; a longer list is not readable beside a field. */
const maxValues = 20
const longestExample = 120

function FieldDetails({ field, url }: { readonly field: Field; readonly url: string }) {
  const { unit, limits, values, example, choice, sameAs, forms } = field
  const facts = [unit, ...limits].filter((fact) => fact !== null)
  return (
    <span class="field-more">
      {facts.length === 0 ? null : <>{capitalize(facts.join(', '))}. </>}
      {values.length < 2 || values.length > maxValues ? null : (
        <>
          One of <CodeList texts={values} />.{' '}
        </>
      )}
      {forms.length === 0 ? null : (
        <>
          Only with <CodeList texts={forms} />.{' '}
        </>
      )}
      {sameAs === null ? null : (
        <>
          The same fields as <code>{sameAs}</code>.{' '}
        </>
      )}
      {example === null || example.length > longestExample || values.length > 1 ? null : (
        <>
          Such as <code>{replaceOrigin(example, url)}</code>.{' '}
        </>
      )}
      {choice === null ? null : (
        <a href={buildChoicePath(choice)} title="The specification leaves this open. The simulator's choice">
          choice
        </a>
      )}
    </span>
  )
}

function CodeList({ texts }: { readonly texts: readonly string[] }) {
  return (
    <>
      {texts.map((text, index) => (
        <>
          {index === 0 ? '' : ', '}
          <Code text={text} />
        </>
      ))}
    </>
  )
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the URL of a choice (`docs/choices.md#22`) in the reference. */
export function buildChoicePath(choice: string): string {
  return choice.replace(/^docs\//, '/docs/').replace('.md', '')
}
