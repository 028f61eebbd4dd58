import { controlBase } from '../../control-base.ts'
import { replaceDefaultUrl } from '../../http/request-origin.ts'
import { Badge, Card, CodeBlock, Facts, StatusBadge, type Tone } from '../../pages/components.ts'
import { findControlCallsWithError, type ReferenceControlCall } from '../model/control-calls.ts'
import { renderErrorScript } from '../model/error-recipes.ts'
import { commonErrorFields, type DescribedError, errors, type Retry } from '../model/errors.ts'
import { operations } from '../model/operations.ts'
import { buildControlCallPath, buildErrorPath, buildOperationPath } from '../model/search.ts'
import type { Reader } from '../reader.ts'
import { FieldTable } from './fields.tsx'
import type { ReferencePage } from './frame.tsx'
import { ErrorTable } from './operation.tsx'
import { TextWithCode } from './words.tsx'

/** Renders the page of all errors: their common fields, tables of all codes, and each error in full. */
export function renderErrorsPage({ url }: Reader): ReferencePage {
  const documented = errors.filter(({ isDocumented }) => isDocumented)
  const own = errors.filter(({ isDocumented }) => !isDocumented)
  return {
    title: 'Errors',
    body: (
      <>
        <CommonFieldsCard url={url} />
        <Card title="The service's errors" id="service">
          <ErrorTable caption="Codes of the service" errors={documented} />
        </Card>
        <Card title="The simulator's own errors" id="simulator">
          <p class="prose">
            The service does not document these codes. They cover features that only the simulator has, and
            invalid HTTP.
          </p>
          <ErrorTable caption="Codes of the simulator" errors={own} />
        </Card>
        {[...documented, ...own].map((error) => (
          <section id={error.code} class="error-section stack" aria-labelledby={`${error.code}-title`}>
            <h2 id={`${error.code}-title`}>
              <a href={buildErrorPath(error.code)}>
                <code>{error.code}</code>
              </a>{' '}
              <StatusBadge status={error.status} />
            </h2>
            <ErrorExplanation error={error} />
          </section>
        ))}
      </>
    ),
  }
}

function CommonFieldsCard({ url }: { readonly url: string }) {
  return (
    <Card title="Fields of every error" id="envelope">
      <p class="prose">
        Every error is <code>{'{ "error": { … } }'}</code> with the fields below. Let your code decide by{' '}
        <code>code</code>, never by the message. The first part of a code is its category, so a rule for{' '}
        <code>LABEL.</code> also covers codes that you do not know yet. Log <code>request_id</code>.
      </p>
      <FieldTable caption="Fields of every error" url={url} part="error" fields={commonErrorFields} />
      <Facts
        facts={[
          ['Try again: no', 'The same request fails again. Change the request, the key or the wallet first.'],
          [
            'Try again: later',
            'The request had no effect. Wait, longer each time, and send the same request.',
          ],
          [
            'Try again: check first',
            'The request may have taken effect. Check before you repeat it: a repeated purchase is paid for twice.',
          ],
        ]}
      />
    </Card>
  )
}

/** Renders the page of one error, with links to the previous and the next error. */
export function renderErrorPage(error: DescribedError, reader: Reader): ReferencePage {
  const index = errors.indexOf(error)
  const [before, after] = [errors[index - 1], errors[index + 1]]
  return {
    title: error.code,
    heading: <code>{error.code}</code>,
    body: (
      <>
        <p class="row">
          <StatusBadge status={error.status} /> <RetryBadge retry={error.retry} />
        </p>
        {error.isDocumented ? null : (
          <p class="muted">Only the simulator has this error. The service does not document it.</p>
        )}
        <ErrorExplanation error={error} />
        <ErrorScript error={error} reader={reader} />
        {error.ownFields.length === 0 ? null : (
          <section class="stack" aria-labelledby="fields-title">
            <h2 id="fields-title">Additional fields</h2>
            <FieldTable caption="Additional fields" url={reader.url} part="error" fields={error.ownFields} />
          </section>
        )}
        {error.example === undefined ? null : (
          <section class="stack" aria-labelledby="example-title">
            <h2 id="example-title">Example response</h2>
            <CodeBlock
              label="Example response"
              code={replaceDefaultUrl(JSON.stringify(error.example, null, 2), reader.url)}
              isWrapped
            />
          </section>
        )}
        <nav class="row neighbours" aria-label="Other errors">
          {before === undefined ? null : <a href={buildErrorPath(before.code)}>← {before.code}</a>}
          <a href="/docs/errors">All errors</a>
          {after === undefined ? null : <a href={buildErrorPath(after.code)}>{after.code} →</a>}
        </nav>
      </>
    ),
  }
}

/** Renders the script that reproduces an error; nothing if the script needs the control protocol, which is off. */
function ErrorScript({ error, reader }: { readonly error: DescribedError; readonly reader: Reader }) {
  const { testKey: key, isControlled } = reader
  const script = renderErrorScript(error.code, { ...reader, key })
  if (script === undefined || (!isControlled && script.includes(controlBase))) return null
  return (
    <section class="stack" aria-labelledby="script-title">
      <h2 id="script-title">Reproduce it from a shell</h2>
      <CodeBlock label="A script that reproduces it" code={script} isWrapped />
    </section>
  )
}

const retryTones: Readonly<Record<Retry, Tone>> = { no: 'plain', later: 'note', 'check first': 'warn' }

function RetryBadge({ retry }: { readonly retry: Retry }) {
  return <Badge tone={retryTones[retry]}>try again: {retry}</Badge>
}

/** Renders the meaning of an error, when it occurs, how to reproduce it and how to handle it. */
function ErrorExplanation({ error }: { readonly error: DescribedError }) {
  return (
    <dl class="explanation">
      <dt>What it means</dt>
      <dd>
        <TextWithCode text={`${error.message} ${error.suggestion}`} />
      </dd>
      <dt>Where</dt>
      <dd>
        <ErrorOrigin error={error} />
      </dd>
      <dt>How to reproduce it</dt>
      <dd>
        <TextWithCode text={error.reproduction} />
      </dd>
      <dt>How to handle it</dt>
      <dd>
        <TextWithCode text={error.handling} />
      </dd>
    </dl>
  )
}

/** The maximum number of calls in the list of an error. A longer list would contain nearly every call. */
const maxCalls = 15

function CallLinks({ calls }: { readonly calls: readonly ReferenceControlCall[] }) {
  return (
    <ul class="links columns">
      {calls.map((call) => (
        <li>
          <a href={buildControlCallPath(call)}>{call.summary}</a>
        </li>
      ))}
    </ul>
  )
}

function ErrorOrigin({ error }: { readonly error: DescribedError }) {
  const { code, where, operations: met } = error
  if (met.length === 0 && where !== null) {
    const calls = findControlCallsWithError(code)
    return (
      <>
        <p>{where}</p>
        {calls.length > maxCalls ? null : <CallLinks calls={calls} />}
      </>
    )
  }
  if (met.length >= operations.length - 1) return 'Every operation with a key.'
  return (
    <ul class="links columns">
      {met.map((operation) => (
        <li>
          <a href={buildOperationPath(operation)}>{operation.summary}</a>
        </li>
      ))}
    </ul>
  )
}
