import type { Child } from 'hono/jsx'
import { replaceDefaultUrl } from '../../http/request-origin.ts'
import { Badge, CodeBlock, Facts, StatusBadge, Table } from '../../pages/components.ts'
import { type DescribedError, findError, isCommonError } from '../model/errors.ts'
import type { Field } from '../model/fields.ts'
import { type ReferenceOperation, readIntroduction } from '../model/operations.ts'
import { buildErrorPath } from '../model/search.ts'
import type { Reader } from '../reader.ts'
import { buildChoicePath, FieldTable } from './fields.tsx'
import type { ReferencePage } from './frame.tsx'
import { Markdown } from './markdown.tsx'
import { Sample, Samples } from './samples.tsx'
import { TextWithCode } from './words.tsx'

/** Renders the page of one operation. `tryIt` is the form that sends a request of the operation. */
export function renderOperationPage(
  operation: ReferenceOperation,
  reader: Reader,
  tryIt: Child,
): ReferencePage {
  const { parameters, request, codes } = operation
  return {
    title: operation.summary,
    body: (
      <>
        <p class="endpoint">
          <Badge tone="note">{operation.method}</Badge> <code>{operation.path}</code>
        </p>
        <div class="beside">
          <div class="stack">
            <OperationFacts operation={operation} url={reader.url} />
            <RequestSection
              url={reader.url}
              sent={[
                { about: 'In the path.', part: 'path', fields: parameters },
                {
                  about: 'A JSON object. Unknown fields are ignored.',
                  part: 'request',
                  fields: request?.fields ?? [],
                },
              ]}
            />
            <ResponseSection response={operation.response} url={reader.url} />
          </div>
          <OperationSamples operation={operation} reader={reader} />
        </div>
        {tryIt}
        <ErrorsSection
          own={codes.filter((code) => !isCommonCode(code))}
          common={codes.filter(isCommonCode)}
          of="every operation"
        />
        <StatementsSection operation={operation} />
        <ChoicesSection operation={operation} />
      </>
    ),
  }
}

function OperationFacts({
  operation,
  url,
}: {
  readonly operation: ReferenceOperation
  readonly url: string
}) {
  const { lead, scope, isOpen, limit, response } = operation
  const introduction = readIntroduction(operation)
  const key = isOpen ? 'none needed' : 'any valid key'
  return (
    <section class="stack" aria-label="What it does">
      <Facts
        facts={[
          scope === null ? ['Key', key] : ['Scope', <code>{scope}</code>],
          ['Limit', `${limit.requests} requests a minute, counted for each ${limit.per}`],
          ['Success', <StatusBadge status={Number(response.status)} />],
        ]}
      />
      {introduction.length === 0 ? <p>{lead}</p> : <Markdown tokens={introduction} name="api" url={url} />}
    </section>
  )
}

/**
 * The fields in one part of a request, such as its query. `about` names the part; `part` begins the anchors of the
 * fields.
 */
interface SentFields {
  readonly about: string
  readonly part: string
  readonly fields: readonly Field[]
}

/** Renders the fields of a request; nothing if there are none. */
export function RequestSection({
  url,
  sent,
}: {
  readonly url: string
  readonly sent: readonly SentFields[]
}) {
  const shown = sent.filter(({ fields }) => fields.length > 0)
  if (shown.length === 0) return null
  return (
    <section class="stack" id="request" aria-labelledby="request-title">
      <h2 id="request-title">Request</h2>
      {shown.map(({ about, part, fields }) => (
        <>
          <p class="muted">{about}</p>
          <FieldTable caption={`Request: ${about}`} url={url} part={part} fields={fields} isSent />
        </>
      ))}
    </section>
  )
}

interface ResponseProps {
  readonly url: string
  readonly response: {
    readonly status: string
    readonly description: string
    readonly type: string | null
    readonly fields: readonly Field[]
  }
}

/** Renders the fields of a successful response. */
export function ResponseSection({ response, url }: ResponseProps) {
  const { status, description, type, fields } = response
  return (
    <section class="stack" id="answer" aria-labelledby="answer-title">
      <h2 id="answer-title">Response</h2>
      <p>
        <StatusBadge status={Number(status)} /> <TextWithCode text={description} />{' '}
        {type === null ? null : <code>{type}</code>}
      </p>
      {fields.length === 0 ? null : <FieldTable caption="Response" url={url} part="answer" fields={fields} />}
    </section>
  )
}

function OperationSamples({
  operation,
  reader,
}: {
  readonly operation: ReferenceOperation
  readonly reader: Reader
}) {
  const { request, response } = operation
  const formatExample = (value: unknown): string =>
    replaceDefaultUrl(JSON.stringify(value, null, 2), reader.url)
  return (
    <div class="stack calls">
      <h2>Call it</h2>
      <Samples reader={reader}>
        <Sample label="The call" operation={operation} reader={reader} />
      </Samples>
      {response.example === undefined ? null : (
        <>
          <h2>Example of a response</h2>
          <CodeBlock label="Example response" code={formatExample(response.example)} />
        </>
      )}
      {request === null ? null : (
        <details>
          <summary>The request with every field</summary>
          <CodeBlock label="A request" code={formatExample(request.example)} />
        </details>
      )}
    </div>
  )
}

interface ErrorsSectionProps {
  /** The codes of errors that only a few operations have. */
  readonly own: readonly string[]
  readonly common: readonly string[]
  /** The operations that have the common error codes, in words. */
  readonly of: string
}

/** Renders the errors of an operation. Errors that most other operations have, too, are folded. */
export function ErrorsSection({ own, common, of }: ErrorsSectionProps) {
  const findErrors = (codes: readonly string[]) => codes.flatMap((code) => findError(code) ?? [])
  return (
    <section class="stack" id="errors" aria-labelledby="errors-title">
      <h2 id="errors-title">Errors</h2>
      {own.length === 0 ? (
        <p>No specific errors.</p>
      ) : (
        <ErrorTable caption="Errors" errors={findErrors(own)} />
      )}
      {common.length === 0 ? null : (
        <details>
          <summary>
            Errors of {of} ({common.length})
          </summary>
          <ErrorTable caption={`Errors of ${of}`} errors={findErrors(common)} />
        </details>
      )}
    </section>
  )
}

function isCommonCode(code: string): boolean {
  const error = findError(code)
  return error !== undefined && isCommonError(error)
}

interface ErrorTableProps {
  readonly caption: string
  readonly errors: readonly DescribedError[]
}

/** Lists errors in a table, each with a link to its page. */
export function ErrorTable({ caption, errors: shown }: ErrorTableProps) {
  return (
    <Table caption={caption} columns={{ Code: '', Status: '', Meaning: 'minor', 'Try again?': '' }}>
      {shown.map(({ code, status, message, retry }) => (
        <tr>
          <td>
            <a href={buildErrorPath(code)}>
              <code>{code}</code>
            </a>
          </td>
          <td>
            <StatusBadge status={status} />
          </td>
          <td class="minor">
            <TextWithCode text={message} />
          </td>
          <td>{retry}</td>
        </tr>
      ))}
    </Table>
  )
}

function StatementsSection({ operation: { statements } }: { readonly operation: ReferenceOperation }) {
  if (statements.length === 0) return null
  return (
    <section class="stack" aria-labelledby="stated-title">
      <h2 id="stated-title">Statements of the specification</h2>
      <ul class="statements columns">
        {statements.map((statement) => (
          <li>
            <TextWithCode text={statement} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ChoicesSection({ operation: { choices } }: { readonly operation: ReferenceOperation }) {
  if (choices.length === 0) return null
  return (
    <section class="stack" aria-labelledby="choices-title">
      <h2 id="choices-title">Choices of the simulator</h2>
      <p class="muted prose">
        The specification leaves these points open. The real service may differ, so do not rely on them.
      </p>
      <ul class="links columns">
        {choices.map(({ title, page }) => (
          <li>
            <a href={buildChoicePath(page)}>{title}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
