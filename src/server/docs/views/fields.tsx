import { replaceDefaultUrl } from '../../http/request-origin.ts'
import { Table } from '../../pages/components.ts'
import { buildFieldAnchor, type Field } from '../model/fields.ts'
import { CodeWord, TextWithCode } from './words.tsx'

interface FieldTableProps {
  /** The name of the table, for screen readers. */
  readonly caption: string
  /**
   * The part of a request or response that has the fields, such as `request`. Anchors consist of this part and the
   * field's path.
   */
  readonly part: string
  readonly fields: readonly Field[]
  /** The simulator's URL as the reader reaches it. */
  readonly url: string
  /** Whether clients send the fields; if not, the service sends them. */
  readonly isSent?: boolean
}

const sentColumns = { Field: '', Type: '', Required: '', Description: '' }
const receivedColumns = { Field: '', Type: '', Present: '', Description: '' }

/** Renders the fields of a body as a table, nested fields below their parents. */
export function FieldTable({ caption, part, fields, url, isSent = false }: FieldTableProps) {
  const [required, optional] = isSent ? ['required', 'optional'] : ['always', 'may be absent']
  return (
    <Table caption={caption} columns={isSent ? sentColumns : receivedColumns}>
      {fields.map((field) => (
        <tr id={buildFieldAnchor(part, field)} class={`deep-${Math.min(field.depth, 4)}`}>
          <td>
            <code class="field-name">{field.name}</code>
          </td>
          <td>{field.type}</td>
          <td>{field.isRequired ? required : optional}</td>
          <td>
            <TextWithCode text={field.description} /> <FieldDetails field={field} url={url} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** The maximum number of allowed values that are shown; a longer list is not readable beside a field. */
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
          Such as <code>{replaceDefaultUrl(example, url)}</code>.{' '}
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
          <CodeWord text={text} />
        </>
      ))}
    </>
  )
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the URL in the reference of a choice, given as `docs/choices.md#22`. */
export function buildChoicePath(choice: string): string {
  return choice.replace(/^docs\//, '/docs/').replace('.md', '')
}
